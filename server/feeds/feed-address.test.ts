import { expect, test } from 'vitest';
import { leadsToFeed } from './feed-address.ts';

const podcast = { slug: 'daily-news', id: 17 };

test.each([
  'https://paper.example/podcast/daily-news',
  'https://paper.example/podcast/daily-news/',
  'http://PAPER.example/podcast/Daily-News?x=1#part',
  'https://paper.example/podcast/17',
  'https://paper.example/x/../podcast/daily-news',
])('%s is recognized as a link to the podcast itself', (url) =>
  expect(leadsToFeed(url, 'https://paper.example', podcast)).toBe(true),
);

test.each([
  'https://paper.example/podcast/evening-news',
  'https://paper.example/json/daily-news',
  'https://elsewhere.example/podcast/daily-news',
  'https://paper.example/podcast/daily-news/feed.xml',
])('%s is not a link to the podcast', (url) =>
  expect(leadsToFeed(url, 'https://paper.example', podcast)).toBe(false),
);

test('a public URL with a path is respected', () => {
  expect(leadsToFeed('https://a.example/audio/podcast/17', 'https://a.example/audio', podcast)).toBe(true);
  expect(leadsToFeed('https://a.example/podcast/17', 'https://a.example/audio', podcast)).toBe(false);
});
