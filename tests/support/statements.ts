import pg from 'pg';

type Query = (...args: [statement: unknown, ...rest: unknown[]]) => unknown;

/**
 * Statements that the database gets while something is done, in order: Prisma's, Kysely's and the queue's.
 * Leaves out what runs on timers meanwhile (the queue, listeners, the watch of the schema, the database's
 * clock) and, unless asked for, the session's check, which every call begins with.
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
      !/pgboss|_prisma_migrations|extract\(epoch FROM clock_timestamp\(\)\)/.test(text) &&
      (session || !text.includes('"Session"')),
  );
}
