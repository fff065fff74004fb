import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSpeech } from '../../server/areas/review/review/speech-check/check-speech.ts';
import { recogniseSegment } from '../../server/areas/review/review/speech-check/recognise-segment.ts';
import { reserveRecognition } from '../../server/areas/review/review/speech-check/recognition-budget.ts';
import { endLostChecks } from '../../server/areas/review/review/speech-check/queue-speech-check.ts';
import { openRecogniser } from '../../server/speech/recognition.ts';
import { segmentFile } from '../../server/storage/files.ts';
import { startOpenai } from '../speech/servers/openai.ts';
import { startRecognition } from '../speech/servers/recognition.ts';
import type { SpeechServer } from '../speech/servers/service.ts';
import { context, offlineProject, usePipeline } from './pipeline.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';

let recognition: SpeechServer;
let voices: SpeechServer;
/** Recognition result of the test server for a text: the text itself, unless a test overrides it. */
let hears: (text: string) => string | Promise<string>;

beforeAll(async () => {
  voices = await startOpenai({ apiKey: 'key' });
  recognition = await startRecognition(async ({ audio }) => hears(await textOf(audio)));
});

const pipeline = usePipeline({
  worker: false,
  env: () => ({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: `${voices.url}/v1`,
    RECOGNITION_URL: `${recognition.url}/v1`,
    RECOGNITION_EUR_PER_MINUTE: '0.06',
    RECOGNITION_EUR_PER_DAY: '1',
  }),
});
afterAll(async () => {
  await recognition.close();
  await voices.close();
});
beforeEach(() => {
  hears = (text) => text;
  recognition.requests.length = 0;
});

/** Transcribes audio: returns the text of the segment that it is. */
async function textOf(audio: Uint8Array): Promise<string> {
  const chunks = await pipeline.app.db.prisma.chunk.findMany();
  for (const { segmentKey, text } of chunks) {
    const stored = await pipeline.app.storage.get(segmentFile(segmentKey));
    if (stored && Buffer.from(stored).equals(Buffer.from(audio))) return text;
  }
  throw new Error('No segment has this sound.');
}

const text = 'The ferry left at six. Nobody was not waved at. Forty gulls stayed.';

/** An article that was voiced and chosen for review. */
async function chosen(data: object = {}, said = text) {
  const project = await offlineProject(pipeline);
  await pipeline.app.db.prisma.project.update({
    where: { id: project.id },
    data: { features: ['smart-qa', 'qa'], qaPercentArticles: 100, ...data },
  });
  const { id } = await pipeline.make.article(project.id, { title: 'Ferries', text: said });
  await voice(id);
  return id;
}

const article = (id: number) => pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });

async function voice(id: number): Promise<void> {
  const run = await pipeline.begin(id);
  await voiceArticle(pipeline.tools, { articleId: id, run }, context);
}

/** Runs the article's check, as its job does. */
async function check(id: number, how = context, app = pipeline.app) {
  const { version } = await article(id);
  const outcome = await checkSpeech(app, { version: version! }, how);
  const { prisma } = pipeline.app.db;
  return {
    outcome,
    check: await prisma.speechCheck.findUniqueOrThrow({ where: { version: version! } }),
    findings: await prisma.finding.findMany({
      where: { version: version!, kind: { startsWith: 'HEARD' } },
      orderBy: { position: 'asc' },
    }),
  };
}

const spent = async (): Promise<number> =>
  Number((await pipeline.app.db.prisma.recognitionDay.findFirst())?.microEuros ?? 0);
/** What recognising the chunks of an article costs: seconds that have begun, at 0.001 EUR. */
async function costOf(id: number, key?: string): Promise<number> {
  const { version } = await article(id);
  const keys = key ? [key] : (await pipeline.chunks(id, version)).map(({ segmentKey }) => segmentKey);
  const segments = await pipeline.app.db.prisma.segment.findMany({ where: { key: { in: keys } } });
  return segments.reduce((sum, { samples, sampleRate }) => sum + Math.ceil(samples / sampleRate) * 1_000, 0);
}

