import { describe, expect, it } from 'vitest';
import { articleLikeness, isSameSite, withoutTracking } from './article-url.ts';

describe('articleLikeness', () => {
  it.each([
    ['https://x.example/2026/03/14/harbour-bakery', 3],
    ['https://x.example/politik/haushalt-beschlossen-4711234.html', 3],
    ['https://x.example/artikel.php?id=81234&a-b-c', 1],
    ['https://x.example/news/a-slug-of-many-words', 2],
    ['https://x.example/nachrichten/zwei-worte-hier', 1],
    ['https://x.example/', 0],
    ['https://x.example/news/', 0],
    ['https://x.example/tag/a-tag-of-four-words', 0],
    ['https://x.example/author/a-long-name-of-somebody', 0],
    ['https://x.example/impressum', 0],
    ['https://x.example/2026/03/', 0],
    ['https://x.example/wp-content/2026/a-b-c-d.jpg', 0],
  ])('%s: %i', (url, likeness) => {
    expect(articleLikeness(url)).toBe(likeness);
  });
});

it('withoutTracking', () => {
  expect(withoutTracking('https://x.example/a?id=2&utm_medium=x#y')).toBe('https://x.example/a?id=2');
});

it('isSameSite', () => {
  expect(isSameSite('https://www.x.example/a', 'https://x.example/')).toBe(true);
  expect(isSameSite('https://news.x.example/a', 'https://www.x.example/')).toBe(true);
  expect(isSameSite('https://xx.example/a', 'https://x.example/')).toBe(false);
  expect(isSameSite('https://x.example:8443/a', 'https://x.example/')).toBe(false);
});
