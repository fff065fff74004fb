import { expect, test } from 'vitest';
import { createChannel, updateChannel } from '../../server/areas/channels/channels/channels.ts';
import { flashRenditionsOf } from '../../server/areas/channels/briefings/briefings.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { integratedLoudness } from '../../server/audio/loudness.ts';
import { readMp3Layout } from '../../server/audio/mp3-decoder.ts';
import type { Pcm } from '../../server/audio/pcm.ts';
import { truePeakDb } from '../../server/audio/true-peak.ts';
import { system } from '../../server/kernel/actor.ts';
import { lastSentenceEnd } from '../../server/pipeline/make-briefing.ts';
import { publishProject } from '../../server/pipeline/publish-project.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { audioFile } from '../../server/storage/files.ts';
import { wordTimings } from '../../server/text/words.ts';
import { articleText } from '../bench/audio-article.ts';
import { isFull } from '../support/full.ts';
import { context, offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });

async function voiced(projectId: number, text: string, day: number) {
  const { id } = await pipeline.make.article(projectId, {
    text,
    publishedAt: new Date(Date.UTC(2026, 2, day)),
  });
  await voiceArticle(pipeline.tools, { articleId: id, run: await pipeline.begin(id) }, context);
  return pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
}

/** As if silence followed half of an article, and the rest after what a briefing has room for. */
async function makeLong(version: string): Promise<void> {
  const { audio } = pipeline.app.db.prisma;
  const { durationMs, timings } = await audio.findUniqueOrThrow({ where: { version } });
  const silenceMs = 600_000;
  const moved = wordTimings
    .parse(timings)
    .map((word) =>
      word.startMs < durationMs / 2
        ? { ...word }
        : { ...word, startMs: word.startMs + silenceMs, endMs: word.endMs + silenceMs },
    );
  await audio.update({ where: { version }, data: { durationMs: durationMs + silenceMs, timings: moved } });
}

async function heard(file: string): Promise<Pcm> {
  const bytes = (await pipeline.app.storage.get(audioFile(file)))!;
  expect(readMp3Layout(bytes).first).toMatchObject({ bitrate: 256, sampleRate: 44_100 });
  return decodeAudio(bytes, { kind: 'mp3' });
}

const seconds = ({ channels, sampleRate }: Pcm): number => channels[0]!.length / sampleRate;

/**
 * 256 kbit/s, -14 LUFS, -2 dBTP, from 10 seconds to 10 minutes: Amazon's Flash Briefing Skill API feed
 * reference.
 */
function expectToFit(sound: Pcm): void {
  expect(Math.abs(integratedLoudness(sound) + 14)).toBeLessThan(0.5);
  expect(truePeakDb(sound)).toBeLessThanOrEqual(-2);
  expect(seconds(sound)).toBeGreaterThanOrEqual(10);
  expect(seconds(sound)).toBeLessThanOrEqual(600);
}

test('articles of a project with an audio flash briefing get a file in Amazon’s format', async () => {
  const { app } = pipeline;
  const { id: organizationId } = await pipeline.make.organization({ balance: 1_000_000n });
  const project = await offlineProject(pipeline, { organizationId });
  const short = await voiced(project.id, 'Too short.', 1);
  const middle = await voiced(project.id, articleText(600), 2);
  const long = await voiced(project.id, articleText(isFull ? 14_000 : 900), 3);
  // Ten minutes of sound take a minute to make: a quick run has only their times.
  if (!isFull) await makeLong(long.audio!);
  await voiced(project.id, 'Nobody hears this one.', 1);
  const { durationMs, text, timings } = await app.db.prisma.audio.findUniqueOrThrow({
    where: { version: long.audio! },
  });
  expect(durationMs).toBeGreaterThan(600_000);

  const settings = { title: 'Briefing', voiceType: 'alexa', itemCount: 3 };
  const { id } = await createChannel(app, system, { projectId: project.id, settings: { alexaFB: settings } });
  await publishProject(app, { projectId: project.id }, context);
  const briefing = { projectId: project.id, settings: { itemCount: 3 } };
  expect(await flashRenditionsOf(app, briefing)).toEqual([]);

  await updateChannel(app, system, { id, settings: { alexaFB: { voiceType: 'parlance' } } });
  // One turn each, should the machine be slow.
  for (let turn = 0; turn < 4; turn++) await publishProject(app, { projectId: project.id }, context);
  const items = await flashRenditionsOf(app, briefing);
  expect(items.slice(0, 2)).toMatchObject(
    [long, middle].map(({ id: articleId, audio, title, publishedAt }) => ({
      articleId,
      version: audio,
      title,
      publishedAt,
    })),
  );
  expect(items).toHaveLength(3);
  for (const { file } of items) expectToFit(await heard(file));
  expect(seconds(await heard(`${short.audio}-flash`))).toBe(10);
  expect(Math.abs(seconds(await heard(items[1]!.file)) - (await decodedSeconds(middle.audio!)))).toBeLessThan(
    0.01,
  );

  // Cut between two sentences: what ends it is what the article ends a sentence with, and then nothing.
  const cut = await heard(items[0]!.file);
  const endMs = lastSentenceEnd(text, wordTimings.parse(timings), 'en-US');
  expect(endMs).toBeGreaterThan(isFull ? 585_000 : 10_000);
  expect(Math.abs(seconds(cut) - endMs / 1000)).toBeLessThan(0.01);
  const end = cut.channels[0]!.subarray(-Math.round(0.05 * cut.sampleRate));
  expect(Math.max(...end.map(Math.abs))).toBeLessThan(0.02);
});

const decodedSeconds = async (file: string): Promise<number> =>
  seconds(await decodeAudio((await pipeline.app.storage.get(audioFile(file)))!, { kind: 'mp3' }));

test('a briefing that is too long ends after the last sentence that fits', () => {
  const text = 'One two. Three four.\n\nFive six. Seven.';
  const word = (start: number, length: number, endMs: number) => ({
    start,
    length,
    startMs: endMs - 100,
    endMs,
  });
  const timings = (last: number) => [
    word(0, 3, 1_000),
    word(4, 3, 2_000),
    word(9, 5, 3_000),
    word(15, 4, 590_000),
    word(22, 4, last),
    word(27, 3, last + 1_000),
    word(32, 5, last + 2_000),
  ];
  expect(lastSentenceEnd(text, timings(595_000), 'en')).toBe(597_250);
  expect(lastSentenceEnd(text, timings(599_000), 'en')).toBe(590_250);
  expect(lastSentenceEnd('Endless words', [word(0, 7, 700_000)], 'en')).toBe(600_000);
  expect(lastSentenceEnd('No times', [], 'en')).toBe(600_000);
});
