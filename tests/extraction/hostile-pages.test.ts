import { describe, expect, it } from 'vitest';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import { ExtractionError } from '../../server/extraction/extraction-error.ts';
import { isFull } from '../support/full.ts';

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

/** Milliseconds of CPU. */
function cpuOf(html: string): number {
  const before = process.cpuUsage();
  try {
    extractArticle(html, { url: 'https://x.example/2026/11/20/a' });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('time is linear in', () => {
  it.each(Object.entries(pages))(
    '%s',
    (what, { count, make }) => {
      const [quarter, whole] = [make(count / 4), make(count)];
      // What else the machine does only adds: the least of several times counts, and one that is low enough.
      const small = Math.min(cpuOf(quarter), cpuOf(quarter));
      // Four times as much takes four times as long, not sixteen; some milliseconds are chance.
      const limit = 9 * small + 200;
      let large = cpuOf(whole);
      for (let more = 0; more < 2 && large >= limit; more++) large = Math.min(large, cpuOf(whole));
      console.log(`${what}: ${small.toFixed(0)} ms, four times as many ${large.toFixed(0)} ms`);
      expect(large).toBeLessThan(limit);
    },
    120_000,
  );
});

/** As long as a page may be: 12 MB of different words. */
const longest = (before: string, after: string, words: number): string =>
  `<title>A long page</title>${many(
    Math.ceil(12_000_000 / (before.length + after.length + 9 * words)),
    (index) =>
      `${before}${many(words, (place) => `word${1_000 + ((index * 31 + place * 7) % 9_000)} `)}${after}`,
  )}`.slice(0, 12_000_000);

it.each([
  ['short paragraphs', longest('<p>', '.</p>', 24)],
  ['long paragraphs', longest('<p>', '.</p>', 400)],
  ['lines', longest('', '.<br><br>', 60)],
  [
    'blocks with links',
    longest('<div class="post entry"><a href="/x">More of this</a><p>', '.</p></div>', 60),
  ],
])('a page as long as may be is read: %s', (_what, html) => {
  expect(html).toHaveLength(12_000_000);
  const before = process.cpuUsage();
  expect(extractArticle(html).text.length).toBeGreaterThan(100_000);
  const { user, system } = process.cpuUsage(before);
  // The bar is 2 s; in every run it would measure how busy the machine is.
  console.log(`${((user + system) / 1_000).toFixed(0)} ms of CPU`);
  if (isFull) expect(cpuOf(html)).toBeLessThan(2_000);
});
