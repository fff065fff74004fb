import { expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';

const text =
  '<p>A paragraph that is long enough to be taken for the text of an article, and says so itself.</p>'.repeat(
    3,
  );
const dateOf = (head: string, body: string, url = 'https://x.example/a'): string | null =>
  extractArticle(`<title>The harbour cup</title>${head}<h1>The harbour cup</h1>${body}${text}`, { url })
    .publishedAt;
const meta = (property: string, content: string): string =>
  `<meta property="${property}" content="${content}">`;

it('a visible modification date is not the publication date', () => {
  const published = meta('article:published_time', '2017-04-12T18:33:59+02:00');
  const changed = meta('article:modified_time', '2020-02-19T15:24:33+01:00');
  const shown = '<p class="date"><time datetime="2020-02-19">Published on 19 February 2020</time></p>';
  expect(dateOf(published + changed, shown)).toBe('2017-04-12T18:33:59+02:00');
});

it('shortly before midnight UTC, the date is the next day in the site’s time zone', () => {
  const published = meta('article:published_time', '2026-05-12T22:30:00Z');
  expect(dateOf(published, '', 'https://www.zeitung.de/a')).toBe('2026-05-13T00:30:00+02:00');
  expect(dateOf(published, '', 'https://www.paper.com/a')).toBe('2026-05-12T22:30:00Z');
  expect(dateOf(published, '<p class="date">12.05.2026</p>', 'https://www.zeitung.de/a')).toMatch(
    /^2026-05-12/,
  );
});

it('dates in other digits, and dates in scripts, are found', () => {
  expect(dateOf('', '<p class="date">٢٠ نوفمبر ٢٠٢٥</p>')).toBe('2025-11-20');
  expect(dateOf('<script>var page = {"published_at":"2024-03-02T06:22:28+01:00"};</script>', '')).toBe(
    '2024-03-02T06:22:28+01:00',
  );
});

it('the start of a validity period is not the publication date', () => {
  expect(
    dateOf('', '<div class="meta">Stand – 12.11.2021<br>(Unverändert gültig seit: 05.11.2021)</div>'),
  ).toBe('2021-11-12');
});

it('a long text can start with a dateline, and its end labels the date that follows', () => {
  const long = 'The harbour cup was sailed in a good wind, and many had come to see it. '.repeat(12);
  expect(dateOf('', `<p>Husum (12.11.2021). ${long}</p>`)).toBe('2021-11-12');
  expect(dateOf('', `<div>${' '.repeat(600)}12.11.2021</div>`)).toBe('2021-11-12');
  expect(dateOf('', `<span>${long}Zuletzt geändert am</span> <b>12.11.2021</b> <p>05.11.2021</p>`)).toBe(
    '2021-11-05',
  );
});
