import { chunkText } from '../text/chunk-text.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleMp3 } from '../audio/assemble-mp3.ts';
import { decodeAudio } from '../audio/decode.ts';
import { integratedLoudness } from '../audio/loudness.ts';
import { STANDARD_PROFILE } from '../audio/bitrates.ts';
import { fundamental, levelAt, sine, wavFile } from '../../tests/support/test-signals.ts';
import { truePeakDb } from '../audio/true-peak.ts';
import { offlineMaxCharacters, offlineProvider } from './offline.ts';
import type { Provider, SpeechRequest } from './provider.ts';
import { speakSegment } from './speak.ts';
import { createSpeechThreads, type SpeechThreads } from './threads.ts';
import { runs } from '../../tests/support/full.ts';

let threads: SpeechThreads;
let provider: Provider;
const signal = new AbortController().signal;
beforeAll(async () => {
  threads = createSpeechThreads(1);
  provider = offlineProvider(threads, 1);
  await threads.warm();
});
afterAll(() => threads.close());

const request = (text: string, voice = 'en-US-Otto', settings = {}): SpeechRequest => ({
  voice,
  language: voice.slice(0, 5),
  settings,
  text,
});
const speak = (text: string, voice?: string, settings?: object) =>
  speakSegment(threads, request(text, voice, settings), provider, signal);
const file = async (...segments: Awaited<ReturnType<typeof speak>>[]) => {
  const joined = await assembleMp3(
    segments.map((segment) => ({ segment, pauseMs: 250 })),
    STANDARD_PROFILE,
    { title: 'Test' },
  );
  return { joined, pcm: await decodeAudio(joined.bytes, { kind: 'mp3' }) };
};

const TEXTS = {
  'en-US': [
    'The council approved the budget on Thursday.',
    'Nobody expected the storm to turn north so quickly.',
    '"We are ready," the coach told reporters.',
  ],
  'de-DE': [
    'Der Rat hat den Haushalt am Donnerstag beschlossen.',
    'Niemand hatte erwartet, dass der Sturm so schnell dreht.',
    '„Wir sind bereit“, sagte der Trainer.',
  ],
  'fr-FR': [
    'Le conseil a adopté le budget jeudi.',
    "Personne ne s'attendait à une tempête si rapide.",
    '« Nous sommes prêts », a dit l’entraîneur.',
  ],
};

describe.each(Object.entries(TEXTS))('%s', (language, texts) => {
  it.each(['Ada', 'Otto', 'Iris', 'Emil'])(
    '%s speaks an article at -16 LUFS, under -1 dBTP, exact in length',
    async (name) => {
      const { joined, pcm } = await file(
        ...(await Promise.all(texts.map((text) => speak(text, `${language}-${name}`)))),
      );
      expect(pcm.channels[0]).toHaveLength(joined.samples);
      expect(Math.abs(integratedLoudness(pcm) + 16)).toBeLessThan(0.5);
      expect(truePeakDb(pcm)).toBeLessThanOrEqual(-1);
    },
  );

  it('women speak higher than men', async () => {
    const pitch = async (name: string) =>
      fundamental((await file(await speak(texts[1]!, `${language}-${name}`))).pcm.channels[0]!, 22_050);
    const [ada, otto] = [await pitch('Ada'), await pitch('Otto')];
    expect(otto).toBeGreaterThan(70);
    expect(ada).toBeGreaterThan(1.25 * otto);
  });
});

it('speaks the same words with the sounds of each language', async () => {
  const lengths = await Promise.all(
    ['en-US', 'de-DE', 'fr-FR'].map(
      async (language) => (await speak('Information 2024', `${language}-Otto`)).durationMs,
    ),
  );
  expect(new Set(lengths.map((ms) => Math.round(ms / 20))).size).toBe(3);
});

