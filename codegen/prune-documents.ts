/**
 * Prunes `client/dashboard/persisted.json`, to which relay-compiler only adds. It keeps the documents of this
 * build, and those of the last two releases that are still valid for the schema, for pages that stay open
 * during an upgrade. A page with any other document is asked to reload.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { buildSchema, parse, validate } from 'graphql';
import { buildDocuments, readReleasedDocuments } from './released-documents.ts';

const root = new URL('../', import.meta.url);
const file = new URL('client/dashboard/persisted.json', root);

const schema = buildSchema(await readFile(new URL('schema.graphql', root), 'utf8'));
const text = await readFile(file, 'utf8');
const documents = Object.entries(JSON.parse(text) as Record<string, string>);
const kept = new Set([...(await buildDocuments()), ...Object.values(await readReleasedDocuments()).flat()]);
const fitting = documents.filter(
  ([id, document]) => kept.has(id) && validate(schema, parse(document)).length === 0,
);
if (fitting.length < documents.length)
  await writeFile(
    file,
    JSON.stringify(Object.fromEntries(fitting), null, 2) + (text.endsWith('\n') ? '\n' : ''),
  );
