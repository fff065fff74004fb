/** Prints the GraphQL schema to schema.graphql, which is written only when it differs. */
import { readFile, writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../server/schema.ts';

const file = new URL('../schema.graphql', import.meta.url);
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

if ((await readFile(file, 'utf8').catch(() => '')) !== printed) await writeFile(file, printed);
