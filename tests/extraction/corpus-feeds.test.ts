import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Feed, FeedItem } from '../../server/extraction/feed/feed.ts';
import { FeedError } from '../../server/extraction/feed/feed.ts';
import { personOf } from '../../server/extraction/feed/item.ts';
import { parseFeed } from '../../server/extraction/feed/parse-feed.ts';
import { plainText } from '../../server/extraction/plain-text.ts';
import { corpus, hasCorpus, withoutCorpus } from './corpus.ts';

/** The readings' fields as far as they concern articles. Atom's links are objects, RSS's are texts. */
interface Reading {
  title?: string;
  language?: string;
  links?: Link[];
  items?: ItemReading[];
  entries?: ItemReading[];
}
type Link = string | { href?: string; rel?: string; type?: string; length?: string };
interface ItemReading extends Reading {
  description?: string;
  summary?: string;
  content?: string | { value?: string };
  source?: ItemReading;
  guid?: { value: string };
  id?: string;
  author?: string;
  dcExt?: { creator?: string[]; subject?: string[]; title?: string[]; description?: string[] };
  extensions?: Record<string, Record<string, { value: string }[]>>;
  itunesExt?: { author?: string };
  authors?: { name?: string }[];
  categories?: { value?: string; label?: string; term?: string }[];
  enclosures?: { url: string; type?: string; length?: string }[];
  pubDateParsed?: string;
  publishedParsed?: string;
  updatedParsed?: string;
}

const cases = hasCorpus
  ? ['rss', 'atom'].flatMap((folder) =>
      readdirSync(new URL(`feeds/${folder}/`, corpus))
        .filter(
          (file) =>
            file.endsWith('.xml') &&
            existsSync(new URL(`feeds/${folder}/${file.replace('.xml', '.json')}`, corpus)),
        )
        .map((file) => `${folder}/${file}`),
    )
  : [];

const bytesOf = (file: string): Buffer => readFileSync(new URL(`feeds/${file}`, corpus));
const readingOf = (file: string): Reading =>
  JSON.parse(readFileSync(new URL(`feeds/${file.replace('.xml', '.json')}`, corpus), 'utf8')) as Reading;
const squeezed = (text: string): string => text.replace(/\s+/g, '');

/** The reading keeps markup where ours is plain: either may be meant. */
function expectText(ours: string | null, expected: string | undefined): void {
  expect([expected ?? '', plainText(expected ?? '')]).toContain(ours ?? '');
}

/** The same markup except for white space, or the same text. */
function expectHtml(ours: string | null, expected: string | undefined): void {
  if (squeezed(ours ?? '') !== squeezed(expected ?? ''))
    expect(plainText(ours ?? '')).toBe(plainText(expected ?? ''));
}

function alternates(links: Link[] = []): string[] {
  return links
    .flatMap((link) =>
      typeof link === 'string'
        ? [link]
        : (link.rel ?? 'alternate') === 'alternate' && link.href
          ? [link.href]
          : [],
    )
    .map((link) => URL.parse(link)?.href ?? link);
}

function expectLink(ours: string | null, links: Link[] | undefined): void {
  const expected = alternates(links);
  if (expected.length > 0) expect(expected).toContain(ours);
}

function expectInstant(ours: string | null, expected: string | undefined): void {
  expect(ours === null ? null : Date.parse(ours)).toBe(expected === undefined ? null : Date.parse(expected));
}

function extensionOf({ extensions }: ItemReading, module: string, name: string): string[] {
  return (extensions?.[module]?.[name] ?? []).map(({ value }) => value);
}

/** A name where there is one; a name and a mail address are one person. */
function authorOf(expected: Reading & ItemReading): string | undefined {
  const names = expected.authors
    ?.map(({ name }) => name)
    .filter(Boolean)
    .join(', ');
  const named =
    (expected.dcExt?.creator ?? extensionOf(expected, 'dc', 'creator')).join(', ') ||
    names ||
    expected.author ||
    expected.itunesExt?.author ||
    extensionOf(expected, 'itunes', 'author')[0] ||
    undefined;
  return named === undefined ? undefined : personOf(plainText(named));
}

