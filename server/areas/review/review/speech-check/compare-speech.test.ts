import { beforeAll, describe, expect, test } from 'vitest';
import { english, german } from '../../../../../prisma/seed/seed-articles.ts';
import { randomFrom } from '../../../../../scripts/seeded-random.ts';
import { OfflineEngine } from '../../../../speech/offline-engine.ts';
import { voiceOfLanguage } from '../../../../speech/offline-voices.ts';
import { sentenceRanges } from '../../../../text/sentences.ts';
import { recognisedWords } from './recognised-words.ts';
import { compareSpeech, uncertainWords, type Divergence } from './compare-speech.ts';

let engine: OfflineEngine;
beforeAll(async () => {
  engine = await OfflineEngine.load();
});

/** As the check compares it: doubtful words by the sounds of the offline engine. */
function compared(text: string, heard: string, language: string): Divergence[] {
  const words = [...new Set(uncertainWords(text, heard, language))];
  const sounds = engine.sounds(words, voiceOfLanguage(language)!);
  const known = new Map(words.map((word, index) => [word, sounds[index]!]));
  return compareSpeech(text, heard, language, (word) => known.get(word) ?? [...word]);
}

describe('equivalent spellings count as no difference', () => {
  test.each([
    ['de', 'Merz sagte nichts dazu.', 'Mertz sagte nichts dazu'],
    ['de', 'Maier und Meyer kamen aus Eßlingen.', 'Mayer und Meier kamen aus Esslingen.'],
    ['de', 'Der Bundeskanzler sprach.', 'der bundes kanzler sprach'],
    ['de', 'Die Arbeits- und Sozialministerin ging.', 'Die Arbeits und Sozial-Ministerin ging.'],
    ['de', 'Im Jahr 2026 kamen 3 % mehr.', 'Im Jahr zweitausendsechsundzwanzig kamen drei Prozent mehr.'],
    ['en', 'They rose by three percent.', 'They rose by 3%.'],
    ['en', 'Their knight was there at night.', 'There night was their at knight.'],
    ['en', 'The ice cream shop, it closed!', 'the icecream shop it closed'],
    ['en', 'Dr. Smith paid $5.', 'Doctor Smith paid five dollars.'],
    ['fr', 'Il a vingt et un ans.', 'Il a 21 ans.'],
  ])('in %s: %s, recognized as %s', (language, text, heard) => {
    expect(compared(text, heard, language)).toEqual([]);
  });
});

describe('differences between transcript and text', () => {
  test('a dropped negation weighs more than a dropped content word, and that more than a function word', () => {
    const text = 'The minister did not resign yesterday in the capital.';
    const without = (word: string) => compared(text, text.replace(`${word} `, ''), 'en')[0]!;
    const [negation, word, little] = [without('not'), without('yesterday'), without('in')];
    expect(negation).toMatchObject({ kind: 'missing', said: 'not', heard: '', turns: true });
    expect(word).toMatchObject({ kind: 'missing', said: 'yesterday', turns: false });
    expect(negation.distance).toBeGreaterThan(word.distance);
    expect(word.distance).toBeGreaterThan(little.distance);
  });

  test('a wrong number changes the meaning, in any sentence', () => {
    expect(compared('Sie zahlten 40 Euro.', 'Sie zahlten 14 Euro.', 'de')).toMatchObject([
      { kind: 'otherwise', turns: true, heard: '14 Euro' },
    ]);
  });

  test('eight wrong words in a row are one passage, even if one of them matches by chance', () => {
    const text =
      'We waited for the boat. It came at seven with forty tired people and two dogs. All was well.';
    const heard =
      'We waited for the boat. Grey noise and at murmuring filled every empty quiet corner. All was well.';
    const found = compared(text, heard, 'en');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ isAstray: true, kind: 'otherwise' });
    expect(text.slice(found[0]!.start)).toMatch(/^It came/);
  });

  test('a skipped or repeated sentence is reported as such', () => {
    const text =
      'The council met on Monday. Nobody came from the northern villages this time. The mayor left.';
    const middle = ' Nobody came from the northern villages this time.';
    expect(compared(text, text.replace(middle, ''), 'en')).toMatchObject([
      { kind: 'missing', isAstray: true },
    ]);
    expect(compared(text, text.replace(middle, middle + middle), 'en')).toMatchObject([
      { kind: 'added', isAstray: true },
    ]);
  });

  test('empty texts have no differences', () => {
    expect(compared('Nobody waved.', '', 'en')).toMatchObject([{ kind: 'missing', turns: true }]);
    expect(compared('…', '', 'en')).toEqual([]);
  });
});

/** Ordinary sentences of the demo's newspapers, 6 words and more. */
const sentences = [
  ...english.map(({ text }) => ({ text, language: 'en' })),
  ...german.map(({ text }) => ({ text, language: 'de' })),
].flatMap(({ text, language }) =>
  text
    .split('\n')
    .flatMap((paragraph) =>
      sentenceRanges(paragraph, language).map(({ start, end }) => ({
        text: paragraph.slice(start, end),
        language,
      })),
    )
    .filter((sentence) => sentence.text.split(' ').length >= 6),
);

/** What goes wrong in a sentence, at a word of at least four letters. */
const faults: Record<string, (words: string[], at: number) => string[]> = {
  dropped: (words, at) => words.toSpliced(at, 1),
  doubled: (words, at) => words.toSpliced(at, 0, words[at]!),
  swapped: (words, at) => words.toSpliced(at, 1, 'gooseberry'),
  truncated: (words, at) => words.slice(0, Math.max(1, at)),
};

test.each(Object.keys(faults))('in 200 sentences with a word %s, at least 95 % are found', (name) => {
  const random = randomFrom(11);
  let found = 0;
  for (let index = 0; index < 200; index++) {
    const { text, language } = sentences[index % sentences.length]!;
    const words = text.split(' ');
    const long = words.flatMap((word, at) => (at > 0 && /\p{L}{4,}/u.test(word) ? [at] : []));
    const at = long[Math.floor(random() * long.length)] ?? words.length - 1;
    const heard = faults[name]!(words, at).join(' ');
    const total = compared(text, heard, language).reduce((sum, { distance }) => sum + distance, 0);
    if (total >= 0.5) found++;
    expect(compared(text, text.replaceAll(/[“”„]|[,:;](?=\s)|\.$/g, ''), language), text).toEqual([]);
  }
  console.log(`${name}: ${found} of 200 found`);
  expect(found).toBeGreaterThanOrEqual(190);
});

test('in 200 sentences all wrong numbers are found, and correct ones match in any notation', () => {
  const random = randomFrom(5);
  const missed: string[] = [];
  for (let index = 0; index < 200; index++) {
    const { text, language } = sentences[index % sentences.length]!;
    const number = 2 + Math.floor(random() * 900);
    const other = number + 1 + Math.floor(random() * 90);
    // Not next to another number, with which it would merge.
    const withNumber = (one: number | string) => text.replace(/(?<=\p{L}) (?=\p{L})/u, ` ${one} `);
    const written = withNumber(number);
    if (!compared(written, withNumber(other), language).some(({ turns }) => turns))
      missed.push(`${number} ${other}`);
    const spoken = recognisedWords(String(number), language)
      .map(({ said }) => said)
      .join(' ');
    expect(compared(written, withNumber(spoken), language), written).toEqual([]);
  }
  console.log(`wrong number: ${200 - missed.length} of 200 found`, missed);
  expect(missed.length).toBeLessThanOrEqual(10);
});
