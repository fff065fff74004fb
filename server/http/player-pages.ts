import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../kernel/app.ts';
import { publicChannel } from '../areas/channels/channels/public-channel.ts';
import type { PlayerChannel, PlayerRequest } from '../areas/channels/player/player-request.ts';
import { publicAudio } from '../areas/people/studio/public-page.ts';
import { readPlayerConfig } from '../areas/channels/player/read-config.ts';
import type { PlayerConfig } from '../areas/channels/player/config-schema.ts';
import { element, escape, parentElement } from '../feeds/markup-writer.ts';
import { htmlDocument } from '../feeds/html-document.ts';
import { shareTags } from '../feeds/share-tags.ts';
import { framableByAll } from '../lib/requests/public-cors.ts';
import { product } from '../product.ts';
import { isReader, lastValue, playerQueryOf, type Query } from './player-query.ts';
import { publicHeaders } from './download.ts';

/** Pixels that a player in a frame takes: playlists show their items. */
const frame = { width: 640, height: { player: 180, playlistPlayer: 420 } } as const;

/**
 * Allows only our own scripts and styles; audio, pictures and statistics from anywhere. Any site may frame
 * it.
 */
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src * data:',
  'media-src *',
  'connect-src *',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const noIndex = '<meta name="robots" content="noindex">';

/**
 * Serves `/player/{channel}/frame`: the player as a separate page, for frames, AMP, newsletters and links.
 * `/oembed`: how others embed it (oEmbed 1.0). `/player/preview`: an empty page in which the dashboard
 * previews a player.
 */
export function registerPlayerPages(server: FastifyInstance, app: App): void {
  const page = (reply: FastifyReply, ancestors: string, html: string): FastifyReply =>
    reply
      .removeHeader('x-frame-options')
      .headers({ 'content-security-policy': `${framePolicy}; frame-ancestors ${ancestors}` })
      .type('text/html; charset=utf-8')
      .send(html);

  server.get('/player/preview', (_, reply) =>
    page(
      reply.header('cache-control', 'no-cache'),
      "'self'",
      htmlDocument({ language: 'en', title: 'Player preview', body: '' }),
    ),
  );

  server.get<{ Params: { channel: string }; Querystring: Query }>(
    '/player/:channel/frame',
    async (request, reply) => {
      const channel = await publicChannel(app, ['player', 'playlistPlayer'], request.params.channel);
      if (channel === null || channel === 'gone') {
        reply
          .code(channel === null ? 404 : 410)
          .headers({ 'cache-control': 'public, max-age=30', ...framableByAll(true) });
        return page(
          reply,
          '*',
          htmlDocument({
            language: 'en',
            title: product.name,
            head: noIndex,
            body: '<p>This player is not available.</p>',
          }),
        );
      }
      const question = playerQueryOf(request.query);
      const config = await readPlayerConfig(app, channel, question, isReader(request.headers));
      reply.headers({
        'cache-control': question.signature ? 'private, no-store' : 'public, max-age=60',
        ...framableByAll(config.ads === null),
      });
      return page(reply, '*', frameOf(app, channel, config, question));
    },
  );

  server.get<{ Querystring: Query }>('/oembed', async (request, reply) => {
    reply.headers(publicHeaders);
    const refuse = (status: number, message: string) =>
      reply.code(status).type('text/plain; charset=utf-8').send(message);
    const format = lastValue(request.query['format']) ?? 'json';
    if (format !== 'json' && format !== 'xml')
      return refuse(501, 'Only the formats json and xml are supported.');
    const asked = await embedded(app, request.query);
    const channel = asked && (await publicChannel(app, ['player', 'playlistPlayer'], asked.slug));
    if (!asked || !channel || channel === 'gone') return refuse(404, 'There is no player at this address.');
    const config = await readPlayerConfig(app, channel, asked.question, isReader(request.headers));
    const [item] = config.items;
    if (!item) return refuse(404, 'There is nothing to play at this address.');
    const width = atMost(lastValue(request.query['maxwidth']), frame.width);
    const height = atMost(lastValue(request.query['maxheight']), frame.height[channel.type]);
    const address = frameAddress(app, channel, asked.question);
    const described = {
      version: '1.0',
      type: 'rich',
      title: item.title,
      provider_name: product.name,
      provider_url: app.config.publicUrl,
      author_name: config.publisher,
      cache_age: 300,
      width,
      height,
      html: `<iframe src="${escape(address)}" width="${width}" height="${height}" title="${escape(item.title)}" allow="autoplay" loading="lazy" frameborder="0"></iframe>`,
      ...(await thumbnailOf(app, channel)),
    };
    reply.header('cache-control', 'public, max-age=300');
    return format === 'json'
      ? reply.send(described)
      : reply.type('text/xml; charset=utf-8').send(oembedXml(described));
  });
}

