import { beforeEach, expect, test } from 'vitest';
import { parseWebhookEvent, webhookEventKinds } from '../../server/areas/projects/webhooks/webhook-events.ts';
import { storeFindings } from '../../server/areas/review/review/store-findings.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
  await prisma().webhookEndpoint.deleteMany();
  await prisma().webhookEvent.deleteMany();
  await prisma().webhookEndpoint.create({
    data: { organizationId: room.organization.id, credentials: 'unread', kinds: [...webhookEventKinds] },
  });
});
const prisma = () => server.app.db.prisma;

/** The kinds of the events since the last call, with their data as messages have it. */
async function events(): Promise<[kind: string, data: any][]> {
  const rows = await prisma().webhookEvent.findMany({ orderBy: { id: 'asc' } });
  await prisma().webhookEvent.deleteMany();
  return rows.map(({ kind, data }) => [kind, parseWebhookEvent(kind, data)!.data]);
}
const kinds = async () => (await events()).map(([kind]) => kind);
const changeArticle = (data: object) => prisma().article.update({ where: { id: room.article.id }, data });

test('each change of an article creates an event, whatever causes it', async () => {
  const { id } = await server.make.article(room.project.id, { status: 'waiting' });
  expect((await kinds())[0]).toBe('article.created');
  await prisma().article.update({ where: { id }, data: { title: 'Another' } });
  expect(await kinds()).toEqual(['article.updated']);
  await prisma().article.update({ where: { id }, data: { heldBy: 'Sports' } });
  expect(await events()).toMatchObject([['article.on_hold', { reason: 'Sports', article: { id } }]]);
  await prisma().article.update({ where: { id }, data: { heldBy: null, status: 'processing' } });
  expect(await kinds()).toEqual([]);
  await prisma().article.update({ where: { id }, data: { status: 'errored', error: 'Why' } });
  expect(await events()).toMatchObject([['article.failed', { reason: 'Why' }]]);
  const { version } = await server.make.audio(id);
  await events();
  await prisma().article.update({ where: { id }, data: { status: 'processing', audio: null } });
  await prisma().article.update({ where: { id }, data: { status: 'ready', audio: version } });
  expect(await events()).toMatchObject([
    ['article.ready', { audio: { file: version } }],
    ['article.published', { audio: { file: version } }],
  ]);
  await prisma().article.update({ where: { id }, data: { deletedAt: new Date() } });
  await prisma().article.update({ where: { id }, data: { deletedAt: null } });
  expect(await kinds()).toEqual(['article.deleted', 'article.restored', 'article.published']);
});

test('an article under embargo is published when the embargo ends', async () => {
  await changeArticle({ isEmbargoed: true, publishAt: new Date(Date.now() + 3_600_000) });
  await events();
  await changeArticle({ isEmbargoed: false });
  expect(await kinds()).toEqual(['article.published']);
});

test('episodes, playlists, deployments, reviews and findings create events', async () => {
  await prisma().episode.update({ where: { id: room.episode.id }, data: { publishedAt: null } });
  await prisma().episode.update({
    where: { id: room.episode.id },
    data: { publishedAt: new Date(), file: 'a-file' },
  });
  await prisma().episode.update({ where: { id: room.episode.id }, data: { deletedAt: new Date() } });
  expect((await kinds()).slice(-2)).toEqual(['episode.published', 'episode.removed']);
  const changePlaylist = (data: object) =>
    prisma().playlist.update({ where: { id: room.playlist.id }, data });
  await changePlaylist({ revision: { increment: 1 } });
  await changePlaylist({ deletedAt: new Date() });
  await changePlaylist({ deletedAt: null });
  await server.make.playlist(room.project.id, [room.article.id]);
  expect((await events()).map(([kind, { change }]) => [kind, change])).toEqual([
    ['playlist.changed', 'updated'],
    ['playlist.changed', 'deleted'],
    ['playlist.changed', 'restored'],
    ['playlist.changed', 'created'],
  ]);
  await prisma().deployment.update({ where: { id: room.deployment.id }, data: { status: 'finished' } });
  await server.make.deployment(room.project.id);
  expect(await kinds()).toEqual(['deployment.finished', 'deployment.started']);
  const finding = {
    kind: 'FOREIGN_NAME' as const,
    weight: 3,
    word: 'One',
    reason: { code: 'FOUND_CLICK', parameters: {} },
    start: 0,
    length: 3,
    sentenceStart: 0,
    sentenceLength: 3,
    startMs: 0,
    endMs: 1,
  };
  await storeFindings(server.app.db.sql, room.audio.version, [finding, finding] as never);
  expect(await events()).toMatchObject([['review.findings', { findings: 2, weight: 6 }]]);
});

test('a low balance is reported once per threshold, and not for invoiced accounts', async () => {
  const account = await prisma().account.findUniqueOrThrow({
    where: { organizationId: room.organization.id },
  });
  const add = (amount: number) =>
    prisma().ledgerEntry.create({
      data: { accountId: account.id, kind: 'credited', amount: BigInt(amount), why: 'Test', day: new Date() },
    });
  await add(150_000 - Number(account.balance));
  for (const amount of [-60_000, -1_000, -85_000, -10_000]) await add(amount);
  expect(await events()).toMatchObject([
    ['balance.low', { balance: 90_000, threshold: 100_000, organization: { slug: room.organization.slug } }],
    ['balance.low', { balance: 4_000, threshold: 10_000 }],
    ['balance.low', { balance: -6_000, threshold: 0 }],
  ]);
  await prisma().account.update({ where: { id: account.id }, data: { verified: true } });
  for (const amount of [200_000, -190_000]) await add(amount);
  expect(await kinds()).toEqual([]);
});

test('a project without subscribers records nothing', async () => {
  await prisma().webhookEndpoint.updateMany({ data: { kinds: ['article.deleted'] } });
  await changeArticle({ title: 'Another' });
  await changeArticle({ heldBy: 'Sports' });
  expect(await kinds()).toEqual([]);
});
