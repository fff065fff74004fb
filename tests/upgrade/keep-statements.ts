/**
 * Makes of recorded statements (record-statements.ts) what this release leaves to the next: last-release.sql,
 * which the next release's schema has to bear. Before a release:
 *
 *     RECORD_STATEMENTS=/tmp/statements npx vitest run -c tests/vitest.config.ts --project=postgres
 *     node tests/upgrade/keep-statements.ts /tmp/statements
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { readMigrations } from '../../server/lib/database/migrations.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { prepareTemplate } from '../support/template.ts';
import { refusals } from './refused-statements.ts';

/** Shortens lists of values of any length to lists of one, and renumbers the values. */
function shortened(text: string): string {
  const one = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ IN \((\$\d+)(?:, ?\$\d+)+\)/g, ' IN ($1)');
  const numbers = new Map<string, string>();
  return one.replace(/\$\d+/g, (place) => {
    if (!numbers.has(place)) numbers.set(place, `$${numbers.size + 1}`);
    return numbers.get(place)!;
  });
}

/** What a statement uses: its tables, columns and functions, and what it does with them. */
function uses(statement: string): string[] {
  const [verb = ''] = statement.split(' ');
  const names = statement.matchAll(/"(\w+)"(?:\."(\w+)")?(?:\."(\w+)")?|\b(\w+)(?=\()|ON CONFLICT[^)]*\)/g);
  return [...names].map(([name]) => `${verb} ${name}`);
}

/** The fewest, roughly, that use all that all use. */
function withoutRepeats(statements: string[]): string[] {
  const used = new Set<string>();
  const byUses = statements
    .map((text) => ({ text, of: new Set(uses(text)) }))
    .sort((a, b) => b.of.size - a.of.size);
  return byUses
    .filter(({ of }) => {
      const isNew = [...of].some((use) => !used.has(use));
      of.forEach((use) => used.add(use));
      return isNew;
    })
    .map(({ text }) => text)
    .sort();
}

const { version: own } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const [path, version = own] = process.argv.slice(2);
if (!path) throw new Error('Usage: node tests/upgrade/keep-statements.ts <file of recorded statements>');
const recorded = (await readFile(path, 'utf8'))
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as string);
const ours = recorded
  .map(shortened)
  .filter((text) => /^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text) && text.includes('"'))
  .filter((text) => !/pgboss|_prisma_migrations|pg_stat|pg_locks|pg_catalog|information_schema|;/.test(text));

const server = await startPostgres();
try {
  await runSql(server.url('postgres'), 'CREATE DATABASE kept');
  const url = server.url('kept');
  await prepareTemplate(await openDatabase(parseConfig({ DATABASE_URL: url })));
  const db = await openDatabase(parseConfig({ DATABASE_URL: url }));
  const all = [...new Set(ours)];
  // Statements on tables that tests created, or that have no meaning without their values.
  const refused = new Set((await refusals(db, all)).map(({ statement }) => statement));
  await db.close();
  const kept = withoutRepeats(all.filter((text) => !refused.has(text)));
  const newest = (await readMigrations()).at(-1)!.name;
  const file = new URL('last-release.sql', import.meta.url);
  await writeFile(file, [`-- ${version}, whose last migration is ${newest}`, ...kept, ''].join('\n'));
  console.log(
    `${recorded.length} recorded, ${all.length} different, ${refused.size} refused, ${kept.length} kept`,
  );
} finally {
  await server.stop();
}
