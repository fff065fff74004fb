import { expect, test } from 'vitest';
import { migrate } from '../../server/lib/database/migrate.ts';
import { useFormerDatabase } from '../support/former-migrations.ts';

const costByVoice = '0090_cost_by_voice';
const former = useFormerDatabase((name) => name < costByVoice);

test('earlier charges get the voice of their segment, and refunds net out', async () => {
  const db = former();
  await db.pool.query(`
    INSERT INTO "User" ("id", "email", "fullname") VALUES (1, 'ada@example.com', 'Ada');
    INSERT INTO "Segment" ("key", "state", "articleId", "leaseUntil", "provider", "voice", "characters") VALUES
      ('one', 'voiced', 0, now(), 'azure', 'Anna', 10), ('two', 'voiced', 0, now(), 'azure', 'Otto', 10),
      ('old', 'voiced', 0, now(), 'azure', NULL, 10), ('soon', 'reserved', 0, now(), 'google', NULL, 10);
    INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "saved", "cost", "projectId", "segmentKey", "why", "day")
    SELECT (SELECT "id" FROM "Account" WHERE "userId" = 1), e.kind::"LedgerKind", e.amount, e.saved, e.cost, e.project, e.segment, '', e.day::date
    FROM (VALUES
      ('charged', -10, 0, 100, 1, 'one', '2026-03-01'), ('charged', -20, 0, 200, 1, 'two', '2026-03-01'),
      ('charged', -30, 0, 300, 1, 'one', '2026-03-02'), ('charged', -40, 0, 400, 2, 'one', '2026-03-02'),
      ('charged', -50, 0, 500, 1, 'old', '2026-03-02'), ('charged', -60, 0, 600, 1, 'gone', '2026-03-02'),
      ('charged', -70, 0, 700, 1, 'given', '2026-03-03'), ('returned', 70, 0, -700, 1, 'given', '2026-03-03'),
      ('charged', -80, 0, 800, 1, 'soon', '2026-03-04'), ('saved', 0, 90, 0, 1, NULL, '2026-03-04'),
      ('granted', 5, 0, 0, NULL, NULL, '2026-03-04')
    ) e(kind, amount, saved, cost, project, segment, day);
  `);
  expect(await migrate(db)).toContain('0036_costs');
  // The previous release, which keeps running for a while, refunds what it could not generate.
  await db.pool.query(
    `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "cost", "projectId", "segmentKey", "why", "day")
     SELECT "accountId", 'returned', -"amount", -"cost", 1, 'soon', '', "day" FROM "LedgerEntry" WHERE "segmentKey" = 'soon'`,
  );
  // Charges of this release in the meantime.
  await db.pool.query(`
    INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "cost", "projectId", "articleId", "segmentKey", "provider", "voice", "why", "day")
    SELECT "id", 'charged', -100, 900, 2, 7, s.key, 'azure', s.voice, '', '2026-03-05'
    FROM "Account", (VALUES ('new', 'Anna'), ('kept', 'Otto')) s(key, voice) WHERE "userId" = 1;
    INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "cost", "projectId", "articleId", "segmentKey", "why", "day")
    SELECT "accountId", 'returned', -"amount", -"cost", 2, 7, 'new', '', "day" FROM "LedgerEntry" WHERE "segmentKey" = 'new'`);
  const { rows } = await db.pool.query(
    `SELECT concat_ws(' ', "projectId", "day", "provider" || '/' || "voice", "characters", "saved", "cost") AS said FROM "VoiceUsage" ORDER BY 1`,
  );
  expect(rows.map(({ said }) => said as string)).toEqual([
    '1 2026-03-01 azure/Anna 10 0 100',
    '1 2026-03-01 azure/Otto 20 0 200',
    '1 2026-03-02 / 60 0 600',
    '1 2026-03-02 azure/ 50 0 500',
    '1 2026-03-02 azure/Anna 30 0 300',
    '1 2026-03-03 / 0 0 0',
    '1 2026-03-04 / 0 90 0',
    '2 2026-03-02 azure/Anna 40 0 400',
    '2 2026-03-05 azure/Anna 0 0 0',
    '2 2026-03-05 azure/Otto 100 0 900',
  ]);
  const { rows: days } = await db.pool.query(
    `SELECT "projectId", "day" FROM "DailyUsage" d LEFT JOIN LATERAL (
       SELECT sum("characters") AS characters, sum("saved") AS saved, sum("cost") AS cost FROM "VoiceUsage" v
       WHERE v."projectId" = d."projectId" AND v."day" = d."day") v ON true
     WHERE (d."characters", d."saved", d."cost") IS DISTINCT FROM (v.characters, v.saved, v.cost)`,
  );
  expect(days, 'days whose voices do not come to them').toEqual([]);
});
