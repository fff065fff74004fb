import { describe, expect, test } from 'vitest';
import { decodeAudio } from '../../server/audio/decode.ts';
import { charactersOf } from '../../server/areas/voice/voicing/voicing-plan.ts';
import type { WordTiming } from '../../server/text/words.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();
const first = 'The harbour opened at dawn. Ships had waited for hours.';
const second = 'Nobody knows when the fog will lift.';
const text = `${first}\n\n${second}`;

async function ready(given: { title?: string; text?: string } = {}) {
  const project = await offlineProject(pipeline);
  const article = await pipeline.make.article(project.id, { title: 'Fog over the harbour', text, ...given });
  return { project, article: await pipeline.voice(article.id) };
}

describe('a new article', () => {
  test('becomes a file with known length and words', async () => {
    const { article } = await ready();
    expect(article).toMatchObject({
      status: 'ready',
      step: 'assembled',
      error: null,
      audio: article.version,
    });
    const audio = await pipeline.app.db.prisma.audio.findUniqueOrThrow({
      where: { version: article.audio! },
    });
    const file = await pipeline.app.storage.get(`audio/${article.audio}.mp3`);
    expect(file!.length).toBe(audio.bytes);
    const pcm = await decodeAudio(file!, { kind: 'mp3' });
    expect((pcm.channels[0]!.length / pcm.sampleRate) * 1000).toBeCloseTo(audio.durationMs, 3);
    expect(audio.text).toBe(`Fog over the harbour\n\n${text}`);
    const timings = audio.timings as unknown as WordTiming[];
    expect(timings.map(({ start, length }) => audio.text.slice(start, start + length))).toEqual(
      audio.text.match(/\w+/g),
    );
    expect(
      timings.every(
        (word, index) => word.endMs >= word.startMs && word.startMs >= (timings[index - 1]?.startMs ?? 0),
      ),
    ).toBe(true);
    expect(timings.at(-1)!.endMs).toBeLessThanOrEqual(audio.durationMs);
  });

  test('is charged by its characters, once', async () => {
    const { project, article } = await ready();
    const characters = charactersOf('Fog over the harbour') + charactersOf(first) - 1 + charactersOf(second);
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 4, characters });
    const account = await pipeline.app.db.prisma.account.findUniqueOrThrow({
      where: { userId: project.ownerId },
    });
    expect(account.balance).toBe(100_000n - BigInt(characters));
    expect(await pipeline.log(article.id)).toMatchObject([
      { action: 'created' },
      { action: 'chunked', text: '4 sentences' },
      { action: 'voiced', text: `${characters} characters generated, 0 saved` },
      { action: 'ready' },
    ]);
    const chunks = await pipeline.chunks(article.id, article.audio);
    expect(
      chunks.map(({ charactersVoiced, isCached, diff }) => [charactersVoiced > 0, isCached, diff]),
    ).toEqual(Array(4).fill([true, false, null]));
  });

  test('with the text of another is generated and charged once, with any concurrency', async () => {
    const project = await offlineProject(pipeline);
    const articles = await Promise.all(
      Array.from({ length: 8 }, () => pipeline.make.article(project.id, { title: 'Same', text })),
    );
    await Promise.all(articles.map(({ id }) => pipeline.begin(id)));
    const ended = await pipeline.untilEnded(project.id);
    expect(ended.map(({ status }) => status)).toEqual(Array(8).fill('ready'));
    expect(new Set(ended.map(({ audio }) => audio)).size).toBe(8);
    expect((await pipeline.charged(project.id)).sounds).toBe(4);
  });

  test('with a repeated sentence generates it once', async () => {
    const { project, article } = await ready({
      title: 'Twice',
      text: 'Again and again. Something else. Again and again.',
    });
    expect((await pipeline.charged(project.id)).sounds).toBe(3);
    expect((await pipeline.chunks(article.id, article.audio)).map(({ isCached }) => isCached)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('switches the voice at voice tags', async () => {
    const project = await offlineProject(pipeline);
    const other =
      pipeline.app.speech.catalogue.languages().find(({ id }) => id === 'de')?.voices[0]?.voices[0] ??
      pipeline.app.speech.catalogue.defaultVoice('de-DE')!;
    const article = await pipeline.make.article(project.id, {
      text: `She said: <voice name="${other.id}">Guten Morgen.</voice> Then she left.`,
    });
    expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready' });
  });

  test.each([
    ['only emoji', { text: '😀 🎉\n\n👍' }, 'The text has no words or numbers to speak.'],
    [
      'an unclosed voice tag',
      { text: 'One.\n\n<voice name="Anna">Two.' },
      'A voice tag is never closed; add </voice>. (line 3, column 1)',
    ],
    [
      'a voice that does not exist',
      { text: '<voice name="Nobody">Two.</voice>' },
      'A voice tag names the voice "Nobody", which does not exist.',
    ],
  ])('with %s fails with a reason, and costs nothing', async (_, given, error) => {
    const { project, article } = await ready(given);
    expect(article).toMatchObject({ status: 'errored', error, audio: null });
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
  });

  test('in a removed voice fails with a reason', async () => {
    const project = await offlineProject(pipeline, { voiceName: 'gone' });
    const article = await pipeline.make.article(project.id);
    expect(await pipeline.voice(article.id)).toMatchObject({
      status: 'errored',
      error: expect.stringContaining('The voice offline:gone no longer exists'),
    });
  });

  test('with right-to-left text, digits, control characters and a word of 5,000 letters becomes ready', async () => {
    const { article } = await ready({
      text: `שלום עולם. 12345 67890.\n\nA\u0001B\u202eC. ${'a'.repeat(5_000)}.`,
    });
    expect(article).toMatchObject({ status: 'ready' });
  });
});

describe('an edit', () => {
  test('of one sentence regenerates only that sentence', async () => {
    const { project, article } = await ready();
    const before = await pipeline.charged(project.id);
    const changed = await pipeline.voice(article.id, { text: text.replace('hours', 'days') });
    const after = await pipeline.charged(project.id);
    expect(after.sounds - before.sounds).toBe(1);
    expect(changed.audio).not.toBe(article.audio);
    const chunks = await pipeline.chunks(article.id, changed.audio);
    expect(chunks.map(({ isCached, charactersVoiced }) => [isCached, charactersVoiced])).toEqual([
      [true, 0],
      [true, 0],
      [false, 'Ships had waited for days.'.length],
      [true, 0],
    ]);
    expect(chunks.map(({ diff }) => diff && JSON.parse(diff))).toEqual([
      null,
      null,
      [
        { value: 'Ships had waited for ' },
        { value: 'hours', removed: true },
        { value: 'days', added: true },
        { value: '.' },
      ],
      null,
    ]);
    expect((await pipeline.log(article.id)).findLast(({ action }) => action === 'voiced')!.text).toBe(
      '26 characters generated, 83 saved',
    );
    expect(changed).toMatchObject({ lastVoicing: { sentences: 1, characters: 26, saved: 83 } });
  });

  test('that moves a paragraph regenerates nothing', async () => {
    const { project, article } = await ready();
    const before = await pipeline.charged(project.id);
    const moved = await pipeline.voice(article.id, { text: `${second}\n\n${first}` });
    expect(moved).toMatchObject({ status: 'ready' });
    expect(moved.audio).not.toBe(article.audio);
    expect(await pipeline.charged(project.id)).toEqual(before);
  });

  test('back to an older text reuses the older file', async () => {
    const { project, article } = await ready();
    await pipeline.voice(article.id, { text: 'Something else entirely.' });
    const before = await pipeline.charged(project.id);
    expect((await pipeline.voice(article.id, { text })).audio).toBe(article.audio);
    expect(await pipeline.charged(project.id)).toEqual(before);
  });

  test('during another run wins, and charges are correct', async () => {
    const { article } = await ready();
    for (let edit = 0; edit < 12; edit++)
      await pipeline.begin(article.id, { text: `${first} This is edit number ${edit}.` });
    const ended = await pipeline.until(article.id, ['ready', 'errored']);
    expect(ended).toMatchObject({ status: 'ready', run: 13 });
    expect((await pipeline.chunks(article.id, ended.audio)).at(-1)!.text).toBe('This is edit number 11.');
  });

  test('keeps the previous audio playable while it is being generated, and when it fails', async () => {
    const { article } = await ready();
    expect(await pipeline.voice(article.id, { text: '…' })).toMatchObject({
      status: 'errored',
      audio: article.audio,
    });
  });
});