describe('an article that is selected for review', () => {
  test('is transcribed sentence by sentence, and mismatches are ranked and timed', async () => {
    const id = await chosen();
    hears = (said) => said.replace('not ', '').replace('gulls', 'dogs');
    const { check: checked, findings } = await check(id);
    expect(checked.state).toBe('checked');
    expect((checked.sentences as any[]).map(({ said, differences }) => [said, differences])).toEqual([
      ['Nobody was not waved at.', [{ said: 'not', heard: '' }]],
      ['Forty gulls stayed.', [{ said: 'gulls', heard: 'dogs' }]],
    ]);
    expect(findings[0]).toMatchObject({
      kind: 'HEARD_OTHER_SENSE',
      weight: 9,
      reason: { code: 'FOUND_HEARD_MISSING', parameters: { said: 'not' } },
    });
    const { text: whole, timings } = await pipeline.app.db.prisma.audio.findFirstOrThrow();
    const start = whole.indexOf('not waved');
    expect(findings[0]).toMatchObject({
      start,
      length: 3,
      startMs: (timings as any[]).find((timing) => timing.start === start).startMs,
    });
    expect(await spent()).toBe(await costOf(id));
    expect((await article(id)).foundWeight).toBeGreaterThanOrEqual(9);
    // Run again, it has nothing to do.
    const before = recognition.requests.length;
    expect(before).toBe(4);
    expect((await check(id)).outcome).toBe('skipped');
    expect(recognition.requests).toHaveLength(before);
  });

  test('is not transcribed again if nothing was regenerated', async () => {
    const id = await chosen();
    await check(id);
    const [before, cost] = [recognition.requests.length, await spent()];
    await pipeline.app.db.prisma.article.update({ where: { id }, data: { text: `${text} Then it rained.` } });
    await voice(id);
    expect((await check(id)).check.state).toBe('checked');
    expect(recognition.requests).toHaveLength(before + 1);
    expect(await spent()).toBe(await costOf(id));
    expect(await spent()).toBeGreaterThan(cost);
  });

  test.each([
    ['its project has turned it off', { qaListening: false }],
    ['it is not selected', { qaPercentArticles: 0 }],
  ])('is skipped if %s', async (_, data) => {
    await chosen(data);
    expect(await pipeline.app.db.prisma.speechCheck.count()).toBe(0);
  });
});

describe('an article is marked as not checked', () => {
  test('if the daily budget is spent', async () => {
    const id = await chosen();
    await pipeline.app.db.transaction((tx) => reserveRecognition(tx, 999_500, 1_000_000));
    const { check: checked } = await check(id);
    expect(checked).toMatchObject({ state: 'not_checked', reason: { code: 'NOT_CHECKED_NO_BUDGET' } });
    expect(await spent()).toBe(999_500);
    expect(recognition.requests).toEqual([]);
  });

  test('if the language is unknown', async () => {
    const id = await chosen();
    await pipeline.app.db.prisma.segment.updateMany({ data: { language: 'tlh' } });
    expect((await check(id)).check).toMatchObject({
      state: 'not_checked',
      reason: { code: 'NOT_CHECKED_LANGUAGE' },
    });
  });

  test('if recognition fails, or at the last attempt during an outage', async () => {
    const refused = await chosen();
    recognition.fail({ status: 400, message: 'Invalid file format.' }, { times: 20 });
    expect((await check(refused)).check).toMatchObject({
      state: 'not_checked',
      reason: { code: 'NOT_CHECKED_FAILED' },
    });
    recognition.recover();
    const down = await chosen({}, 'The harbour froze.');
    recognition.fail({ status: 503 }, { times: 20 });
    // A separate queue, because a service that is down is paused for a while.
    const app = { ...pipeline.app, recogniser: openRecogniser(pipeline.app.config.env) };
    await expect(check(down, context, app)).rejects.toThrow();
    expect((await check(down, { ...context, attempt: 7 }, app)).check.state).toBe('not_checked');
    recognition.recover();
    // What came to nothing costs nothing.
    expect(await spent()).toBe(0);
    expect(await pipeline.app.db.prisma.transcript.count()).toBe(0);
  });

  test('if its audio is no longer stored', async () => {
    const id = await chosen();
    const [first] = await pipeline.chunks(id, (await article(id)).version);
    await pipeline.app.storage.delete(segmentFile(first!.segmentKey));
    expect((await check(id)).check).toMatchObject({
      state: 'not_checked',
      reason: { code: 'NOT_CHECKED_NO_SOUND' },
    });
    expect(await spent()).toBe((await costOf(id)) - (await costOf(id, first!.segmentKey)));
  });

  test('if speech recognition is no longer configured', async () => {
    const id = await chosen();
    const { version } = await article(id);
    await checkSpeech({ ...pipeline.app, recogniser: null }, { version: version! }, context);
    expect(await pipeline.app.db.prisma.speechCheck.findFirst()).toMatchObject({
      state: 'not_checked',
      reason: { code: 'NOT_CHECKED_NO_RECOGNISER' },
    });
  });

  test('if every worker crashes on it', async () => {
    await chosen();
    expect(await endLostChecks(pipeline.app)).toBe(0);
    await pipeline.app.db.pool.query(`UPDATE "SpeechCheck" SET "updatedAt" = now() - interval '9 hours'`);
    expect(await endLostChecks(pipeline.app)).toBe(1);
    expect(await pipeline.app.db.prisma.speechCheck.findFirst()).toMatchObject({ state: 'not_checked' });
  });
});

