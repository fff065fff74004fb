import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/support/full.ts';
import { spokenNumbers } from './spoken-numbers.ts';
import { spellOut } from './spell-out.ts';

test.each([
  ['en-US', 'three percent', 'three per cent'],
  ['en-US', 'in twenty twenty-four', 'in two thousand and twenty-four'],
  ['en-US', 'one hundred and five', 'a hundred five'],
  ['en-US', 'five and six', 'five six'],
  ['en-US', 'two million five hundred thousand', '2500000'],
  ['de-DE', 'am dritten Mai', 'am 3. Mai'],
  ['de-DE', 'vierundzwanzigster Dezember zweitausendvierundzwanzig', '24 2024'],
  ['de-DE', 'hundert Euro', 'einhundert Euro'],
  ['de-DE', 'eins Komma fünf Millionen', '1 5000000'],
  ['fr-FR', 'quatre-vingt-dix-sept pour cent', '97 pour 100'],
  ['fr-FR', 'soixante et onze', '71'],
])('%s: %s has the same numbers as %s', (language, said, other) =>
  expect(spokenNumbers(said, language)).toBe(spokenNumbers(other, language)),
);

test.each([
  ['en-US', 'three percent', 'thirteen percent'],
  ['en-US', 'three percent', 'some percent'],
  ['en-US', 'two to one', 'one to two'],
  ['de-DE', 'zwölf Prozent', 'zwanzig Prozent'],
  ['de-DE', 'am dritten Mai', 'am dreizehnten Mai'],
  ['de-DE', 'fünf Millionen', 'fünf Milliarden'],
  ['fr-FR', 'deux mille', 'douze mille'],
])('%s: %s has other numbers than %s', (language, said, other) =>
  expect(spokenNumbers(said, language)).not.toBe(spokenNumbers(other, language)),
);

test.each(['en-US', 'de-DE', 'fr-FR'])('%s: every spelled-out number is recognized as itself', (language) => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(120), fc.nat(9_999), fc.nat(999_999)), (number) => {
      const { spoken } = spellOut(`x ${number} x`, language, false);
      expect(spokenNumbers(spoken, language), spoken).toBe(String(number));
    }),
    { numRuns: runs(300, 20_000) },
  );
});
