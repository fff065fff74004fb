import { beforeAll, describe, expect, it } from 'vitest';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import { ExtractionError } from '../../server/extraction/extraction-error.ts';
import { expectLinear, memoize } from '../support/growth.ts';

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

/**
 * Pages that took seconds or all memory when time grew faster than they: made for a number of repetitions.
 */
const pages: Record<string, { count: number; make: (count: number) => string }> = {
  'table cells': { count: 140_000, make: (count) => `<table><tr>${'<td>x</td>'.repeat(count)}` },
  'table cells, as many as are read': {
    count: 57_000,
    make: (count) => `<table><tr>${'<td>x</td>'.repeat(count)}`,
  },
  'links, as many as are read': { count: 57_000, make: (count) => '<a href=x>y</a> '.repeat(count) },
  'items of a list that are links': {
    count: 29_000,
    make: (count) => `<ul>${'<li><a href=x>some words'.repeat(count)}`,
  },
  'items of a list that is announced': {
    count: 29_000,
    make: (count) =>
      `<p>These are all the words that the text announces, and there are many of them:</p><ul>${'<li><a href=x>some words</a>'.repeat(count)}</ul>`,
  },
  'headings that announce comments': {
    count: 20_000,
    make: (count) =>
      '<div class="comments"><h3>3 comments</h3><p>Some words of a paragraph, as many as it takes.</p>'.repeat(
        count / 100,
      ) + '<h3>Comments</h3>'.repeat(count),
  },
  'a title that is never closed': {
    count: 40_000,
    make: (count) => `<title>${'One | two three | '.repeat(count)}`,
  },
  links: { count: 140_000, make: (count) => '<a href=x>y</a> '.repeat(count) },
  'links that are never closed': { count: 60_000, make: (count) => '<a href=x>y'.repeat(count) },
  'attributes of one element': {
    count: 1_000_000,
    make: (count) => `<p ${many(count, (index) => `a${index} `)}>`,
  },
  'unclosed tags': { count: 80_000, make: (count) => '<'.repeat(count) },
  'nested elements': { count: 100_000, make: (count) => '<div>'.repeat(count) },
  'formatting elements left open': {
    count: 20_000,
    make: (count) => many(count, (index) => `<p><b id=${index}>x`),
  },
  'end tags without an element': {
    count: 400_000,
    make: (count) => `${'<div>'.repeat(400)}${'</section>'.repeat(count)}`,
  },
  paragraphs: {
    count: 40_000,
    make: (count) => '<p>Some words of a paragraph, as many as it takes.</p>'.repeat(count),
  },
  'nested tables': {
    count: 40_000,
    make: (count) => `${'<table><tr><td>'.repeat(100)}${'<p>x</p>'.repeat(count)}`,
  },
  entities: { count: 1_000_000, make: (count) => `<p>${'&notit;'.repeat(count)}` },
  comments: { count: 500_000, make: (count) => '<!--'.repeat(count) },
  dates: { count: 40_000, make: (count) => '<p>Published on 20 November 2026, 10:00</p>'.repeat(count) },
  'JSON-LD': {
    count: 20_000,
    make: (count) =>
      `<script type="application/ld+json">{"@type":"Article","articleBody":"${'some words and more '.repeat(count)}"}</script>${'<p>some words and more of them for the article</p>'.repeat(count / 4)}`,
  },
  'hidden text in noscript': {
    count: 20_000,
    make: (count) =>
      `<noscript>${'<p>Some words of a paragraph, as many as it takes.</p>'.repeat(count)}</noscript>`,
  },
};

/** Reads a page, or says why not; anything else that is thrown is a fault. */
function read(html: string): void {
  try {
    extractArticle(html, { url: 'https://x.example/2026/11/20/a' });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
  }
}

describe('runs in linear time, regardless of earlier input, for', () => {
  beforeAll(() => {
    for (const { count, make } of Object.values(pages)) read(make(Math.ceil(count / 64)));
  });

  it.each(Object.entries(pages))('%s', async (_what, { count, make }) => {
    const made = memoize(make);
    await expectLinear((size) => read(made(size)), { from: Math.ceil(count / 64), most: count });
  });
});

/** A page of so many characters of different words. */
const long =
  (before: string, after: string, words: number) =>
  (length: number): string =>
    `<title>A long page</title>${many(
      Math.ceil(length / (before.length + after.length + 9 * words)),
      (index) =>
        `${before}${many(words, (place) => `word${1_000 + ((index * 31 + place * 7) % 9_000)} `)}${after}`,
    )}`.slice(0, length);

/** Characters that a page may have. */
const longest = 12_000_000;

it.each([
  ['short paragraphs', long('<p>', '.</p>', 24)],
  ['long paragraphs', long('<p>', '.</p>', 400)],
  ['lines', long('', '.<br><br>', 60)],
  ['blocks with links', long('<div class="post entry"><a href="/x">More of this</a><p>', '.</p></div>', 60)],
])('a page of maximum size is read: %s', async (_what, make) => {
  expect(extractArticle(make(longest)).text.length).toBeGreaterThan(100_000);
  const made = memoize(make);
  await expectLinear((length) => read(made(length)), { from: longest / 64, most: longest });
});
