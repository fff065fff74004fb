import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { english, german } from '../../../../prisma/seed/seed-articles.ts';
import { randomFrom } from '../../../../scripts/seeded-random.ts';
import { runs } from '../../../../tests/support/full.ts';
import { Mp3Encoder } from '../../../audio/mp3-encoder.ts';
import type { Pcm } from '../../../audio/pcm.ts';
import { STANDARD_PROFILE } from '../../../audio/profile.ts';
import { makeSegment } from '../../../audio/segment.ts';
import { extractArticle } from '../../../extraction/extract-article.ts';
import { OfflineEngine } from '../../../speech/offline-engine.ts';
import { engineVoice } from '../../../speech/offline-voices.ts';
import { chunkText } from '../../../text/chunk-text.ts';
import { normaliseText } from '../../../text/normalise-text.ts';
import type { HeardArticle, HeardChunk } from './finding.ts';
import { findIn, type FindingKind } from './finders.ts';

let engine: OfflineEngine;
let encoder: Mp3Encoder;
beforeAll(async () => {
  [engine, encoder] = await Promise.all([OfflineEngine.load(), Mp3Encoder.load()]);
});

type Fault = (pcm: Pcm, random: () => number) => Pcm;

const mono = (pcm: Pcm, samples: Float32Array): Pcm => ({ ...pcm, channels: [samples] });
const joined = (pcm: Pcm, ...parts: Float32Array[]): Pcm => {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return mono(pcm, samples);
};
const highest = (samples: Float32Array) => samples.reduce((peak, x) => Math.max(peak, Math.abs(x)), 0);

/** What goes wrong with a sentence's sound, by the kind that has to be found. */
const faults: Record<string, { kind: FindingKind; plant: Fault }> = {
  silence: {
    kind: 'SILENCE',
    plant: (pcm, random) => {
      const [samples] = pcm.channels as [Float32Array];
      const at = Math.round(samples.length * (0.3 + 0.4 * random()));
      const gap = new Float32Array(Math.round(pcm.sampleRate * (2.2 + random())));
      return joined(pcm, samples.subarray(0, at), gap, samples.subarray(at));
    },
  },
  clipped: {
    kind: 'CLIPPING',
    plant: (pcm, random) => {
      const gain = (2 + 2 * random()) / highest(pcm.channels[0]!);
      return mono(
        pcm,
        pcm.channels[0]!.map((x) => Math.max(-1, Math.min(1, x * gain))),
      );
    },
  },
  truncated: {
    kind: 'LENGTH',
    plant: (pcm, random) =>
      mono(pcm, pcm.channels[0]!.slice(0, Math.round(pcm.channels[0]!.length * (0.2 + 0.25 * random())))),
  },
  doubled: { kind: 'LENGTH', plant: (pcm) => joined(pcm, pcm.channels[0]!, pcm.channels[0]!) },
  noisy: {
    kind: 'NOISE',
    plant: (pcm, random) => {
      const [samples] = pcm.channels as [Float32Array];
      // 25 dB under the speech and more.
      const level = highest(samples) * (0.04 + 0.04 * random());
      return mono(
        pcm,
        samples.map((x) => x + level * (2 * random() - 1)),
      );
    },
  },
  clicking: {
    kind: 'CLICK',
    plant: (pcm, random) => {
      const samples = pcm.channels[0]!.slice();
      const at = Math.round(samples.length * (0.15 + 0.7 * random()));
      samples[at]! += (random() < 0.5 ? -1 : 1) * highest(samples) * (0.9 + 0.3 * random());
      return mono(pcm, samples);
    },
  },
  jumping: {
    kind: 'LOUDNESS',
    // Softly spoken, with bangs that leave it no room.
    plant: (pcm, random) => {
      const samples = pcm.channels[0]!.map((x) => x * 0.03);
      for (let bang = 0; bang < 3; bang++) {
        const at = Math.round(samples.length * (0.1 + 0.25 * (bang + random())));
        for (let i = 0; i < 40; i++) samples[at + i]! += 0.9 * Math.sin(i * 0.9) * (1 - i / 40);
      }
      return mono(pcm, samples);
    },
  },
};

