import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { releasedAs } from '../server/lib/database/migrations.ts';
import { breachesOf, releasesIn } from './migration-rules.ts';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
const breaches = (sql: string, released = ['0.1.0']): string[] => breachesOf('0100_x', sql, released);

const folder = new URL('migrations/', import.meta.url);
const entries = await readdir(folder, { withFileTypes: true });
const migrations = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** Written before the rule; databases everywhere have them. */
const history = '0026_title_search';

test('new migrations hold no lock for long, and the previous release keeps working', async () => {
  const changelog = await read('../.github/CHANGELOG.md');
  const released = releasesIn(changelog);
  expect(released).toContain('0.1.0');
  const names = migrations.filter((name) => name > history);
  const found = await Promise.all(
    names.map(async (name) => breachesOf(name, await read(`migrations/${name}/migration.sql`), released)),
  );
  expect(found.flat(), 'prisma/README.md says how a migration is written').toEqual([]);
});

test('each migration has a unique number, and contains only its SQL file', async () => {
  const numbers = migrations.map((name) => /^(\d{4}b?)_[a-z0-9_]+$/.exec(name)?.[1] ?? `not ${name}`);
  expect(numbers.filter((number, index) => numbers.indexOf(number) < index)).toEqual([]);
  expect(numbers.filter((number) => !/^\d{4}b?$/.test(number))).toEqual([]);
  // Once two had the same number; a new one is given the next.
  expect(migrations.filter((name) => /^\d{4}b/.test(name)).sort()).toEqual(Object.keys(releasedAs));
  for (const name of migrations)
    expect(await readdir(new URL(`${name}/`, folder)), name).toEqual(['migration.sql']);
});

test.each([
  ['another type', 'ALTER TABLE "A" ALTER COLUMN "x" TYPE BIGINT', /every row anew/],
  ["the same in Prisma's words", 'ALTER TABLE "A" ALTER COLUMN "x" SET DATA TYPE BIGINT', /every row anew/],
  [
    'a column that is computed',
    'ALTER TABLE "A" ADD COLUMN "x" TEXT GENERATED ALWAYS AS (f("y")) STORED',
    /every row anew/,
  ],
  [
    'a default for each row',
    'ALTER TABLE "A" ADD COLUMN "x" UUID NOT NULL DEFAULT gen_random_uuid()',
    /another for each row/,
  ],
  ['numbers', 'ALTER TABLE "A" ADD COLUMN "x" BIGSERIAL', /another for each row/],
  [
    'a required column',
    'ALTER TABLE "A" ADD COLUMN "a" INT, ADD COLUMN "x" NUMERIC(10, 2) NOT NULL',
    /adds rows without it/,
  ],
  ['a column that becomes required', 'ALTER TABLE "A" ALTER COLUMN "x" SET NOT NULL', /may write NULL/],
  [
    'a key',
    'ALTER TABLE "A" ADD CONSTRAINT "k" FOREIGN KEY ("x") REFERENCES "B"("id") ON DELETE CASCADE',
    /NOT VALID/,
  ],
  ['a check', 'ALTER TABLE "A" ADD CONSTRAINT "k" CHECK ("x" > 0)', /NOT VALID/],
  ['a unique key', 'ALTER TABLE "A" ADD CONSTRAINT "k" UNIQUE ("x", "y")', /USING INDEX/],
  ['an index', 'CREATE UNIQUE INDEX "i" ON "A" ("x")', /Nobody can write meanwhile/],
  [
    'an index that may be left half-built',
    '--! one by one\nCREATE INDEX CONCURRENTLY "i" ON "A" ("x")',
    /broken off/,
  ],
  ['rows filled at once', 'UPDATE "A" SET "x" = 1', /in batches/],
  ['rows filled at once, in a WITH', 'WITH b AS (SELECT 1) UPDATE "A" SET "x" = 1', /in batches/],
  ['a batch without an end', '--! in batches\nUPDATE "A" SET "x" = 1', /A batch begins behind/],
  ['an emptied table', 'TRUNCATE TABLE "A"', /keeps everybody out/],
  ['a removed column', 'ALTER TABLE "A" DROP COLUMN "x"', /may still use it/],
  ['a renamed column', 'ALTER TABLE "A" RENAME COLUMN "x" TO "y"', /may still use it/],
  [
    'a replaced function',
    'DROP FUNCTION f(text); CREATE FUNCTION f(value text) RETURNS int LANGUAGE sql AS $$ SELECT 1; $$',
    /may still use it/,
  ],
  [
    'an object that is marked as used',
    '-- unused since 0.2.0\nALTER TABLE "A" DROP COLUMN "x"',
    /may still use it/,
  ],
  [
    'a statement that cannot be repeated',
    '--! one by one\nALTER TABLE "A" ADD COLUMN "x" INT',
    /may run twice/,
  ],
  ['a future release', '--! runs with 0200_later\nSELECT 1', /no migration before/],
])('%s is refused with advice on how to fix it', (_, sql, what) => {
  expect(breaches(sql)).toEqual([expect.stringMatching(what)]);
});

test.each([
  [
    'a column',
    'ALTER TABLE "A" ADD COLUMN "x" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP',
  ],
  [
    'a table with its indexes and constraints',
    `CREATE TABLE "New" ("id" BIGSERIAL NOT NULL, "a" INTEGER NOT NULL);
     CREATE INDEX "New_a" ON "New" ("a");
     ALTER TABLE "New" ADD CONSTRAINT "k" FOREIGN KEY ("a") REFERENCES "A"("id");
     INSERT INTO "New" ("a") SELECT "id" FROM "A"; UPDATE "New" SET "a" = 1`,
  ],
  [
    'a constraint that is validated separately',
    `ALTER TABLE "A" DROP CONSTRAINT IF EXISTS "k", ADD CONSTRAINT "k" CHECK ("x" > 0) NOT VALID;
     --! one by one
     ALTER TABLE "A" VALIDATE CONSTRAINT "k"`,
  ],
  [
    'an index',
    '--! one by one\nDROP INDEX CONCURRENTLY IF EXISTS "i";\nCREATE INDEX CONCURRENTLY "i" ON "A" ("x") WHERE "y" IS NULL',
  ],
  [
    'rows in batches',
    `--! in batches
     WITH b AS (SELECT "id" FROM "A" WHERE "id" > $1 ORDER BY "id" LIMIT 1000),
       done AS (UPDATE "A" SET "x" = 1 FROM b WHERE "A"."id" = b."id") SELECT max("id") AS last FROM b`,
  ],
  [
    'a function and what calls it',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE "A" SET "x" = 1; RETURN NEW; END $$; CREATE TRIGGER t AFTER INSERT ON "A" FOR EACH ROW EXECUTE FUNCTION f()',
  ],
  ['an unused object', '-- unused since 0.1.0: the list reads "y"\nALTER TABLE "A" DROP COLUMN "x"'],
  [
    'a table that is always small',
    '-- short: one row for each organization\nALTER TABLE "Organization" ALTER COLUMN "x" SET NOT NULL',
  ],
])('%s is accepted', (_, sql) => {
  expect(breaches(sql.replaceAll(/^ +--!/gm, '--!'))).toEqual([]);
});