describe('the cost of recognition', () => {
  test('never exceeds the daily budget, for any concurrency', async () => {
    const taken = await Promise.all(
      Array.from({ length: 30 }, () =>
        pipeline.app.db.transaction((tx) => reserveRecognition(tx, 140_000, 1_000_000)),
      ),
    );
    expect(taken.filter((day) => day !== null)).toHaveLength(7);
    expect(await spent()).toBe(980_000);
  });

  test('is charged once after a crash, and for two concurrent workers', async () => {
    const id = await chosen();
    const dying = new AbortController();
    hears = (said) => {
      if (!said.includes('Nobody')) return said;
      dying.abort(new Error('killed'));
      return new Promise(() => {});
    };
    await expect(check(id, { ...context, signal: dying.signal })).rejects.toThrow('killed');
    const { prisma } = pipeline.app.db;
    expect(await prisma.speechCheck.findFirst()).toMatchObject({ state: 'waiting' });
    // Killed without releasing anything: its reservation remains, with an expired lease.
    const nobody = await prisma.chunk.findFirstOrThrow({ where: { text: { contains: 'Nobody' } } });
    await prisma.transcript.deleteMany({ where: { segmentKey: nobody.segmentKey } });
    const before = await spent();
    const day = (await prisma.recognitionDay.findFirstOrThrow()).day;
    const dead = { segmentKey: nobody.segmentKey, model: 'x', day, leaseUntil: new Date(0) };
    await prisma.transcript.create({ data: { ...dead, microEuros: 2_000 } });
    await prisma.recognitionDay.updateMany({ data: { microEuros: { increment: 2_000 } } });
    hears = (said) => said;
    const done = recognition.requests.length;
    const known = await prisma.transcript.count({ where: { text: { not: null } } });
    await Promise.all([check(id), check(id)]);
    expect(await prisma.speechCheck.findFirst()).toMatchObject({ state: 'checked' });
    expect(await spent()).toBe(await costOf(id));
    expect(await spent()).toBeGreaterThan(before);
    // Two checks ran at once, and no request was sent twice.
    expect(recognition.requests.length - done).toBe(4 - known);
  });
});

