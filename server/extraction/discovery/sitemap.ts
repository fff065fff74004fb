import { Parser } from 'htmlparser2';
import { decodeText } from '../charset.ts';
import { parseDate } from '../dates.ts';
import { absoluteUrl } from '../feed/feed.ts';
import { plainText } from '../plain-text.ts';

export interface Sitemap {
  /** Of a sitemap index: the sitemaps it names. */
  sitemaps: { url: string; modifiedAt: string | null }[];
  pages: SitemapPage[];
}

export interface SitemapPage {
  url: string;
  modifiedAt: string | null;
  /** From the news extension (Google's sitemap-news 0.9). */
  publishedAt: string | null;
  title: string | null;
  isNews: boolean;
}

const maxEntries = 100_000;

/**
 * Reads a sitemap, a sitemap index (sitemaps.org 0.9) or a plain list of URLs. Streams: what is damaged is skipped, what is too much is left out.
 */
export function readSitemap(source: Uint8Array | string, url: string): Sitemap {
  const text = typeof source === 'string' ? source : decodeText(source).text;
  const sitemap: Sitemap = { sitemaps: [], pages: [] };
  if (!/<\s*(?:\w+:)?(?:urlset|sitemapindex|url|sitemap)\b/i.test(text.slice(0, 20_000))) {
    if (!/^\s*</.test(text)) {
      for (const line of text.split(/\r?\n/).slice(0, maxEntries)) {
        const page = absoluteUrl(line.trim(), null);
        if (page) sitemap.pages.push({ url: page, modifiedAt: null, publishedAt: null, title: null, isNews: false });
      }
    }
    return sitemap;
  }
  let fields: Record<string, string> = {};
  let field = '';
  let depth = 0;
  let isNews = false;
  const parser = new Parser(
    {
      onopentagname(qualified) {
        const name = qualified.toLowerCase();
        const local = name.replace(/^.*:/, '');
        if (local === 'url' || local === 'sitemap') {
          fields = {};
          isNews = false;
          depth = 1;
          return;
        }
        if (name === 'news:news') isNews = true;
        // image:loc and video:title belong to pictures, not to the page.
        if (/^(?:image|video):/.test(name)) field = '';
        else field = local;
        depth++;
      },
      ontext(part) {
        if (depth > 0 && field !== '' && (fields[field]?.length ?? 0) < 4_096) fields[field] = (fields[field] ?? '') + part;
      },
      onclosetag(qualified) {
        const local = qualified.toLowerCase().replace(/^.*:/, '');
        field = '';
        depth--;
        if (sitemap.pages.length + sitemap.sitemaps.length >= maxEntries) return;
        const location = local === 'url' || local === 'sitemap' ? absoluteUrl(fields['loc'], url) : null;
        if (!location) return;
        const modifiedAt = parseDate(fields['lastmod']);
        if (local === 'sitemap') sitemap.sitemaps.push({ url: location, modifiedAt });
        else sitemap.pages.push({ url: location, modifiedAt, publishedAt: parseDate(fields['publication_date']), title: plainText(fields['title'] ?? '') || null, isNews });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return sitemap;
}

/** The sitemaps that a robots.txt names (RFC 9309 leaves them to sitemaps.org: a line each, anywhere in the file). */
export function sitemapsOfRobots(text: string, url: string): string[] {
  return [...text.slice(0, 500_000).matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)].map(([, location]) => absoluteUrl(location, url)).filter((location) => location !== null);
}
