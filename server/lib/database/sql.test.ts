import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const server = new URL('../../', import.meta.url).pathname;
const files = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'));
const using = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(server + file, 'utf8'))).sort();

test('all searches of titles, labels and names fold them in the same way', () => {
  expect(using(/(containsFolded|containingFolded)\(/)).toEqual([
    'areas/articles/articles/list.ts',
    'areas/articles/search/search-readable.ts',
    'areas/channels/playlists/ranking.ts',
    'areas/people/administration/organizations-and-users.ts',
    'areas/projects/projects/project-pages.ts',
    'areas/voice/authoring/suggest-labels.ts',
    'areas/voice/dictionaries/entries.ts',
    'lib/database/sql.ts',
  ]);
  expect(using(/LIKE fold_pattern/)).toEqual(['lib/database/sql.ts']);
});

test('no search depends on the locale of the database', () => {
  expect(using(/'ilike'|\bILIKE\b|'insensitive'|strpos\(lower/)).toEqual([]);
});
