import { Parser } from 'htmlparser2';
import { decodeText } from '../charset.ts';
import { absoluteUrl } from '../feed/feed.ts';
import { advertisedFeeds } from '../feed/advertised-feeds.ts';
import { cleanLine } from '../plain-text.ts';
import { articleLikeness, isSameSite } from './article-url.ts';

export interface PageLinks {
  /** Feeds that the page advertises, best first. */
  feeds: string[];
  /** Links that look like articles of the same site, in the page's order. */
  articles: { url: string; title: string | null }[];
}

const furniture: ReadonlySet<string> = new Set(['nav', 'footer', 'form', 'dialog']);
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'article']);
const maxLinks = 5_000;

/** Reads the front page of a site: its feeds, and its links that look like articles by address, words and place. */
export function readPageLinks(source: Uint8Array | string, url: string, contentType: string | null = null): PageLinks {
  const html = typeof source === 'string' ? source : decodeText(source, { contentType }).text;
  const found = new Map<string, { url: string; title: string | null; likeness: number }>();
  let base = url;
  let inFurniture = 0;
  let inHeading = 0;
  let link: { url: string; text: string; isHeading: boolean } | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'base') base = absoluteUrl(attributes['href'], url) ?? base;
      if (furniture.has(name)) inFurniture++;
      if (headings.has(name)) {
        inHeading++;
        if (link) link.isHeading = true;
      }
      if (name !== 'a' || inFurniture > 0 || found.size >= maxLinks) return;
      const target = absoluteUrl(attributes['href'], base);
      if (target && isSameSite(target, url)) link = { url: target.replace(/#.*$/, ''), text: attributes['title'] ?? '', isHeading: inHeading > 0 };
    },
    ontext(part) {
      if (link && link.text.length < 500) link.text += part;
    },
    onclosetag(name) {
      if (furniture.has(name)) inFurniture = Math.max(0, inFurniture - 1);
      if (headings.has(name)) inHeading = Math.max(0, inHeading - 1);
      if (name !== 'a' || !link) return;
      const title = cleanLine(link.text);
      const likeness = articleLikeness(link.url) + (title.length >= 25 ? 1 : 0) + (link.isHeading && title.length >= 12 ? 1 : 0);
      const known = found.get(link.url);
      if (likeness >= 3 || known) {
        found.set(link.url, { url: link.url, title: title.length > (known?.title?.length ?? 0) ? title : (known?.title ?? null), likeness: Math.max(likeness, known?.likeness ?? 0) });
      }
      link = null;
    },
  });
  parser.end(html);
  return { feeds: advertisedFeeds(html, url), articles: [...found.values()].filter(({ url: target }) => articleLikeness(target) > 0).map(({ url: target, title }) => ({ url: target, title })) };
}