it('speed and pitch have the requested effect', async () => {
  const text = TEXTS['en-US'][1]!;
  const [plain, fast, high] = [
    await speak(text),
    await speak(text, undefined, { speed: 2 }),
    await speak(text, undefined, { pitch: 40 }),
  ];
  expect(fast.durationMs).toBeLessThan(0.65 * plain.durationMs);
  const pitch = async (segment: typeof plain) => fundamental((await file(segment)).pcm.channels[0]!, 22_050);
  expect(await pitch(high)).toBeGreaterThan(1.15 * (await pitch(plain)));
  // What was set for another voice, whose range is wider, means the nearest that this one can do.
  expect((await speak(text, undefined, { speed: 9 })).durationMs).toBeCloseTo(fast.durationMs, -2);
  await expect(speak(text, undefined, { speed: 'fast' })).rejects.toMatchObject({
    name: 'OfflineVoiceError',
  });
  await expect(speak(text, 'en-US-Nobody')).rejects.toMatchObject({ name: 'OfflineVoiceError' });
});

it('times words by UTF-16 offsets, with any characters between them', async () => {
  const text = '😀 Tom & Jerry <b>paid</b> 3.4 percent, “twice” – zero\u200bwidth. Then they left!';
  const { timings, durationMs } = await speak(text);
  const words = timings.map(({ start, length }) => text.slice(start, start + length));
  for (const word of ['Tom', 'Jerry', '3.4', 'percent', 'twice', 'Then', 'left'])
    expect(words).toContain(word);
  timings.forEach((word, i) => {
    expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
    expect(word.endMs).toBeLessThanOrEqual(durationMs);
    if (i > 0) expect(word.startMs).toBeGreaterThanOrEqual(timings[i - 1]!.startMs);
  });
  expect(timings[0]!.startMs).toBeLessThan(60);
});

it('gives every word a time, even those that the engine reports as one', async () => {
  const text =
    'This is what people did not do because of the war, and it is one of the things that they should have done at the time.';
  const { timings } = await speak(text);
  expect(timings.map(({ start, length }) => text.slice(start, start + length))).toEqual(text.match(/\w+/g));
  expect(timings.filter(({ startMs, endMs }) => endMs - startMs < 15)).toEqual([]);
});

it.each(['', '   \n', '😀 👨‍👩‍👧', '...', '\u0000\u0007\u200b', '\ud800', '– — …'])(
  'produces no audio for %j',
  async (text) => {
    await expect(speak(text)).rejects.toMatchObject({ name: 'NothingToSpeakError' });
  },
);

it.each([
  '1234567890 42 3,5',
  'שלום hello 你好 Привет',
  'Wait\u0000 what\u0007?',
  '&<>&amp; &#0; </speak>',
  'A\u0301e\u0301 ﬁne',
  'a'.repeat(offlineMaxCharacters),
  'w,'.repeat(offlineMaxCharacters / 2),
  '\u202eabc\u202c',
])('speaks %.20j', async (text) => expect((await speak(text)).samples).toBeGreaterThan(2000));

it('speaks a sentence of many thousand characters without a full stop', async () => {
  // 5,000 characters, or 50,000.
  const repetitions = runs(167, 1667);
  const text = 'and then the river rose again '.repeat(repetitions).trim();
  const chunks = chunkText(text, {
    strategy: 'sentences',
    language: 'en-US',
    limit: { unit: 'characters', value: offlineMaxCharacters },
  });
  let [durationMs, words] = [0, 0];
  for (const chunk of chunks) {
    const segment = await speak(chunk.text);
    durationMs += segment.durationMs;
    words += segment.timings.length;
  }
  expect(durationMs).toBeGreaterThan(repetitions * 1080);
  expect(words).toBe(repetitions * 6);
});

