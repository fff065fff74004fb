import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kernel/app.ts';
import { LimitReachedError, NotSignedInError } from '../kernel/errors.ts';
import { countAgainstNetworkRate, declareNetworkRate } from '../kernel/rate-limit.ts';
import { mayReadAudio } from '../areas/articles/articles/audio-access.ts';
import { authenticate } from '../areas/access/identity/session.ts';
import { isDeletedEpisode } from '../areas/channels/episodes/deleted-episode.ts';
import { ensureBuiltInSound } from '../areas/library/sounds/built-in.ts';
import { StorageError, type StoredFile } from '../storage/storage.ts';
import { credentialsOf } from './auth.ts';
import { isFresh, rangeApplies, type Validators } from './conditional-request.ts';
import type { PodcastDownloads } from './podcast-downloads.ts';
import { parseRange } from './range.ts';
import { readTranscript } from './transcript.ts';
import { httpMessages } from './messages.ts';
import { preflight, readableByAll } from '../lib/requests/public-cors.ts';
import { attachment } from '../lib/requests/attachment.ts';

const path = '/download/audio/:file';
/** Nothing but this is ever looked for, so that no name leads out of the folder. */
const name = /^([A-Za-z0-9][A-Za-z0-9_-]{0,79})\.(mp3|wav|vtt|srt)$/;

/**
 * What editors have made to listen to or to download: large, or made for one of them, and no listener asks
 * for it.
 */
export const previewOrHighRes = /^(preview|channel)-|-highres$/;
/** Rate limit of their downloads per network, for all processes together. */
const renderedRate = declareNetworkRate('Downloads of rendered files', 'a network', {
  burst: 120,
  everyMs: 2_000,
});

/** Players are on publishers' pages: any origin may read the files, and what it needs of the headers. */
export const publicHeaders = {
  ...readableByAll('accept-ranges, content-length, content-range, etag'),
  'x-content-type-options': 'nosniff',
};

/** A picture's name is the hash of what it is: what it answers never changes. */
export const immutableCacheControl = 'public, max-age=31536000, immutable';
/**
 * A sound's name is the hash of its content, so that its response never changes. But it may be deleted, or
 * become available to subscribers only. CDNs therefore revalidate within the hour, and its entity tag shows
 * that it is unchanged.
 */
export const hourCacheControl = 'public, max-age=3600';
/** A transcript carries the article's title, which can change. */
const forAWhile = 'public, max-age=300';
/** Headers of files that are not public. */
const forNobodyElse = { 'cache-control': 'private, no-store', vary: 'authorization, cookie' };

interface Query {
  download?: string | string[];
  timestamp?: string | string[];
  signature?: string | string[];
}

/**
 * Serves `/download/audio/{version}.mp3`, `.wav` if one was requested, `.vtt` or `.srt` for the transcript;
 * `?download=Title` saves it under that name. A project's subscriber-only files require a right to read the
 * project, or `?timestamp=…&signature=…`.
 */
