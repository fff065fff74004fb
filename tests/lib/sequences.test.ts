import { expect, test } from 'vitest';
import { usedSequences } from '../../server/lib/database/sequences.ts';
import { useDatabase } from '../support/databases.ts';

const db = useDatabase();

/**
 * Numbers that are taken a day where a hundred newsrooms voice 20,000 articles of 25 chunks, each edited
 * twice. A sequence of 64 bits has no end.
 */
const perDay: Record<string, number> = {
  'Account.id': 100,
  'AdCampaign.id': 100,
  'AdUnit.id': 100,
  'AdministrationEntry.id': 1_000,
  'AmazonAccount.id': 10,
  // Also an attempt to add what another poll has just added.
  'Article.id': 60_000,
  // Six entries for each voicing.
  'ArticleLog.id': 360_000,
  // One an hour at most.
  'BackupRun.id': 24,
  'Channel.id': 100,
  'Chunk.id': 500_000 * 3,
  'Deployment.id': 1_000,
  'Dictionary.id': 2_000,
  // A thousand new words for each newsroom, as files bring them.
  'DictionaryEntry.id': 100_000,
  'Episode.id': 60_000,
  'ExtractorRule.id': 10_000,
  'Identity.id': 1_000,
  // A notice of each sign-in from a new device, and reminders.
  'Mail.id': 10_000,
  'Member.id': 100,
  'Organization.id': 100,
  'PartnerToken.id': 1_000,
  'Passkey.id': 1_000,
  // One a night.
  'PaymentComparison.id': 10,
  'Playlist.id': 1_000,
  // A thousand automatic playlists with ten items each, rebuilt every hour.
  'PlaylistItem.id': 240_000,
  'Premium.id': 10_000,
  'ProcessingRule.id': 10_000,
  'Project.id': 1_000,
  'ProjectLog.id': 60_000,
  'Resounding.id': 1_000,
  // Every tenth article.
  'Review.id': 6_000,
  // Who signs in, and who is refused.
  'SecurityEntry.id': 200_000,
  'Sound.id': 10_000,
  'Source.id': 1_000,
  'StatisticsPin.id': 1_000,
  'StatisticsShare.id': 1_000,
  // Of a hundred thousand people, one each.
  'StudioAudio.id': 100_000,
  'UrlReplacement.id': 10_000,
  'User.id': 1_000,
  'WebhookEndpoint.id': 1_000,
};
const large = [
  'ArticleTally.id',
  'LedgerEntry.id',
  'SoundUse.id',
  'WebhookAttempt.id',
  'WebhookDelivery.id',
  'WebhookEvent.id',
];
/** Years for which every sequence lasts at that pace. Chunks' numbers come round then (migration 0028). */
const enough = { other: 15, 'Chunk.id': 7 };

test('every sequence is listed with its daily use, and lasts for years', async () => {
  const sequences = await usedSequences(db.sql);
  expect(sequences.map(({ name }) => name).sort()).toEqual([...Object.keys(perDay), ...large].sort());
  for (const { name, left } of sequences) {
    if (large.includes(name)) {
      expect(left, name).toBeGreaterThan(9e18);
      continue;
    }
    const years = left / perDay[name]! / 365;
    expect(years, name).toBeGreaterThan(name === 'Chunk.id' ? enough['Chunk.id'] : enough.other);
  }
});

test('the used share of a sequence is measured, and that of chunks continues below zero', async () => {
  const used = async () => (await usedSequences(db.sql)).find(({ name }) => name === 'Chunk.id')!;
  const next = async () =>
    Number((await db.pool.query(`SELECT nextval('"Chunk_id_seq"') AS id`)).rows[0].id as string);
  const { left } = await used();
  expect(left).toBeGreaterThan(4.2e9);
  await db.pool.query(`SELECT setval('"Chunk_id_seq"', 2147483647)`);
  expect((await used()).used).toBeCloseTo(0.5, 3);
  expect([await next(), await next()]).toEqual([-2_147_483_648, -2_147_483_647]);
  expect((await used()).used).toBeCloseTo(0.5, 3);
  await db.pool.query(`SELECT setval('"Chunk_id_seq"', 1, false)`);
});
