import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed, FeedItem } from '../../server/extraction/feed/feed.ts';
import { isTeaser, itemText } from '../../server/extraction/feed/item-text.ts';
import { parseFeed } from '../../server/extraction/feed/parse-feed.ts';
import type { ReadFeedOptions, ReadFeedResult } from '../../server/extraction/feed/read-feed.ts';
import { readFeed } from '../../server/extraction/feed/read-feed.ts';
import type { FixtureSite } from './fixture-site.ts';
import { sendFixture, serveSite } from './fixture-site.ts';

type ExpectedItem = Partial<FeedItem> & { text?: string; isTeaser?: boolean; contains?: string[] };
interface Expectation extends Pick<Feed, 'format' | 'title' | 'link' | 'language'> {
  file: string;
  contentType: string;
  items: ExpectedItem[];
}

const directory = new URL('./fixtures/feeds/', import.meta.url);
const expectations = readdirSync(directory)
  .filter((file) => file.endsWith('.expected.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as Expectation);

let site: FixtureSite;
beforeAll(async () => {
  site = await serveSite((request, response) => {
    const expected = expectations.find(({ file }) => request.url === `/${file}`);
    if (expected) sendFixture(request, response, `feeds/${expected.file}`, expected.contentType);
    else if (request.url === '/located')
      response
        .writeHead(200, { 'content-type': 'application/rss+xml', 'content-location': '/news/feed.xml' })
        .end('<rss><channel><item><title>x</title><link>ferry</link></item></channel></rss>');
    else if (request.url === '/page')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><title>x</title><link rel="alternate" type="application/rss+xml" href="/real.xml"><p>a page</p>',
        );
    else response.writeHead(410).end();
  });
});
afterAll(() => site.close());

const read = (path: string, options: Partial<ReadFeedOptions> = {}): Promise<ReadFeedResult> =>
  readFeed(site.url(path), { fetch: site.fetch, parse: parseFeed, ...options });

it('all eight feeds are tested', () => {
  expect(expectations).toHaveLength(8);
});

describe.each(expectations)('$file', (expected) => {
  it('is read over HTTP as expected', async () => {
    const result = await read(`/${expected.file}`);
    if (result.notModified) throw new Error('304 without validators');
    const { feed } = result;
    const { format, title, link, language } = expected;
    expect(feed).toMatchObject({ format, title, link, language });
    expect(feed.items).toHaveLength(expected.items.length);
    expected.items.forEach(({ text, isTeaser: teaser, contains, ...fields }, index) => {
      const item = feed.items[index] as FeedItem;
      expect(item).toMatchObject(fields);
      if (text !== undefined) expect(itemText(item)).toBe(text);
      if (teaser !== undefined) expect(isTeaser(item)).toBe(teaser);
      for (const part of contains ?? []) expect(`${item.contentHtml}\n${itemText(item)}`).toContain(part);
    });
  });
});

describe('repeated reading', () => {
  it('is answered with 304 by ETag, and by date alone', async () => {
    const first = await read('/rdf-euc-jp.xml');
    expect(first.etag).toMatch(/^".+"$/);
    const again = await read('/rdf-euc-jp.xml', { etag: first.etag, lastModified: first.lastModified });
    expect(again).toEqual({
      notModified: true,
      url: site.url('/rdf-euc-jp.xml'),
      etag: first.etag,
      lastModified: first.lastModified,
    });
    expect((await read('/rdf-euc-jp.xml', { lastModified: first.lastModified })).notModified).toBe(true);
    expect(
      (await read('/rdf-euc-jp.xml', { etag: '"old"', lastModified: first.lastModified })).notModified,
    ).toBe(false);
  });

  it('returns the same guids', async () => {
    const guids = async (): Promise<string[]> => {
      const result = await read('/broken-pt.xml');
      return result.notModified ? [] : result.feed.items.map(({ guid }) => guid);
    };
    expect(await guids()).toEqual(await guids());
    expect(new Set(await guids()).size).toBe(3);
  });
});

it('a page is reported as such, with the feed that it advertises', async () => {
  await expect(read('/page')).rejects.toMatchObject({
    name: 'FeedError',
    kind: 'html',
    advertised: [site.url('/real.xml')],
  });
});

it('URLs are relative to the final URL of the feed', async () => {
  const result = await read('/located');
  if (result.notModified) throw new Error('304 without validators');
  expect(result.feed.items[0]?.url).toBe(site.url('/news/ferry'));
});

it('a feed that is gone is reported', async () => {
  await expect(read('/gone')).rejects.toMatchObject({
    name: 'FetchError',
    kind: 'status',
    status: 410,
    retryable: false,
  });
});
