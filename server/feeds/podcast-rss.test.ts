import { parseRssFeed } from 'feedsmith';
import partytime from 'podcast-partytime';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { bytesOf } from './shorten.ts';
import { podcastGuid } from './uuid.ts';
import { podcastRss } from './podcast-rss.ts';
import {
  anEpisode,
  aPodcast,
  hostilePodcast,
  hostileTexts,
  withoutForbidden,
} from '../../tests/support/test-feeds.ts';

/** Reads the document as XML with namespaces has it. @throws on what is not well formed */
function wellFormed(xml: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

/** Both parsers must know it for a podcast. */
function read(xml: string) {
  wellFormed(xml);
  const party = partytime.parseFeed(xml, { allowMissingGuid: false });
  expect(party, 'podcast-partytime reads it').not.toBeNull();
  return { smith: parseRssFeed(xml) as any, party: party as any };
}

test('a podcast GUID is derived from the address without scheme and trailing slashes', () => {
  for (const address of ['https://podnews.net/rss', 'http://podnews.net/rss//', 'podnews.net/rss'])
    expect(podcastGuid(address)).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
});

test('two parsers read the same podcast that was written', () => {
  const { smith, party } = read(podcastRss(aPodcast()));
  expect(smith).toMatchObject({
    title: 'The Harbour Gazette',
    link: 'https://gazette.example/',
    description: 'News from the harbour, read aloud.',
    language: 'en-GB',
    itunes: {
      author: 'The Gazette',
      explicit: false,
      type: 'episodic',
      image: 'https://audio.example/download/image/0123.jpg',
      categories: [{ text: 'News', categories: [{ text: 'Daily News' }] }],
      owner: { name: 'Ada Editor', email: 'ada@gazette.example' },
    },
    podcast: {
      guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
      medium: 'podcast',
      locked: { value: true, owner: 'ada@gazette.example' },
      fundings: [{ url: 'https://gazette.example/support', display: 'Support us' }],
      persons: [{ display: 'Ada Editor', role: 'host', href: 'https://gazette.example/ada' }],
      updateFrequency: { display: 'Daily', rrule: 'FREQ=DAILY' },
      txts: [
        { display: 'true', purpose: 'ai-content' },
        { display: 'token-123', purpose: 'applepodcastsverify' },
      ],
      podroll: {
        remoteItems: [
          { feedGuid: '9b024349-ccf0-5f69-a609-6b82873eab3c', feedUrl: 'https://podnews.net/rss' },
        ],
      },
    },
    items: [
      {
        title: 'The harbour opens',
        guid: { value: 'c2f1b2f4-6d5e-4f6b-8a3c-0d9e8f7a6b5c', isPermaLink: false },
        enclosures: [
          { url: 'https://audio.example/download/audio/abc.mp3', length: 480_000, type: 'audio/mpeg' },
        ],
        itunes: { duration: 61, episodeType: 'full' },
        podcast: {
          chapters: {
            url: 'https://audio.example/podcast/gazette/c2f1/chapters.json',
            type: 'application/json+chapters',
          },
          transcripts: [
            { url: 'https://audio.example/t.vtt', type: 'text/vtt' },
            { url: 'https://audio.example/t.json', type: 'application/json' },
          ],
        },
      },
    ],
  });
  expect(smith.atom.links).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        rel: 'self',
        href: 'https://audio.example/podcast/gazette',
        type: 'application/rss+xml',
      }),
      expect.objectContaining({ rel: 'hub', href: 'https://hub.example/' }),
    ]),
  );
  expect(party).toMatchObject({
    title: 'The Harbour Gazette',
    guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
    explicit: false,
    itunesImage: 'https://audio.example/download/image/0123.jpg',
    medium: 'podcast',
    locked: true,
    items: [
      {
        guid: 'c2f1b2f4-6d5e-4f6b-8a3c-0d9e8f7a6b5c',
        duration: 61,
        enclosure: {
          url: 'https://audio.example/download/audio/abc.mp3',
          length: 480_000,
          type: 'audio/mpeg',
        },
        pubDate: new Date('2026-11-20T06:30:00Z'),
      },
    ],
  });
});

test('a paged feed links to its first, last, previous and next page', () => {
  const relations = (page: number) =>
    Object.fromEntries(
      (parseRssFeed(podcastRss(aPodcast({ page, pages: 3, hub: null }))) as any).atom.links.map(
        ({ rel, href }: any) => [rel, href],
      ),
    );
  const at = (page: number) => `https://audio.example/podcast/gazette${page === 1 ? '' : `?page=${page}`}`;
  expect(relations(1)).toEqual({ self: at(1), first: at(1), next: at(2), last: at(3) });
  expect(relations(2)).toEqual({ self: at(2), first: at(1), previous: at(1), next: at(3), last: at(3) });
  expect(relations(3)).toEqual({ self: at(3), first: at(1), previous: at(2), last: at(3) });
});

test('a moved podcast gives its new address, and a finished one is marked as complete', () => {
  const { smith } = read(
    podcastRss(aPodcast({ newFeedUrl: 'https://new.example/rss?a=1&b=2', complete: true })),
  );
  expect(smith.itunes).toMatchObject({ newFeedUrl: 'https://new.example/rss?a=1&b=2', complete: true });
});

test('unset fields are omitted', () => {
  const xml = podcastRss(
    aPodcast({
      copyright: null,
      image: null,
      categories: [],
      persons: [],
      podroll: [],
      funding: null,
      verification: null,
      updates: null,
      hub: null,
      owner: { name: 'Ada', email: null },
      episodes: [anEpisode({ link: null, chapters: null, transcripts: null, articles: [] })],
    }),
  );
  read(xml);
  for (const absent of [
    'image',
    'category',
    'person',
    'podroll',
    'funding',
    'applepodcastsverify',
    'hub',
    'chapters',
    'transcript',
    'null',
    'undefined',
  ])
    expect(xml).not.toContain(absent);
});

describe('hostile text in every field', () => {
  test.each(Object.entries(hostileTexts))('%s', (_, text) => {
    const { smith, party } = read(podcastRss(hostilePodcast(text)));
    const clean = withoutForbidden(text).trim();
    const [item] = smith.items;
    // Parsers trim white space, which a byte order mark counts as.
    for (const got of [
      smith.title,
      smith.itunes.author,
      smith.itunes.owner.name,
      smith.copyright,
      item.title,
      smith.itunes.categories[0].text,
    ])
      expect(got.trim()).toBe(clean);
    expect(party.items).toHaveLength(1);
    if (text.length <= 1_000) {
      expect(smith.description.trim()).toBe(clean);
    }
    // What apps render as HTML has the text as text.
    expect(item.description).not.toMatch(/<(?!\/?(p|br|a|ul|li)\b)/);
    expect(item.description).toContain('href="https://gazette.example/?a=&quot;b&quot;&amp;c=&lt;d&gt;"');
    expect(bytesOf(item.description)).toBeLessThanOrEqual(4_000);
    expect(bytesOf(smith.description)).toBeLessThanOrEqual(4_000);
    expect([...smith.podcast.persons[0].display].length).toBeLessThanOrEqual(128);
  });
});
