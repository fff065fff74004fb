/**
 * Prints the GraphQL schema to schema.graphql; with `--check` fails when that file is not what would be
 * printed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../server/schema.ts';

const file = new URL('../schema.graphql', import.meta.url);
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

if ((await readFile(file, 'utf8').catch(() => '')) !== printed) {
  if (process.argv.includes('--check')) {
    console.error('schema.graphql is stale. Run `npm run generate` and commit what changed.');
    process.exit(1);
  }
  await writeFile(file, printed);
}