/** Returns the same as XML, with one element per name (oEmbed 1.0, 2.3.4.2). */
const oembedXml = (described: Record<string, string | number>): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n${parentElement(
    'oembed',
    Object.entries(described).map(([name, value]) => element(name, String(value))),
  )}\n`;

/** The project's picture with its size, without which oEmbed has none. */
async function thumbnailOf(
  { db, config }: App,
  { project: { cover } }: PlayerChannel,
): Promise<Record<string, string | number>> {
  const image = cover && (await db.prisma.image.findUnique({ where: { tag: cover } }));
  return image
    ? {
        thumbnail_url: `${config.publicUrl}/download/image/${image.tag}`,
        thumbnail_width: image.width,
        thumbnail_height: image.height,
      }
    : {};
}

/**
 * Returns the target of an oEmbed request: a frame's address, that of a public studio page, or a page's
 * together with `channel`.
 */
async function embedded(app: App, query: Query): Promise<{ slug: string; question: PlayerRequest } | null> {
  const { config } = app;
  const url = URL.parse(lastValue(query['url']) ?? '');
  if (!url) return null;
  const slug = lastValue(query['channel']);
  if (slug !== undefined) return { slug, question: { url: url.href } };
  const isOurs = url.origin === new URL(config.publicUrl).origin;
  const [, linkKey] = isOurs ? (/^\/listen\/([a-z0-9]{8,40})$/.exec(url.pathname) ?? []) : [];
  if (linkKey !== undefined) {
    const audio = await publicAudio(app, linkKey);
    return audio && { slug: audio.channel, question: { article: audio.articleId } };
  }
  const [, own] = isOurs ? (/^\/player\/([^/]{1,80})\/frame$/.exec(url.pathname) ?? []) : [];
  return own === undefined
    ? null
    : { slug: decodeURIComponent(own), question: playerQueryOf(Object.fromEntries(url.searchParams)) };
}

/** Returns the requested size if it is smaller than ours. Pixels. */
function atMost(asked: string | undefined, own: number): number {
  const pixels = /^\d{1,5}$/.test(asked ?? '') ? Number(asked) : own;
  return Math.max(Math.min(pixels, own), 1);
}

/** Never signed: the embedding site is not the subscriber. */
function frameAddress(
  { config }: App,
  { slug }: PlayerChannel,
  { article, externalId, url }: PlayerRequest,
): string {
  const query: Record<string, string> =
    article !== undefined
      ? { article: String(article) }
      : { ...(externalId !== undefined && { externalId }), ...(url !== undefined && { url }) };
  return `${config.publicUrl}/player/${slug}/frame?${new URLSearchParams(query)}`;
}

function frameOf(
  app: App,
  channel: PlayerChannel,
  { language, items, publisher }: PlayerConfig,
  question: PlayerRequest,
): string {
  const [item] = items;
  const title = item?.title ?? publisher;
  const oembed = `${app.config.publicUrl}/oembed?${new URLSearchParams({ format: 'json', url: frameAddress(app, channel, question) })}`;
  const { externalId, ...named } = question;
  const data = { channel: channel.slug, ...named, ...(externalId && { 'external-id': externalId }) };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(String(value))}"`);
  return htmlDocument({
    language,
    title,
    head: [
      noIndex,
      `<link rel="alternate" type="application/json+oembed" href="${escape(oembed)}" title="${escape(title)}">`,
      // The player uses the page's URL if no article is given.
      question.article === undefined && question.url
        ? `<link rel="canonical" href="${escape(question.url)}">`
        : '',
      `<link rel="alternate" type="text/xml+oembed" href="${escape(oembed.replace('format=json', 'format=xml'))}" title="${escape(title)}">`,
      shareTags({
        title,
        description: publisher,
        site: publisher,
        url: item?.url ?? null,
        image: item?.image ?? null,
        audio: question.signature ? null : (item?.audio ?? null),
        player: {
          url: frameAddress(app, channel, question),
          width: frame.width,
          height: frame.height[channel.type],
        },
      }),
    ].join('\n'),
    body: [
      `<div class="parlance-player"${attributes.join('')}></div>`,
      '<script async src="/player/loader.js"></script>',
      `<noscript><h1>${escape(title)}</h1>${item?.audio ? `<audio controls preload="none" src="${escape(item.audio)}"></audio>` : ''}</noscript>`,
    ].join('\n'),
  });
}
