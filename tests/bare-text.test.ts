import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bareTexts } from './support/bare-text.ts';

const dashboard = fileURLToPath(new URL('../client/dashboard', import.meta.url));

/**
 * What does not take its words from the catalogue yet, by folder. It only gets shorter: who converts a file
 * takes it off, and a folder whose list is empty stays until all are.
 */
const unconverted: Record<string, string[]> = {
  relay: [],

  'screens/article': [],

  'screens/channels': [],

  'screens/create-project': ['routes.ts'],

  'screens/dashboard': ['routes.ts'],

  'screens/docs': [],

  'screens/organization': [],

  'screens/playlists': [],

  'screens/profile': [],

  'screens/providers': [],

  'screens/rules': [],

  'screens/settings': [],

  'screens/shell': [],

  'screens/sounds': [],

  'screens/voices': [],

  ui: [],
};

const paths = (await readdir(dashboard, { recursive: true }))
  .filter(
    (path) => /\.tsx?$/.test(path) && !/(^|\/)(__generated__|generated|words)\/|\.test\.tsx?$/.test(path),
  )
  .sort();
const found = await Promise.all(
  paths.map(async (path) => ({
    path,
    texts: bareTexts(path, await readFile(join(dashboard, path), 'utf8')),
  })),
);
const listed = new Set(
  Object.entries(unconverted).flatMap(([folder, files]) => files.map((file) => `${folder}/${file}`)),
);

test('all visible texts come from the catalogue', () => {
  expect(paths.length).toBeGreaterThan(150);
  expect(
    found
      .filter(({ path }) => !listed.has(path))
      .flatMap(({ path, texts }) => texts.map(({ line, text }) => `${path}:${line} ${text}`)),
  ).toEqual([]);
});

test('the list of exceptions contains no converted or deleted files', () => {
  expect(
    [...listed].filter((path) => !found.some((file) => file.path === path && file.texts.length > 0)),
  ).toEqual([]);
});

test.each([
  ['text between tags', '<p>Hello <b>{name}</b></p>', ['Hello']],
  [
    'a text as an expression',
    "<p>{'Hello'}{busy ? 'Saving' : w.save}{failed && `Not ${what}`}</p>",
    ['Hello', 'Saving', 'Not'],
  ],
  [
    'attributes with visible text',
    `<Field label="Name" aria-label={'Nom'} placeholder={a ?? 'Any'} title={\`\${n} left\`} />`,
    ['Name', 'Nom', 'Any', 'left'],
  ],
  [
    'texts that are passed on',
    "<Field clearButtonProps={{ 'aria-label': 'Clear' }} back={{ to, label: 'Back' }} />",
    ['Clear', 'Back'],
  ],
  [
    'notices and failures',
    "notify('Saved', 2000); showError({ message: 'Not saved' });",
    ['Saved', 'Not saved'],
  ],
  [
    'no words',
    '<p className="wide">{w.hello} · 10 × {count} % <code>out of chars</code><img alt="" /> Parlance</p>',
    [],
  ],
  [
    'attributes without visible text',
    "<Field name=\"title\" placeholder=\"https://example.org\" data-kind={kind === 'rss' ? 'feed' : 'page'} />",
    [],
  ],
])('the check detects %s', (_, code, texts) => {
  expect(
    bareTexts(
      'Sample.tsx',
      `const sample = () => { ${code.startsWith('<') ? `return ${code}` : code} };`,
    ).map(({ text }) => text),
  ).toEqual(texts);
});

test('the check reads texts of modules without JSX, and ignores names', () => {
  const module = "export const part = { title: 'Add article', label: 'title' }; document.title = part.title;";
  expect(bareTexts('part.ts', module)).toEqual([{ line: 1, text: 'Add article' }]);
});
