import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The top-level folders that hold source code. */
export const sourceFolders = ['server', 'client', 'codegen', 'scripts', 'training', 'prisma', 'tests'];
const notOurs = /(^|\/)(node_modules|dist|generated|__generated__|fixtures|test-results)(\/|$)/;

/** One import statement of a file. */
export interface Import {
  /** A path below the root (`server/lib/database/db.ts`), or a package's name as it is written. */
  to: string;
  /** Types alone; gone when the code runs. */
  typeOnly: boolean;
  /** Loaded when it is needed. */
  lazy: boolean;
}

/** A source file with its text and imports. */
export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

/** Reads every source file of the repository, without generated ones, sorted by path. */
export async function readSources(): Promise<SourceFile[]> {
  const paths = await Promise.all(
    sourceFolders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    }),
  );
  const code = paths
    .flat()
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !notOurs.test(path))
    .sort();
  return Promise.all(
    code.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    }),
  );
}

function importsOf(path: string, text: string): Import[] {
  const place = (name: string): string => (name.startsWith('.') ? join(dirname(path), name) : name);
  const stated = [
    ...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]/gm),
  ].map(([, type, name]) => ({ to: place(name!), typeOnly: type !== undefined, lazy: false }));
  const lazy = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(([, name]) => ({
    to: place(name!),
    typeOnly: false,
    lazy: true,
  }));
  return [...stated, ...lazy];
}

/**
 * Circles, for each thing on one the shortest: each told once by the way round, with what is known of each
 * step.
 */
export function importCycles(known: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const found = new Map<string, string>();
  for (const start of known.keys()) {
    const way = shortestWay(known, start);
    if (!way) continue;
    const steps = way.map((name, index) => `${name}${known.get(way[index - 1] ?? '')?.get(name) ?? ''}`);
    const same = [...new Set(way)].sort().join();
    if (!found.has(same)) found.set(same, steps.join(' → '));
  }
  return [...found.values()];
}

/** From a thing round to itself. */
function shortestWay(
  known: ReadonlyMap<string, ReadonlyMap<string, string>>,
  start: string,
): string[] | null {
  const from = new Map<string, string>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of known.get(at)?.keys() ?? []) {
      if (next === start) {
        const way = [start];
        for (let step: string | undefined = at; step !== undefined; step = from.get(step)) way.unshift(step);
        return way;
      }
      if (from.has(next) || !known.has(next)) continue;
      from.set(next, at);
      queue.push(next);
    }
  }
  return null;
}