export function registerDownloads(server: FastifyInstance, app: App, downloads: PodcastDownloads): void {
  server.route({
    url: path,
    method: 'OPTIONS',
    handler: (_, reply) =>
      reply
        .headers({ ...publicHeaders, ...preflight('GET, HEAD', 'range, if-range') })
        .code(204)
        .send(),
  });
  server.route<{ Params: { file: string }; Querystring: Query }>({
    url: path,
    method: ['GET', 'HEAD'],
    handler: async (request, reply) => {
      reply.headers(publicHeaders);
      const [, base, extension] = name.exec(request.params.file) ?? [];
      const { download: title, timestamp, signature } = request.query;
      const refuse = (status: number, text: string) =>
        reply
          .removeHeader('content-disposition')
          .code(status)
          .headers(forNobodyElse)
          .type('text/plain; charset=utf-8')
          .send(text);
      try {
        const signed = { timestamp: last(timestamp), signature: last(signature) };
        const hearing = base
          ? await mayReadAudio(app, base, signed, () => authenticate(app, credentialsOf(app, request)))
          : null;
        if (hearing === 'signed')
          return refuse(403, 'This audio is for subscribers only: the request must be signed.');
        if (hearing && previewOrHighRes.test(base!) && request.method === 'GET')
          await countAgainstNetworkRate(app, renderedRate, request.ip, httpMessages.TOO_MANY_DOWNLOADS());
        reply.headers(
          hearing === 'everybody'
            ? { 'cache-control': extension === 'vtt' || extension === 'srt' ? forAWhile : hourCacheControl }
            : forNobodyElse,
        );
        if (title !== undefined)
          reply.header('content-disposition', attachment(String(title), base ?? 'audio', extension ?? 'mp3'));
        const sent =
          hearing &&
          (extension === 'vtt' || extension === 'srt'
            ? await sendTranscript(app, { base: base!, format: extension }, request, reply)
            : await sendAudio(app, base!, extension!, request, reply, downloads));
        if (sent) return reply;
        return base && (await isDeletedEpisode(app, base))
          ? refuse(410, 'This episode has been deleted.')
          : refuse(404, 'This file does not exist.');
      } catch (error) {
        if (error instanceof NotSignedInError) return refuse(401, error.message);
        if (error instanceof LimitReachedError) {
          reply.header('retry-after', error.retryAfter ?? 1);
          return refuse(429, error.message);
        }
        if (!(error instanceof StorageError)) throw error;
        app.log.error({ err: error }, 'download failed');
        return reply
          .code(503)
          .header('retry-after', '5')
          .type('text/plain; charset=utf-8')
          .send('The file can’t be read right now.');
      }
    },
  });
}

/** @returns whether there is such a file. (Not the reply: a promise of one waits until all of it is sent.) */
async function sendAudio(
  app: App,
  base: string,
  extension: string,
  request: FastifyRequest,
  reply: FastifyReply,
  downloads: PodcastDownloads,
): Promise<boolean> {
  const { storage } = app;
  await ensureBuiltInSound(app, base);
  // A voiced chunk's frames are a file that plays, too.
  const [key, file] = await firstOf(storage, [`audio/${base}.${extension}`, `segments/${base}.${extension}`]);
  if (!file) return false;
  reply.type(extension === 'wav' ? 'audio/wav' : 'audio/mpeg');
  // The fronting proxy reads the file, and handles ranges and conditions.
  const watch = extension === 'mp3' ? downloads.watch(request.raw, reply.raw, request.ip, base, file) : null;
  if (app.config.accelRedirect) {
    if (!isFresh(request.headers, file)) watch?.asked();
    return sent(reply.header('x-accel-redirect', `${app.config.accelRedirect}/${key}`));
  }
  reply.header('accept-ranges', 'bytes');
  if (notModified(request, reply, file)) return sent(reply.code(304));
  const range = rangeApplies(request.headers, file) ? parseRange(request.headers.range, file.bytes) : null;
  if (range === 'unsatisfiable') {
    return sent(
      reply.code(416).headers({ 'content-range': `bytes */${file.bytes}`, 'cache-control': 'no-store' }),
    );
  }
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  if (request.method === 'HEAD') return sent(reply);
  const stream = await storage.stream(key, range ?? undefined);
  return sent(reply, watch ? watch.through(stream, range?.start ?? 0) : stream);
}

const last = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

async function firstOf(storage: App['storage'], keys: string[]): Promise<[string, StoredFile | null]> {
  for (const key of keys) {
    const file = await storage.stat(key);
    if (file) return [key, file];
  }
  return ['', null];
}

async function sendTranscript(
  app: App,
  { base, format }: { base: string; format: 'vtt' | 'srt' },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const transcript = await readTranscript(app, base, format);
  if (!transcript) return false;
  const body = Buffer.from(transcript.text);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.type(format === 'srt' ? 'application/x-subrip; charset=utf-8' : 'text/vtt; charset=utf-8');
  if (notModified(request, reply, { etag, modifiedAt: transcript.modifiedAt })) return sent(reply.code(304));
  reply.header('content-length', body.length);
  return sent(reply, request.method === 'HEAD' ? undefined : body);
}

function sent(reply: FastifyReply, body?: unknown): true {
  void reply.send(body);
  return true;
}

function notModified(request: FastifyRequest, reply: FastifyReply, validators: Validators): boolean {
  reply.headers({ etag: validators.etag, 'last-modified': validators.modifiedAt.toUTCString() });
  return isFresh(request.headers, validators);
}
