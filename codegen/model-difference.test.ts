import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { modelDifference } from './model-difference.ts';

const prisma = (name: string): Promise<string> =>
  readFile(new URL(`../prisma/${name}`, import.meta.url), 'utf8');
/** Models and enumerations without comments. */
const tables = (model: string): string =>
  model
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^generator \w+ \{[^}]*\}\n*/gm, '')
    .replace(/[ \t]+/g, ' ')
    .trim();

test('every change of the data model has its migration', async () => {
  const [last, present] = await Promise.all([
    prisma('migrations/last-migration.prisma'),
    prisma('schema.prisma'),
  ]);
  // Asking the engine takes long, and is needed only for what changes no table: the name of a relation, say.
  if (tables(last) !== tables(present))
    expect(await modelDifference(last, present)).toBe('-- This is an empty migration.\n');
});
