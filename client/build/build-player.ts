/**
 * Builds the player into client/dist/player: the loader under its one name, everything else under names that
 * change with what is in them, and a manifest of those.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Manifest } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = here('../dist/player');

const config = (entry: string): InlineConfig => ({
  configFile: false,
  root: here('../player'),
  base: './',
  logLevel: 'warn',
  build: {
    outDir,
    target: 'es2022',
    minify: true,
    // Modules load each other when they are needed; nothing is written into the page for it.
    modulePreload: false,
    lib: { entry: here(`../player/${entry}`), formats: ['es'] },
  },
});

/** Placeholder in the loader for the server's address (server/http/player-files.ts replaces it). */
const homePlaceholder = '__PARLANCE_HOME__';

/** Builds all bundles of the player from scratch. */
export async function buildPlayer(): Promise<void> {
  await build({
    ...config('start.ts'),
    build: {
      ...config('start.ts').build,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: {
        // What the versions share with the beginning is in it already.
        preserveEntrySignatures: 'allow-extension',
        output: { minify: true, entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const manifest = JSON.parse(await readFile(`${outDir}/.vite/manifest.json`, 'utf8')) as Manifest;
  await build({
    ...config('loader.ts'),
    define: {
      __START__: JSON.stringify(manifest['start.ts']!.file),
      __HOME__: JSON.stringify(homePlaceholder),
    },
    build: {
      ...config('loader.ts').build,
      emptyOutDir: false,
      rolldownOptions: { output: { minify: true, entryFileNames: 'loader.js' } },
    },
  });
  // A classic script: what it declares stays its own.
  const loader = await readFile(`${outDir}/loader.js`, 'utf8');
  await writeFile(`${outDir}/loader.js`, `{${loader.trim()}}\n`);
}

if (import.meta.main) await buildPlayer();
