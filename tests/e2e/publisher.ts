import type { Page } from '../support/site.ts';

const paragraphs = [
  'The bakery on Quay Street opens an hour earlier from Monday. Commuters had asked for it since the first tram was moved to half ' +
    'past five.',
  'The baker, who has worked nights for thirty years, calls the change a small thing. Her neighbours disagree: the smell of fresh ' +
    'bread now reaches the tram stop before the tram does.',
  'Whether the earlier hours stay will be decided in spring. Until then, the first rolls are sold at a quarter past five.',
];

/**
 * A publisher's feed and website, as small as they can be and still be real. @param base address of the site
 */
export function publisherPages(base: string): Record<string, Page> {
  const story = (
    title: string,
  ) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<header><a href="/">The Quay</a></header><main><article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article></main><footer>The Quay</footer></body></html>`;
  return {
    '/feed.xml': `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>The Quay</title><link>${base}/</link><description>Small news</description>
<item><title>Bread before the tram</title><link>${base}/bread</link><guid isPermaLink="false">quay-1</guid><pubDate>Mon, 02 Nov 2026 06:00:00 GMT</pubDate>
<content:encoded><![CDATA[${paragraphs.map((text) => `<p>${text}</p>`).join('')}]]></content:encoded></item></channel></rss>`,
    '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The Quay</title></head><body><main><a href="/2026/11/02/bread-before-the-tram-opens">Bread at dawn on Quay Street</a></main></body></html>`,
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${base}/2026/11/02/bread-before-the-tram-opens</loc><lastmod>2026-11-02</lastmod></url></urlset>`,
    },
    '/bread': story('Bread before the tram'),
    '/2026/11/02/bread-before-the-tram-opens': story('Bread at dawn on Quay Street'),
  };
}