it('a task that is aborted or times out ends immediately, and the next one works', async () => {
  const long = request('and then the river rose again '.repeat(3000));
  const stop = new AbortController();
  const stopped = threads.run('speak', { request: long, profile: STANDARD_PROFILE }, stop.signal);
  stop.abort(new Error('the article was deleted'));
  await expect(stopped).rejects.toThrow('the article was deleted');
  await expect(
    threads.run('speak', { request: long, profile: STANDARD_PROFILE }, undefined, 300),
  ).rejects.toMatchObject({ name: 'SpeechTimeoutError' });
  expect((await speak('Still here.')).samples).toBeGreaterThan(5000);
});

it('an unexpected failure becomes a typed error, and the next task works', async () => {
  await expect(threads.run('speak', undefined as never)).rejects.toMatchObject({ name: 'SpeechThreadError' });
  expect((await speak('Still here.')).samples).toBeGreaterThan(5000);
});

it('turns a service’s audio into segments with measured timings, and keeps the original bytes', async () => {
  const spoken = await file(await speak(TEXTS['en-US'][0]!));
  const service = (audio: Uint8Array, kind: 'mp3' | 'wav'): Provider => ({
    ...provider,
    id: 'service',
    synthesise: () => Promise.resolve({ audio, format: { kind } }),
  });
  const voice = (audio: Uint8Array, kind: 'mp3' | 'wav') =>
    speakSegment(threads, request(TEXTS['en-US'][0]!), service(audio, kind), signal);
  for (const [audio, kind] of [
    [spoken.joined.bytes, 'mp3'],
    [wavFile({ ...spoken.pcm, sampleRate: 24_000 }), 'wav'],
  ] as const) {
    const segment = await voice(audio, kind);
    expect(segment.timings).toHaveLength(7);
    expect(segment.master?.bytes).toBe(audio);
    expect(Math.abs(integratedLoudness((await file(segment)).pcm) + 16)).toBeLessThan(0.7);
  }
  await expect(voice(new TextEncoder().encode('{"error":"no"}'), 'mp3')).rejects.toMatchObject({
    name: 'AudioError',
    problem: 'unreadable',
  });
  await expect(voice(wavFile(sine(440, 1, { level: 0 })), 'wav')).rejects.toMatchObject({
    name: 'AudioError',
    problem: 'empty',
  });
});

it('renders music under speech: looped, 20 LU below it, at full level before and after', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'parlance-render-'));
  try {
    const path = join(dir, 'a.mp3');
    const tone = wavFile(sine(3000, 4, { sampleRate: 44_100, level: 0.3, channels: 2 }));
    const speech = { kind: 'speech' as const, pauseMs: 250, request: request(TEXTS['en-US'].join(' ')) };
    const profile = { version: 1, sampleRate: 44_100, channels: 2, bitrate: 320 } as const;
    const render = (music?: Uint8Array) =>
      threads.run('render', {
        parts: [speech],
        music: music && { audio: music },
        path,
        output: { kind: 'mp3', profile },
        tags: { title: 'Music' },
      });

    const rendition = await render(tone);
    const pcm = await decodeAudio(new Uint8Array(readFileSync(path)), { kind: 'mp3' });
    expect(pcm.channels[0]).toHaveLength(rendition.samples);
    const from = Math.round(rendition.offsetsMs[0]! * 44.1);
    const level = (at: number) => levelAt(pcm.channels[0]!.subarray(at, at + 22_050), 3000, 44_100);
    const open = level(from - 70_000);
    expect(open).toBeGreaterThan(-30);
    // The tone's own level falls from -22 to -36 LUFS; at 3 kHz speech adds little.
    expect(level(from + 100_000)).toBeLessThan(open - 10);
    expect(level(rendition.samples - 170_000)).toBeGreaterThan(open - 4);
    expect(truePeakDb(pcm)).toBeLessThanOrEqual(-1);

    const plain = await render();
    expect(plain.offsetsMs).toEqual([0]);
    const spoken = await decodeAudio(new Uint8Array(readFileSync(path)), { kind: 'mp3' });
    expect(Math.abs(integratedLoudness(spoken) + 16)).toBeLessThan(0.5);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
