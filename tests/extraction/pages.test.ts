import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import type { ExtractedArticle } from '../../server/extraction/extract-article.ts';
import type { FixtureSite } from './fixture-site.ts';
import { sendFixture, serveSite } from './fixture-site.ts';

interface Expectation {
  url: string;
  /** As the site sends it; without a charset the page must tell its own. */
  contentType?: string;
  title: string;
  publishedAt: string | null;
  author: string | null;
  language: string | null;
  canonicalUrl?: string;
  leadImage?: string;
  isPaywalled?: boolean;
  paragraphs?: number;
  must: string[];
  mustNot: string[];
}

const directory = new URL('./fixtures/pages/', import.meta.url);
const names = readdirSync(directory)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -5));
const expectationOf = (name: string): Expectation =>
  JSON.parse(readFileSync(new URL(`${name}.json`, directory), 'utf8')) as Expectation;

let site: FixtureSite;
beforeAll(async () => {
  site = await serveSite((request, response) => {
    const name = (request.url ?? '').slice(1);
    sendFixture(
      request,
      response,
      `pages/${name}.html`,
      expectationOf(name).contentType ?? 'text/html; charset=utf-8',
    );
  });
});
afterAll(() => site.close());

async function extracted(name: string): Promise<ExtractedArticle> {
  const response = await site.fetch(site.url(`/${name}`));
  return extractArticle(response.bytes, {
    url: expectationOf(name).url,
    contentType: response.headers['content-type'] ?? null,
  });
}

it('all twenty-four pages are tested', () => {
  expect(names).toHaveLength(24);
});

describe.each(names)('%s', (name) => {
  const expected = expectationOf(name);
  let article: ExtractedArticle;
  beforeAll(async () => {
    article = await extracted(name);
  });

  it('contains the text, in paragraphs', () => {
    for (const segment of expected.must) expect(article.text).toContain(segment);
    if (expected.paragraphs !== undefined)
      expect(article.text.split('\n\n')).toHaveLength(expected.paragraphs);
    expect(article.text).not.toMatch(
      /[<>]|\n\n\n|^\s|\s$|\uFFFD|[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u200E\u200F\u202A-\u202E\uFEFF]/,
    );
  });

  it('contains nothing of the surroundings', () => {
    for (const segment of expected.mustNot) expect(article.text).not.toContain(segment);
    expect(article.text.split('\n\n')).not.toContain(article.title);
  });

  it('has its metadata', () => {
    const { title, publishedAt, author, language } = expected;
    expect(article).toMatchObject({
      title,
      publishedAt,
      author,
      language,
      isPaywalled: expected.isPaywalled ?? false,
    });
    if (expected.canonicalUrl !== undefined) expect(article.canonicalUrl).toBe(expected.canonicalUrl);
    if (expected.leadImage !== undefined) expect(article.leadImage).toBe(expected.leadImage);
  });
});
