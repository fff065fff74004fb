import { LRUCache } from 'lru-cache';
import type { ContentCoding } from '../feeds/feed-cache.ts';

/** Remembers results for header values, which are few unless a client invents them. */
function remembering<Answer extends {}>(
  work: (header: string) => Answer,
): (header: string | undefined) => Answer {
  const known = new LRUCache<string, Answer>({ max: 1_000 });
  const none = work('');
  return (header) => {
    if (header === undefined) return none;
    const there = known.get(header);
    if (there !== undefined) return there;
    const answer = work(header);
    if (header.length <= 500) known.set(header, answer);
    return answer;
  };
}

/** What a header prefers, by quality (RFC 9110, section 12.4.2). */
function qualities(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
    }),
  );
}

/** Returns the coding in which a client gets a feed, by Accept-Encoding. */
export const codingFor = remembering((header): ContentCoding => {
  const accepted = qualities(header);
  const quality = (coding: string): number =>
    accepted.get(coding) ?? (header === '' ? 0 : (accepted.get('*') ?? 0));
  const [br, gzip] = [quality('br'), quality('gzip')];
  return br > 0 && br >= gzip ? 'br' : gzip > 0 ? 'gzip' : 'identity';
});

const feedTypes = ['application/rss+xml', 'application/xml', 'text/xml', 'application/atom+xml'];

/**
 * Returns whether the client wants the page rather than the feed, by Accept: browsers name HTML, and prefer
 * it to any XML.
 */
export const prefersHtml = remembering((header) => {
  const accepted = qualities(header);
  const html = accepted.get('text/html') ?? 0;
  return html > 0 && feedTypes.every((type) => (accepted.get(type) ?? 0) < html);
});