describe('a sentence whose audio does not match its text', () => {
  const byOpenai = {
    voiceProvider: 'openai',
    voiceName: 'onyx',
    voiceLanguage: 'en-US',
    qaVoicesAgain: true,
  };

  test('is regenerated once automatically, and charged once', async () => {
    const id = await chosen(byOpenai);
    const { projectId, version } = await article(id);
    const before = await pipeline.charged(projectId);
    hears = (said) => said.replace('not ', '');
    await check(id);
    const again = await article(id);
    expect(again).toMatchObject({ status: 'waiting', run: 2 });
    await voiceArticle(pipeline.tools, { articleId: id, run: 2 }, context);
    const taken = await article(id);
    expect(taken.status).toBe('ready');
    expect(taken.version).not.toBe(version);
    const sentence = 'Nobody was not waved at.';
    expect(await pipeline.charged(projectId)).toEqual({
      sounds: before.sounds + 1,
      characters: before.characters + sentence.length,
    });
    // A second mismatch is left to the reviewer.
    const last = await check(id);
    expect(last.check.state).toBe('checked');
    expect(last.findings).toHaveLength(1);
    expect(await article(id)).toMatchObject({ status: 'ready', run: 2 });
    expect(await pipeline.charged(projectId)).toMatchObject({ sounds: before.sounds + 1 });
  });

  test('is generated with the fallback voice if the voice always returns the same audio', async () => {
    const id = await chosen({ qaVoicesAgain: true, failoverVoice: 'offline:en-US-Otto' });
    hears = (said) => said.replace('not ', '');
    await check(id);
    await voiceArticle(pipeline.tools, { articleId: id, run: 2 }, context);
    const { version } = await article(id);
    const { prisma } = pipeline.app.db;
    const keys = (await pipeline.chunks(id, version)).map(({ segmentKey }) => segmentKey);
    const voicesOf = await prisma.segment.findMany({ where: { key: { in: keys } } });
    expect(voicesOf.map(({ request }) => (request as any).voice).sort()).toEqual([
      'en-US-Ada',
      'en-US-Ada',
      'en-US-Ada',
      'en-US-Otto',
    ]);
  });

  test.each([
    ['its project does not allow it', { ...byOpenai, qaVoicesAgain: false }],
    ['no voice could speak it differently', { qaVoicesAgain: true }],
  ])('is unchanged if %s', async (_, data) => {
    const id = await chosen(data);
    hears = (said) => said.replace('not ', '');
    expect((await check(id)).findings).toHaveLength(1);
    expect(await article(id)).toMatchObject({ status: 'ready', run: 1 });
  });
});

test('an expired reservation is not released or refunded by its former owner', async () => {
  const id = await chosen({}, 'Nobody was not waved at.');
  const { sql, prisma } = pipeline.app.db;
  const [chunk] = await pipeline.chunks(id, (await article(id)).version);
  const { key, samples, sampleRate } = await prisma.segment.findUniqueOrThrow({
    where: { key: chunk!.segmentKey },
  });
  const cost = await costOf(id, key);
  const recogniser = openRecogniser({
    RECOGNITION_URL: `${recognition.url}/v1`,
    RECOGNITION_EUR_PER_MINUTE: '0.06',
    RECOGNITION_EUR_PER_DAY: '1',
  })!;
  const hear = (signal = context.signal) =>
    recogniseSegment(
      pipeline.app,
      recogniser,
      { key, language: 'en', samples, sampleRate },
      { hints: [], tenant: 'organization:1', signal },
    );
  /** Runs recognition until the service has been asked. */
  const begin = async (signal?: AbortSignal) => {
    const answer = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<void>();
    hears = () => {
      asked.resolve();
      return answer.promise;
    };
    const hearing = hear(signal);
    await Promise.race([asked.promise, hearing]);
    return { hearing, answer: answer.resolve };
  };
  const end = () =>
    sql
      .updateTable('Transcript')
      .set({ leaseUntil: new Date(0) })
      .execute();

  // The first is late and fails: the second keeps its reservation and what it costs.
  const stop = new AbortController();
  const late = await begin(stop.signal);
  await end();
  const next = await begin();
  stop.abort(new Error('stopped'));
  await expect(late.hearing).rejects.toThrow('stopped');
  expect(await prisma.transcript.count()).toBe(1);
  expect(await spent()).toBe(cost);
  // The second is late and arrives: it was paid for, and so is the third.
  await end();
  const third = await begin();
  next.answer('Nobody waved.');
  expect(await next.hearing).toBe('Nobody waved.');
  expect(await spent()).toBe(2 * cost);
  third.answer('Nobody was not waved at.');
  expect(await third.hearing).toBe('Nobody was not waved at.');
  expect(await spent()).toBe(2 * cost);
  expect(await hear()).toBe('Nobody was not waved at.');
  late.answer('');
});
