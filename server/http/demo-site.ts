import type { FastifyInstance } from 'fastify';
import { english, french, type DemoArticle } from '../../prisma/seed/articles.ts';

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
const paragraphs = (text: string): string => text.split('\n\n').map((part) => `<p>${escape(part)}</p>`).join('\n');
/** Fixed, so that the feed's entity tag stays the same. */
const day = (index: number): Date => new Date(Date.UTC(2026, 10, 2 + index, 6));

/** Two invented newspapers, so that the demo's feed and website are read over HTTP like anybody's: an RSS feed and a site with a sitemap. */
export function registerDemoSite(server: FastifyInstance, base: string): void {
  server.get('/demo/gazette/feed.xml', (_, reply) => {
    const items = english.map(
      (article, index) => `<item><title>${escape(article.title)}</title><link>${base}/demo/gazette/${article.slug}</link>
<guid isPermaLink="false">gazette-${article.slug}</guid><pubDate>${day(index).toUTCString()}</pubDate>
<content:encoded>${escape(paragraphs(article.text))}</content:encoded></item>`,
    );
    return reply.type('application/rss+xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The Harbour Gazette</title>
<link>${base}/demo/gazette/</link><description>Invented news from an invented town.</description><language>en-gb</language>
${items.join('\n')}</channel></rss>`);
  });

  site('/demo/gazette', 'The Harbour Gazette', 'en', english);
  site('/demo/courrier', 'Le Courrier du Port', 'fr', french);

  function site(path: string, name: string, language: string, articles: DemoArticle[]): void {
    const page = (title: string, body: string) =>
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(title)} – ${name}</title></head><body>
<header><a href="${path}/">${name}</a></header>${body}<footer>${name}</footer></body></html>`;
    server.get(`${path}/`, (_, reply) =>
      reply.type('text/html; charset=utf-8').send(
        page(name, `<main><ul>${articles.map((article) => `<li><a href="${path}/${article.slug}">${escape(article.title)}</a></li>`).join('')}</ul></main>`),
      ),
    );
    for (const [index, article] of articles.entries()) {
      server.get(`${path}/${article.slug}`, (_, reply) =>
        reply.type('text/html; charset=utf-8').send(
          page(
            article.title,
            `<main><article><h1>${escape(article.title)}</h1><time datetime="${day(index).toISOString()}">${day(index).toISOString().slice(0, 10)}</time>
${paragraphs(article.text)}</article></main>`,
          ),
        ),
      );
    }
    server.get(`${path}/sitemap.xml`, (_, reply) =>
      reply.type('application/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${articles
        .map((article, index) => `<url><loc>${base}${path}/${article.slug}</loc><lastmod>${day(index).toISOString()}</lastmod></url>`)
        .join('')}</urlset>`),
    );
  }
}
