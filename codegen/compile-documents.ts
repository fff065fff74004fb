/**
 * Compiles the dashboard's GraphQL documents and updates `client/dashboard/persisted.json`, which holds the
 * documents of this build and those of the last two releases that are still valid for the schema, for pages
 * that stay open during an upgrade. A page with any other document is asked to reload.
 */
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { buildDocuments, readReleasedDocuments } from './released-documents.ts';

const root = new URL('../', import.meta.url);
const file = new URL('client/dashboard/persisted.json', root);

const compile = () =>
  execFileSync('relay-compiler', { cwd: fileURLToPath(root), stdio: ['ignore', 'ignore', 'inherit'] });
const readDocuments = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;

compile();
let documents = await readDocuments();
if ((await buildDocuments()).some((id) => !(id in documents))) {
  // The compiler adds documents of artifacts that it writes. A merge can drop those of existing artifacts.
  await rm(new URL('client/dashboard/__generated__/', root), { recursive: true });
  compile();
  documents = await readDocuments();
}

// The compiler never removes documents.
const schema = buildSchema(await readFile(new URL('schema.graphql', root), 'utf8'));
const kept = new Set([...(await buildDocuments()), ...Object.values(await readReleasedDocuments()).flat()]);
const fitting = Object.entries(documents).filter(
  ([id, document]) => kept.has(id) && validate(schema, parse(document)).length === 0,
);
if (fitting.length < Object.keys(documents).length)
  await writeFile(file, `${JSON.stringify(Object.fromEntries(fitting), null, 2)}\n`);
