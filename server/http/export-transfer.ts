import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ExportedDay } from '../areas/listening/statistics/export/read-export.ts';
import { matchesEtag } from './conditional-request.ts';
import { parseRange } from './range.ts';
import { visitorBounds } from '../product.ts';

/** Sends a day's file, or the requested range of it. */
export type SendDay = (file: ExportedDay, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Returns what sends files while they are made, and remembers how long each is. */
export function openExportTransfers(): SendDay {
  /** Bytes of files by their entity tags, once that is known. */
  const lengths = new LRUCache<string, number>({ max: visitorBounds.rememberedExports });

  async function* passed(file: ExportedDay, from = 0, until = Infinity): AsyncGenerator<Uint8Array> {
    let at = 0;
    for await (const piece of file.read()) {
      const begin = at;
      at += piece.length;
      // Once the total length is known, nothing after the requested range is generated.
      if (begin >= until && lengths.has(file.etag)) return;
      if (at <= from || begin >= until) continue;
      yield piece.subarray(Math.max(0, from - begin), Math.min(piece.length, until - begin));
    }
    lengths.set(file.etag, at);
  }

  async function lengthOf(file: ExportedDay): Promise<number> {
    // Nothing of it is kept: it is made once more while it is sent.
    if (!lengths.has(file.etag)) for await (const _ of passed(file, Infinity)) continue;
    return lengths.get(file.etag)!;
  }

  return async function send(file, request, reply) {
    if (matchesEtag(request.headers, file.etag)) return reply.code(304).send();
    const { range: asked, 'if-range': condition } = request.headers;
    const isSame = condition === undefined || String(condition).trim() === file.etag;
    const bytes = asked !== undefined && isSame ? await lengthOf(file) : null;
    const range = bytes === null ? null : parseRange(asked, bytes);
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .header('content-range', `bytes */${bytes}`)
        .type('text/plain; charset=utf-8')
        .send('');
    if (range)
      reply
        .code(206)
        .headers({
          'content-range': `bytes ${range.start}-${range.end}/${bytes}`,
          'content-length': range.end - range.start + 1,
        });
    return reply.send(
      Readable.from(passed(file, range?.start, range ? range.end + 1 : undefined), { objectMode: false }),
    );
  };
}
