import { beforeAll, describe, expect, it } from 'vitest';
import { decodeText } from '../../server/extraction/charset.ts';
import { readPageLinks } from '../../server/extraction/discovery/page-links.ts';
import { readSitemap, sitemapsOfRobots } from '../../server/extraction/discovery/sitemap.ts';
import { advertisedFeeds } from '../../server/extraction/feed/advertised-feeds.ts';
import { isTeaser } from '../../server/extraction/feed/item-text.ts';
import { parseFeed } from '../../server/extraction/feed/parse-feed.ts';
import { scanElements } from '../../server/extraction/markup.ts';
import { plainText } from '../../server/extraction/plain-text.ts';
import { expectLinear, memoize } from '../support/growth.ts';

const site = 'https://x.example/';
const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const inItem = (xml: string): string => `<rss><channel><item><guid>1</guid>${xml}</item></channel></rss>`;

/**
 * Documents that took seconds or minutes when time grew faster than they: made for a number of repetitions,
 * and what reads them.
 */
const documents: Record<
  string,
  { count: number; make: (count: number) => string | Buffer; read: (document: never) => unknown }
> = {
  'comments before the root of a feed': {
    count: 10_000,
    make: (count) => `${'<!--a-->'.repeat(count)}<rss><channel/></rss>`,
    read: parseFeed,
  },
  'comments before the root of a page': {
    count: 10_000,
    make: (count) => `${'<!--a-->'.repeat(count)}<p>`,
    read: parseFeed,
  },
  'namespace declarations of one element': {
    count: 10_000,
    make: (count) => `<rss ${many(count, (index) => `xmlns:n${index}="u${index}" `)}><channel/></rss>`,
    read: parseFeed,
  },
  'namespace declarations of nested elements': {
    count: 5_000,
    make: (count) =>
      `<rss>${many(240, (level) => `<a ${many(100, (index) => `xmlns:n${level}x${index}="u" `)}>`)}${many(count, (index) => `<b xmlns:m${index}="u"/>`)}`,
    read: parseFeed,
  },
  'attributes of one element': {
    count: 100_000,
    make: (count) => `<rss ${many(count, (index) => `a${index}="1" `)}><channel/></rss>`,
    read: parseFeed,
  },
  'end tags without an element': {
    count: 100_000,
    make: (count) => `<rss>${'<a>'.repeat(200)}${'</x>'.repeat(count)}`,
    read: parseFeed,
  },
  'text under 240 elements': {
    count: 50_000,
    make: (count) => inItem(`<body>${'<b>'.repeat(240)}${'some text &amp; '.repeat(count)}</body>`),
    read: parseFeed,
  },
  entities: {
    count: 100_000,
    make: (count) => inItem(`<description>${'&lt;'.repeat(count)}</description>`),
    read: parseFeed,
  },
  'enclosures of one item': {
    count: 20_000,
    make: (count) => inItem(many(count, (index) => `<enclosure url="https://x.example/${index}"/>`)),
    read: parseFeed,
  },
  'an escaped title of nested elements': {
    count: 50_000,
    make: (count) => inItem(`<title>${'&lt;b>'.repeat(count)}</title>`),
    read: parseFeed,
  },
  'nested lists of a JSON feed': {
    count: 100_000,
    make: (count) => `{"version":"1","items":[${'[],'.repeat(count)}{}]}`,
    read: parseFeed,
  },
  'fields of a JSON feed': {
    count: 100_000,
    make: (count) => `{"version":"1","items":[],${many(count, (index) => `"k${index}":1,`)}"z":1}`,
    read: parseFeed,
  },
  'undecodable <': {
    count: 80_000,
    make: (count) => Buffer.concat([Buffer.from('<'.repeat(count)), Buffer.from([0xff, 0x81])]),
    read: decodeText,
  },
  'undecodable <script': {
    count: 20_000,
    make: (count) => Buffer.concat([Buffer.from('<script '.repeat(count)), Buffer.from([0xff, 0x81])]),
    read: decodeText,
  },
  'undecodable letters': { count: 1_000_000, make: (count) => Buffer.alloc(count, 0xe4), read: decodeText },
  'UTF-8 that is damaged everywhere': {
    count: 200_000,
    make: (count) =>
      Buffer.concat([
        Buffer.from('<?xml encoding="utf-8"?>'),
        Buffer.alloc(5 * count, Buffer.from([0x61, 0xc3, 0xbc, 0xff, 0x20])),
      ]),
    read: decodeText,
  },
  'links that are never closed': {
    count: 20_000,
    make: (count) => many(count, (index) => `<a href="/ferry-sold-to-museum-${index}">`),
    read: (html) => readPageLinks(html, site),
  },
  'elements that are never closed': {
    count: 100_000,
    make: (count) => '<b>'.repeat(count),
    read: (html) => readPageLinks(html, site),
  },
  'feeds that a page advertises': {
    count: 2_000,
    make: (count) =>
      many(count, (index) => `<link rel=alternate type="application/rss+xml" href="/${index}">`),
    read: (html) => advertisedFeeds(html, site),
  },
  'entries of a sitemap': {
    count: 20_000,
    make: (count) =>
      many(
        count,
        (index) =>
          `<url><loc>${site}a/ferry-sold-to-museum-${index}</loc><lastmod>2026-01-01</lastmod></url>`,
      ),
    read: (xml) => readSitemap(xml, site, { site }),
  },
  'entries of a sitemap index': {
    count: 20_000,
    make: (count) => many(count, (index) => `<sitemap><loc>${site}${index}.xml</loc></sitemap>`),
    read: (xml) => readSitemap(xml, site, { site }),
  },
  'lines of a list of addresses': {
    count: 20_000,
    make: (count) => many(count, (index) => `${site}a/ferry-sold-to-museum-${index}\n`),
    read: (list) => readSitemap(list, site, { site }),
  },
  'a list of addresses in one line': {
    count: 2_000_000,
    make: (count) => Buffer.alloc(count, 'a'),
    read: (list) => readSitemap(list, site, { site }),
  },
  'entities in a sitemap': {
    count: 100_000,
    make: (count) => `<urlset><url><loc>${'&lt;'.repeat(count)}`,
    read: (xml) => readSitemap(xml, site, { site }),
  },
  'empty lines of a robots.txt': {
    count: 100_000,
    make: (count) => '\n'.repeat(count),
    read: (text) => sitemapsOfRobots(text, site),
  },
  'unclosed tags of a text': { count: 100_000, make: (count) => '<'.repeat(count), read: plainText },
  'white space of a text': { count: 300_000, make: (count) => `<b>${' '.repeat(count)}x`, read: plainText },
  'signatures of a text': {
    count: 20_000,
    make: (count) => 'The post appeared first on '.repeat(count),
    read: (contentHtml) => isTeaser({ contentHtml, summary: null, url: site }),
  },
  'invitations of a text': {
    count: 20_000,
    make: (count) => '... read more '.repeat(count),
    read: (contentHtml) => isTeaser({ contentHtml, summary: null, url: site }),
  },
};

