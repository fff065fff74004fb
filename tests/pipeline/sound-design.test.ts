import NodeID3 from 'node-id3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Article, Audio, Project } from '../../prisma/generated/client/client.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { integratedLoudness } from '../../server/audio/loudness.ts';
import { readFrameHeader } from '../../server/audio/mpeg-frames.ts';
import type { Pcm } from '../../server/audio/pcm.ts';
import { fundamental, levelAt, sine, wavFile } from '../support/test-signals.ts';
import { truePeakDb } from '../../server/audio/true-peak.ts';
import { requestHighRes } from '../../server/areas/articles/articles/rendition.ts';
import { paragraphPositions } from '../../server/text/paragraph-positions.ts';
import type { WordTiming } from '../../server/text/words.ts';
import { startOpenai } from '../speech/servers/openai.ts';
import type { SpeechServer } from '../speech/servers/service.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

let openai: SpeechServer;
beforeAll(async () => {
  openai = await startOpenai({ apiKey: 'key' });
});
afterAll(() => openai.close());

const pipeline = usePipeline({ env: () => ({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${openai.url}/v1` }) });
const paragraphs = [
  'The harbour opened at dawn. Ships had waited for hours.',
  'Nobody knows when the fog will lift. It may take days.',
  'The pilots are waiting.',
];
const text = paragraphs.join('\n\n');

interface Heard {
  article: Article;
  audio: Audio;
  file: Uint8Array;
  pcm: Pcm;
  timings: WordTiming[];
}

type Values = Record<string, string[]>;

/** A rule for every article of a project. */
async function rule(
  project: Project,
  actions: Values,
  predicates = [{ operator: 'always', subject: 'article', value: '' }],
): Promise<void> {
  await pipeline.app.db.prisma.processingRule.create({
    data: {
      projectId: project.id,
      position: 0,
      name: 'House style',
      predicates,
      actions: Object.entries(actions).map(([action, values]) => ({ action, values })),
    },
  });
}

async function heard(article: Article): Promise<Heard> {
  expect(article).toMatchObject({ status: 'ready', error: null });
  const audio = await pipeline.app.db.prisma.audio.findUniqueOrThrow({ where: { version: article.audio! } });
  const file = (await pipeline.app.storage.get(`audio/${article.audio}.mp3`))!;
  return {
    article,
    audio,
    file,
    pcm: await decodeAudio(file, { kind: 'mp3' }),
    timings: audio.timings as unknown as WordTiming[],
  };
}

async function voiced(
  project: Project,
  given: Partial<Pick<Article, 'title' | 'text'>> = {},
): Promise<Heard> {
  const { id } = await pipeline.make.article(project.id, { title: 'Fog over the harbour', text, ...given });
  return heard(await pipeline.voice(id));
}

/** Regenerates an article after a change of its project. */
const again = async ({ article }: Heard): Promise<Heard> => heard(await pipeline.voice(article.id));

/** An uploaded tone of two seconds: no speech has so much at one frequency. */
async function tone(hertz: number, seconds = 2): Promise<string> {
  const { bytes } = await pipeline.app.speech.threads.run('upload', {
    bytes: wavFile(sine(hertz, seconds, { sampleRate: 44_100, level: 0.3 })),
  });
  const file = `tone-${hertz}`;
  await pipeline.app.storage.put(`audio/${file}.mp3`, bytes);
  return file;
}

function level({ channels, sampleRate }: Pcm, hertz: number, fromMs: number, toMs: number): number {
  return levelAt(
    channels[0]!.subarray((fromMs * sampleRate) / 1000, (toMs * sampleRate) / 1000),
    hertz,
    sampleRate,
  );
}

const lengthMs = ({ channels, sampleRate }: Pcm) => (channels[0]!.length * 1000) / sampleRate;
const bitrate = (file: Uint8Array) => {
  const size = 10 + ((file[6]! << 21) | (file[7]! << 14) | (file[8]! << 7) | file[9]!);
  return readFrameHeader(file, size)!.bitrate;
};
const word = ({ audio, timings }: Heard, said: string) =>
  timings.find(({ start, length }) => audio.text.slice(start, start + length) === said)!;
const charged = async ({ projectId }: Article) => (await pipeline.charged(projectId)).characters;

test('paragraphs have times in the audio', async () => {
  const project = await offlineProject(pipeline);
  const voice = await voiced(project);
  const positions = paragraphPositions(voice.audio.text, voice.timings);
  expect(positions.map(({ start, length }) => voice.audio.text.slice(start, start + length))).toEqual([
    'Fog over the harbour',
    ...paragraphs,
  ]);
  for (const [index, { startMs }] of positions.entries()) {
    // Silence before each, sound at its beginning.
    const at = (from: number, to: number) =>
      voice.pcm.channels[0]!.subarray(
        (from * voice.pcm.sampleRate) / 1000,
        (to * voice.pcm.sampleRate) / 1000,
      ).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    if (index > 0) expect(at(startMs - 250, startMs - 100)).toBeLessThan(0.01);
    expect(at(startMs, startMs + 250)).toBeGreaterThan(0.05);
  }
});

test('a logo plays before the title, and word timings shift accordingly', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  const logo = await tone(1500);
  await rule(project, { audio_logo: [logo] });
  const designed = await again(plain);
  const later = word(designed, 'Fog').startMs - word(plain, 'Fog').startMs;
  expect(later).toBeGreaterThan(2_400);
  expect(later).toBeLessThan(2_650);
  expect(level(designed.pcm, 1500, 300, 1_700)).toBeGreaterThan(-20);
  expect(level(designed.pcm, 1500, later, later + 2_000)).toBeLessThan(-45);
  expect(lengthMs(designed.pcm)).toBeCloseTo(designed.audio.durationMs, 3);
  expect(integratedLoudness(designed.pcm)).toBeCloseTo(-16, 0);
});

test('background music starts before the first word, plays quietly under speech and ends after the last', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  const before = await charged(plain.article);
  await rule(project, { background_music: [await tone(3000)] });
  const designed = await again(plain);
  expect(await charged(designed.article)).toBe(before);
  const [first, last] = [word(designed, 'Fog'), designed.timings.at(-1)!];
  expect(first.startMs).toBeGreaterThan(2_900);
  const alone = level(designed.pcm, 3000, 1_500, 2_000);
  const under = level(designed.pcm, 3000, first.startMs, last.endMs);
  expect(alone).toBeGreaterThan(-30);
  expect(alone - under).toBeGreaterThan(9);
  expect(under).toBeGreaterThan(-60);
  expect(level(designed.pcm, 3000, last.endMs + 2_000, last.endMs + 2_500)).toBeGreaterThan(under + 6);
  expect(level(designed.pcm, 3000, 0, 60)).toBeLessThan(alone - 12);
  expect(lengthMs(designed.pcm)).toBeCloseTo(designed.audio.durationMs, 3);
  expect(Math.abs(integratedLoudness(designed.pcm) + 16)).toBeLessThan(0.5);
  expect(truePeakDb(designed.pcm)).toBeLessThanOrEqual(-1);
  expect(bitrate(designed.file)).toBe(64);
});

test.each([
  [-60, -22],
  [30, -13],
])('a volume boost of %i gives %i LUFS and regenerates nothing', async (boost, lufs) => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  const before = await pipeline.charged(project.id);
  await rule(project, { volume_boost: [String(boost)] });
  const designed = await again(plain);
  expect(await pipeline.charged(project.id)).toEqual(before);
  expect(Math.abs(integratedLoudness(designed.pcm) - lufs)).toBeLessThan(1);
  expect(truePeakDb(designed.pcm)).toBeLessThanOrEqual(-1);
  expect(designed.pcm.channels[0]!.length).toBe(plain.pcm.channels[0]!.length);
  expect(designed.timings).toEqual(plain.timings);
});

test('128 kbit/s contains the same speech at twice the bit rate', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  const before = await pipeline.charged(project.id);
  await pipeline.app.db.prisma.project.update({ where: { id: project.id }, data: { audioBitrate: 128 } });
  const designed = await again(plain);
  expect([bitrate(plain.file), bitrate(designed.file)]).toEqual([64, 128]);
  expect(await pipeline.charged(project.id)).toEqual(before);
  expect(designed.pcm.channels[0]!.length).toBe(plain.pcm.channels[0]!.length);
});

test('longer pauses add silence between the same words', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  await pipeline.app.db.prisma.project.update({
    where: { id: project.id },
    data: { pauseSentence: 250, pauseParagraph: 2_600, pauseHeading: 900 },
  });
  const before = await pipeline.charged(project.id);
  const slow = await again(plain);
  expect(await pipeline.charged(project.id)).toEqual(before);
  expect(Math.abs(slow.audio.durationMs - plain.audio.durationMs - 2 * 2_000)).toBeLessThan(60);
  const end =
    slow.timings[
      slow.timings.findIndex(({ start }) => slow.audio.text.slice(start).startsWith('Nobody')) - 1
    ]!.endMs;
  const gap = slow.pcm.channels[0]!.subarray(
    ((end + 300) * slow.pcm.sampleRate) / 1000,
    ((end + 2_200) * slow.pcm.sampleRate) / 1000,
  );
  expect(gap.every((sample) => Math.abs(sample) < 1e-3)).toBe(true);
});

test('a rule uses another voice, in its language if it speaks no other', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  const all = pipeline.app.speech.catalogue
    .languages()
    .flatMap(({ voices }) => voices)
    .flatMap(({ voices }) => voices)
    .filter(({ provider }) => provider === 'offline');
  const voice = all.find(
    ({ name, language }) => name === project.voiceName && language === project.voiceLanguage,
  )!;
  const other = all.find(({ language, gender }) => language === voice.language && gender !== voice.gender)!;
  await rule(project, { say_as: [other.id] });
  const read = await again(plain);
  const pitch = ({ pcm }: Heard) => fundamental(pcm.channels[0]!, pcm.sampleRate);
  expect(Math.abs(Math.log(pitch(read) / pitch(plain)))).toBeGreaterThan(Math.log(1.15));
  await pipeline.app.db.prisma.processingRule.deleteMany();
  const german = all.find(({ language }) => language.startsWith('de'))!;
  await rule(project, { say_as: [german.id] });
  const translated = await again(plain);
  expect(NodeID3.read(Buffer.from(translated.file)).language).toBe('deu');
});

test('with several pieces of music or voices an article always gets the same, and others different ones', async () => {
  const project = await offlineProject(pipeline);
  const files = [await tone(2000), await tone(4000)];
  await rule(project, { background_music: files });
  const one = await voiced(project);
  const two = await voiced(project);
  const loudest = ({ pcm }: Heard) =>
    level(pcm, 2000, 1_000, 2_000) > level(pcm, 4000, 1_000, 2_000) ? 2000 : 4000;
  expect(new Set([loudest(one), loudest(two)])).toEqual(new Set([2000, 4000]));
  expect(loudest(await heard(await pipeline.voice(one.article.id, { text: `${text} And one more.` })))).toBe(
    loudest(one),
  );
});

test('title or text can be omitted; an article without either fails', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  await rule(project, { skip_title: [] });
  const untitled = await again(plain);
  expect(untitled.audio.text).toBe(text);
  expect(untitled.audio.durationMs).toBeLessThan(plain.audio.durationMs - 1_000);
  expect(NodeID3.read(Buffer.from(untitled.file)).title).toBe('Fog over the harbour');
  await rule(project, { skip_text: [] });
  expect(await pipeline.voice(plain.article.id)).toMatchObject({
    status: 'errored',
    error: expect.stringContaining('no words or numbers to speak'),
  });
  await pipeline.app.db.prisma.processingRule.deleteMany();
  await rule(project, { skip_text: [] });
  expect((await again(plain)).audio.text).toBe('Fog over the harbour');
});

test('paragraphs can be generated as a whole', async () => {
  const project = await offlineProject(pipeline);
  await rule(project, { chunk_strategy: ['paragraphs'] });
  const { article } = await voiced(project);
  expect((await pipeline.chunks(article.id, article.audio)).map(({ text: said }) => said)).toEqual([
    'Fog over the harbour',
    ...paragraphs,
  ]);
});

test('the cover is embedded in the file', async () => {
  const jpeg = Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAAQABADASIAAhEBAxEB/9k=', 'base64');
  await pipeline.app.storage.put('images/cover', jpeg);
  const project = await offlineProject(pipeline, { cover: 'cover' });
  const { file } = await voiced(project);
  expect(NodeID3.read(Buffer.from(file)).image).toMatchObject({ mime: 'image/jpeg', imageBuffer: jpeg });
});

describe('a paywall', () => {
  const paywall = { paywall: true, paywallParagraphLimit: 1 };
  async function teaserOf({ audio }: Heard): Promise<Pcm> {
    const pcm = await decodeAudio((await pipeline.app.storage.get(`audio/${audio.teaser}.mp3`))!, {
      kind: 'mp3',
    });
    expect(lengthMs(pcm)).toBeCloseTo(audio.teaserMs!, 3);
    return pcm;
  }

  test('creates a teaser of the first paragraphs, whose name does not reveal the full file’s', async () => {
    const whole = await voiced(await offlineProject(pipeline, paywall));
    const pcm = await teaserOf(whole);
    expect(whole.audio.teaser).not.toContain(whole.audio.version.slice(0, 8));
    const end = word(whole, 'Nobody').startMs;
    expect(lengthMs(pcm)).toBeGreaterThan(end - 900);
    expect(lengthMs(pcm)).toBeLessThan(end - 400);
    expect(pcm.channels[0]!.slice(0, 30_000)).toEqual(whole.pcm.channels[0]!.slice(0, 30_000));
  });

  test('adds an invitation that is charged once', async () => {
    const project = await offlineProject(pipeline, { ...paywall, paywallAudioSuffixEnabled: true });
    const first = await voiced(project);
    const before = await charged(first.article);
    const second = await voiced(project, { title: 'Another title', text: `${text}\n\nAnd the end.` });
    expect((await charged(second.article)) - before).toBe('Another title'.length + 'And the end.'.length);
    const bare = await voiced(await offlineProject(pipeline, paywall));
    expect(lengthMs(await teaserOf(first))).toBeGreaterThan(lengthMs(await teaserOf(bare)) + 2_500);
    expect(first.audio.text).not.toContain('subscribe');
    const [told] = (await pipeline.log(first.article.id)).filter(({ action }) => action === 'voiced');
    expect(told!.text).toBe(`${before} characters generated, 0 saved`);
  });

  test('can end with a sound of the project', async () => {
    const file = await tone(1500);
    const project = await offlineProject(pipeline, {
      ...paywall,
      paywallAudioSuffixEnabled: true,
      paywallAudioSuffix: `/download/audio/${file}.mp3`,
    });
    const whole = await voiced(project);
    const pcm = await teaserOf(whole);
    expect(level(pcm, 1500, lengthMs(pcm) - 1_500, lengthMs(pcm) - 200)).toBeGreaterThan(-20);
    expect(level(whole.pcm, 1500, lengthMs(whole.pcm) - 1_500, lengthMs(whole.pcm))).toBeLessThan(-45);
  });

  test('creates no teaser for an article without further paragraphs', async () => {
    const { audio } = await voiced(await offlineProject(pipeline, { ...paywall, paywallParagraphLimit: 3 }));
    expect(audio.teaser).toBeNull();
  });

  test('keeps a teaser while a version uses it', async () => {
    const project = await offlineProject(pipeline, paywall);
    const first = await voiced(project);
    const second = await heard(await pipeline.voice(first.article.id, { text: `${text} And one more.` }));
    expect(second.audio.version).not.toBe(first.audio.version);
    expect(second.audio.teaser).toBe(first.audio.teaser);
  });
});

test('a change of bit rate, loudness or music sends no requests to the service', async () => {
  const organization = await pipeline.make.organization({ balance: 10_000n });
  const project = await pipeline.make.project({
    organizationId: organization.id,
    voiceProvider: 'openai',
    voiceName: 'alloy',
    voiceLanguage: 'en-US',
  });
  const plain = await voiced(project);
  const asked = openai.requests.length;
  await pipeline.app.db.prisma.project.update({ where: { id: project.id }, data: { audioBitrate: 128 } });
  await rule(project, { volume_boost: ['-30'] });
  expect(bitrate((await again(plain)).file)).toBe(128);
  await rule(project, { background_music: [await tone(3000)] });
  const { pcm, article } = await again(plain);
  expect(level(pcm, 3000, 1_500, 2_000)).toBeGreaterThan(-45);
  await requestHighRes(pipeline.app, article.id);
  await expect.poll(() => requestHighRes(pipeline.app, article.id)).toMatchObject({ status: 'ok' });
  const best = await decodeAudio((await pipeline.app.storage.get(`audio/${article.audio}-highres.mp3`))!, {
    kind: 'mp3',
  });
  expect(level(best, 3000, 1_500, 2_000)).toBeGreaterThan(-45);
  expect(Math.abs(lengthMs(best) - lengthMs(pcm))).toBeLessThan(250);
  expect(openai.requests.length).toBe(asked);
});

test('a missing sound fails the article with the reason', async () => {
  const project = await offlineProject(pipeline);
  await rule(project, { audio_logo: ['nowhere'] });
  const { id } = await pipeline.make.article(project.id, { text });
  expect(await pipeline.voice(id)).toMatchObject({
    status: 'errored',
    error: expect.stringContaining('The sound nowhere no longer exists'),
  });
});

test('audio lost from storage is regenerated without a charge', async () => {
  const project = await offlineProject(pipeline);
  const plain = await voiced(project);
  const before = await pipeline.charged(project.id);
  for (const { segmentKey } of await pipeline.chunks(plain.article.id, plain.article.audio))
    await pipeline.app.storage.delete(`segments/${segmentKey}.mp3`);
  await heard(await pipeline.voice(plain.article.id, { text: `${text} And one more.` }));
  expect((await pipeline.charged(project.id)).characters - before.characters).toBe('And one more.'.length);
});
