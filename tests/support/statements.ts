import pg from 'pg';

type Query = (...args: [statement: unknown, ...rest: unknown[]]) => unknown;

/**
 * Returns the statements that the database receives during some work, in order: Prisma's, Kysely's and the
 * queue's. Leaves out those of timers (the queue, listeners, the schema watch, the database's clock), of new
 * connections and, unless requested, the session's check, with which every call begins.
 */
export async function statementsOf(
  work: () => Promise<unknown>,
  { session = false } = {},
): Promise<string[]> {
  const statements: string[] = [];
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (this: unknown, ...args) {
    const [statement] = args;
    statements.push(
      typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
    );
    return Reflect.apply(query, this, args) as unknown;
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return statements.filter(
    (text) =>
      text !== 'SELECT 1' &&
      text !== 'SELECT pg_notify($1, $2)' &&
      !text.startsWith('SET statement_timeout') &&
      !/pgboss|_prisma_migrations|extract\(epoch FROM clock_timestamp\(\)\)/.test(text) &&
      (session || !text.includes('"Session"')),
  );
}
