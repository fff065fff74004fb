import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  demoAddress,
  demoDay,
  english,
  french,
  german,
  type DemoArticle,
} from '../../prisma/seed/seed-articles.ts';
import { demoChannels } from '../../prisma/seed/seed-channels.ts';
import { htmlDocument } from '../feeds/html-document.ts';
import type { App } from '../kernel/app.ts';
import { demoPath } from '../product.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${escape(part)}</p>`)
    .join('\n');
/** A newspaper of the demo. */
interface Newspaper {
  path: string;
  name: string;
  language: 'en' | 'de' | 'fr';
  articles: DemoArticle[];
  /** Slug of its player's channel. */
  channel: string;
  /** Text on its front page about what can be tried there. */
  about: string;
}

const newspapers: Newspaper[] = [
  {
    path: '/demo/gazette',
    name: 'The Harbour Gazette',
    language: 'en',
    articles: english,
    channel: demoChannels.gazette,
    about:
      'Each story has the player in version 3. Words are marked while they are spoken; click a paragraph to listen from there.',
  },
  {
    path: '/demo/courrier',
    name: 'Le Courrier du Port',
    language: 'fr',
    articles: french,
    channel: demoChannels.courrier,
    about: 'Le lecteur en version 4, déplié ou replié.',
  },
  {
    path: '/demo/morgenblatt',
    name: 'Morgenblatt',
    language: 'de',
    articles: german,
    channel: demoChannels.morgenblatt,
    about:
      'Wer kein Abonnement hat, hört den Anfang. Unter jedem Artikel lässt sich anmelden, ohne dass die Seite neu lädt.',
  },
];

const style = `
:root { color-scheme: light dark; --ink: #1b1d21; --paper: #fbfaf7; --line: #d9d5cc; --accent: #0b5c74 }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --paper: #17191c; --line: #383b40; --accent: #7cc6de } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1.08rem/1.65 Georgia, 'Times New Roman', serif }
header { border-bottom: 3px double var(--line); margin-bottom: 2rem; padding-bottom: .75rem }
header a { color: inherit; font-size: 1.5rem; font-weight: 700; letter-spacing: .01em; text-decoration: none }
h1 { font-size: clamp(1.7rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 .5rem; text-wrap: balance }
time, footer, .about { color: color-mix(in srgb, var(--ink) 65%, transparent); font: .9rem/1.5 system-ui, sans-serif }
.parlance-player { margin: 1.25rem 0 1.75rem }
a { color: var(--accent) } li { margin: .4rem 0 } ul { padding-left: 1.1rem }
button { font: 600 .95rem system-ui, sans-serif; padding: .55rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: none; color: inherit; cursor: pointer }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem }
`;

/**
 * Serves three invented newspapers, so that the demo's feed and websites are read over HTTP like any others,
 * and its players are on pages: an RSS feed, a site without one, and one with a paywall. `/demo/ads` is a
 * page that plays advertisements.
 */
export function registerDemoSite(server: FastifyInstance, app: App, base: string): void {
  serveFeed(server, base);
  const slashes = [demoPath, ...newspapers.map(({ path }) => `${path}/`)];
  for (const path of slashes) server.get(path.slice(0, -1), (_, reply) => reply.redirect(path));
  server.get(demoPath, (_, reply) =>
    page(reply, { name: 'Parlance demo', language: 'en', path: '/demo' }, 'Parlance demo', [
      '<h1>Three invented newspapers</h1>',
      `<ul>${newspapers.map(({ path, name }) => `<li><a href="${path}/">${escape(name)}</a></li>`).join('')}<li><a href="/demo/ads">Audio ads</a></li></ul>`,
      '<p class="about">An automatic playlist of the Gazette, in the playlist player. It takes its articles within five minutes of the first start:</p>',
      container(demoChannels.playlist),
    ]),
  );
  for (const newspaper of newspapers) serveNewspaper(server, base, newspaper);
  serveAdsPage(server, base);
  serveSubscription(server, app);
}

