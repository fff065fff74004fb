import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/**
 * A page that was left open may send queries of an earlier release. A query with fields that the schema no
 * longer has is not stored: the page is then asked to reload instead of getting an incomplete response.
 */
test('every persisted document of the dashboard matches the schema', () => {
  const schema = buildSchema(file('schema.graphql'));
  const documents = Object.values(
    JSON.parse(file('client/dashboard/persisted.json')) as Record<string, string>,
  );
  expect(documents.length).toBeGreaterThan(100);
  expect(documents.flatMap((text) => validate(schema, parse(text)).map(({ message }) => message))).toEqual(
    [],
  );
});
