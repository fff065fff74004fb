import type { FastifyInstance } from 'fastify';
import { english, french, type DemoArticle } from '../../prisma/seed/seed-articles.ts';

/** Where the demo's newspapers lie. */
export const demoPath = '/demo/';

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${escape(part)}</p>`)
    .join('\n');
/** An article's address, with its day: as newspapers have it, and as the reader of websites tells articles from other pages. */
const addressOf = (path: string, article: DemoArticle, index: number): string =>
  `${path}/${day(index).toISOString().slice(0, 10).replaceAll('-', '/')}/${article.slug}`;
/** Fixed, so that the feed's entity tag stays the same. */
const day = (index: number): Date => new Date(Date.UTC(2026, 10, 2 + index, 6));

/** Two invented newspapers, so that the demo's feed and website are read over HTTP like anybody's: an RSS feed and a site without one. */
export function registerDemoSite(server: FastifyInstance, base: string): void {
  server.get('/demo/gazette/feed.xml', (_, reply) => {
    const items = english.map(
      (article, index) => `<item><title>${escape(article.title)}</title><link>${base}${addressOf('/demo/gazette', article, index)}</link>
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
      reply
        .type('text/html; charset=utf-8')
        .send(
          page(
            name,
            `<main><ul>${articles.map((article, index) => `<li><a href="${addressOf(path, article, index)}">${escape(article.title)}</a></li>`).join('')}</ul></main>`,
          ),
        ),
    );
    for (const [index, article] of articles.entries()) {
      server.get(addressOf(path, article, index), (_, reply) =>
        reply.type('text/html; charset=utf-8').send(
          page(
            article.title,
            `<main><article><h1>${escape(article.title)}</h1><time datetime="${day(index).toISOString()}">${day(index).toISOString().slice(0, 10)}</time>
${paragraphs(article.text)}</article></main>`,
          ),
        ),
      );
    }
  }
}
