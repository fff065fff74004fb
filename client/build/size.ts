/**
 * Measures what a browser loads before the first screens show, and fails over the bar. Run after `vite
 * build`. The fonts and what a screen loads later (the socket, menus) are not part of it.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const kibibyte = 1024;
/** What each is made of, and the bars in KiB. */
const firstScreens = {
  'sign-in': { chunks: ['screens/sign-in/SignInScreen.tsx'], bars: { js: 200, css: 13 } },
  dashboard: {
    chunks: ['screens/shell/Shell.tsx', 'screens/dashboard/DashboardScreen.tsx'],
    // More than the sign-in: it asks people to confirm their identity, explains refusals, and names accounts.
    bars: { js: 202, css: 16 },
  },
};

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const root = new URL('../dist/dashboard/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', root), 'utf8')) as Record<
  string,
  Chunk
>;
const gzipped = (file: string) => gzipSync(readFileSync(new URL(file, root)), { level: 6 }).length;

/** The files of a chunk and of all that it imports statically. */
function filesOf(key: string, seen = new Set<string>(), files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk)
    throw new Error(`The build has no ${key}; its manifest has ${Object.keys(manifest).length} entries.`);
  if (seen.has(key)) return files;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen, files);
  for (const word of wordsOf(chunk)) filesOf(word, seen, files);
  return files;
}

/** The chunk's words in German, which are longest, as a reader of that language loads them beside it. */
const wordsOf = ({ dynamicImports = [] }: Chunk): string[] =>
  dynamicImports.filter((name) => manifest[name]?.name?.startsWith('words-de-'));

let over = false;
for (const [screen, { chunks, bars }] of Object.entries(firstScreens)) {
  const files = new Set(['index.html', ...chunks].flatMap((chunk) => [...filesOf(chunk)]));
  for (const [kind, bar] of Object.entries(bars)) {
    const size = [...files]
      .filter((file) => file.endsWith(`.${kind}`))
      .reduce((sum, file) => sum + gzipped(file), 0);
    const isOver = size > bar * kibibyte;
    over ||= isOver;
    console.log(
      `${screen.padEnd(10)} ${kind.padEnd(4)} ${(size / kibibyte).toFixed(1).padStart(6)} KiB gzip, at most ${bar}  ${isOver ? 'OVER' : 'ok'}`,
    );
  }
}
process.exit(over ? 1 : 0);
