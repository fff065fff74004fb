import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const server = new URL('../', import.meta.url).pathname;
const files = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'));
const using = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(server + file, 'utf8'))).sort();

test('whoever searches titles and labels folds them, in one way', () => {
  expect(using(/containsFolded\(/)).toEqual([
    'areas/articles/list.ts',
    'areas/authoring/suggest-labels.ts',
    'areas/playlists/ranking.ts',
    'areas/search/search-readable.ts',
  ]);
  expect(using(/LIKE fold_pattern/)).toEqual(['lib/sql.ts']);
});

test('nobody else searches texts but by name', () => {
  // Names of projects, organizations and people, as the database's locale has it.
  expect(using(/'ilike'|\bILIKE\b|'insensitive'|strpos\(lower/)).toEqual([
    'areas/administration/organizations-and-users.ts',
    'areas/projects/pages.ts',
    'areas/search/search-readable.ts',
  ]);
});
