import { expect, test } from 'vitest';
import { expectLinear, memoize } from '../../../tests/support/growth.ts';
import { align, tokensOf } from './page-alignment.ts';

const words = (text: string): string[] => tokensOf(text).map(({ text: word }) => word);
/** The page's words as the spoken ones found them; `-` for none. */
const found = (spoken: string, page: string): string => {
  const onPage = words(page);
  return Array.from(align(words(spoken), onPage), (place) => (place < 0 ? '-' : onPage[place])).join(' ');
};
const places = (spoken: string, page: string): number[] => Array.from(align(words(spoken), words(page)));

test('words are compared without case, punctuation and soft hyphens', () => {
  expect(words('„Straßen\u00adbahn“ E\u2011Mail, 3,5\u00a0% Don’t')).toEqual([
    'straßenbahn',
    'e',
    'mail',
    '3',
    '5',
    'don',
    't',
  ]);
  expect(words('東京は Thai ไทย')).toEqual(['東', '京', 'は', 'thai', ...'ไทย']);
  expect(tokensOf('a b\u00adc')).toEqual([
    { text: 'a', start: 0, end: 1 },
    { text: 'bc', start: 2, end: 5 },
  ]);
});

test('a text that equals the page is found word by word', () => {
  const text = 'The town has a new bridge. It was opened on Monday by the mayor, who had a cold.';
  expect(places(text, text)).toEqual(words(text).map((_, index) => index));
});

test('menus, ads, footnotes and quoting comments do not mislead', () => {
  const spoken =
    'A bridge for the town. The town has a new bridge. It was opened on Monday by the mayor. The old one had been closed since May.';
  const page =
    'Home News A bridge for the town Sport A bridge for the town By Jane Doe 5 May Share The town has a new bridge 1 It was Advertisement Buy ' +
    'the best shoes of the town opened on Monday by the mayor. Read also: The mayor has a cold. The old one had been closed since May. ' +
    'Comments The town has a new bridge? It was opened on Monday by the mayor!';
  expect(found(spoken, page)).toBe(words(spoken).join(' '));
  const at = places(spoken, page);
  expect(at.toSorted((a, b) => a - b)).toEqual(at);
  // The heading above the text, not the same words in the menu.
  expect(at[0]).toBe(words('Home News A bridge for the town Sport').length);
  expect(at.at(-1)!).toBeLessThan(words(page.slice(0, page.indexOf('Comments'))).length);
});

test('words that are spoken differently are skipped, and later ones found', () => {
  expect(
    found(
      'It cost five percent more than Doctor Miller had thought',
      'It cost 5 % more than Dr. Miller had thought',
    ),
  ).toBe('it cost - - more than - miller had thought');
});

test('a repetitive text is followed in order', () => {
  const text = 'row row row your boat '.repeat(20);
  const at = places(text, `Menu ${text} Footer`);
  expect(at).toEqual(words(text).map((_, index) => index + 1));
});

test('a page without the text has no positions', () => {
  const at = places('The town has a new bridge since Monday', 'Cookies Imprint Privacy of us');
  expect(at.every((place) => place === -1)).toBe(true);
});

test('a long text on a longer similar page is given up in bounded time', async () => {
  const giveUp = (length: number): void => {
    const spoken = Array.from({ length }, (_, index) => `w${index % 7}`);
    const page = Array.from({ length: 10 * length }, (_, index) => `w${(index * 3) % 11}x`);
    expect(align(spoken, page).every((place) => place === -1)).toBe(true);
  };
  await expectLinear(giveUp, { most: 10_000 });
});

test('a long page is aligned in bounded time', async () => {
  const random = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const made = memoize((length) => {
    const next = random(7);
    const spoken = Array.from({ length }, () => `w${Math.floor(next() ** 3 * 3000)}`);
    const page = spoken.flatMap((word) =>
      next() < 0.02 ? ['ad', 'for', 'shoes', word] : next() < 0.02 ? [] : [word],
    );
    return { spoken, page };
  });
  const alignMade = (length: number) => align(made(length).spoken, made(length).page);
  await expectLinear(alignMade, { most: 16_000 });
  const { spoken, page } = made(8_000);
  const at = alignMade(8_000);
  const right = Array.from(at).filter((place, index) => place >= 0 && page[place] === spoken[index]).length;
  expect(right / spoken.length).toBeGreaterThan(0.96);
});
