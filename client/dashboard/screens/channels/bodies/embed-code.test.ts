// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('is a container for the page’s article, and the loader', () => {
  expect(
    embedCode({ loader: 'https://audio.example.org/player/loader.js', slug: 'daily-news', article: null }),
  ).toBe(
    '<div class="parlance-player" data-channel="daily-news"></div>\n' +
      '<script async src="https://audio.example.org/player/loader.js"></script>',
  );
});

it('contains the article if given', () => {
  expect(embedCode({ loader: '/player/loader.js', slug: 'a', article: 12 })).toContain(
    'data-channel="a" data-article="12">',
  );
});

it('is one attribute for any slug', () => {
  const document = new DOMParser().parseFromString(
    embedCode({ loader: '/player/loader.js', slug: '"><img src=x>', article: 1 }),
    'text/html',
  );
  expect(document.querySelector('img')).toBeNull();
  expect(document.querySelector('div')!.dataset['channel']).toBe('"><img src=x>');
});
