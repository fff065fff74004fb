import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/support/full.ts';
import { spellOut } from './spell-out.ts';

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`)).map((written) => written.slice(0, length));
const short = fc.integer({ min: 1, max: 999 }).map(String);

/** Numbers as all conventions group them, and what is built of them. */
const grouped = fc.oneof(
  fc.tuple(short, digits(3), digits(3)).map(([a, b, c]) => `${a}.${b}.${c}`),
  fc.tuple(short, digits(3), digits(3)).map(([a, b, c]) => `${a},${b},${c}`),
  fc.tuple(short, digits(3), digits(2)).map(([a, b, c]) => `${a}'${b}.${c}`),
  fc.tuple(short, digits(3), digits(2)).map(([a, b, c]) => `${a}.${b},${c}`),
  fc.tuple(short, digits(3), digits(2)).map(([a, b, c]) => `${a},${b}.${c}`),
);
const built = fc.oneof(
  grouped,
  grouped.map((number) => `1:${number}`),
  fc.tuple(digits(3), grouped).map(([a, number]) => `${a}/${number}`),
  grouped.map((number) => `${number} €`),
);

it.each(['de-DE', 'en-GB', 'fr-FR'])('no rule matches a part of a longer number in %s', (language) => {
  fc.assert(
    fc.property(built, (number) => {
      const { spoken } = spellOut(`Es: ${number} heute.`, language);
      expect(spoken).not.toMatch(/\d|\p{L}[.,:'/]\p{L}/u);
    }),
    { numRuns: runs(300, 3_000) },
  );
});
