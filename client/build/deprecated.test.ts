import { readdir, readFile } from 'node:fs/promises';
import { buildSchema, NoDeprecatedCustomRule, parse, validate } from 'graphql';
import { expect, test } from 'vitest';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

test('the dashboard uses no deprecated fields', async () => {
  const schema = buildSchema(await read('../../schema.graphql'));
  // The server may know operations of former releases, too.
  const artifacts = (await readdir(new URL('../dashboard/__generated__', import.meta.url))).filter((name) =>
    name.endsWith('.graphql.ts'),
  );
  const present = (
    await Promise.all(artifacts.map((name) => read(`../dashboard/__generated__/${name}`)))
  ).join();
  const operations = Object.entries(
    JSON.parse(await read('../dashboard/persisted.json')) as Record<string, string>,
  ).flatMap(([id, text]) => (present.includes(id) ? [text] : []));
  expect(operations.length).toBeGreaterThan(30);
  expect(
    operations.flatMap((operation) =>
      validate(schema, parse(operation), [NoDeprecatedCustomRule]).map(({ message }) => message),
    ),
  ).toEqual([]);
});
