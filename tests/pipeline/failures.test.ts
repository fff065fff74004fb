import { afterAll, beforeAll, expect, test } from 'vitest';
import { StorageError } from '../../server/storage/storage.ts';
import { startOpenai } from '../speech/servers/openai.ts';
import type { SpeechServer } from '../speech/servers/service.ts';
import { hurryJobs, usePipeline } from './pipeline.ts';
import { storageMessages } from '../../server/storage/messages.ts';

let openai: SpeechServer;
beforeAll(async () => {
  openai = await startOpenai({ apiKey: 'key' });
});
afterAll(() => openai.close());

const pipeline = usePipeline({ env: () => ({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${openai.url}/v1` }) });
const text = 'One is here. Two is there.';
const characters = 'Title'.length + text.length - 1;

async function article(given: { failoverVoice?: string } = {}) {
  const organization = await pipeline.make.organization({ balance: 1_000n });
  const project = await pipeline.make.project({
    organizationId: organization.id,
    voiceProvider: 'openai',
    voiceName: 'alloy',
    voiceLanguage: 'en-US',
    ...given,
  });
  const { id } = await pipeline.make.article(project.id, { title: 'Title', text });
  return { id, project, organizationId: organization.id };
}

/** What the account has left, what is charged and counted for the day, and sounds that are known. */
async function books(organizationId: number) {
  const { rows } = await pipeline.app.db.pool.query<{
    left: number;
    charged: number;
    used: number;
    segments: number;
  }>(
    `SELECT (SELECT "balance" FROM "Account" WHERE "organizationId" = $1)::int AS left, (SELECT coalesce(sum("characters"), 0) FROM "Charge")::int AS charged,
       (SELECT coalesce(sum("characters"), 0) FROM "DailyUsage")::int AS used, (SELECT count(*) FROM "Segment")::int AS segments`,
    [organizationId],
  );
  return rows[0];
}
const untouched = { left: 1_000, charged: 0, used: 0, segments: 0 };
const paid = { left: 1_000 - characters, charged: characters, used: characters, segments: 3 };

const read = (id: number) => pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
/** Makes what waits for its next attempt due now. */
const hurry = () => hurryJobs(pipeline.app.db, 'article');

test('a short outage of a service does not count against the article', async () => {
  const { id, organizationId } = await article();
  openai.fail({ status: 500 });
  expect(await pipeline.voice(id)).toMatchObject({ status: 'ready', attempts: 0 });
  expect(await books(organizationId)).toEqual(paid);
});

test('invalid audio is requested again in another attempt', async () => {
  const { id, organizationId } = await article();
  openai.fail('soundless', { times: 9 });
  await pipeline.begin(id);
  expect(await pipeline.until(id, ['retry'])).toMatchObject({
    attempts: 1,
    error: expect.stringContaining('openai'),
  });
  expect(await books(organizationId)).toEqual(untouched);
  await hurry();
  expect(await pipeline.until(id, ['ready'])).toMatchObject({ attempts: 0, error: null, retryAt: null });
  expect(await books(organizationId)).toEqual(paid);
});

test('a refused text fails after five attempts with the service’s reason, without a charge', async () => {
  const { id, organizationId } = await article();
  openai.fail({ status: 400, message: 'This content is not allowed' }, { times: 15 });
  await pipeline.begin(id);
  for (let attempt = 1; attempt < 5; attempt++) {
    await expect.poll(() => read(id)).toMatchObject({ status: 'retry', attempts: attempt });
    expect(await books(organizationId)).toEqual(untouched);
    await hurry();
  }
  expect(await pipeline.until(id, ['errored'])).toMatchObject({
    error: expect.stringContaining('This content is not allowed'),
    audio: null,
  });
  expect(await books(organizationId)).toEqual(untouched);
});

test('a removed model fails the article immediately with instructions, or the fallback voice is used', async () => {
  const { id, organizationId } = await article();
  openai.fail({ status: 404, message: 'The model does not exist' }, { times: 3 });
  expect(await pipeline.voice(id)).toMatchObject({
    status: 'errored',
    attempts: 0,
    error: expect.stringContaining('choose another one'),
  });
  expect(await books(organizationId)).toEqual(untouched);
  const second = await article({ failoverVoice: 'offline:en-US-Ada' });
  openai.fail({ status: 404, message: 'The model does not exist' }, { times: 3 });
  expect(await pipeline.voice(second.id)).toMatchObject({ status: 'ready', error: null });
});

test('a refused chunk keeps and charges the others, and an edit regenerates only that chunk', async () => {
  const { id, organizationId } = await article();
  openai.fail({ status: 400, message: 'no' }, { times: 1, after: 2 });
  await pipeline.begin(id);
  expect(await pipeline.until(id, ['retry'])).toMatchObject({ attempts: 1 });
  expect(await books(organizationId)).toMatchObject({ segments: 2 });
  const before = openai.requests.length;
  await hurry();
  await pipeline.until(id, ['ready']);
  expect(openai.requests.length - before).toBe(1);
  expect(await books(organizationId)).toEqual(paid);
});

test('a full disk makes the article wait, without using up its attempts', async () => {
  const { id, organizationId } = await article();
  const { storage } = pipeline.app;
  const { put } = storage;
  storage.put = () =>
    Promise.reject(
      new StorageError(storageMessages.STORAGE_DISK_FAILED({ what: 'write', why: 'the disk is full' })),
    );
  try {
    await pipeline.begin(id);
    const waiting = await pipeline.until(id, ['retry']);
    expect(waiting).toMatchObject({ attempts: 0, error: 'Cannot write: the disk is full.' });
    expect(waiting.retryAt!.getTime() - waiting.updatedAt.getTime()).toBeGreaterThan(7_000);
    expect(await books(organizationId)).toEqual(untouched);
    await hurry();
    await expect
      .poll(() => read(id))
      .toMatchObject({
        status: 'retry',
        attempts: 0,
        updatedAt: expect.toSatisfy((time: Date) => time > waiting.updatedAt),
      });
    expect(await pipeline.app.db.prisma.articleLog.count({ where: { articleId: id, action: 'retry' } })).toBe(
      1,
    );
  } finally {
    storage.put = put;
  }
  await hurry();
  expect(await pipeline.until(id, ['ready'])).toMatchObject({ error: null });
  expect(await books(organizationId)).toEqual(paid);
});

test('audio missing from storage is regenerated without a charge', async () => {
  const { id, organizationId } = await article();
  const { audio } = await pipeline.voice(id);
  const chunks = await pipeline.chunks(id, audio);
  await pipeline.app.storage.delete(`audio/${audio}.mp3`);
  await pipeline.app.storage.delete(`segments/${chunks[1]!.segmentKey}.mp3`);
  const before = openai.requests.length;
  expect(await pipeline.voice(id)).toMatchObject({ status: 'ready', audio });
  expect(openai.requests.length - before).toBe(1);
  expect(await books(organizationId)).toEqual(paid);
  expect(await pipeline.app.storage.stat(`audio/${audio}.mp3`)).not.toBeNull();
});

// From here on the service is held back, as it asked to be.
test('a rate limit makes the article wait until the service’s retry time', async () => {
  const { id, organizationId } = await article();
  openai.fail({ status: 429, headers: { 'retry-after': '90' } }, { times: 3 });
  const begun = Date.now();
  await pipeline.begin(id);
  const waiting = await pipeline.until(id, ['retry']);
  expect(waiting).toMatchObject({ attempts: 0, error: expect.stringContaining('its rate limit is reached') });
  expect(waiting.retryAt!.getTime()).toBeGreaterThan(begun + 89_000);
  expect(waiting.retryAt!.getTime()).toBeLessThan(Date.now() + 95_000);
  expect(await books(organizationId)).toEqual(untouched);
});

test('the project’s fallback voice is used while the provider is down', async () => {
  const failoverVoice = pipeline.app.speech.catalogue.defaultVoice('en-US')!;
  const offline =
    failoverVoice.provider === 'offline'
      ? failoverVoice
      : pipeline.app.speech.catalogue
          .languages()
          .find(({ id }) => id === 'en-US')!
          .voices.find(({ provider }) => provider === 'offline')!.voices[0]!;
  const { id, organizationId } = await article({ failoverVoice: offline.id });
  expect(await pipeline.voice(id)).toMatchObject({ status: 'ready', error: null });
  expect(await books(organizationId)).toEqual(paid);
  const { rows } = await pipeline.app.db.pool.query('SELECT DISTINCT "provider" FROM "Segment"');
  expect(rows).toEqual([{ provider: 'offline' }]);
  expect((await pipeline.log(id)).find(({ action }) => action === 'chunked again')!.text).toContain(
    'is used instead',
  );
});
