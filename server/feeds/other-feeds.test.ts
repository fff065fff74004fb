import { extractFromJson } from '@extractus/feed-extractor';
import { Ajv } from 'ajv';
import { parseJsonFeed } from 'feedsmith';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chaptersJson, transcriptJson } from './chapters.ts';
import { flashBriefing, type BriefingItem } from './flash-briefing.ts';
import { googleAction } from './google-action.ts';
import { jsonFeed } from './json-feed-document.ts';
import { pagePolicy, podcastPage } from './podcast-page.ts';
import {
  aJsonFeed,
  anEpisode,
  anItem,
  aPodcast,
  hostilePodcast,
  hostileTexts,
  withoutForbidden,
} from '../../tests/support/test-feeds.ts';

const ajv = new Ajv({ allErrors: true });
const text = { type: 'string' };
const webAddress = { type: 'string', pattern: '^https?://' };
const moment = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
};

/** What jsonfeed.org/version/1.1 asks for. */
const isJsonFeed = ajv.compile({
  type: 'object',
  required: ['version', 'title', 'items'],
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: text,
    home_page_url: webAddress,
    feed_url: webAddress,
    next_url: webAddress,
    description: text,
    icon: webAddress,
    language: text,
    authors: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', minProperties: 1, properties: { name: text, url: webAddress } },
    },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }],
        properties: {
          id: { type: 'string', minLength: 1 },
          url: webAddress,
          title: text,
          content_html: text,
          content_text: text,
          date_published: moment,
          date_modified: moment,
          tags: { type: 'array', items: text },
          attachments: {
            type: 'array',
            items: {
              type: 'object',
              required: ['url', 'mime_type'],
              properties: {
                url: webAddress,
                mime_type: text,
                title: text,
                size_in_bytes: { type: 'number' },
                duration_in_seconds: { type: 'number' },
              },
            },
          },
        },
        patternProperties: { '^_': { type: 'object' } },
      },
    },
  },
  patternProperties: { '^_': { type: 'object' } },
});

function readJsonFeed(json: string) {
  const feed = JSON.parse(json);
  expect(isJsonFeed(feed), JSON.stringify(isJsonFeed.errors)).toBe(true);
  const smith = parseJsonFeed(json) as any;
  const extracted = extractFromJson(json, { descriptionMaxLen: 0, normalization: false }) as any;
  expect(extracted.items).toHaveLength(feed.items.length);
  return { feed, smith };
}

describe('JSON Feed', () => {
  test('output is valid for two parsers and the schema', () => {
    const { smith } = readJsonFeed(
      jsonFeed(aJsonFeed({ next: 'https://audio.example/json/gazette?page=2' })),
    );
    expect(smith).toMatchObject({
      title: 'The Harbour Gazette',
      feed_url: 'https://audio.example/json/gazette',
      next_url: 'https://audio.example/json/gazette?page=2',
      authors: [{ name: 'The Gazette' }],
      items: [
        {
          id: 'https://audio.example/articles/1',
          content_text: 'The harbour opened this morning.\n\nThe mayor was there.',
          content_html: '<p>The harbour opened this morning.</p>\n<p>The mayor was there.</p>',
          authors: [{ name: 'Ada Reed' }],
          tags: ['harbour'],
          attachments: [
            {
              url: 'https://audio.example/download/audio/abc.mp3',
              mime_type: 'audio/mpeg',
              size_in_bytes: 480_000,
            },
          ],
        },
      ],
    });
  });

  test('an article without audio has no attachment and a status, and one without author has no authors', () => {
    const { feed } = readJsonFeed(
      jsonFeed(aJsonFeed({ items: [anItem({ audio: null, isReady: false, url: null, author: null })] })),
    );
    expect(feed.items[0]).not.toHaveProperty('attachments');
    expect(feed.items[0]).not.toHaveProperty('authors');
    expect(feed.items[0]._parlance.ready).toBe(false);
  });

  test.each(Object.entries(hostileTexts))('hostile text in every field: %s', (_, hostile) => {
    const { feed, smith } = readJsonFeed(
      jsonFeed(
        aJsonFeed({
          title: hostile,
          description: hostile,
          author: hostile,
          items: [anItem({ title: hostile, text: hostile, labels: [hostile], author: hostile })],
        }),
      ),
    );
    for (const got of [
      feed.title,
      feed.description,
      feed.authors[0].name,
      feed.items[0].title,
      feed.items[0].authors[0].name,
      feed.items[0].content_text,
    ])
      expect(got.toWellFormed()).toBe(hostile.toWellFormed());
    expect(smith.title).toBe(feed.title.trim());
    const { document } = parseHTML(`<!doctype html><html><body>${feed.items[0].content_html}</body></html>`);
    expect(document.querySelectorAll('body *:not(p, br)')).toHaveLength(0);
    expect(document.body.textContent!.trim()).toBe(withoutForbidden(hostile).trim());
  });
});

