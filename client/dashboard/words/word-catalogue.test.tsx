import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { formatCount, formatDateTime } from '../ui/format.ts';
import { chooseLanguage } from './language.ts';
import { useWords, currentWords } from './word-catalogue.ts';
import { wordsPart } from './words-part.ts';

/** Words as they are generated (codegen/catalogues), in three languages, loaded when they are needed. */
interface Greeting {
  hello: (of: { name: string }) => string;
  articles: (of: { count: number }) => string;
  more: (of: { link: (text: ReactNode) => ReactNode }) => ReactNode;
}
const greeting = wordsPart<Greeting>({
  en: async () => ({
    default: (say) => ({
      hello: ({ name }) => `Good morning, ${name}`,
      articles: ({ count }) =>
        say.plural(count, count, { one: '1 article', other: `${say.number(count)} articles` }),
      more: ({ link }) => say.together('Read ', link('more'), '.'),
    }),
  }),
  de: async () => ({
    default: (say) => ({
      hello: ({ name }) => `Guten Morgen, ${name}`,
      articles: ({ count }) => `${say.number(count)} Artikel`,
      more: ({ link }) => say.together(link('Mehr'), ' lesen.'),
    }),
  }),
  fr: async () => ({
    default: (say) => ({
      hello: ({ name }) => `Bonjour ${name}`,
      articles: ({ count }) => {
        const counted = say.number(count);
        return say.plural(count, count, {
          one: `${counted} article`,
          many: `${counted} d’articles`,
          other: `${counted} articles`,
        });
      },
      more: ({ link }) => say.together('En lire ', link('plus'), '.'),
    }),
  }),
});

function Greeting() {
  const w = useWords(greeting);
  return (
    <>
      <input aria-label="Typed" />
      <p>
        {w.hello({ name: 'Ada' })}: {w.articles({ count: 1234 })}
      </p>
      <footer>{w.more({ link: (text) => <a href="/docs">{text}</a> })}</footer>
    </>
  );
}

afterEach(async () => {
  localStorage.clear();
  await act(() => chooseLanguage('en'));
});

test('a sentence keeps its link, wherever the translation puts it', async () => {
  render(<Greeting />);
  const footer = screen.getByRole('contentinfo');
  expect(footer.innerHTML).toBe('Read <a href="/docs">more</a>.');
  await act(() => chooseLanguage('de'));
  expect(footer.innerHTML).toBe('<a href="/docs">Mehr</a> lesen.');
});

test('changing the language changes texts, not input', async () => {
  render(<Greeting />);
  const typed = screen.getByLabelText('Typed') as HTMLInputElement;
  typed.value = 'half a sentence';
  expect(screen.getByText('Good morning, Ada: 1,234 articles')).toBeTruthy();
  await act(() => chooseLanguage('de'));
  expect(screen.getByText('Guten Morgen, Ada: 1.234 Artikel')).toBeTruthy();
  expect(screen.getByLabelText('Typed')).toBe(typed);
  expect(typed.value).toBe('half a sentence');
  expect(document.documentElement.lang).toBe('de');
});

test('numbers and dates are formatted in the language', async () => {
  const moment = '2026-03-05T14:07:00.000Z';
  expect([currentWords(greeting).articles({ count: 1 }), formatCount(12_345)]).toEqual([
    '1 article',
    '12,345',
  ]);
  expect(formatDateTime(moment, 'UTC')).toBe('5 Mar 2026, 14:07');
  await chooseLanguage('de');
  expect(currentWords(greeting).articles({ count: 1 })).toBe('1 Artikel');
  expect(formatCount(12_345)).toBe('12.345');
  expect(formatDateTime(moment, 'UTC')).toMatch(/^5\. März 2026/);
});

test('plural forms follow the language: French uses singular for zero, and has a form for millions', async () => {
  await act(() => chooseLanguage('fr'));
  const articles = (count: number) => currentWords(greeting).articles({ count });
  expect([0, 1, 2, 1234, 2_000_000].map(articles)).toEqual([
    '0 article',
    '1 article',
    '2 articles',
    '1\u{202f}234 articles',
    '2\u{202f}000\u{202f}000 d’articles',
  ]);
  expect(formatCount(12_345)).toBe('12\u{202f}345');
  expect(formatDateTime('2026-03-05T14:07:00.000Z', 'UTC')).toMatch(/^5 mars 2026.* 14:07$/);
  expect(document.documentElement.lang).toBe('fr');
});
