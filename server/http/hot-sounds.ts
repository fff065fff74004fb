import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { anonymous } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { mayHear } from '../areas/articles/hearing.ts';
import type { StoredFile } from '../storage/storage.ts';
import { isFresh, rangeApplies } from './conditional.ts';
import type { Connections } from './connections.ts';
import { forAnHour, publicHeaders, rendered } from './download.ts';
import type { PodcastDownloads, WatchedDownload } from './podcast-downloads.ts';
import { parseRange } from './range.ts';
import type { Readiness } from './readiness.ts';
import { securityHeaders } from './security-headers.ts';

/** Requests for one file within a window that make it hot, and the window, milliseconds. */
const hot = { requests: 8, windowMs: 1_000 } as const;
/**
 * Who may hear it is asked again after so long, milliseconds, beside hearing at once when a right is taken
 * away.
 */
const checkedMs = 1_000;
/** Bytes of one file (half an hour), and of all. */
const fileMax = 16 * 1024 * 1024;
const allMax = 96 * 1024 * 1024;
/** Bytes of a podcast's file that are handed on at once. */
const pieceBytes = 65_536;
/** Files whose requests are counted in a window. */
const countedMax = 5_000;

const address = /^\/download\/audio\/([A-Za-z0-9][A-Za-z0-9_-]{0,79})\.mp3(?:\?podcast=\d{1,9})?$/;

interface HotSound {
  bytes: Buffer;
  file: StoredFile;
  headers: string[];
  /** When it was last known that everybody may hear it; below zero: it no longer is. */
  checkedAt: number;
}

/**
 * Answers from memory what many ask for at once: the article that everybody reads this minute, in the ranges
 * in which players fetch it. All other requests, and those with credentials in the address, go their usual
 * way. To be called after `admitRequests`: what costs less than a refusal needs no place.
 */
export function serveHotSounds(
  server: FastifyInstance,
  app: App,
  {
    readiness,
    connections,
    downloads,
  }: { readiness: Readiness; connections(): Connections | undefined; downloads: PodcastDownloads },
): void {
  const counts = new Map<string, number>();
  /** The least recently asked for first. */
  const sounds = new Map<string, HotSound>();
  const checking = new Set<string>();
  let windowEnds = 0;
  let held = 0;
  const forget = (base: string): void => {
    held -= sounds.get(base)?.bytes.length ?? 0;
    sounds.delete(base);
  };
  // An article that was deleted, a project that keeps its sound for subscribers from now on: whichever it is,
  // all are asked about again.
  const stop = app.pubsub.onRightsChange(({ of }) => {
    if (of === 'project' || of === 'all') for (const sound of sounds.values()) sound.checkedAt = -Infinity;
  });
  server.addHook('onClose', async () => stop());

  const common = Object.entries({
    ...securityHeaders(app.config),
    ...publicHeaders,
    'accept-ranges': 'bytes',
    'content-type': 'audio/mpeg',
  }).flat();

  function count(base: string, now: number): number {
    if (now > windowEnds || counts.size >= countedMax) {
      counts.clear();
      windowEnds = now + hot.windowMs;
    }
    const requests = (counts.get(base) ?? 0) + 1;
    counts.set(base, requests);
    return requests;
  }

  /** Reads it, or asks again who may hear it. */
  async function check(base: string): Promise<void> {
    if (checking.has(base)) return;
    checking.add(base);
    try {
      const checkedAt = performance.now();
      const isForEverybody = (await mayHear(app, base, {}, async () => anonymous)) === 'everybody';
      const file = isForEverybody ? await app.storage.stat(`audio/${base}.mp3`) : null;
      const known = sounds.get(base);
      if (!file || file.bytes > fileMax) return forget(base);
      if (known?.file.etag === file.etag) return void (known.checkedAt = checkedAt);
      const bytes = await app.storage.get(`audio/${base}.mp3`);
      forget(base);
      if (bytes?.length !== file.bytes) return;
      for (const [oldest] of sounds) if (held + bytes.length > allMax) forget(oldest);
      held += bytes.length;
      const headers = [...common, 'etag', file.etag, 'last-modified', file.modifiedAt.toUTCString()];
      sounds.set(base, {
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
        file,
        headers,
        checkedAt,
      });
    } catch (error) {
      // The usual way says what is wrong.
      forget(base);
      app.log.debug({ err: error }, 'a sound is not kept in memory');
    } finally {
      checking.delete(base);
    }
  }

  /** @returns whether it was answered */
  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const base = request.method === 'GET' ? address.exec(request.url!)?.[1] : undefined;
    if (
      base === undefined ||
      rendered.test(base) ||
      readiness.ending ||
      connections()?.isSurplus(request.socket)
    )
      return false;
    const now = performance.now();
    const sound = sounds.get(base);
    const age = now - (sound?.checkedAt ?? -Infinity);
    if (age > checkedMs / 2 && count(base, now) >= hot.requests) void check(base);
    if (!sound || age > checkedMs) return false;
    sounds.delete(base);
    sounds.set(base, sound);
    send(request, response, sound, downloads.watch(request, response, null, base, sound.file));
    return true;
  }

  const handle = server.server.listeners('request')[0] as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
  server.server.removeListener('request', handle).on('request', (request, response) => {
    if (!serve(request, response)) handle(request, response);
  });
}

function send(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  { bytes, file, headers }: HotSound,
  watch: WatchedDownload | null,
): void {
  const kept = [...headers, 'cache-control', forAnHour];
  if (isFresh(asked, file)) return void response.writeHead(304, kept).end();
  const range =
    asked.range !== undefined && rangeApplies(asked, file) ? parseRange(asked.range, bytes.length) : null;
  if (range === 'unsatisfiable') {
    response
      .writeHead(416, [
        ...headers,
        'cache-control',
        'no-store',
        'content-range',
        `bytes */${bytes.length}`,
        'content-length',
        '0',
      ])
      .end();
    return;
  }
  const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  const length = ['content-length', String(part.length)];
  if (range)
    response.writeHead(206, [
      ...kept,
      ...length,
      'content-range',
      `bytes ${range.start}-${range.end}/${bytes.length}`,
    ]);
  else response.writeHead(200, [...kept, ...length]);
  if (watch) watch.through(Readable.from(inPieces(part)), range?.start ?? 0).pipe(response);
  else response.end(part);
}

/** What is sent in pieces shows how much of it has left when somebody hangs up. */
function* inPieces(part: Buffer): Generator<Buffer> {
  for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes);
}