const aBriefing = (given: Partial<BriefingItem> = {}): BriefingItem => ({
  uid: 'urn:uuid:1335c695-cfb8-4ebb-abbd-80da344efa6b',
  updatedAt: new Date('2026-11-20T06:30:00Z'),
  title: 'The harbour opens',
  text: 'The harbour opened this morning.',
  link: 'https://gazette.example/harbour',
  streamUrl: null,
  ...given,
});
const isBriefing = ajv.compile({
  type: 'array',
  minItems: 1,
  maxItems: 5,
  items: {
    type: 'object',
    required: ['uid', 'updateDate', 'titleText', 'mainText'],
    additionalProperties: false,
    properties: {
      uid: { type: 'string', pattern: '^urn:uuid:[0-9a-f-]{36}$' },
      updateDate: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' },
      titleText: { type: 'string', minLength: 1 },
      mainText: { type: 'string', maxLength: 4500 },
      streamUrl: { type: 'string', pattern: '^https://' },
      redirectionUrl: webAddress,
    },
  },
});
const briefingShape = z.array(
  z.strictObject({
    uid: z.string(),
    updateDate: z.iso.datetime(),
    titleText: z.string().min(1),
    mainText: z.string().max(4500),
    streamUrl: z.url().optional(),
    redirectionUrl: z.url().optional(),
  }),
);

describe('flash briefing', () => {
  const read = (json: string) => {
    const items = JSON.parse(json);
    expect(isBriefing(items), JSON.stringify(isBriefing.errors)).toBe(true);
    return briefingShape.parse(items);
  };
  test('contains text to read, or audio to play', () => {
    expect(read(flashBriefing([aBriefing()]))[0]).toEqual({
      uid: 'urn:uuid:1335c695-cfb8-4ebb-abbd-80da344efa6b',
      updateDate: '2026-11-20T06:30:00.000Z',
      titleText: 'The harbour opens',
      mainText: 'The harbour opened this morning.',
      redirectionUrl: 'https://gazette.example/harbour',
    });
    expect(read(flashBriefing([aBriefing({ streamUrl: 'https://audio.example/a.mp3' })]))[0]).toMatchObject({
      mainText: '',
      streamUrl: 'https://audio.example/a.mp3',
    });
  });
  test('has at most five items', () => {
    expect(read(flashBriefing(Array.from({ length: 9 }, () => aBriefing())))).toHaveLength(5);
  });
  test.each(Object.entries(hostileTexts))('hostile text is escaped: %s', (_, hostile) => {
    const [item] = read(flashBriefing([aBriefing({ title: hostile, text: hostile })]));
    expect(item!.mainText).not.toMatch(/[<>\p{Cc}]/u);
    expect(item!.mainText.isWellFormed()).toBe(true);
    if (hostile.length < 4_500)
      for (const word of hostile.toWellFormed().match(/\p{L}+/gu)!) expect(item!.mainText).toContain(word);
    else expect(item!.mainText).toMatch(/\.$|…$/);
  });
});

