import { runSql } from './postgres.ts';

/**
 * Gives a PostgreSQL database a clock of the test's own: `now()` and the other functions that name the
 * present
 * answer what the test says, in statements, functions and defaults. Call it before the database is opened.
 * @returns sets the clock
 */
export async function ownClock(url: string): Promise<(at: Date) => Promise<void>> {
  const database = new URL(url).pathname.slice(1);
  const functions = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];
  await runSql(
    url,
    `CREATE SCHEMA test_clock;
     CREATE TABLE test_clock.clock (at timestamptz(3) NOT NULL);
     INSERT INTO test_clock.clock VALUES (now());
     ${functions
       .map(
         (name) => `CREATE FUNCTION test_clock.${name}() RETURNS timestamptz STABLE LANGUAGE sql
           AS 'SELECT at FROM test_clock.clock';`,
       )
       .join('\n')}
     DO $$
     DECLARE c record;
     BEGIN
       FOR c IN SELECT table_name, column_name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP'
       LOOP EXECUTE format('ALTER TABLE public.%I ALTER %I SET DEFAULT test_clock.now()', c.table_name, c.column_name); END LOOP;
     END $$;
     ALTER DATABASE ${database} SET search_path = test_clock, pg_catalog, public`,
  );
  return async (at) => void (await runSql(url, `UPDATE test_clock.clock SET at = '${at.toISOString()}'`));
}
