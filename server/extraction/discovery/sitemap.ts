import { addressKey } from '../../text/address-key.ts';
import { decodePieces } from '../charset.ts';
import { instantOf, parseDate } from '../dates.ts';
import { absoluteUrl } from '../feed/feed.ts';
import { scanMarkup } from '../markup.ts';
import { plainText } from '../plain-text.ts';
import { articleLikeness, dateInPath, isSameSite, lastInstantOf } from './article-url.ts';

export interface Sitemap {
  /** Of a sitemap index: the sitemaps it names, those that promise most first. */
  sitemaps: { url: string; modifiedAt: string | null }[];
  /** Pages that look like articles, the newest first; what has no date comes last. */
  pages: SitemapPage[];
}

export interface SitemapPage {
  url: string;
  /** See `addressKey`. */
  key: string;
  modifiedAt: string | null;
  /** From the news extension (Google's sitemap-news 0.9), else from the address. */
  publishedAt: string | null;
  title: string | null;
}

export interface ReadSitemapOptions {
  /** What lies on other sites is left out. */
  site: string;
  /** What is older than this (milliseconds since 1970) is left out. Default: nothing is. */
  from?: number;
  /** Default 2,000. */
  maxPages?: number;
}

/** The protocol allows 50,000 entries a file, each of a few elements. */
const maxEntries = 50_000;
const maxTags = 1_000_000;
/** An index may list 50,000 sitemaps; the rest is not needed. */
const maxSitemaps = 50;
const maxFieldCharacters = 4_096;
const dateCharacters = 40;

type Field = 'loc' | 'lastmod' | 'publication_date' | 'title';
const fieldNames: ReadonlySet<string> = new Set<Field>(['loc', 'lastmod', 'publication_date', 'title']);

/**
 * Reads a sitemap, a sitemap index (sitemaps.org 0.9) or a plain list of URLs, piece by piece: what is
 * damaged is skipped, what is too much is left out, and no more is kept than may be answered.
 */
export function readSitemap(
  source: Uint8Array | string,
  url: string,
  { site, from = Number.NEGATIVE_INFINITY, maxPages = 2_000 }: ReadSitemapOptions,
): Sitemap {
  const pages = new Newest<Omit<SitemapPage, 'key'>>(maxPages);
  const sitemaps = new Newest<Sitemap['sitemaps'][number]>(maxSitemaps);
  const pieces = typeof source === 'string' ? [source].values() : decodePieces(source);
  const first = pieces.next().value ?? '';
  const take = (kind: 'url' | 'sitemap', fields: Partial<Record<Field, string>>, isNews: boolean): void => {
    const modifiedAt = parseDate(fields.lastmod?.trim().slice(0, dateCharacters));
    const location = absoluteUrl(fields.loc, url);
    if (location === null || !isSameSite(location, site)) return;
    if (kind === 'sitemap') {
      if (modifiedAt === null || lastInstantOf(modifiedAt) >= from)
        sitemaps.add(
          { url: location, modifiedAt },
          instantOf(modifiedAt ?? '1970-01-01') + promiseOf(location) * 1e15,
        );
      return;
    }
    if (!isNews && articleLikeness(location) < 2) return;
    const publishedAt =
      parseDate(fields.publication_date?.trim().slice(0, dateCharacters)) ?? dateInPath(location);
    const newest = publishedAt ?? modifiedAt;
    if (newest === null || lastInstantOf(newest) >= from)
      pages.add(
        { url: location, modifiedAt, publishedAt, title: plainText(fields.title ?? '') || null },
        newest === null ? Number.NEGATIVE_INFINITY : instantOf(newest),
      );
  };
  const all = function* (): Generator<string> {
    yield first;
    yield* pieces;
  };
  if (/<(?:\w{1,40}:)?(?:urlset|sitemapindex|url|sitemap)\b/i.test(first.slice(0, 20_000)))
    readEntries(all(), take);
  else if (!first.trimStart().startsWith('<')) readLines(all(), (line) => take('url', { loc: line }, false));
  return {
    sitemaps: sitemaps.list(),
    pages: pages.list().map((page) => ({ ...page, key: addressKey(page.url) ?? page.url })),
  };
}