/** Atom's are links. */
function enclosuresOf({ enclosures = [], links = [] }: ItemReading): FeedItem['enclosures'] {
  const linked = links.flatMap((link) =>
    typeof link !== 'string' && link.rel === 'enclosure' && link.href
      ? [{ url: link.href, type: link.type, length: link.length }]
      : [],
  );
  return [...enclosures, ...linked].map(({ url, type, length }) => ({
    url: URL.parse(url)?.href ?? url,
    type: type ?? null,
    length: length === undefined ? null : Number(length),
  }));
}

function expectItem(ours: FeedItem, expected: ItemReading, feed: Reading): void {
  expectText(ours.title, expected.title);
  expectHtml(ours.summary, expected.description ?? expected.summary);
  expectHtml(
    ours.contentHtml,
    typeof expected.content === 'object' ? expected.content.value : expected.content,
  );
  expectLink(ours.url, expected.links);
  const guid = expected.guid?.value ?? expected.id;
  if (guid !== undefined) expect(ours.guid).toBe(guid);
  expectText(
    ours.author,
    authorOf(expected) ?? (expected.source && authorOf(expected.source)) ?? (feed.entries && authorOf(feed)),
  );
  const labels = (expected.categories ?? []).map(({ value, label, term }) => value ?? label ?? term ?? '');
  expect(new Set(ours.labels)).toEqual(
    new Set(
      [...labels, ...(expected.dcExt?.subject ?? extensionOf(expected, 'dc', 'subject'))]
        .map(plainText)
        .filter(Boolean),
    ),
  );
  expect(ours.enclosures).toEqual(enclosuresOf(expected));
  const published = expected.pubDateParsed ?? expected.publishedParsed;
  expectInstant(ours.publishedAt, published);
  if (expected.updatedParsed !== undefined) expectInstant(ours.updatedAt, expected.updatedParsed);
}

describe.skipIf(!hasCorpus)(`real feeds${withoutCorpus}`, () => {
  it('are numerous', () => {
    expect(cases.length).toBeGreaterThan(400);
  });

  it.each(cases)('%s is read as expected', (file) => {
    const expected = readingOf(file);
    const feed: Feed = parseFeed(bytesOf(file));
    expectText(feed.title, expected.title);
    expectLink(feed.link, expected.links);
    expect(feed.language).toBe(expected.language ?? null);
    const items = expected.items ?? expected.entries ?? [];
    expect(feed.items).toHaveLength(items.length);
    items.forEach((item, index) => expectItem(feed.items[index] as FeedItem, item, expected));
  });

  it.each(['version_json_10', 'version_json_11', 'version_json_11_deprecated_author'])(
    'json/%s is read as expected',
    (name) => {
      const feed = parseFeed(bytesOf(`json/${name}.json`));
      expect(feed).toMatchObject({ format: 'json', title: 'title', link: 'https://sample-json-feed.com/' });
      expect(feed.items).toEqual([
        {
          guid: 'id',
          url: 'https://sample-json-feed.com/id',
          title: 'title',
          contentHtml: '<p>content_html</p>',
          summary: 'summary',
          author: 'author_name',
          publishedAt: '2019-10-12T07:20:50.520Z',
          updatedAt: '2019-10-12T07:20:50.520Z',
          language: null,
          enclosures: [{ url: 'https://sample-json-feed.com/attachment', type: 'audio/mpeg', length: 100 }],
          labels: ['tag1', 'tag2'],
          isTeaser: true,
          opening: '',
        },
      ]);
    },
  );

  it.each([
    ['atom03_feed.xml', 'atom'],
    ['atom10_feed.xml', 'atom'],
    ['rdf_feed.xml', 'rdf'],
    ['rss_feed.xml', 'rss'],
    ['rss_feed_bom.xml', 'rss'],
    ['rss_feed_leading_spaces.xml', 'rss'],
    ['json10_feed.json', 'json'],
    ['json11_feed.json', 'json'],
  ])('universal/%s is recognised as %s', (file, format) => {
    expect(parseFeed(bytesOf(`universal/${file}`)).format).toBe(format);
  });

  it.each([
    ['universal/empty_feed.xml', 'empty'],
    ['universal/unknown_feed.xml', 'not-a-feed'],
    ['universal/invalid.json', 'bad-json'],
    ['json/invalid/invalid.json', 'bad-json'],
  ])('%s is refused as %s', (file, kind) => {
    expect(() => parseFeed(bytesOf(file))).toThrowError(expect.objectContaining({ kind }) as FeedError);
  });
});
