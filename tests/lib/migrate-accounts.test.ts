import { expect, test } from 'vitest';
import { migrate } from '../../server/lib/database/migrate.ts';
import { useFormerDatabase } from '../support/former-migrations.ts';
import { expectLedgerToAgree } from '../support/recount.ts';

const accounts = '0008_accounts';
const former = useFormerDatabase((name) => name < accounts);

test('balances, charges and savings from before the ledger are migrated', async () => {
  const db = former();
  await db.pool.query(`
    INSERT INTO "User" ("id", "email", "fullname", "balance", "verified") VALUES (1, 'ada@example.com', 'Ada', 99950, false), (2, 'grace@example.com', 'Grace', 0, false);
    INSERT INTO "Organization" ("id", "slug", "name", "features", "balance", "verified") VALUES (7, 'daily', 'Daily', '{}', -300, true);
    INSERT INTO "Project" ("id", "name", "organizationId", "ownerId", "voiceProvider", "voiceName", "voiceLanguage") VALUES
      (1, 'Private', NULL, 1, 'offline', 'en-US-Otto', 'en-US'), (2, 'Daily', 7, 1, 'offline', 'en-US-Otto', 'en-US'), (3, 'Left behind', NULL, 2, 'offline', 'en-US-Otto', 'en-US');
    INSERT INTO "Article" ("id", "projectId", "title", "text", "labels", "run", "updatedAt") VALUES
      (1, 1, 'One', 'Text', '{}', 1, '2026-03-01T12:00Z'), (2, 2, 'Two', 'Text', '{}', 3, '2026-03-02T12:00Z');
    INSERT INTO "Chunk" ("articleId", "version", "position", "segmentKey", "text", "start", "pauseMs", "isCached") VALUES
      (1, 'a', 0, 'k1', 'First run', 0, 0, true), (2, 'b', 0, 'k2', 'Twelve chars', 0, 0, true), (2, 'c', 0, 'k3', 'Paid', 0, 0, false);
    INSERT INTO "Charge" ("segmentKey", "projectId", "articleId", "organizationId", "userId", "characters", "cost", "day") VALUES
      ('k1', 1, 1, NULL, 1, 50, 500, '2026-03-01'), ('k2', 2, 2, 7, NULL, 200, 2000, '2026-03-01'), ('k3', 2, 2, 7, NULL, 100, 1000, '2026-03-02'),
      -- Its organization was deleted, and the project became its owner's.
      ('k4', 3, 9, 8, NULL, 40, 400, '2026-03-01');
    INSERT INTO "DailyUsage" ("projectId", "day", "characters") VALUES (1, '2026-03-01', 50), (2, '2026-03-01', 200), (2, '2026-03-02', 100), (3, '2026-03-01', 40);
  `);
  expect((await migrate(db))[0]).toBe(accounts);

  const carried = await db.prisma.account.findMany({
    orderBy: { id: 'asc' },
    select: { organizationId: true, userId: true, balance: true, verified: true },
  });
  expect(carried).toEqual([
    { organizationId: 7, userId: null, balance: -300n, verified: true },
    { organizationId: null, userId: 1, balance: 99_950n, verified: false },
    { organizationId: null, userId: 2, balance: 0n, verified: false },
  ]);
  const entries = await db.prisma.ledgerEntry.findMany({
    orderBy: { id: 'asc' },
    include: { account: true },
  });
  expect(
    entries.map(({ account, kind, amount, saved, projectId, articleId, segmentKey }) => [
      account.organizationId ?? `user ${account.userId}`,
      kind,
      Number(amount) || saved,
      projectId,
      articleId,
      segmentKey,
    ]),
  ).toEqual([
    // The organization's charges explain all of its balance.
    ['user 1', 'opening', 100_000, null, null, null],
    ['user 2', 'opening', 40, null, null, null],
    ['user 1', 'charged', -50, 1, 1, 'k1'],
    [7, 'charged', -200, 2, 2, 'k2'],
    [7, 'charged', -100, 2, 2, 'k3'],
    ['user 2', 'charged', -40, 3, 9, 'k4'],
    [7, 'saved', 12, 2, 2, null],
  ]);
  await expectLedgerToAgree(db);
  // A new user gets an account.
  const { id } = await db.prisma.user.create({ data: { id: 3, email: 'new@example.com', fullname: 'New' } });
  expect(await db.prisma.account.findUnique({ where: { userId: id } })).toMatchObject({ balance: 0n });
});
