import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { discoverArticles } from '../../server/extraction/discovery/discover-articles.ts';
import { createExtractionThreads } from '../../server/extraction/extraction-threads.ts';
import type { FixtureSite } from './fixture-site.ts';
import { serveSite } from './fixture-site.ts';
import { expectLinear, memoize } from '../support/growth.ts';
import { runs } from '../support/full.ts';

let site: FixtureSite | undefined;
afterEach(() => site?.close());

/** Serves documents; `SITE` in them is the site's own address. */
async function serve(documents: Record<string, string | ((site: string) => Buffer)>): Promise<FixtureSite> {
  site = await serveSite((request, response) => {
    const document = documents[request.url ?? ''];
    const origin = `http://${request.headers.host}`;
    if (document === undefined) response.writeHead(404).end('not here');
    else response.end(typeof document === 'string' ? document.replaceAll('SITE', origin) : document(origin));
  });
  return site;
}

const found = async (served: FixtureSite, options: { from?: string; limit?: number } = {}) =>
  discoverArticles(served.url('/'), { fetch: served.fetch, ...options });
const paths = (articles: { url: string }[]): string[] =>
  articles.map(({ url }) => new URL(url).pathname + new URL(url).search);

const front = `<!doctype html><html><head><title>Paper</title><link rel="alternate" type="application/rss+xml" href="/comments/feed/" title="Comments"><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>
<nav><a href="/politics/a-story-in-the-navigation-bar-1234567">A story in the navigation bar of this page</a></nav>
<main><article><h2><a href="/2026/03/14/bakery-reopens/?utm_source=front#top">Harbour bakery reopens after the flood</a></h2></article>
<a href="/2026/03/10/old-ferry-sold">The old ferry has been sold to a museum</a><a href="/tag/harbour">harbour</a><a href="/about">About us</a><a href="/impressum">Impressum</a><a href="https://elsewhere.example/2026/03/14/another-site">Another site's story about harbours</a>
<a href="mailto:x@example.org">Mail</a><a href="/files/report-2026-harbour-budget.pdf">The report about the harbour's budget</a></main></body></html>`;
const feed = `<rss version="2.0"><channel><title>Paper</title><item><title>Harbour bakery reopens</title><link>SITE/2026/03/14/bakery-reopens/</link><guid>g1</guid><pubDate>Sat, 14 Mar 2026 07:30:00 GMT</pubDate></item>
<item><title>Winter storm</title><link>SITE/2025/12/01/winter-storm</link><guid>g2</guid><pubDate>Mon, 01 Dec 2025 07:30:00 GMT</pubDate></item></channel></rss>`;

