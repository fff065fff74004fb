import { compileDictionary } from '../../server/text/pronunciation/compile-dictionary.ts';
import type { CompiledDictionary } from '../../server/text/pronunciation/compile-dictionary.ts';
import type { Entry } from '../../server/text/pronunciation/dictionary.ts';
import { pronounce } from '../../server/text/pronunciation/pronounce.ts';
import { measured, median, type Figure, type Measure } from './figure.ts';
import { usageFigures } from './dictionary-usage.ts';
import { importFigures, trialFigures } from './dictionary-work.ts';
import { definePart } from './part.ts';

const characters = 10_000;
const voice = { language: 'de-DE', provider: 'offline', name: 'de', takesSounds: () => true };

/**
 * Dictionaries: applied to an article of 10,000 characters, sentence by sentence as the pipeline does; found
 * in articles, imported, tried.
 */
export const part = definePart({
  minutes: 7,
  rows: ['applied', 'usage', 'import', 'trial'],
  full: {
    rounds: 15,
    entries: 10_000,
    patterns: 1_000,
    articles: 1_000_000,
    searches: 3,
    lines: 100_000,
    tried: 100,
    trials: 5,
  },
  tiny: {
    rounds: 1,
    entries: 100,
    patterns: 20,
    articles: 500,
    searches: 1,
    lines: 100,
    tried: 5,
    trials: 1,
  },
  async measure({ rounds, entries, patterns, articles, searches, lines, tried, trials }, wants) {
    return [
      ...(wants('import') ? await importFigures(lines) : []),
      ...(wants('trial') ? await trialFigures(tried, trials) : []),
      ...(wants('applied') ? appliedFigures(rounds, entries, patterns) : []),
      ...(wants('usage') ? await usageFigures(articles, searches) : []),
    ];
  },
});

function appliedFigures(rounds: number, entries: number, patterns: number): Figure[] {
  const small = dictionaryOf(words(entries));
  const large = dictionaryOf(words(10 * entries));
  const expressions = dictionaryOf(patternEntries(patterns));
  const [few, many, found] = [small, large, expressions].map((dictionary) => {
    // Warms the code up, as in a worker; each round uses a different article.
    for (let round = 0; round < 3; round++) cpuOf(dictionary, round);
    return Array.from({ length: rounds }, (_, round) => cpuOf(dictionary, 10 + round));
  }) as [number[], number[], number[]];
  return [
    measured(
      { ...applied, name: `${entries.toLocaleString('en')} entries applied to an article`, bar: 20 },
      few,
      `${characters.toLocaleString('en')} characters; CPU`,
    ),
    measured(
      {
        name: 'ten times as many entries, against those',
        unit: 'times',
        bar: 2,
        better: 'lower',
        plausible: [0.1, 100],
      },
      many.map((value) => value / median(few)),
      `${median(many).toFixed(1)} ms of CPU`,
    ),
    measured(
      { ...applied, name: `${patterns.toLocaleString('en')} regular expressions applied`, bar: 50 },
      found,
      'to an article of the same length; CPU',
    ),
  ];
}

const applied: Omit<Measure, 'name' | 'bar'> = { unit: 'ms', better: 'lower', plausible: [0.01, 10_000] };

/** Milliseconds of CPU that applying a dictionary to one article takes. */
function cpuOf(dictionary: CompiledDictionary, seed: number): number {
  const sentences = article(seed);
  const before = process.cpuUsage();
  for (const sentence of sentences) pronounce([dictionary], sentence, voice);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const syllables =
  'an be chi dor en fal gra hau in ker lan mer nor ost pol ri sta tur ver wal zen ler mann ung heit'.split(
    ' ',
  );

/** A name such as an article has: two to five syllables. */
function word(random: () => number): string {
  const parts = Array.from(
    { length: 2 + Math.floor(random() * 4) },
    () => syllables[Math.floor(random() * syllables.length)]!,
  );
  const name = parts.join('');
  return name[0]!.toUpperCase() + name.slice(1);
}

function article(seed: number): string[] {
  const random = numbers(seed);
  const sentences: string[] = [];
  for (let length = 0; length < characters; length += sentences.at(-1)!.length)
    sentences.push(
      `${Array.from({ length: 12 }, () => (random() < 0.4 ? word(random) : word(random).toLowerCase())).join(' ')} im Jahr ${1900 + Math.floor(random() * 200)}.`,
    );
  return sentences;
}

const entry = (id: number, source: string, given: Partial<Entry> = {}): Entry => ({
  id,
  source,
  replacement: `${source.toLowerCase()}-`,
  kind: 'substitution',
  phonemes: null,
  wholeWord: true,
  matchCase: id % 2 === 0,
  isPattern: false,
  inflected: false,
  ...given,
});

/** Names of one and two words, no two alike, a tenth of them parts of words. */
function words(count: number): Entry[] {
  const random = numbers(7);
  const names = new Set<string>();
  while (names.size < count) names.add(random() < 0.5 ? word(random) : `${word(random)} ${word(random)}`);
  return Array.from(names, (name, id) => entry(id, name, { wholeWord: id % 10 > 0 }));
}

/** Numbers with a unit, words with endings, abbreviations, capitals. */
const patternEntries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, id) =>
    entry(
      id,
      [`(\\d+) ?k${id}`, `\\bAbc${id}(er|es)?\\b`, `Nr\\.? ?${id}([a-z])`, `[A-Z]{2,5}${id}`][id % 4]!,
      { isPattern: true },
    ),
  );

const dictionaryOf = (entries: Entry[]): CompiledDictionary =>
  compileDictionary({
    id: 1,
    name: 'Names',
    level: 'project',
    scope: { language: null, provider: null, voice: null },
    entries,
  });
