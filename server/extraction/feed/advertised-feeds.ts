import { scanMarkup } from '../markup.ts';
import { absoluteUrl } from './feed.ts';

const feedTypes =
  /^(application|text)\/(rss\+xml|atom\+xml|rdf\+xml|feed\+json|xml|x-rss)$|^application\/json$/;
const headCharacters = 200_000;
const maxFeeds = 50;

/**
 * The feeds that a page names in `<link rel=alternate>`, best first: feeds of comments come last. Absolute
 * URLs.
 */
export function advertisedFeeds(html: string, url: string | null): string[] {
  const found: { href: string; comments: boolean }[] = [];
  let base = url;
  scanMarkup(html.slice(0, headCharacters), {
    open(name, attributes) {
      if (name === 'base' && attributes['href']) base = absoluteUrl(attributes['href'], url) ?? base;
      if (
        name !== 'link' ||
        found.length === maxFeeds ||
        !/\b(alternate|feed)\b/i.test(attributes['rel'] ?? '')
      )
        return;
      const type = (attributes['type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const href = absoluteUrl(attributes['href'], base);
      if (
        !href ||
        !feedTypes.test(type) ||
        (type === 'application/json' && !/feed/i.test(href)) ||
        found.some((known) => known.href === href)
      )
        return;
      // WordPress offers its REST interface and oEmbed in the same way.
      if (/\/wp-json\/|oembed/i.test(href)) return;
      found.push({
        href,
        comments: /comments?\b|kommentar|commentaires/i.test(`${attributes['title'] ?? ''} ${href}`),
      });
    },
  });
  return [...found.filter(({ comments }) => !comments), ...found.filter(({ comments }) => comments)].map(
    ({ href }) => href,
  );
}
