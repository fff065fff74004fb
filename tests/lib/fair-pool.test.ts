import { expect, test } from 'vitest';
import type pg from 'pg';
import { runForCaller } from '../../server/lib/database/statement-caller.ts';
import { useDatabase } from '../support/databases.ts';

const db = useDatabase();

const connect = (caller: string): Promise<pg.PoolClient> =>
  runForCaller({ caller, statements: 0 }, () => db.pool.connect());

/** Connections that one caller may hold at once. */
const share = (): number => Math.max(1, Math.floor(db.pool.options.max / 2));

test('the pool gives the next connection to the caller with the fewest waiting requests', async () => {
  // All connections are open: waiting for a new one would say nothing of turns.
  const open = await Promise.all(
    Array.from({ length: db.pool.options.max }, (_, index) => connect(`first ${index}`)),
  );
  for (const client of open) client.release();
  const order: string[] = [];
  const visit = async (caller: string): Promise<void> => {
    const client = await connect(caller);
    order.push(caller);
    await client.query('SELECT 1');
    client.release();
  };
  const greedy = Array.from({ length: 40 }, () => visit('greedy'));
  const others = ['a', 'a', 'b', 'b'].map(visit);
  await Promise.all([...greedy, ...others]);
  // The greedy one's first connections come before, then one for each turn of the others.
  for (const caller of ['a', 'b']) expect(order.indexOf(caller)).toBeLessThan(2 * share() + 4);
  expect(order.lastIndexOf('b')).toBeLessThan(40);
});

test('the pool reserves half of its connections for other callers', async () => {
  const held: pg.PoolClient[] = [];
  const release = () => held.splice(0).forEach((client) => client.release());
  const wanted = 2 * share() + 1;
  const asked = Array.from({ length: wanted }, () =>
    connect('greedy').then((client) => void held.push(client)),
  );
  await expect.poll(() => held.length).toBe(share());
  if (db.pool.options.max > 1) {
    const other = await connect('other');
    expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    other.release();
  }
  expect(held).toHaveLength(share());
  expect(db.pool.waitingCount).toBe(wanted - share());
  release();
  await expect.poll(() => held.length).toBe(share());
  release();
  await Promise.all(asked);
  expect(held).toHaveLength(1);
  release();
});

test('the pool counts the connections of a request: each statement, and each transaction once', async () => {
  const asking = { caller: 'one', statements: 0 };
  await runForCaller(asking, async () => {
    await db.pool.query('SELECT 1');
    await db.prisma.project.findMany({ take: 1 });
    await db.transaction(async (tx) => {
      await tx.selectFrom('Project').select('id').limit(1).execute();
      await tx.selectFrom('Article').select('id').limit(1).execute();
    });
  });
  expect(asking.statements).toBe(3);
});

test('a failed connection frees its place', async () => {
  const client = await connect('one');
  client.release(new Error('It broke.'));
  const clients = await Promise.all(Array.from({ length: share() }, () => connect('one')));
  clients.forEach((one) => one.release());
  expect(db.pool.waitingCount).toBe(0);
});
