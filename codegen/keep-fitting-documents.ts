/**
 * Drops those of the dashboard's documents that the schema cannot answer any more; relay-compiler keeps all
 * that there ever were, for pages that were left open. Such a page is told to load itself anew, rather than
 * that something is missing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';

const root = new URL('../', import.meta.url);
const file = new URL('client/dashboard/persisted.json', root);

const schema = buildSchema(await readFile(new URL('schema.graphql', root), 'utf8'));
const text = await readFile(file, 'utf8');
const documents = Object.entries(JSON.parse(text) as Record<string, string>);
const fitting = documents.filter(([, document]) => validate(schema, parse(document)).length === 0);
if (fitting.length < documents.length)
  await writeFile(
    file,
    JSON.stringify(Object.fromEntries(fitting), null, 2) + (text.endsWith('\n') ? '\n' : ''),
  );
