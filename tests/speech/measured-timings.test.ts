import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleMp3 } from '../../server/audio/assemble-mp3.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import type { Pcm } from '../../server/audio/pcm.ts';
import { STANDARD_PROFILE } from '../../server/audio/bitrates.ts';
import { wavFile } from '../support/test-signals.ts';
import { offlineProvider } from '../../server/speech/offline.ts';
import type { Provider, SpeechRequest } from '../../server/speech/provider.ts';
import { wordsOf, type WordTiming } from '../../server/text/words.ts';
import { speakSegment } from '../../server/speech/speak.ts';
import { createSpeechThreads, type SpeechThreads } from '../../server/speech/threads.ts';
import { SERVICES } from './started-services.ts';

const TEXT =
  'The council met on Thursday, and nobody spoke for an hour. Then, at last, the mayor rose: “We are ready.” Everybody clapped.';
const request: SpeechRequest = { voice: 'en-US-Otto', language: 'en-US', settings: {}, text: TEXT };
const signal = new AbortController().signal;

let threads: SpeechThreads;
/** What the offline engine says, and its own marks in it. */
let speech: Pcm;
let marks: WordTiming[];

beforeAll(async () => {
  threads = createSpeechThreads(1);
  const segment = await speakSegment(threads, request, offlineProvider(threads, 1), signal);
  const { bytes } = await assembleMp3([{ segment, pauseMs: 0 }], STANDARD_PROFILE, { title: 'Test' });
  speech = await decodeAudio(bytes, { kind: 'mp3' });
  marks = segment.timings;
});
afterAll(() => threads.close());

/** A service without marks that delivers this sound. */
async function measured(samples: Float32Array): Promise<{ timings: WordTiming[]; durationMs: number }> {
  const service: Provider = {
    id: 'service',
    title: 'Service',
    unavailable: null,
    limits: { maxRequest: { unit: 'characters', value: 5000 }, concurrency: 1 },
    voices: () => Promise.resolve([]),
    synthesise: () =>
      Promise.resolve({
        audio: wavFile({ sampleRate: speech.sampleRate, channels: [samples] }),
        format: { kind: 'wav' },
      }),
  };
  return speakSegment(threads, request, service, signal);
}

const stretch = (seconds: number, sound: (seconds: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * speech.sampleRate) }, (_, at) =>
    sound(at / speech.sampleRate),
  );
const silence = (seconds: number): Float32Array => stretch(seconds, () => 0);
const hiss = (seconds: number): Float32Array =>
  stretch(seconds, (at) => 0.002 * Math.sin(at * 91_003) * Math.cos(at * 37_021));
const music = (seconds: number): Float32Array =>
  stretch(
    seconds,
    (at) =>
      0.12 *
      (1 + Math.sin(2 * Math.PI * 2 * at)) *
      (Math.sin(2 * Math.PI * 262 * at) + Math.sin(2 * Math.PI * 392 * at)),
  );
const joined = (...parts: Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]));

function expectInOrder({ timings, durationMs }: { timings: WordTiming[]; durationMs: number }): void {
  expect(timings.map(({ start, length }) => ({ start, length }))).toEqual(wordsOf(TEXT, 'en-US'));
  let end = 0;
  for (const { startMs, endMs } of timings) {
    expect(startMs).toBeGreaterThanOrEqual(end);
    expect(endMs).toBeGreaterThanOrEqual(startMs);
    end = endMs;
  }
  expect(end).toBeLessThanOrEqual(durationMs);
}

/** Median distance from the engine's marks, which lie `shiftMs` later here. */
function medianOff(timings: WordTiming[], shiftMs: number): number {
  const off = timings.flatMap(({ start, startMs }) => {
    const mark = marks.find((mark) => mark.start === start);
    return mark ? [Math.abs(startMs - mark.startMs - shiftMs)] : [];
  });
  expect(off.length).toBeGreaterThan(0.8 * marks.length);
  return off.sort((a, b) => a - b)[off.length >> 1]!;
}

describe('audio of a service without marks', () => {
  test.each<[string, () => Float32Array]>([
    ['as it is', () => speech.channels[0]!],
    ['behind three seconds of silence', () => joined(silence(3), speech.channels[0]!)],
    ['before three seconds of silence', () => joined(speech.channels[0]!, silence(3))],
    ['between stretches of hiss', () => joined(hiss(2), speech.channels[0]!, hiss(2))],
  ])('has timings accurate to 120 ms (median) %s', async (_name, sound) => {
    const segment = await measured(sound());
    expectInOrder(segment);
    expect(medianOff(segment.timings, 0)).toBeLessThan(120);
  });

  test.each<[string, () => Float32Array]>([
    ['behind music', () => joined(music(3), silence(0.4), speech.channels[0]!)],
    ['between music', () => joined(music(2), speech.channels[0]!, music(4))],
    ['far too short', () => speech.channels[0]!.slice(0, 4000)],
    ['far too long', () => joined(...Array.from({ length: 12 }, () => speech.channels[0]!))],
    ['nothing but music', () => music(5)],
    [
      'broken by a long silence',
      () => joined(speech.channels[0]!.slice(0, 30_000), silence(5), speech.channels[0]!.slice(30_000)),
    ],
  ])('has words in order, without overlap and within the audio: %s', async (_name, sound) => {
    expectInOrder(await measured(sound()));
  });
});

describe.each(SERVICES)('$id', (service) => {
  test.each(['Fish & chips, 2 pounds. “Really?”', 'Ein Satz, drei Wörter 👋 – oder vier!', 'A'])(
    'has a time for each word of %j',
    async (text) => {
      const server = await service.start();
      try {
        const segment = await speakSegment(
          threads,
          { ...service.request, settings: {}, text },
          service.provider(server.url),
          signal,
        );
        expect(segment.timings.map(({ start, length }) => text.slice(start, start + length))).toEqual(
          wordsOf(text, 'en-US').map(({ start, length }) => text.slice(start, start + length)),
        );
        let end = 0;
        for (const { startMs, endMs } of segment.timings) {
          expect(startMs).toBeGreaterThanOrEqual(end);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          end = endMs;
        }
        expect(end).toBeLessThanOrEqual(segment.durationMs);
      } finally {
        await server.close();
      }
    },
  );
});
