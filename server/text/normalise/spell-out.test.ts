import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear, memoize } from '../../../tests/support/growth.ts';
import { normaliseText } from '../normalise-text.ts';
import { isSpelled, spellOut } from './spell-out.ts';
import { runs } from '../../../tests/support/full.ts';

const languages = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv'] as const;
/** A language is one folder: its words, its rules, and its sentences. */
const folders = {
  de: 'german',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  nl: 'dutch',
  pl: 'polish',
  pt: 'portuguese',
  sv: 'swedish',
};
const regions = {
  de: 'de-DE',
  en: 'en-GB',
  es: 'es-ES',
  fr: 'fr-FR',
  it: 'it-IT',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-PT',
  sv: 'sv-SE',
};
/** How many sentences each table has at least. */
const least = { de: 400, en: 250, es: 300, fr: 220, it: 300, nl: 300, pl: 300, pt: 300, sv: 300 };

/**
 * Reads written sentences with their spoken forms, one per line: `written => said`; a line without an arrow
 * stays as it is.
 */
const goldens = (language: keyof typeof folders): [written: string, said: string][] =>
  readFileSync(new URL(`./${folders[language]}/sentences.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [written, said = written] = line.split(' => ');
      return [written!, said!];
    });

describe.each(languages)('spelled out in %s', (language) => {
  const sentences = goldens(language);

  it('enough sentences are tested', () => expect(sentences.length).toBeGreaterThanOrEqual(least[language]));

  it.each(sentences)('%s', (written, said) => {
    expect(spellOut(written, regions[language], true).spoken).toBe(said);
  });

  it('the result is not changed by spelling out again', () => {
    for (const [, said] of sentences)
      expect(spellOut(said, regions[language], true)).toEqual({ spoken: said, changes: [] });
  });

  it('the changes applied to the written text give the spoken text', () => {
    for (const [written] of sentences) {
      const { spoken, changes } = spellOut(written, regions[language], true);
      let at = 0;
      for (const { start, length } of changes) {
        expect(start).toBeGreaterThanOrEqual(at);
        at = start + length;
      }
      expect(
        changes.reduceRight(
          (text, { start, length, spoken: said }) => text.slice(0, start) + said + text.slice(start + length),
          written,
        ),
      ).toBe(spoken);
    }
  });
});

const pieces = fc.constantFrom(
  ...(
    '1 2 0 7 12 31 99 100 1999 2024 007 1.000 1,5 3.14 24.12. 3. 5.5.2024 14:30 2:1 9:05:07 10–20 10-20 1990–95 5-km- 1/2 3/4 ½ 2½ -5 −3 +49 ~7 50% 50 € $5 £3m €1.5bn ' +
    'CHF EUR Mio. Mrd. km/h m² °C kWh Uhr Mai May mai January 1er 2e 3rd 1990s 90er XIV. IV II I IIe XXe Ludwig Louis Elizabeth Kapitel World War z. B. d. h. e.g. etc. Dr. M. Mme St. Nr. No. n° ' +
    'www.a.de http://x.y/z?q=1 a@b.de #Tag_1 @name § & % + = × ( ) „ “ « » " \' . , ; : ! ? - – — / \\ \n der am im the of le la und and et COVID-19 A8 H5N1 \u00a0 😀 é ́ '
  ).split(' '),
  ' ',
);
const texts = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: pieces },
      { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }) },
    ),
    { maxLength: 30 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((gap) => parts.join(gap)));

describe('regions', () => {
  it.each([
    ['pt-BR', 'O dia 1 de janeiro é feriado.', 'O dia primeiro de janeiro é feriado.'],
    ['pt-BR', 'Custa R$ 2,50.', 'Custa dois reais e cinquenta centavos.'],
    ['pt-BR', 'O prêmio é de R$ 1,5 milhão.', 'O prêmio é de um vírgula cinco milhão de reais.'],
    ['pt-BR', 'O rombo é de R$ 16 bilhões.', 'O rombo é de dezesseis bilhões de reais.'],
    ['pt-BR', 'São 1.500.000.019 linhas.', 'São um bilhão quinhentos milhões e dezenove linhas.'],
    ['pt-BR', 'O CEP é 01310-100.', 'O CEP é zero um três um zero, um zero zero.'],
    ['es-MX', 'El 1 de enero es fiesta.', 'El primero de enero es fiesta.'],
    ['nl-BE', 'De trein vertrekt om 14u30.', 'De trein vertrekt om veertien uur dertig.'],
  ])('%s: %s', (language, written, said) => expect(spellOut(written, language, true).spoken).toBe(said));
});

describe('any text', () => {
  it.each(languages)('is spelled out in finite time without errors, idempotently, in %s', (language) => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, begins) => {
        const { spoken, changes } = spellOut(text, regions[language], begins);
        expect(changes.every(({ start, length }) => start >= 0 && start + length <= text.length)).toBe(true);
        expect(spellOut(spoken, regions[language]).spoken).toBe(spoken);
      }),
      { numRuns: runs(200, 1_500) },
    );
  });

  it.each(languages)('keeps every word without digit, symbol or abbreviation in %s', (language) => {
    const words = fc.array(
      fc.constantFrom(
        ...'Haus river école gehen walking jolie Straße over CD MIT ICH OK we’ll l’eau naïve'.split(' '),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(words, (list) => {
        const text = `${list.join(' ')}.`;
        expect(spellOut(text, regions[language], true)).toEqual({ spoken: text, changes: [] });
      }),
    );
  });

  const hostile = [
    '1',
    '1.',
    '1-',
    '1 ',
    '0',
    '1,',
    '+1 ',
    '1:',
    '1/',
    '.',
    'a.',
    'a-',
    'a@',
    'http://',
    'www.a.',
    'I',
    'XIV',
    'z. ',
    'z.',
    'm.',
    '#a',
    '@',
    '§',
    '$',
    '$1',
    '1 000 ',
    '12.12.',
    '1–',
    ' 1',
    'é1',
    '(1) ',
    'Mai ',
    '1 Mio. ',
  ];
  it.each(languages)('takes linear time in %s', async (language) => {
    for (const unit of hostile) {
      const textOf = memoize((length) => unit.repeat(Math.ceil(length / unit.length)));
      const spell = (length: number) => spellOut(textOf(length), regions[language]);
      await expectLinear(spell, { from: 500, most: runs(20_000, 40_000), what: unit });
    }
  });

  it('is unchanged in other languages', () => {
    const text = normaliseText('3. května 2024 stál 1,5 milionu €.');
    expect(spellOut(text, 'cs-CZ', true)).toEqual({ spoken: text, changes: [] });
    expect([isSpelled('cs-CZ'), isSpelled('de-AT'), isSpelled('fr')]).toEqual([false, true, true]);
  });
});
