import { decodeText } from '../charset.ts';
import { absoluteUrl } from '../feed/feed.ts';
import { advertisedFeeds } from '../feed/advertised-feeds.ts';
import { scanElements } from '../markup.ts';
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
/** Links that are looked at, and those that are taken. */
const maxAnchors = 20_000;
const maxLinks = 5_000;
const maxTitle = 500;

/**
 * Reads the front page of a site: its feeds, and its links that look like articles by address, words and
 * place.
 */
export function readPageLinks(
  source: Uint8Array | string,
  url: string,
  contentType: string | null = null,
): PageLinks {
  const html = typeof source === 'string' ? source : decodeText(source, { contentType }).text;
  const found = new Map<string, { url: string; title: string | null }>();
  let base = url;
  let [inFurniture, inHeading, anchors] = [0, 0, 0];
  let link: { url: string; text: string; isHeading: boolean } | null = null;
  const finishLink = (): void => {
    if (!link) return;
    const title = cleanLine(link.text);
    const likeness = articleLikeness(link.url);
    const evidence = likeness + (title.length >= 25 ? 1 : 0) + (link.isHeading && title.length >= 12 ? 1 : 0);
    const known = found.get(link.url);
    if (likeness > 0 && (evidence >= 3 || known))
      found.set(link.url, {
        url: link.url,
        title: title.length > (known?.title?.length ?? 0) ? title : (known?.title ?? null),
      });
    link = null;
  };
  scanElements(html, {
    open(name, attributes) {
      if (name === 'base') base = absoluteUrl(attributes['href'], url) ?? base;
      if (furniture.has(name)) inFurniture++;
      if (headings.has(name)) {
        inHeading++;
        if (link) link.isHeading = true;
      }
      if (name !== 'a') return;
      // Links do not lie in links: where an end tag is missing, the next one begins.
      finishLink();
      if (inFurniture > 0 || found.size >= maxLinks || ++anchors > maxAnchors) return;
      const target = absoluteUrl(attributes['href'], base);
      if (target && isSameSite(target, url))
        link = {
          url: target.split('#', 1)[0]!,
          text: attributes['title']?.slice(0, maxTitle) ?? '',
          isHeading: inHeading > 0,
        };
    },
    text(part) {
      if (link && link.text.length < maxTitle) link.text += part.slice(0, maxTitle);
    },
    close(name) {
      if (furniture.has(name)) inFurniture--;
      if (headings.has(name)) inHeading--;
      if (name === 'a') finishLink();
    },
  });
  return { feeds: advertisedFeeds(html, url), articles: [...found.values()] };
}