describe('robots.txt of a site', () => {
  const documents = {
    '/': front,
    '/feed.xml': feed,
    '/robots.txt': 'User-agent: *\nDisallow: /2025/\nDisallow: /private.xml\nSitemap: SITE/private.xml',
    '/private.xml':
      '<urlset><url><loc>SITE/2026/03/20/told-by-a-sitemap-that-is-private</loc></url></urlset>',
  };

  it('excludes disallowed pages where it is respected', async () => {
    const served = await serve(documents);
    const articles = await discoverArticles(served.url('/'), { fetch: served.fetch, honoursRobots: true });
    expect(paths(articles)).toEqual(['/2026/03/14/bakery-reopens/', '/2026/03/10/old-ferry-sold']);
    expect(served.requests).not.toContain('/private.xml');
    expect(served.requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
    expect(paths(await found(served))).toEqual(
      expect.arrayContaining(['/2025/12/01/winter-storm', '/2026/03/20/told-by-a-sitemap-that-is-private']),
    );
  });

  it('can disallow the whole site, and nothing else is requested', async () => {
    const served = await serve({ ...documents, '/robots.txt': 'User-agent: *\nDisallow: /' });
    await expect(
      discoverArticles(served.url('/'), { fetch: served.fetch, honoursRobots: true }),
    ).rejects.toMatchObject({ kind: 'disallowed' });
    expect(served.requests).toEqual(['/robots.txt']);
  });

  it('that cannot be fetched postpones the site', async () => {
    site = await serveSite((_request, response) => response.writeHead(503).end());
    await expect(
      discoverArticles(site.url('/'), { fetch: site.fetch, honoursRobots: true }),
    ).rejects.toMatchObject({ name: 'FetchError', retryable: true });
    expect(new Set(site.requests)).toEqual(new Set(['/robots.txt']));
  });
});

describe('discovery on a site with feed, sitemap and links', () => {
  const documents = {
    '/': front,
    '/feed.xml': feed,
    '/robots.txt': 'User-agent: *\nDisallow: /admin\nSitemap: SITE/index.xml\nsitemap:SITE/news.xml',
    '/index.xml':
      '<?xml version="1.0"?><sitemapindex ' +
      'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>SITE/posts.xml.gz</loc><lastmod>2026-03-15</lastmod></sitemap><sitemap><loc>SITE/tags.xml</loc></sitemap><sitemap><loc>https://elsewhere.example/s.xml</loc></sitemap></sitemapindex>',
    '/news.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" ' +
      'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>SITE/flash</loc><news:news><news:publication_date>2026-03-15T06:00:00+01:00</news:publication_date><news:title>News &amp;amp; flash</news:title></news:news><image:image><image:loc>SITE/picture-of-the-harbour-at-night</image:loc><image:title>not the title</image:title></image:image></url></urlset>',
    '/posts.xml.gz': (origin: string) =>
      gzipSync(
        `<urlset><url><loc>${origin}/2026/03/14/bakery-reopens</loc><lastmod>2026-03-16</lastmod></url><url><loc>${origin}/story/a-long-slug-of-five-words</loc><lastmod>2025-01-01</lastmod></url><url><loc>${origin}/story/another-slug-of-five-words</loc><lastmod>2026-03-12T10:00:00Z</lastmod></url><url><loc>${origin}/contact</loc></url></urlset>`,
      ),
    '/tags.xml': '<urlset><url><loc>SITE/tag/harbour</loc></url></urlset>',
  };

  it('returns every article once, newest first, from the requested day', async () => {
    const articles = await found(await serve(documents), { from: '2026-01-01' });
    expect(paths(articles)).toEqual([
      '/flash',
      '/2026/03/14/bakery-reopens/',
      '/2026/03/10/old-ferry-sold',
      '/story/another-slug-of-five-words',
    ]);
    expect(articles[0]).toMatchObject({
      title: 'News & flash',
      origin: 'sitemap',
      publishedAt: '2026-03-15T06:00:00+01:00',
    });
    expect(articles[1]).toMatchObject({
      origin: 'feed',
      item: { guid: 'g1' },
      publishedAt: '2026-03-14T07:30:00Z',
    });
    expect(articles[2]).toMatchObject({
      origin: 'links',
      title: 'The old ferry has been sold to a museum',
      publishedAt: '2026-03-10',
    });
    expect(articles[3]).toMatchObject({ origin: 'sitemap', publishedAt: null });
  });

  it('returns no more than the limit', async () => {
    expect(await found(await serve(documents), { limit: 2 })).toHaveLength(2);
  });

  it('includes the requested day', async () => {
    expect(paths(await found(await serve(documents), { from: '2026-03-15' }))).toEqual(['/flash']);
  });
});

describe('discovery on simpler sites', () => {
  it('follows links alone', async () => {
    expect(paths(await found(await serve({ '/': front })))).toEqual([
      '/2026/03/14/bakery-reopens/',
      '/2026/03/10/old-ferry-sold',
    ]);
  });

  it('accepts a feed URL as the main page', async () => {
    const articles = await found(await serve({ '/': feed }));
    expect(articles.map(({ item }) => item?.guid)).toEqual(['g1', 'g2']);
  });

  it('finds a feed that is not advertised', async () => {
    expect(paths(await found(await serve({ '/': '<p>Welcome</p>', '/rss.xml': feed })))).toEqual([
      '/2026/03/14/bakery-reopens/',
      '/2025/12/01/winter-storm',
    ]);
  });

  it('skips broken parts', async () => {
    const documents = {
      '/': front,
      '/feed.xml': '<html>maintenance</html>',
      '/robots.txt': 'Sitemap: SITE/sitemap.xml',
      '/sitemap.xml': () => gzipSync(Buffer.alloc(60e6)),
    };
    expect(paths(await found(await serve(documents)))).toHaveLength(2);
  });

  it('stops at a sitemap index that refers to itself', async () => {
    const served = await serve({
      '/': front,
      '/sitemap.xml': '<sitemapindex><sitemap><loc>SITE/sitemap.xml</loc></sitemap></sitemapindex>',
    });
    await found(served);
    expect(served.requests.filter((path) => path === '/sitemap.xml')).toHaveLength(1);
  });

  it('fails only if the front page is missing', async () => {
    await expect(found(await serve({}))).rejects.toMatchObject({
      name: 'FetchError',
      kind: 'status',
      status: 404,
    });
  });
});

it('does not block the event loop with huge sitemaps', async () => {
  const entries = memoize((count) =>
    gzipSync(
      '<url><loc>https://x.example/tag/harbour</loc><lastmod>2026-03-14</lastmod></url>'.repeat(count),
    ),
  );
  let size = 0;
  const names = Array.from({ length: 20 }, (_, index) => `/posts-${index}.xml.gz`);
  const index = `<sitemapindex>${names.map((name) => `<sitemap><loc>SITE${name}</loc></sitemap>`).join('')}${'<sitemap><loc>https://elsewhere.example/x.xml</loc></sitemap>'.repeat(10_000)}</sitemapindex>`;
  const served = await serve({
    '/': front,
    '/sitemap.xml': index,
    ...Object.fromEntries(names.map((name) => [name, () => entries(size)])),
  });
  const threads = createExtractionThreads({ timeoutMs: 60_000 });
  try {
    const discover = async (count: number): Promise<void> => {
      size = count;
      served.requests.length = 0;
      const before = performance.eventLoopUtilization();
      const articles = await discoverArticles(served.url('/'), {
        fetch: served.fetch,
        parsers: threads.for('test'),
      });
      // What is left here is receiving them and handing them on.
      expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.8);
      expect(paths(articles)).toEqual(['/2026/03/14/bakery-reopens/', '/2026/03/10/old-ferry-sold']);
      expect(served.requests.filter((path) => path.startsWith('/posts-'))).toHaveLength(10);
    };
    const most = runs(20_000, 200_000);
    await expectLinear(discover, { from: most / 16, most });
  } finally {
    await threads.close();
  }
});