/** What each sentence of the demo sounds like, and how it measures: the same for every fault. */
const spokenOnce = new Map<string, { pcm: Pcm; segment?: ReturnType<typeof makeSegment> }>();

/** An article as it was voiced, its sentences one chunk each. */
function voiced(
  text: string,
  language: string,
  plant: (index: number, pcm: Pcm) => Pcm = (_, pcm) => pcm,
): HeardArticle {
  const voice = engineVoice(language === 'de' ? 'de-DE-Ada' : 'en-US-Otto', {});
  const chunks: HeardChunk[] = [];
  let startMs = 0;
  for (const { text: said, start } of chunkText(text, {
    strategy: 'sentences',
    language,
    limit: { unit: 'characters', value: 3_000 },
  })) {
    const key = `${language} ${said}`;
    let spoken = spokenOnce.get(key);
    if (!spoken) {
      const { pcm } = engine.speak(said, voice, []);
      spokenOnce.set(
        key,
        (spoken = { pcm: { ...pcm, channels: pcm.channels.map((channel) => channel.slice()) } }),
      );
    }
    const heard = plant(chunks.length, spoken.pcm);
    const segmentOf = () => makeSegment(heard, [], STANDARD_PROFILE, encoder);
    const { durationMs, measures } = heard === spoken.pcm ? (spoken.segment ??= segmentOf()) : segmentOf();
    chunks.push({ text: said, written: said, start, language, startMs, lengthMs: durationMs, measures });
    startMs += durationMs + 250;
  }
  return { language, written: text, chunks, timings: [], known: new Set() };
}

/** Ordinary sentences of the demo's newspapers. */
function sentences(count: number): { text: string; language: string }[] {
  const all = [
    ...english.map(({ text }) => ({ text, language: 'en' })),
    ...german.map(({ text }) => ({ text, language: 'de' })),
  ];
  const found: { text: string; language: string }[] = [];
  for (let round = 0; found.length < count; round++) found.push(all[round % all.length]!);
  return found;
}

const soundKinds: ReadonlySet<FindingKind> = new Set(Object.values(faults).map(({ kind }) => kind));

describe('of a fault in the sound', () => {
  test.each(Object.entries(faults))(
    '%s: at least 95 % are found, in the sentence that they are in',
    async (name, { kind, plant }) => {
      const random = randomFrom(7);
      let [planted, found, chunksSeen] = [0, 0, 0];
      const wrong: string[] = [];
      const wanted = runs(40, 200);
      for (const { text, language } of sentences(wanted)) {
        if (planted >= wanted) break;
        const faulty = new Set<number>();
        const article = voiced(text, language, (index, pcm) => {
          // Every third one, and none that is too short for the fault.
          if (index % 3 !== 1 || pcm.channels[0]!.length < 1.6 * pcm.sampleRate) return pcm;
          faulty.add(index);
          return plant(pcm, random);
        });
        const findings = (await findIn(article)).filter((finding) => soundKinds.has(finding.kind));
        planted += faulty.size;
        chunksSeen += article.chunks.length;
        article.chunks.forEach((chunk, index) => {
          const ofChunk = findings.filter(
            ({ startMs }) => startMs >= chunk.startMs && startMs <= chunk.startMs + chunk.lengthMs,
          );
          if (faulty.has(index)) found += ofChunk.some((one) => one.kind === kind) ? 1 : 0;
          else if (ofChunk.length > 0) wrong.push(`${ofChunk.map((one) => one.kind).join()}: ${chunk.text}`);
        });
      }
      console.log(
        `${name}: ${found} of ${planted} found, ${wrong.length} of ${chunksSeen - planted} clean sentences wrongly ${wrong.slice(0, 3).join(' | ')}`,
      );
      expect(planted).toBeGreaterThanOrEqual(wanted);
      expect(found / planted).toBeGreaterThanOrEqual(0.95);
      expect(wrong).toEqual([]);
    },
    240_000,
  );
});