function readEntries(
  pieces: Iterable<string>,
  take: (kind: 'url' | 'sitemap', fields: Partial<Record<Field, string>>, isNews: boolean) => void,
): void {
  let kind: 'url' | 'sitemap' | null = null;
  let fields: Partial<Record<Field, string>> = {};
  let field: Field | null = null;
  let isNews = false;
  let entries = 0;
  const finish = (): void => {
    if (kind !== null && fields.loc !== undefined) {
      take(kind, fields, isNews);
      entries++;
    }
    kind = null;
  };
  scanMarkup(
    pieces,
    {
      open(qualified) {
        const [prefix, local] = nameOf(qualified);
        if (local === 'url' || local === 'sitemap') {
          finish();
          kind = local;
          fields = {};
          isNews = false;
        }
        if (local === 'news' && prefix === 'news') isNews = true;
        // image:loc and video:title belong to pictures, not to the page.
        field = fieldNames.has(local) && prefix !== 'image' && prefix !== 'video' ? (local as Field) : null;
        return entries < maxEntries;
      },
      text(text) {
        if (kind !== null && field !== null && (fields[field]?.length ?? 0) < maxFieldCharacters)
          fields[field] = (fields[field] ?? '') + text.slice(0, maxFieldCharacters);
      },
      close(qualified) {
        field = null;
        const [, local] = nameOf(qualified);
        if (local === 'url' || local === 'sitemap') finish();
      },
    },
    { isXml: true, maxTags },
  );
  finish();
}

function nameOf(qualified: string): [prefix: string, local: string] {
  const name = qualified.toLowerCase();
  const colon = name.indexOf(':');
  return [name.slice(0, Math.max(0, colon)), name.slice(colon + 1)];
}

/** Lines of some length; lines longer than any URL are skipped. */
function readLines(pieces: Iterable<string>, take: (line: string) => void): void {
  let [rest, count] = ['', 0];
  for (const piece of pieces) {
    const lines = `${rest.slice(-maxFieldCharacters)}${piece}`.split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (++count > maxEntries) return;
      take(line);
    }
  }
  take(rest);
}

/** News first, what holds articles next, what holds tags, pictures and static pages last. */
export function promiseOf(url: string): number {
  if (/news/i.test(url)) return 3;
  if (/post|article|artikel|story|stories|content|beitrag/i.test(url)) return 2;
  return /tag|categor|kategorie|author|autor|image|video|page|product|taxonom|static|gallery/i.test(url)
    ? 0
    : 1;
}

/** Keeps the entries of the highest rank; of equal ones those that came first. */
class Newest<Entry> {
  readonly #max: number;
  #entries: { entry: Entry; rank: number }[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  add(entry: Entry, rank: number): void {
    this.#entries.push({ entry, rank });
    if (this.#entries.length === 4 * this.#max) this.#shorten();
  }

  list(): Entry[] {
    this.#shorten();
    return this.#entries.map(({ entry }) => entry);
  }

  #shorten(): void {
    // Not their difference: two without a date would make it NaN.
    this.#entries.sort((a, b) => (a.rank === b.rank ? 0 : b.rank > a.rank ? 1 : -1));
    this.#entries.length = Math.min(this.#entries.length, this.#max);
  }
}

const robotsCharacters = 500_000;
const maxNamedSitemaps = 100;

/**
 * The sitemaps that a robots.txt names (RFC 9309 leaves them to sitemaps.org: a line each, anywhere in the
 * file).
 */
export function sitemapsOfRobots(text: string, url: string): string[] {
  const found: string[] = [];
  for (const line of text.slice(0, robotsCharacters).split(/[\r\n]/)) {
    const location = /^\s*sitemap\s*:\s*(\S+)/i.exec(line.slice(0, maxFieldCharacters))?.[1];
    const absolute = location === undefined ? null : absoluteUrl(location, url);
    if (absolute !== null && found.push(absolute) === maxNamedSitemaps) break;
  }
  return found;
}
