import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kernel/app.ts';
import { authenticate } from '../areas/access/identity/session.ts';
import { readHighlight, readSpokenText } from '../areas/articles/article-record/detail.ts';
import { mayReadAudio } from '../areas/articles/articles/audio-access.ts';
import { publicChannel } from '../areas/channels/channels/public-channel.ts';
import { readPlayerConfig } from '../areas/channels/player/read-config.ts';
import { credentialsOf } from './auth.ts';
import { isKnown } from './conditional-request.ts';
import { publicHeaders } from './download.ts';
import { pageOnlyHeaders, registerPlayerFiles } from './player-files.ts';
import { registerPlayerPages } from './player-pages.ts';
import { lastValue, playerQueryOf, type Query } from './player-query.ts';

const types = ['player', 'playlistPlayer'] as const;

/** Seconds for which an answer may be kept: of a playlist so short that its times are kept to the minute. */
const kept = { ready: 60, playlist: 15, inProgress: 2, nothing: 30 };

/** What players on publishers' pages ask for: `/player/…`, `/oembed`. */
export async function registerPlayer(server: FastifyInstance, app: App): Promise<void> {
  await registerPlayerFiles(server);
  registerPlayerPages(server, app);

  server.get<{ Params: { channel: string }; Querystring: Query }>(
    '/player/:channel/config',
    async (request, reply) => {
      reply.headers(publicHeaders);
      const channel = await publicChannel(app, types, request.params.channel);
      if (channel === null || channel === 'gone') {
        const [status, message] =
          channel === null ? [404, 'There is no such player.'] : [410, 'This player has been deleted.'];
        return reply
          .code(status as number)
          .header('cache-control', `public, max-age=${kept.nothing}`)
          .send({ result: 'fail', message });
      }
      const config = await readPlayerConfig(app, channel, playerQueryOf(request.query));
      const isSigned = lastValue(request.query['signature']) !== undefined;
      const states = config.items.map(({ state }) => state);
      const age = states.includes('inProgress')
        ? kept.inProgress
        : channel.type === 'playlistPlayer'
          ? kept.playlist
          : states.includes('ready')
            ? kept.ready
            : kept.nothing;
      return sendJson(
        request,
        reply.header('cache-control', isSigned ? 'private, no-store' : `public, max-age=${age}`),
        config,
      );
    },
  );

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
          .send({ result: 'fail', message: 'There are no words for this.' });
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
/** Answers are made anew for each that asks: this costs a fifth of what the best compression does. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  const body = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  for (const header of pageOnlyHeaders) reply.removeHeader(header);
  reply.headers({ etag, vary: 'accept-encoding' }).type('application/json; charset=utf-8');
  if (isKnown(request.headers, etag)) return reply.code(304).send();
  const accepted = body.length < compressedFrom ? '' : String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(await promisify(brotliCompress)(body, quality));
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(body));
  return reply.send(body);
}
