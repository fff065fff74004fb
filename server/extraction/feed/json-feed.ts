import { escapeText } from 'entities';
import { parseDate } from '../dates.ts';
import { cleanLine, plainText } from '../plain-text.ts';
import type { Feed, FeedItem } from './feed.ts';
import { FeedError, absoluteUrl } from './feed.ts';
import { distinct, identityOf, lengthOf } from './item.ts';

type Json = Record<string, unknown>;

/**
 * Reads JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1). Numbers as ids are made strings, as the standard asks of readers.
 * @throws FeedError kinds `bad-json`, `not-a-feed`
 */
export function readJsonFeed(text: string, baseUrl: string | null, maxItems: number): Feed {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new FeedError('bad-json', 'The address answers JSON that is damaged.', [], { cause });
  }
  if (!isObject(parsed) || !Array.isArray(parsed['items']) || typeof (parsed['version'] ?? parsed['title']) !== 'string') {
    throw new FeedError('not-a-feed', 'The address answers JSON, but not a JSON Feed (jsonfeed.org).');
  }
  const base = absoluteUrl(string(parsed['home_page_url']), baseUrl) ?? baseUrl;
  const language = string(parsed['language']);
  const feedAuthors = authorsOf(parsed);
  return {
    format: 'json',
    title: cleanLine(string(parsed['title']) ?? '') || null,
    link: absoluteUrl(string(parsed['home_page_url']), baseUrl),
    language,
    items: parsed['items'].filter(isObject).slice(0, maxItems).map((item) => readItem(item, base, language, feedAuthors)),
  };
}

function readItem(item: Json, base: string | null, feedLanguage: string | null, feedAuthors: string | null): FeedItem {
  const given = typeof item['id'] === 'number' ? String(item['id']) : string(item['id']);
  const url = absoluteUrl(string(item['url']), base) ?? absoluteUrl(string(item['external_url']), base) ?? (/^https?:/i.test(given ?? '') ? absoluteUrl(given, null) : null);
  const plain = string(item['content_text']);
  const contentHtml = string(item['content_html']) ?? (plain === null ? null : paragraphs(plain));
  const summary = string(item['summary']);
  const title = plainText(string(item['title']) ?? '');
  return {
    guid: identityOf(given, url, title, contentHtml ?? summary),
    url,
    title,
    contentHtml,
    summary: summary === null ? null : escapeText(summary),
    author: authorsOf(item) ?? feedAuthors,
    publishedAt: parseDate(string(item['date_published'])),
    updatedAt: parseDate(string(item['date_modified'])),
    language: string(item['language']) ?? feedLanguage,
    enclosures: list(item['attachments']).flatMap((attachment) => {
      const href = absoluteUrl(string(attachment['url']), base);
      return href ? [{ url: href, type: string(attachment['mime_type']), length: lengthOf(attachment['size_in_bytes']) }] : [];
    }),
    labels: distinct((Array.isArray(item['tags']) ? item['tags'] : []).filter((tag) => typeof tag === 'string').map(cleanLine)),
  };
}

function authorsOf(holder: Json): string | null {
  const authors = [...list(holder['authors']), ...(isObject(holder['author']) ? [holder['author']] : [])];
  return distinct(authors.map((author) => cleanLine(string(author['name']) ?? ''))).join(', ') || null;
}

function paragraphs(text: string): string {
  return text.split(/\n\s*\n/).map((paragraph) => `<p>${escapeText(paragraph.trim())}</p>`).join('');
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