function run(read: (document: never) => unknown, document: string | Buffer): void {
  try {
    read(document as never);
  } catch (error) {
    // A refusal is an answer, too; a stack that overflows is none.
    expect((error as Error).name).toBe('FeedError');
  }
}

describe('runs in linear time, regardless of earlier input, for', () => {
  beforeAll(() => {
    for (const { count, make, read } of Object.values(documents)) run(read, make(Math.ceil(count / 64)));
  });

  it.each(Object.entries(documents))('%s', async (_what, { count, make, read }) => {
    const made = memoize(make);
    await expectLinear((size) => run(read, made(size)), { from: Math.ceil(count / 64), most: count });
  });
});

describe('oversized input is cut', () => {
  it('enclosures, labels and parts of the title beyond the limits', () => {
    const [item] = parseFeed(
      inItem(
        `<title>${'a'.repeat(5_000)}</title>${many(300, (index) => `<enclosure url="https://x.example/${index}"/><category>c${index}</category>`)}`,
      ),
    ).items;
    expect([item!.title.length, item!.enclosures.length, item!.labels.length]).toEqual([2_000, 100, 200]);
  });

  it('sitemaps, pages and entries beyond the limits', () => {
    const index = readSitemap(
      many(1_000, (at) => `<sitemap><loc>${site}${at === 999 ? 'news' : `tag-${at}`}.xml</loc></sitemap>`),
      site,
      { site },
    );
    expect(index.sitemaps).toHaveLength(50);
    expect(index.sitemaps[0]!.url).toBe(`${site}news.xml`);
    const day = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
    const pages = readSitemap(
      many(
        60_000,
        (at) => `<url><loc>${site}a/ferry-sold-to-museum-${at}</loc><lastmod>${day(at)}</lastmod></url>`,
      ),
      site,
      { site, maxPages: 10 },
    ).pages;
    expect(pages.map(({ url }) => url)).toEqual(
      Array.from({ length: 10 }, (_, at) => `${site}a/ferry-sold-to-museum-${49_999 - at}`),
    );
  });

  it('JSON with more nodes than any feed has', () => {
    for (const part of ['[],', '{},', '"a":1,'])
      expect(() => parseFeed(`{"version":"1","items":[${part.repeat(500_001)}`)).toThrow(
        expect.objectContaining({ kind: 'too-complex' }) as Error,
      );
  });

  it('URLs longer than any real one', () => {
    expect(parseFeed(inItem(`<link>${site}${'a'.repeat(10_000)}</link>`)).items[0]!.url).toBeNull();
  });
});

describe('input in pieces', () => {
  const xml =
    '<urlset><!-- > <url> --><url ' +
    'x="a>b"><loc><![CDATA[https://x.example/a/ferry-sold-to-museum-ä?x&y]]></loc><lastmod>2026-03-1&#52;</lastmod></url></urlset>';

  it('is read like the whole, wherever it is cut', () => {
    const told = (source: string | string[]): string[] => {
      const events: string[] = [];
      let text = '';
      scanElements(
        source,
        {
          open: (name, { x }) => void events.push(text, `<${name} ${x}>`, (text = '')),
          close: (name) => void events.push(text, `</${name}>`, (text = '')),
          text: (part) => void (text += part),
        },
        { isXml: true },
      );
      return events.filter(Boolean);
    };
    const whole = told(xml);
    expect(whole).toContain('https://x.example/a/ferry-sold-to-museum-ä?x&y');
    for (let at = 1; at < xml.length; at++) expect(told([xml.slice(0, at), xml.slice(at)])).toEqual(whole);
  });

  it('of a large sitemap does not split characters', () => {
    const bytes = Buffer.from(
      many(
        3_000,
        (at) => `<url><loc>${site}a/ferry-sold-to-museum-ä${at}</loc><lastmod>2026-03-14</lastmod></url>`,
      ),
    );
    const { pages } = readSitemap(bytes, site, { site, maxPages: 5_000 });
    expect(pages.map(({ url }) => url)).toEqual(
      Array.from({ length: 3_000 }, (_, at) => `${site}a/ferry-sold-to-museum-%C3%A4${at}`),
    );
  });
});
