import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { anonymous } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { mayReadAudio } from '../areas/articles/articles/audio-access.ts';
import type { StoredFile } from '../storage/storage.ts';
import { isFresh, rangeApplies } from './conditional-request.ts';
import type { Connections } from './connection-limit.ts';
import { hourCacheControl, publicHeaders, previewOrHighRes } from './download.ts';
import type { PodcastDownloads, WatchedDownload } from './podcast-downloads.ts';
import { parseRange } from './range.ts';
import type { Readiness } from './readiness.ts';
import { securityHeaders } from './security-headers.ts';

/** Requests for one file within a window that make it hot, and the window, milliseconds. */
const hot = { requests: 8, windowMs: 1_000 } as const;
/** Interval of access checks, milliseconds, in addition to immediate notification when a right is removed. */
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
  /** When public access was last confirmed; below zero: no longer public. */
  checkedAt: number;
}

/**
 * Serves popular files from memory: the article that everyone reads this minute, in the ranges in which
 * players fetch it. All other requests, and those with credentials in the address, take the usual path. Call
 * it after `admitRequests`: a response cheaper than a refusal needs no slot of the concurrency limit.
 */
export function serveCachedAudio(
  server: FastifyInstance,
  app: App,
  {
    readiness,
    connections,
    downloads,
  }: { readiness: Readiness; connections(): Connections | undefined; downloads: PodcastDownloads },
): void {
  const isHot = countRequests();
  const sounds = new HotSounds(app);
  const stop = app.pubsub.onRightsChange(({ of }) => {
    if (of === 'project' || of === 'all') sounds.expire();
  });
  server.addHook('onClose', async () => stop());

  /** @returns whether it was answered */
  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const base = request.method === 'GET' ? address.exec(request.url!)?.[1] : undefined;
    if (
      base === undefined ||
      previewOrHighRes.test(base) ||
      readiness.ending ||
      connections()?.isSurplus(request.socket)
    )
      return false;
    const now = performance.now();
    const sound = sounds.get(base);
    const age = now - (sound?.checkedAt ?? -Infinity);
    if (age > checkedMs / 2 && isHot(base, now)) void sounds.check(base);
    if (!sound || age > checkedMs) return false;
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

/** Sounds in memory, by the base names of their files. */
class HotSounds {
  readonly #app: App;
  readonly #headers: readonly string[];
  readonly #sounds = new LRUCache<string, HotSound>({
    maxSize: allMax,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
  });
  readonly #checking = new Set<string>();
  /** Times that all sounds had to be checked again. */
  #expirations = 0;

  constructor(app: App) {
    this.#app = app;
    this.#headers = Object.entries({
      ...securityHeaders(app.config),
      ...publicHeaders,
      'accept-ranges': 'bytes',
      'content-type': 'audio/mpeg',
    }).flat();
  }

  get(base: string): HotSound | undefined {
    return this.#sounds.get(base);
  }

  /**
   * Has all sounds checked again, because an article was deleted or a project keeps its sound for subscribers
   * from now on, whichever it is.
   */
  expire(): void {
    this.#expirations++;
    for (const sound of this.#sounds.values()) sound.checkedAt = -Infinity;
  }

  /** Reads an audio file, or rechecks access to it. */
  async check(base: string): Promise<void> {
    if (this.#checking.has(base)) return;
    this.#checking.add(base);
    try {
      const startedAt = performance.now();
      const expirations = this.#expirations;
      const isForEverybody = (await mayReadAudio(this.#app, base, {}, async () => anonymous)) === 'everybody';
      const file = isForEverybody ? await this.#app.storage.stat(`audio/${base}.mp3`) : null;
      const known = this.#sounds.get(base);
      // What was read before an expiry may be what the expiry was for.
      const checkedAt = (): number => (expirations === this.#expirations ? startedAt : -Infinity);
      if (!file || file.bytes > fileMax) return void this.#sounds.delete(base);
      if (known?.file.etag === file.etag) return void (known.checkedAt = checkedAt());
      const bytes = await this.#app.storage.get(`audio/${base}.mp3`);
      if (bytes?.length !== file.bytes) return void this.#sounds.delete(base);
      const headers = [...this.#headers, 'etag', file.etag, 'last-modified', file.modifiedAt.toUTCString()];
      this.#sounds.set(base, {
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
        file,
        headers,
        checkedAt: checkedAt(),
      });
    } catch (error) {
      // The regular path reports the error.
      this.#sounds.delete(base);
      this.#app.log.debug({ err: error }, 'audio file not cached in memory');
    } finally {
      this.#checking.delete(base);
    }
  }
}

/** Counts the requests for each file in a window. The answer says whether these make it hot. */
function countRequests(): (base: string, now: number) => boolean {
  const counts = new LRUCache<string, number>({ max: countedMax });
  let windowEnds = 0;
  return (base, now) => {
    if (now > windowEnds) {
      counts.clear();
      windowEnds = now + hot.windowMs;
    }
    const requests = (counts.get(base) ?? 0) + 1;
    counts.set(base, requests);
    return requests >= hot.requests;
  };
}

function send(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  { bytes, file, headers }: HotSound,
  watch: WatchedDownload | null,
): void {
  const kept = [...headers, 'cache-control', hourCacheControl];
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

/** Splits a part into pieces, so that the amount sent is known when the client disconnects. */
function* inPieces(part: Buffer): Generator<Buffer> {
  for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes);
}
