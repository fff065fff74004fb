import { expect, test } from 'vitest';
import type { Audio, Project } from '../../prisma/generated/client/client.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { makeTeasers, readTeasers } from '../../server/areas/projects/paywall/teasers.ts';
import { system } from '../../server/kernel/actor.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { credit } from '../../server/areas/access/accounts/ledger.ts';
import { paywallTexts } from '../../server/product.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const text = [
  'The harbour opened at dawn. Ships had waited for hours.',
  'Nobody knows when the fog will lift.',
  'The pilots are waiting.',
].join('\n\n');
const invitation = paywallTexts['en']!.length;

async function bookedProject(balance = 10_000n): Promise<Project> {
  const organization = await pipeline.make.organization({ features: ['paywall'], balance });
  return offlineProject(pipeline, { organizationId: organization.id });
}

async function voiced(project: Project, title: string, words = text): Promise<number> {
  const { id } = await pipeline.make.article(project.id, { title, text: words });
  await pipeline.voice(id);
  return id;
}

async function audioOf(articleId: number): Promise<Audio> {
  const { audio } = await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: articleId } });
  return pipeline.app.db.prisma.audio.findUniqueOrThrow({ where: { version: audio! } });
}

const change = (project: Project, data: Partial<Project>) =>
  pipeline.app.db.prisma.project.update({ where: { id: project.id }, data: data as object });
const turnOn = (project: Project, data: Partial<Project> = {}) =>
  change(project, { paywall: true, paywallParagraphLimit: 1, paywallAudioSuffixEnabled: true, ...data });
const teasers = (project: Project) => readTeasers(pipeline.app, system, project.id);
const charged = async (project: Project) => (await pipeline.charged(project.id)).characters;

async function make(project: Project): Promise<void> {
  await makeTeasers(pipeline.app, system, project.id);
  await expect.poll(async () => (await teasers(project)).making).toBe(false);
}

async function lengthOf(teaser: string | null): Promise<number> {
  const pcm = await decodeAudio((await pipeline.app.storage.get(`audio/${teaser}.mp3`))!, { kind: 'mp3' });
  return (pcm.channels[0]!.length * 1000) / pcm.sampleRate;
}

test('older articles get teasers as under the current paywall, and only the invitation is charged', async () => {
  const project = await bookedProject();
  const [first, second, short] = [
    await voiced(project, 'Fog'),
    await voiced(project, 'More fog'),
    await voiced(project, 'Brief', 'Nothing more.'),
  ];
  expect(await teasers(project)).toEqual({
    missing: 0,
    making: false,
    error: null,
    errorNotices: null,
    characters: 0,
    cost: 0,
  });
  await turnOn(project);
  expect(await teasers(project)).toEqual({
    missing: 3,
    making: false,
    error: null,
    errorNotices: null,
    characters: invitation,
    cost: 0,
  });

  const [before, paid] = [await audioOf(first), await charged(project)];
  await make(project);
  expect(await teasers(project)).toEqual({
    missing: 0,
    making: false,
    error: null,
    errorNotices: null,
    characters: 0,
    cost: 0,
  });
  const after = await audioOf(first);
  expect([after.version, after.bytes, after.createdAt]).toEqual([
    before.version,
    before.bytes,
    before.createdAt,
  ]);
  expect(await lengthOf(after.teaser)).toBeCloseTo(after.teaserMs!, 3);
  expect((await audioOf(second)).teaser).not.toBeNull();
  expect((await audioOf(short)).teaser).toBeNull();
  expect((await charged(project)) - paid).toBe(invitation);

  // Regenerated with the paywall, the article has the same teaser: both ways give the same result.
  const again = await pipeline.voice(first);
  const { teaser, teaserMs } = await audioOf(again.id);
  expect([teaser, teaserMs]).toEqual([after.teaser, after.teaserMs]);
  expect((await charged(project)) - paid).toBe(invitation);
});

test('changing the paywall regenerates teasers, and turning it off does not', async () => {
  const project = await bookedProject();
  await turnOn(project, { paywallAudioSuffixEnabled: false });
  const id = await voiced(project, 'Fog');
  expect((await teasers(project)).missing).toBe(0);
  const one = await audioOf(id);
  await turnOn(project, { paywallAudioSuffixEnabled: false, paywallParagraphLimit: 2 });
  expect((await teasers(project)).missing).toBe(1);
  await make(project);
  const two = await audioOf(id);
  expect(two.teaserMs!).toBeGreaterThan(one.teaserMs! + 1_000);
  expect(await lengthOf(two.teaser)).toBeCloseTo(two.teaserMs!, 3);
  await change(project, { paywall: false });
  await makeTeasers(pipeline.app, system, project.id);
  expect(await teasers(project)).toEqual({
    missing: 0,
    making: false,
    error: null,
    errorNotices: null,
    characters: 0,
    cost: 0,
  });
});

