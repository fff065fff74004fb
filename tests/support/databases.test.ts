import { expect, test } from 'vitest';
import { checkConnectionsReturned, useDatabase } from './databases.ts';
import { factories } from './factories.ts';
import { takeSnapshot } from './snapshot.ts';

const db = useDatabase();

for (const round of ['first', 'second']) {
  test(`the ${round} test starts with an empty, migrated database`, async () => {
    expect(await db.prisma.user.count()).toBe(0);
    const user = await db.prisma.user.create({ data: { email: 'a@example.com', fullname: 'A' } });
    expect(user.id).toBe(1);
  });
}

test('a leaked connection is reported', async () => {
  const client = await db.pool.connect();
  await expect(checkConnectionsReturned(db, 50)).rejects.toThrow(
    '1 database connections were not given back.',
  );
  client.release();
});

test('a snapshot reports changed tables, and restores their rows', async () => {
  const { id } = await db.prisma.user.create({ data: { email: 'a@example.com', fullname: 'A' } });
  const session = await db.prisma.session.create({ data: { userId: id, expiresAt: new Date() } });
  const named = (fullname: string) => db.prisma.user.update({ where: { id }, data: { fullname } });
  const snapshot = await takeSnapshot(db);
  for (let round = 0; round < 3; round++) {
    expect(await snapshot.changedTables()).toEqual([]);
    // What is written and says the same is no change, nor is a note of a visit.
    await named('B');
    await named('A');
    await db.prisma.session.update({ where: { id: session.id }, data: { lastSeenAt: new Date(round) } });
    expect(await snapshot.changedTables()).toEqual([]);
    await named('B');
    expect(await snapshot.changedTables()).toEqual(['User']);
    expect(await snapshot.changedTables()).toEqual(['User']);
    await snapshot.restore();
    expect(await db.prisma.user.findMany({ select: { id: true, fullname: true } })).toEqual([
      { id, fullname: 'A' },
    ]);
    expect(await snapshot.changedTables()).toEqual([]);
    await factories(db).organization();
    expect(await snapshot.changedTables()).toContain('Organization');
    await db.prisma.session.deleteMany();
    expect(await snapshot.changedTables()).toEqual(expect.arrayContaining(['Organization', 'Session']));
    await snapshot.restore();
    expect([await db.prisma.organization.count(), await db.prisma.session.count()]).toEqual([0, 1]);
  }
  await named('C');
  await snapshot.keep(['User']);
  expect(await snapshot.changedTables()).toEqual([]);
  await named('A');
  expect(await snapshot.changedTables()).toEqual(['User']);
  await snapshot.restore();
  expect(await db.prisma.user.findFirstOrThrow({ where: { id } })).toMatchObject({ fullname: 'C' });
  await db.pool.query('DROP SCHEMA kept CASCADE');
});