test('the action export matches the format that Google accepted, for any name', () => {
  const valid = ajv.compile({
    type: 'object',
    required: ['actions', 'conversations', 'locale'],
    properties: {
      actions: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', required: ['name', 'intent', 'fulfillment'] },
      },
      conversations: { type: 'object', minProperties: 1 },
      locale: { type: 'string', pattern: '^[a-z]{2}$' },
    },
  });
  for (const name of ['Gazette', ...Object.values(hostileTexts)]) {
    const exported = JSON.parse(
      googleAction({
        slug: 'gazette-1',
        name,
        language: 'de-DE',
        url: 'https://audio.example/google/gazette-1',
      }),
    );
    expect(valid(exported), JSON.stringify(valid.errors)).toBe(true);
    expect(exported.actions[0]).toMatchObject({ name: 'MAIN', intent: { name: 'actions.intent.MAIN' } });
    expect(exported.conversations[exported.actions[0].fulfillment.conversationName]).toMatchObject({
      fulfillmentApiVersion: 2,
    });
    expect(exported.locale).toBe('de');
  }
});

test.each(Object.entries(hostileTexts))('chapters and transcript escape hostile text: %s', (_, hostile) => {
  const chapters = JSON.parse(chaptersJson(hostile, [{ startMs: 1_500, title: hostile, url: null }]));
  expect(chapters).toEqual({
    version: '1.2.0',
    title: hostile.toWellFormed(),
    chapters: [{ startTime: 1.5, title: hostile.toWellFormed() }],
  });
  const transcript = JSON.parse(transcriptJson([{ startMs: 0, endMs: 900, lines: [hostile, 'two'] }]));
  expect(transcript.segments[0]).toEqual({
    startTime: 0,
    endTime: 0.9,
    body: `${hostile.toWellFormed()} two`,
  });
});

describe('podcast page', () => {
  test('shows the podcast, its apps and its episodes', () => {
    const { document } = parseHTML(podcastPage(aPodcast({ language: 'fr-FR', pages: 2 })));
    expect(document.querySelector('h1')!.textContent).toBe('The Harbour Gazette');
    expect(
      [...document.querySelectorAll('.apps a')].map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual(
      expect.arrayContaining([
        ['Apple Podcasts', 'https://podcasts.apple.com/podcast/id1'],
        ['Spotify', 'https://open.spotify.com/show/1'],
        ['Overcast', 'overcast://x-callback-url/add?url=https%3A%2F%2Faudio.example%2Fpodcast%2Fgazette'],
      ]),
    );
    expect(document.querySelector('.episode audio')!.getAttribute('src')).toBe(
      'https://audio.example/download/audio/abc.mp3',
    );
    expect(document.querySelector('.facts')!.textContent).toBe('20 novembre 2026 · 1 min');
    expect(document.documentElement.lang).toBe('fr');
    expect(document.querySelector('.pages a')!.getAttribute('href')).toBe(
      'https://audio.example/podcast/gazette?page=2',
    );
  });

  test.each(Object.entries(hostileTexts))('hostile text in every field: %s', (_, hostile) => {
    const podcast = hostilePodcast(hostile);
    const listings = { apple: 'javascript:alert(1)' };
    const episodes = [anEpisode({ ...podcast.episodes[0]!, link: 'javascript:alert(1)' })];
    const html = podcastPage({ ...podcast, listings, link: 'javascript:alert(1)', episodes });
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('script, img, style')).toHaveLength(3);
    expect(document.querySelectorAll('a[href^="javascript:" i], [onerror], [onclick]')).toHaveLength(0);
    expect(document.querySelector('h1')!.textContent).toBe(withoutForbidden(hostile));
    expect(document.querySelector('.episode h3')!.textContent).toBe(withoutForbidden(hostile));
  });

  test('has a policy that allows only its own style and script', () => {
    const policy = pagePolicy('https://audio.example/base');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; img-src 'self' https:\/\/audio\.example; /,
    );
    expect(policy).not.toContain('unsafe');
  });
});
