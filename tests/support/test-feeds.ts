import type { JsonFeed, JsonFeedItem } from '../../server/feeds/json-feed-document.ts';
import type { Podcast, PodcastEpisode } from '../../server/feeds/podcast.ts';

/** What people and attackers put into fields, each with all that trips feeds up. */
export const hostileTexts = {
  markup: `<script>alert(1)</script><img src=x onerror=alert(1)> & &amp; &lt;b&gt; <!-- --> <?php ?>`,
  quotes: `"double" 'single' “curly” «guillemets» \\"escaped\\" \`back\``,
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 🇫🇷 👍🏽 naïve — 日本語 العربية',
  control: 'a\u0000b\u0001c\u0008d\u000be\u000cf\u001fg\u007fh\u0085i\ufffej\uffffk\ud800l\udc00m',
  cdata: ']]> <![CDATA[ ]]]]><![CDATA[> <!ENTITY x SYSTEM "file:///etc/passwd"> &x;',
  directions: '\u202eevil\u202c \u200fשלום\u200e \u2066isolate\u2069 \u200d\u200b\ufeff',
  template: '{{7*7}} ${7*7} #{7*7} %00 %0d%0a javascript:alert(1) --> */ </style></title></textarea>',
  long: `${'A long sentence of words, again and again. '.repeat(235)}${'x'.repeat(120)}`,
};

export const anEpisode = (given: Partial<PodcastEpisode> = {}): PodcastEpisode => ({
  guid: 'c2f1b2f4-6d5e-4f6b-8a3c-0d9e8f7a6b5c',
  title: 'The harbour opens',
  summary: 'The harbour opened this morning.\n\nThe mayor was there.',
  link: 'https://gazette.example/harbour',
  publishedAt: new Date('2026-11-20T06:30:00Z'),
  audio: { url: 'https://audio.example/download/audio/abc.mp3', bytes: 480_000, durationMs: 61_400 },
  chapters: 'https://audio.example/podcast/gazette/c2f1/chapters.json',
  transcripts: { vtt: 'https://audio.example/t.vtt', json: 'https://audio.example/t.json' },
  articles: [{ title: 'The harbour opens', url: 'https://gazette.example/harbour', startMs: 0 }],
  ...given,
});

export const aPodcast = (given: Partial<Podcast> = {}): Podcast => ({
  address: 'https://audio.example/podcast/gazette',
  guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
  title: 'The Harbour Gazette',
  description: 'News from the harbour, read aloud.',
  language: 'en-GB',
  link: 'https://gazette.example/',
  author: 'The Gazette',
  owner: { name: 'Ada Editor', email: 'ada@gazette.example' },
  copyright: '© 2026 The Gazette',
  explicit: false,
  episodeType: 'episodic',
  medium: 'podcast',
  locked: true,
  categories: ['News', 'Daily News'],
  image: 'https://audio.example/download/image/0123.jpg',
  persons: [{ name: 'Ada Editor', role: 'Host', href: 'https://gazette.example/ada' }],
  podroll: [{ feedGuid: '9b024349-ccf0-5f69-a609-6b82873eab3c', feedUrl: 'https://podnews.net/rss' }],
  funding: { url: 'https://gazette.example/support', text: 'Support us' },
  newFeedUrl: null,
  verification: 'token-123',
  complete: false,
  updates: 'daily',
  hub: 'https://hub.example/',
  listings: { apple: 'https://podcasts.apple.com/podcast/id1', spotify: 'https://open.spotify.com/show/1' },
  modifiedAt: new Date('2026-11-20T07:00:00Z'),
  episodes: [anEpisode()],
  page: 1,
  pages: 1,
  ...given,
});

/** A podcast with a text in every field that takes one. */
export const hostilePodcast = (text: string): Podcast =>
  aPodcast({
    title: text,
    description: text,
    author: text,
    owner: { name: text, email: 'ada@gazette.example' },
    copyright: text,
    verification: text,
    categories: [text, text],
    persons: [{ name: text, role: text, href: null }],
    funding: { url: 'https://gazette.example/support', text },
    episodes: [
      anEpisode({
        title: text,
        summary: text,
        articles: [{ title: text, url: 'https://gazette.example/?a="b"&c=<d>', startMs: 0 }],
      }),
    ],
  });

export const anItem = (given: Partial<JsonFeedItem> = {}): JsonFeedItem => ({
  id: 'https://audio.example/articles/1',
  url: 'https://gazette.example/harbour',
  title: 'The harbour opens',
  text: 'The harbour opened this morning.\n\nThe mayor was there.',
  isTeaser: false,
  labels: ['harbour'],
  author: 'Ada Reed',
  image: 'https://gazette.example/lamp.jpg',
  publishedAt: new Date('2026-11-20T06:30:00Z'),
  modifiedAt: new Date('2026-11-20T06:45:00Z'),
  isReady: true,
  audio: {
    url: 'https://audio.example/download/audio/abc.mp3',
    bytes: 480_000,
    durationMs: 61_400,
    transcript: 'https://audio.example/download/audio/abc.vtt',
  },
  ...given,
});

export const aJsonFeed = (given: Partial<JsonFeed> = {}): JsonFeed => ({
  address: 'https://audio.example/json/gazette',
  title: 'The Harbour Gazette',
  description: 'News from the harbour',
  homePage: 'https://gazette.example/',
  language: 'en-GB',
  author: 'The Gazette',
  icon: null,
  items: [anItem()],
  next: null,
  ...given,
});

/** What is left of a text where XML is written: what it has no characters for is gone. */
export const withoutForbidden = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '');
