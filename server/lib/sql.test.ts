import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const server = new URL('../', import.meta.url).pathname;
const files = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'));
const using = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(server + file, 'utf8'))).sort();

test('whoever searches titles, labels and names folds them, in one way', () => {
  expect(using(/(containsFolded|containingFolded)\(/)).toEqual([
    'areas/administration/organizations-and-users.ts',
    'areas/articles/list.ts',
    'areas/authoring/suggest-labels.ts',
    'areas/dictionaries/entries.ts',
    'areas/playlists/ranking.ts',
    'areas/projects/pages.ts',
    'areas/search/search-readable.ts',
    'lib/sql.ts',
  ]);
  expect(using(/LIKE fold_pattern/)).toEqual(['lib/sql.ts']);
});

test('nobody searches as the locale of the database has it', () => {
  expect(using(/'ilike'|\bILIKE\b|'insensitive'|strpos\(lower/)).toEqual([]);
});
