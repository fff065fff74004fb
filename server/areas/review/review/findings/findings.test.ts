import { beforeAll, describe, expect, test } from 'vitest';
import { expectLinear, memoize } from '../../../../../tests/support/growth.ts';
import { english, german } from '../../../../../prisma/seed/seed-articles.ts';
import { randomFrom } from '../../../../../scripts/seeded-random.ts';
import {
  alarmTable,
  demoArticles,
  falseAlarms,
  hasRealPages,
  realArticles,
  unvoicedArticle,
} from '../../../../../tests/support/clean-articles.ts';
import { runs } from '../../../../../tests/support/full.ts';
import { Mp3Encoder } from '../../../../audio/mp3-encoder.ts';
import type { Pcm } from '../../../../audio/pcm.ts';
import { STANDARD_PROFILE } from '../../../../audio/bitrates.ts';
import { makeSegment } from '../../../../audio/segment.ts';
import { OfflineEngine } from '../../../../speech/offline-engine.ts';
import { engineVoice } from '../../../../speech/offline-voices.ts';
import { defaultReadings } from '../../../../text/normalise/readings.ts';
import { spellOut } from '../../../../text/normalise/spell-out.ts';
import { chunkText } from '../../../../text/chunk-text.ts';
import type { ReviewedArticle, ReviewedChunk } from './finding.ts';
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
): ReviewedArticle {
  const voice = engineVoice(language === 'de' ? 'de-DE-Ada' : 'en-US-Otto', {});
  const chunks: ReviewedChunk[] = [];
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
  return {
    language,
    written: text,
    chunks,
    timings: [],
    isNormalized: false,
    readings: defaultReadings,
    known: new Set(),
  };
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

describe('faults in the audio', () => {
  test.each(Object.entries(faults))(
    '%s: at least 95 % are found, in the right sentence',
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

describe('texts without problems', () => {
  test('yield no findings: the demo', async () => {
    for (const { name, text, language } of demoArticles)
      expect(await findIn(unvoicedArticle(text, language)), name).toEqual([]);
  });

  test.skipIf(!hasRealPages)(
    `yield at most one finding per thousand words: real pages${hasRealPages ? '' : ' (skipped: ../shared/corpus is absent)'}`,
    async () => {
      const alarms = await falseAlarms(realArticles(runs(40, 200)));
      console.log(alarmTable(alarms));
      expect(alarms.words).toBeGreaterThan(10_000);
      expect(alarms.perThousand).toBeLessThan(1);
    },
    120_000,
  );

  test('are checked in time linear to the text', async () => {
    const articleOf = memoize((paragraphs) =>
      unvoicedArticle(
        Array.from({ length: paragraphs }, (_, index) => `${index}. ${english[index % 3]!.text}`).join(
          '\n\n',
        ),
        'en',
      ),
    );
    await expectLinear((paragraphs) => findIn(articleOf(paragraphs)), { from: 10, most: 640 });
  });
});

describe('texts with a problem', () => {
  test.each<[FindingKind, string, string[]]>([
    [
      'FOREIGN_NAME',
      'de',
      'Zverev Kvyat Zhou Tlass Mbappé Nkrumah Zhang Hvaldimir Dzeko Kostrešević Wałęsa Ngũgĩ Søren Åse Brâncuși Khvicha'.split(
        ' ',
      ),
    ],
    ['FOREIGN_NAME', 'en', 'Zverev Mbappé Nkrumah Hrabal Vladić Kvitová Mkhitaryan Zhdanov'.split(' ')],
    ['FOREIGN_NAME', 'fr', 'Mbappé Zverev Strzoda Nkrumah Wałęsa Hrabal Kvitová Zhang'.split(' ')],
    [
      'MARKUP',
      'en',
      [
        '<div class="x">',
        '</p>',
        '&nbsp;',
        '[caption id="4"]',
        '[/box]',
        '{{ name }}',
        '**bold**',
        '<x-ad size="3">',
      ],
    ],
    ['NUMBER', 'en', ['03/04/2026', '+49 30 1234567', '3:1', '123.456.789']],
    ['ADDRESS', 'de', ['https://example.org/x', 'www.example.org', 'a@example.org', '#Wahl', '🙂']],
    ['OTHER_SCRIPT', 'de', ['Москва', 'Αθήνα', '東京', 'שלום']],
    ['ABBREVIATION', 'de', ['5 kWh', 'i. d. R.', '20 °C', 'ggf.']],
    ['REPEATED_WORD', 'de', ['jedoch jedoch', 'Er er und und']],
  ])('%s in %s is found', async (kind, language, all) => {
    const missed: string[] = [];
    for (const one of all) {
      const text =
        language === 'de'
          ? `Heute kam ${one} hinzu.`
          : language === 'fr'
            ? `Hier ${one} est venu.`
            : `Then ${one} came by.`;
      if (!(await findIn(unvoicedArticle(text, language))).some((found) => found.kind === kind))
        missed.push(one);
    }
    expect(missed).toEqual([]);
  });

  test.each([
    [
      'a last line without an end',
      'CUT_TEXT',
      'Es war kalt.\n\nDie Fähre fuhr trotzdem noch einmal über den Fluss und die',
    ],
    [
      'a paragraph twice',
      'DOUBLED_PARAGRAPH',
      `${'Die Fähre fuhr trotzdem noch einmal über den breiten Fluss. '.repeat(2)}\n\n${'Die Fähre fuhr trotzdem noch einmal über den breiten Fluss. '.repeat(2)}`,
    ],
    ['a line of the page', 'PAGE_FURNITURE', 'Es war kalt.\n\nJetzt abonnieren!\n\nEs blieb kalt.'],
    ['seventy words', 'LONG_SENTENCE', `Es war ${'sehr kalt und '.repeat(23)} still.`],
  ])('%s is found', async (_, kind, text) => {
    expect((await findIn(unvoicedArticle(text, 'de'))).map((found) => found.kind)).toContain(kind);
  });

  /** An article of normalized text. */
  const spelledOut = (text: string, language: string): ReviewedArticle => {
    const article = unvoicedArticle(text, language);
    const chunks = article.chunks.map((chunk) => ({
      ...chunk,
      text: spellOut(chunk.written, language).spoken,
    }));
    return { ...article, chunks, isNormalized: true };
  };
  const foundIn = async (article: ReviewedArticle) =>
    (await findIn(article, ['AMBIGUOUS', 'LEFT_AS_WRITTEN'])).map(({ kind, word }) => [kind, word]);

  test.each<[FindingKind, string, string, string]>([
    ['AMBIGUOUS', 'de', 'Das Fest ist Fr 9 im Park.', 'Fr 9'],
    ['AMBIGUOUS', 'de', 'Der Rat hat 3/4 verworfen.', '3/4'],
    ['AMBIGUOUS', 'de', 'Das Ergebnis lautete 1:25 am Ende.', '1:25'],
    ['AMBIGUOUS', 'de', 'Siehe Kapitel 10.11. im Bericht.', '10.11.'],
    ['AMBIGUOUS', 'de', 'Dort leben 12,345 Menschen.', '12,345'],
    ['AMBIGUOUS', 'de', 'Es kostet 12,345 Euro.', '12,345 Euro'],
    ['AMBIGUOUS', 'en', 'It was signed on 03/04/2026 there.', '03/04/2026'],
    ['AMBIGUOUS', 'en', 'They wrote 3/4 there.', '3/4'],
    ['AMBIGUOUS', 'en', 'The mark was 1:25 there.', '1:25'],
    ['AMBIGUOUS', 'en', 'There are 12.345 people.', '12.345'],
    ['AMBIGUOUS', 'fr', 'Il a écrit 3/4 ici.', '3/4'],
    ['AMBIGUOUS', 'fr', 'Le résultat 1:25 surprend.', '1:25'],
    ['AMBIGUOUS', 'fr', 'Il y a 12,345 personnes.', '12,345'],
    ['LEFT_AS_WRITTEN', 'en', 'Install numpy==1 first.', 'numpy==1'],
    ['LEFT_AS_WRITTEN', 'de', 'Ein Fonds ($20M invested) folgt.', '$20M'],
    ['LEFT_AS_WRITTEN', 'de', 'Das ist 100%ig so.', '100%ig'],
  ])('%s in %s: “%s”', async (kind, language, text, word) => {
    expect(await foundIn(spelledOut(text, language))).toEqual([[kind, word]]);
    // Without normalization the voice reads numbers in its own way.
    expect(await foundIn({ ...spelledOut(text, language), isNormalized: false })).toEqual([]);
    // A dictionary says how it is spoken.
    const known = new Set([word.toLowerCase()]);
    expect(await foundIn({ ...spelledOut(text, language), known })).toEqual([]);
  });

  test.each([
    ['de', 'Am Fr 9–17 Uhr offen, Fr. 12.50 kostet es.'],
    ['de', 'Rund 3/4 der Räte kamen um 1:25 Uhr, um 14:30 begann es. Am 10.11. ist Markt.'],
    ['de', 'Es waren 12.345 Menschen, 0,345 Prozent, 12,345 Kilometer.'],
    ['en', 'About 3/4 of them came at 1:25, on 13/04/2026, and 12,345 people left.'],
    ['fr', 'Les 3/4 des élus sont venus à 14:30 le 12/10/2026.'],
  ])('a reading that the context determines is not ambiguous in %s: “%s”', async (language, text) => {
    expect(await foundIn(spelledOut(text, language))).toEqual([]);
  });

  test('a reading from a dictionary or a language model is not reported as a default reading', async () => {
    const article = spelledOut('Der Rat hat 3/4 verworfen.', 'de');
    const chunks = [{ ...article.chunks[0]!, text: 'Der Rat hat drei Strich vier verworfen.' }];
    expect(await foundIn({ ...article, chunks })).toEqual([]);
  });

  test('a quotation in another script is one finding, and spelled-out digits are no repetition', async () => {
    const quotation = unvoicedArticle('Er sagte: «Москва не верит слезам», und ging.', 'de');
    expect((await findIn(quotation)).map(({ kind }) => kind)).toEqual(['OTHER_SCRIPT']);
    const spelled = unvoicedArticle('Das Büro hat 0800.', 'de');
    const [chunk] = spelled.chunks;
    const said = [{ ...chunk!, text: 'Das Büro hat null acht null null.' }];
    expect(await findIn({ ...spelled, chunks: said })).toEqual([]);
  });
});