function serveFeed(server: FastifyInstance, base: string): void {
  server.get('/demo/gazette/feed.xml', (_, reply) => {
    const items = english.map(
      (
        article,
        index,
      ) => `<item><title>${escape(article.title)}</title><link>${base}${demoAddress('/demo/gazette', article, index)}</link>
<guid isPermaLink="false">gazette-${article.slug}</guid><pubDate>${demoDay(index).toUTCString()}</pubDate>
<content:encoded>${escape(paragraphs(article.text))}</content:encoded></item>`,
    );
    return reply.type('application/rss+xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The Harbour Gazette</title>
<link>${base}/demo/gazette/</link><description>Invented news from an invented town.</description><language>en-gb</language>
${items.join('\n')}</channel></rss>`);
  });
}

/** A page that plays audio ads. */
function serveAdsPage(server: FastifyInstance, base: string): void {
  server.get('/demo/ads', (_, reply) => {
    const [article] = english;
    return page(reply, { name: 'Parlance demo', language: 'en', path: '/demo' }, 'Audio ads', [
      '<h1>Audio ads</h1>',
      '<p class="about">Press play: an audio ad of the campaign “Harbour ferries” comes first, then the story. Nobody has to sign in to hear it. ' +
        'The next ad comes after ten stories. The project “Editors’ desk” has the campaign, under Configure, Audio ads; once it has been played ' +
        'as often as its limit allows, the story simply begins.</p>',
      container(demoChannels.ads),
      `<link rel="canonical" href="${base}/demo/ads">`,
      `<article><h2>${escape(article!.title)}</h2>${paragraphs(article!.text)}</article>`,
    ]);
  });
}

/** What a publisher's own server does for a reader who has signed in. */
function serveSubscription(server: FastifyInstance, app: App): void {
  server.get('/demo/morgenblatt/subscription', async (_, reply) => {
    const project = await app.db.prisma.project.findFirst({
      where: { channels: { some: { slug: demoChannels.morgenblatt } } },
      select: { securityKey: true },
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHash('md5')
      .update(timestamp + (project?.securityKey ?? ''))
      .digest('hex');
    return reply.header('cache-control', 'no-store').send({ timestamp, signature });
  });
  server.get('/demo/morgenblatt/sign-in.js', (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(`
document.querySelector('button').addEventListener('click', async ({ currentTarget }) => {
  const signed = await (await fetch('/demo/morgenblatt/subscription')).json();
  Object.assign(document.querySelector('.parlance-player').dataset, signed);
  currentTarget.textContent = 'Angemeldet';
  currentTarget.disabled = true;
});`),
  );
}

function serveNewspaper(
  server: FastifyInstance,
  base: string,
  { path, name, language, articles, channel, about }: Newspaper,
): void {
  server.get(`${path}/`, (_, reply) =>
    page(reply, { name, language, path }, name, [
      `<main><ul>${articles.map((article, index) => `<li><a href="${demoAddress(path, article, index)}">${escape(article.title)}</a></li>`).join('')}</ul></main>`,
      `<p class="about">${escape(about)}</p>`,
    ]),
  );
  for (const [index, article] of articles.entries()) {
    const address = demoAddress(path, article, index);
    server.get(address, (_, reply) =>
      page(reply, { name, language, path }, `${article.title} – ${name}`, [
        `<link rel="canonical" href="${base}${address}">`,
        `<main><article><h1>${escape(article.title)}</h1><time datetime="${demoDay(index).toISOString()}">${demoDay(index).toISOString().slice(0, 10)}</time>`,
        container(channel),
        `${paragraphs(article.text)}</article></main>`,
        ...(language === 'de'
          ? [
              '<p><button type="button">Als Abonnentin anmelden</button></p><script src="/demo/morgenblatt/sign-in.js"></script>',
            ]
          : []),
      ]),
    );
  }
}

const container = (channel: string): string =>
  `<div class="parlance-player" data-channel="${channel}"></div><script async src="/player/loader.js"></script>`;

function page(
  reply: FastifyReply,
  { name, language, path }: Pick<Newspaper, 'name' | 'language' | 'path'>,
  title: string,
  body: string[],
): FastifyReply {
  // By this cookie a publisher turns on the marking of words while they are spoken.
  reply.header('set-cookie', `t_hightlight=enable; Path=${demoPath}; SameSite=Lax`);
  return reply
    .type('text/html; charset=utf-8')
    .send(
      htmlDocument({
        language,
        title,
        head: `<style>${style}</style>`,
        body: `<header><a href="${path}/">${escape(name)}</a></header>${body.join('\n')}<footer>${escape(name)}</footer>`,
      }),
    );
}