test('an article without stored speech is skipped with a message, the others get teasers', async () => {
  const project = await bookedProject();
  const [kept, lost] = [
    await voiced(project, 'Kept'),
    await voiced(project, 'Lost', text.replaceAll('fog', 'frost')),
  ];
  const { audio } = await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: lost } });
  for (const { segmentKey } of await pipeline.chunks(lost, audio)) {
    if ((await pipeline.app.db.prisma.chunk.count({ where: { segmentKey, articleId: kept } })) === 0)
      await pipeline.app.db.prisma.segment.delete({ where: { key: segmentKey } });
  }
  await turnOn(project);
  await make(project);
  expect(await teasers(project)).toEqual({
    missing: 0,
    making: false,
    error: null,
    errorNotices: null,
    characters: 0,
    cost: 0,
  });
  expect((await audioOf(kept)).teaser).not.toBeNull();
  expect((await audioOf(lost)).teaser).toBeNull();
  expect((await pipeline.log(lost)).at(-1)).toMatchObject({
    action: 'teaser not made',
    text: expect.stringContaining('no longer stored'),
  });
});

test('generating teasers stops with a reason if the balance does not cover the invitation, and can be restarted', async () => {
  const project = await bookedProject(BigInt(`Fog${text}`.length));
  // The account's initial credit is old and already processed, so it triggers no retry.
  await pipeline.app.db.pool.query(`UPDATE "Account" SET "creditedAt" = "creditedAt" - interval '1 hour'`);
  await sweep(pipeline.app);
  const id = await voiced(project, 'Fog');
  await turnOn(project);
  await make(project);
  const { missing, error } = await teasers(project);
  expect([missing, (await audioOf(id)).teaser]).toEqual([1, null]);
  expect(error).toBe('There are no characters left for the invitation to subscribe.');
  // It resumes once there are characters, and is not retried before.
  const tries = async () =>
    (await pipeline.app.db.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'project-teasers'`)).rowCount;
  expect(await tries()).toBe(1);
  await sweep(pipeline.app);
  expect(await tries()).toBe(1);
  await turnOn(project, { paywallAudioSuffixEnabled: false });
  await make(project);
  expect(await teasers(project)).toEqual({
    missing: 0,
    making: false,
    error: null,
    errorNotices: null,
    characters: 0,
    cost: 0,
  });
  expect((await audioOf(id)).teaser).not.toBeNull();
});

test('generating teasers resumes when the account is credited', async () => {
  const project = await bookedProject(BigInt(`Fog${text}`.length));
  const id = await voiced(project, 'Fog');
  await turnOn(project);
  await make(project);
  expect((await audioOf(id)).teaser).toBeNull();
  const holder = { organizationId: project.organizationId! };
  await credit(pipeline.app.db.sql, holder, 1_000n, { kind: 'credited', why: 'Invoice' });
  await sweep(pipeline.app);
  await expect.poll(async () => (await audioOf(id)).teaser).not.toBeNull();
  expect((await teasers(project)).error).toBeNull();
});

test('the invitation is kept while a teaser ends with it, and deleted afterwards', async () => {
  const { db } = pipeline.app;
  const project = await bookedProject();
  const before = await voiced(project, 'Fog');
  await turnOn(project);
  await make(project);
  const after = await voiced(project, 'Rain', text.replaceAll('fog', 'rain'));
  const { invitation } = await audioOf(before);
  expect([invitation, (await audioOf(after)).invitation]).toEqual([expect.any(String), invitation]);
  const isVoiced = async () => (await db.prisma.segment.count({ where: { key: invitation! } })) === 1;
  const old = new Date(Date.now() - 91 * 86_400_000);
  await db.prisma.segment.updateMany({ data: { voicedAt: old } });
  await cleanUp(pipeline.app);
  expect(await isVoiced()).toBe(true);
  // The article that it was voiced for goes; another one still ends with it.
  const gone = { deletedAt: new Date(Date.now() - 8 * 86_400_000) };
  await db.prisma.article.update({ where: { id: before }, data: gone });
  await cleanUp(pipeline.app);
  expect(await isVoiced()).toBe(true);
  await db.prisma.article.update({ where: { id: after }, data: gone });
  await cleanUp(pipeline.app);
  expect(await isVoiced()).toBe(false);
});
