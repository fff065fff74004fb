import { feedMessages } from '../messages.ts';
import { escapeText } from 'entities';
import { parseDate } from '../dates.ts';
import { cleanLine, plainTitle } from '../plain-text.ts';
import type { FeedReading, ItemReading } from './feed.ts';
import { FeedError, absoluteUrl } from './feed.ts';
import {
  distinct,
  identityOf,
  labelCharacters,
  languageTag,
  lengthOf,
  maxEnclosures,
  maxLabels,
  newestOf,
  personOf,
} from './item.ts';

type Json = Record<string, unknown>;

/**
 * Reads JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1). Numbers as ids are made strings, as the standard
 * asks of readers.
 * @throws FeedError kinds `bad-json`, `not-a-feed`
 */
export function readJsonFeed(text: string, baseUrl: string | null, maxItems: number): FeedReading {
  if (isTooManyParts(text)) throw new FeedError('too-complex', feedMessages.FEED_TOO_MANY_PARTS());
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new FeedError('bad-json', feedMessages.FEED_JSON_DAMAGED(), [], { cause });
  }
  if (
    !isObject(parsed) ||
    !Array.isArray(parsed['items']) ||
    typeof (parsed['version'] ?? parsed['title']) !== 'string'
  ) {
    throw new FeedError('not-a-feed', feedMessages.FEED_IS_OTHER_JSON());
  }
  const base = absoluteUrl(string(parsed['home_page_url']), baseUrl) ?? baseUrl;
  const language = languageTag(string(parsed['language']));
  const feedAuthors = authorsOf(parsed);
  return {
    format: 'json',
    title: plainTitle(string(parsed['title']) ?? '') || null,
    link: absoluteUrl(string(parsed['home_page_url']), baseUrl),
    language,
    items: newestOf(parsed['items'].filter(isObject), maxItems, (item) =>
      parseDate(string(item['date_published']) ?? string(item['date_modified'])),
    ).map((item) => readItem(item, base, language, feedAuthors)),
  };
}

const maxParts = 500_000;

/** Objects, lists and fields take many times the memory of the characters that they are written with. */
function isTooManyParts(text: string): boolean {
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // [, { and the colon after a field's name
    if ((code === 0x5b || code === 0x7b || code === 0x3a) && ++parts > maxParts) return true;
  }
  return false;
}

function readItem(
  item: Json,
  base: string | null,
  feedLanguage: string | null,
  feedAuthors: string | null,
): ItemReading {
  const given = typeof item['id'] === 'number' ? String(item['id']) : string(item['id']);
  const url =
    absoluteUrl(string(item['url']), base) ??
    absoluteUrl(string(item['external_url']), base) ??
    (/^https?:/i.test(given ?? '') ? absoluteUrl(given, null) : null);
  const plain = string(item['content_text']);
  const contentHtml = string(item['content_html']) ?? (plain === null ? null : paragraphs(plain));
  const summary = string(item['summary']);
  const title = plainTitle(string(item['title']) ?? '');
  return {
    guid: identityOf(given, url, title, contentHtml ?? summary),
    url,
    title,
    contentHtml,
    summary: summary === null ? null : escapeText(summary),
    author: authorsOf(item) ?? feedAuthors,
    publishedAt: parseDate(string(item['date_published'])),
    updatedAt: parseDate(string(item['date_modified'])),
    language: languageTag(string(item['language'])) ?? feedLanguage,
    enclosures: list(item['attachments'])
      .slice(0, maxEnclosures)
      .flatMap((attachment) => {
        const href = absoluteUrl(string(attachment['url']), base);
        return href
          ? [
              {
                url: href,
                type: string(attachment['mime_type']),
                length: lengthOf(attachment['size_in_bytes']),
              },
            ]
          : [];
      }),
    labels: distinct(
      (Array.isArray(item['tags']) ? item['tags'] : [])
        .filter((tag) => typeof tag === 'string')
        .slice(0, maxLabels)
        .map((tag) => cleanLine(tag.slice(0, labelCharacters))),
    ),
  };
}

function authorsOf(holder: Json): string | null {
  const authors = [...list(holder['authors']), ...(isObject(holder['author']) ? [holder['author']] : [])];
  return (
    distinct(
      authors.slice(0, maxLabels).map((author) => personOf(cleanLine(string(author['name']) ?? ''))),
    ).join(', ') || null
  );
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeText(paragraph.trim())}</p>`)
    .join('');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function string(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
