import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kernel/app.ts';
import { authenticate } from '../areas/access/identity/session.ts';
import { readHighlight, readSpokenText } from '../areas/articles/article-record/detail.ts';
import { mayReadAudio } from '../areas/articles/articles/audio-access.ts';
import { publicChannel } from '../areas/channels/channels/public-channel.ts';
import type { PlayerChannel } from '../areas/channels/player/player-request.ts';
import { readPlayerConfig } from '../areas/channels/player/read-config.ts';
import { startPage } from '../areas/channels/player/start-page.ts';
import { credentialsOf } from './auth.ts';
import { matchesEtag } from './conditional-request.ts';
import { publicHeaders } from './download.ts';
import { registerPlayerButton } from './player-button.ts';
import { pageOnlyHeaders, registerPlayerFiles } from './player-files.ts';
import { registerPlayerHelp } from './player-help.ts';
import { registerPlayerPackage } from './player-package.ts';
import { registerPlayerPages } from './player-pages.ts';
import { registerPlayerReports } from './player-reports.ts';
import { isReader, lastValue, playerQueryOf, type ChannelRoute, type Query } from './player-query.ts';

const types = ['player', 'playlistPlayer'] as const;

/** Seconds for which an answer may be kept: of a playlist so short that its times are kept to the minute. */
const kept = { ready: 60, playlist: 15, inProgress: 2, nothing: 30 };

/** What players on publishers' pages ask for: `/player/…`, `/oembed`. */
export async function registerPlayer(server: FastifyInstance, app: App): Promise<void> {
  await registerPlayerFiles(server, app.config.publicUrl);
  registerPlayerPackage(server, app.config.publicUrl);
  registerPlayerHelp(server);
  registerPlayerPages(server, app);
  registerPlayerButton(server, app);

  const path = '/player/:channel/config';

  /** The player whose config is requested; undefined: a 404 was sent. */
  async function channelOf(
    { params }: FastifyRequest<ChannelRoute>,
    reply: FastifyReply,
  ): Promise<PlayerChannel | undefined> {
    reply.headers(publicHeaders);
    const channel = await publicChannel(app, types, params.channel);
    if (channel !== null && channel !== 'gone') return channel;
    const [status, message] =
      channel === null ? [404, 'There is no such player.'] : [410, 'This player has been deleted.'];
    await reply
      .code(status as number)
      .header('cache-control', `public, max-age=${kept.nothing}`)
      .send({ result: 'fail', message });
    return undefined;
  }

  server.get<ChannelRoute>(path, async (request, reply) => {
    const channel = await channelOf(request, reply);
    if (!channel) return reply;
    const question = playerQueryOf(request.query);
    const isRead = isReader(request.headers);
    const config = await readPlayerConfig(app, channel, question, isRead);
    const states = config.items.map(({ state }) => state);
    const age = states.includes('inProgress')
      ? kept.inProgress
      : channel.type === 'playlistPlayer'
        ? kept.playlist
        : states.includes('ready')
          ? kept.ready
          : kept.nothing;
    // A token is one reader's, and a program's answer without one is not for readers.
    const isShared = question.signature === undefined && (states.length > 0 || isRead);
    return sendJson(
      request,
      reply.header(
        'cache-control',
        isShared && config.pageToken === null ? `public, max-age=${age}` : 'private, no-store',
      ),
      config,
    );
  });

  // A reader sees the page: only now is audio generated for it. Its body is the token alone, as text, which
  // pages of other origins may send without a preflight request.
  server.post<ChannelRoute>(path, { bodyLimit: 1_000 }, async (request, reply) => {
    const channel = await channelOf(request, reply);
    if (!channel) return reply;
    reply.header('cache-control', 'private, no-store');
    const question = playerQueryOf(request.query);
    const token = typeof request.body === 'string' ? request.body : '';
    if (!(await startPage(app, channel, question, { token, isReader: isReader(request.headers) })))
      return reply
        .code(403)
        .send({ result: 'fail', message: 'Only requests of a page’s readers are accepted.' });
    const config = await readPlayerConfig(app, channel, question, true);
    return sendJson(request, reply, { ...config, pageToken: null });
  });
  registerWords(server, app);
  registerPlayerReports(server, app, channelOf);
}

/** `/player/{channel}/words/{version}`: the words of an audio with their times. */
function registerWords(server: FastifyInstance, app: App): void {
  server.get<{ Params: { channel: string; version: string }; Querystring: Query }>(
    '/player/:channel/words/:version',
    async (request, reply) => {
      reply.headers(publicHeaders);
      const { version } = request.params;
      const { timestamp, signature } = request.query;
      const hearing = await mayReadAudio(
        app,
        version,
        { timestamp: lastValue(timestamp)!, signature: lastValue(signature)! },
        () => authenticate(app, credentialsOf(app, request)),
      );
      const data =
        hearing === null || hearing === 'signed' ? [] : await readHighlight(app, { audio: version });
      if (data.length === 0)
        return reply
          .code(hearing === 'signed' ? 403 : 404)
          .header('cache-control', 'private, no-store')
          .send({ result: 'fail', message: 'There are no texts under this address.' });
      const text = await readSpokenText(app, { audio: version });
      return sendJson(
        request,
        reply.header('cache-control', hearing === 'everybody' ? 'public, max-age=3600' : 'private, no-store'),
        { data, text },
      );
    },
  );
}

/** Below this a compressed answer is no smaller: a head says how it is compressed. Bytes. */
const compressedFrom = 400;
/** Responses are compressed for each request: this costs a fifth of the best compression. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  const body = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  for (const header of pageOnlyHeaders) reply.removeHeader(header);
  reply.headers({ etag, vary: 'accept-encoding' }).type('application/json; charset=utf-8');
  if (matchesEtag(request.headers, etag)) return reply.code(304).send();
  const accepted = body.length < compressedFrom ? '' : String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(await promisify(brotliCompress)(body, quality));
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(body));
  return reply.send(body);
}
