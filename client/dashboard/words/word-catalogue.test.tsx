import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { formatCount, formatDateTime } from '../ui/format.ts';
import { chooseLanguage } from './language.ts';
import { counted, useWords, words, wordsNow } from './word-catalogue.ts';

const greeting = words({
  en: {
    hello: (name: string) => `Good morning, ${name}`,
    articles: (count: number) => counted(count, { one: 'article', other: 'articles' }),
  },
  de: {
    hello: (name) => `Guten Morgen, ${name}`,
    articles: (count) => counted(count, { one: 'Artikel', other: 'Artikel' }),
  },
});

function Greeting() {
  const w = useWords(greeting);
  return (
    <>
      <input aria-label="Typed" />
      <p>
        {w.hello('Ada')}: {w.articles(1234)}
      </p>
    </>
  );
}

afterEach(() => {
  localStorage.clear();
  chooseLanguage('en');
});

test('what is shown changes with the language, and what is typed stays', async () => {
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

test('numbers and dates are written as the language writes them', () => {
  const moment = '2026-03-05T14:07:00.000Z';
  expect([counted(1, { one: 'article', other: 'articles' }), formatCount(12_345)]).toEqual([
    '1 article',
    '12,345',
  ]);
  expect(formatDateTime(moment, 'UTC')).toBe('5 Mar 2026, 14:07');
  chooseLanguage('de');
  expect(wordsNow(greeting).articles(1)).toBe('1 Artikel');
  expect(formatCount(12_345)).toBe('12.345');
  expect(formatDateTime(moment, 'UTC')).toMatch(/^5\. März 2026/);
});
