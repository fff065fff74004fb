import { htmlParagraphs } from './markup-writer.ts';

/** What a JSON feed is made of; every address absolute. */
export interface JsonFeed {
  address: string;
  title: string;
  description: string | null;
  homePage: string | null;
  /** BCP 47. */
  language: string;
  author: string;
  icon: string | null;
  items: JsonFeedItem[];
  /** Address of the page that follows. */
  next: string | null;
}

export interface JsonFeedItem {
  /** Never another one. */
  id: string;
  url: string | null;
  title: string;
  /** Plain text; empty lines part paragraphs. */
  text: string;
  /** Whether the text is only the beginning of the article. */
  isTeaser: boolean;
  labels: string[];
  /** Author of the article; null: unknown. */
  author: string | null;
  /** Address of the article's picture; null: it has none. */
  image: string | null;
  publishedAt: Date;
  modifiedAt: Date;
  /** Whether it is playable. */
  isReady: boolean;
  audio: { url: string; bytes: number; durationMs: number; transcript: string | null } | null;
}

/** JSON Feed 1.1 (jsonfeed.org/version/1.1). What it has no names for is in `_parlance`. */
export const jsonFeed = (feed: JsonFeed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    ...(feed.homePage !== null && { home_page_url: feed.homePage }),
    feed_url: feed.address,
    ...(feed.description && { description: feed.description }),
    ...(feed.next !== null && { next_url: feed.next }),
    ...(feed.icon !== null && { icon: feed.icon }),
    authors: [{ name: feed.author }],
    language: feed.language,
    items: feed.items.map(itemOf),
  });

const itemOf = ({ audio, text, ...item }: JsonFeedItem) => ({
  id: item.id,
  ...(item.url !== null && { url: item.url }),
  title: item.title,
  content_html: htmlParagraphs(text),
  content_text: text,
  date_published: item.publishedAt.toISOString(),
  date_modified: item.modifiedAt.toISOString(),
  ...(item.image !== null && { image: item.image }),
  ...(item.author !== null && { authors: [{ name: item.author }] }),
  ...(item.labels.length > 0 && { tags: item.labels }),
  ...(audio && {
    attachments: [
      {
        url: audio.url,
        mime_type: 'audio/mpeg',
        title: item.title,
        size_in_bytes: audio.bytes,
        duration_in_seconds: Math.round(audio.durationMs) / 1000,
      },
    ],
  }),
  _parlance: {
    about: 'https://jsonfeed.org/version/1.1#extensions',
    ready: item.isReady,
    synthetic_voice: true,
    teaser: item.isTeaser,
    ...(audio?.transcript && { transcript_url: audio.transcript }),
  },
});
