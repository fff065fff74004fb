import { expect, test } from 'vitest';
import { checkConnectionsReturned, useDatabase } from './databases.ts';

const db = useDatabase();

for (const round of ['first', 'second']) {
  test(`${round} test finds an empty, migrated database`, async () => {
    expect(await db.prisma.user.count()).toBe(0);
    const user = await db.prisma.user.create({ data: { email: 'a@example.com', fullname: 'A' } });
    expect(user.id).toBe(1);
  });
}

test('a connection that is not given back is reported', async () => {
  const client = await db.pool.connect();
  await expect(checkConnectionsReturned(db, 50)).rejects.toThrow('1 database connections were not given back.');
  client.release();
});