const corpus = pathToFileURL(
  `${process.env['CORPUS'] ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))}/`,
);
const isPresent = existsSync(new URL('pages.json', corpus));

/** Articles of real pages, as they are read, in the languages that the dashboard speaks. */
function realArticles(most: number): { name: string; text: string; language: string }[] {
  const pages = JSON.parse(readFileSync(new URL('more-pages.json', corpus), 'utf8')) as {
    file: string;
    url: string;
  }[];
  const found: { name: string; text: string; language: string }[] = [];
  for (const { file, url } of pages) {
    if (found.length >= most) break;
    const page = readFileSync(new URL(`pages/${file}`, corpus));
    const [, tag = ''] =
      /<html[^>]*\blang="?([a-z]{2})/i.exec(page.subarray(0, 4_000).toString('latin1')) ?? [];
    if (!['de', 'en', 'fr'].includes(tag)) continue;
    try {
      const { text } = extractArticle(page, { url });
      if (text.length > 1_500) found.push({ name: file, text: normaliseText(text), language: tag });
    } catch {
      // No article could be read of it: that is another test's.
    }
  }
  return found;
}

describe('of a clean text', () => {
  const unvoiced = (text: string, language: string): HeardArticle => ({
    language,
    written: text,
    timings: [],
    known: new Set(),
    chunks: chunkText(text, {
      strategy: 'sentences',
      language,
      limit: { unit: 'characters', value: 3_000 },
    }).map(({ text: said, start }) => ({
      text: said,
      written: said,
      start,
      language,
      startMs: 0,
      lengthMs: 0,
      measures: null,
    })),
  });

  test('of the demo nothing is found', async () => {
    for (const { text, title } of [...english, ...german])
      expect(
        await findIn(unvoiced(text, german.some((one) => one.text === text) ? 'de' : 'en')),
        title,
      ).toEqual([]);
  });

  test.skipIf(!isPresent)(
    `of real pages${isPresent ? '' : ' (skipped: ../shared/corpus is absent)'} hardly anything is found, and each finding says why`,
    async () => {
      let words = 0;
      const kinds = new Map<string, string[]>();
      for (const { text, language } of realArticles(runs(40, 200))) {
        words += text.split(/\s+/).length;
        for (const { kind, reason } of await findIn(unvoiced(text, language)))
          kinds.set(kind, [...(kinds.get(kind) ?? []), JSON.stringify(reason.parameters)]);
      }
      const perThousand = (isOf: (kind: string) => boolean) =>
        ([...kinds].reduce((sum, [kind, found]) => sum + (isOf(kind) ? found.length : 0), 0) * 1_000) / words;
      // Addresses and words in another script are what they are said to be.
      const sure = new Set(['ADDRESS', 'OTHER_SCRIPT']);
      const told = [...kinds].map(([kind, found]) => `${kind} ${found.length}`).join(', ');
      console.log(`${words} words: ${told}`);
      expect(perThousand((kind) => kind !== 'FOREIGN_NAME' && !sure.has(kind))).toBeLessThan(1);
      // Names and quotations of other languages, in pages that are about them.
      expect(perThousand((kind) => kind === 'FOREIGN_NAME')).toBeLessThan(2);
      expect(words).toBeGreaterThan(10_000);
    },
    120_000,
  );

  test('5,000 characters take no more than 150 ms of CPU', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `${index}. ${english[index % 3]!.text}`)
      .join('\n\n')
      .slice(0, 5_000);
    const article = unvoiced(text, 'en');
    await findIn(article);
    const before = process.cpuUsage();
    for (let time = 0; time < 5; time++) await findIn(article);
    const { user, system } = process.cpuUsage(before);
    console.log(`${(user + system) / 5_000} ms`);
    expect((user + system) / 5_000).toBeLessThan(150);
  });
});
