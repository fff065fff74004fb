import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { matchesEtag } from './conditional-request.ts';
import { immutableCacheControl, publicHeaders } from './download.ts';

const built = new URL('../../client/dist/player/', import.meta.url);
/** The loader's name never changes: pages look for a new one this often. */
const loaderAge = 'public, max-age=300, stale-while-revalidate=86400';

/**
 * Response headers that matter only for pages, or that are ignored for a script: the response head costs as
 * much as a player's first request itself.
 */
export const pageOnlyHeaders = [
  'x-frame-options',
  'referrer-policy',
  'access-control-expose-headers',
  'x-request-id',
] as const;

interface Encoded {
  body: Buffer;
  encoding: string | null;
}

/** What the loader names the server by until it is sent (client/build/build-player.ts). */
export const homePlaceholder = '__PARLANCE_HOME__';

/**
 * Serves the built player from memory, compressed once. Without a build there is none, and its addresses
 * answer 404.
 * @param publicUrl by which the loader finds the server where a page joins it with other scripts
 */
export async function registerPlayerFiles(
  server: FastifyInstance,
  publicUrl: string,
  folder = built,
): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(js|css)$/.test(name));
  for (const name of names) {
    const file = await readFile(new URL(name, folder));
    const body =
      name === 'loader.js' ? Buffer.from(file.toString().replaceAll(homePlaceholder, publicUrl)) : file;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const forms: Record<string, Encoded> = {
      br: { body: await promisify(brotliCompress)(body), encoding: 'br' },
      gzip: { body: await promisify(gzip)(body, { level: 9 }), encoding: 'gzip' },
      identity: { body, encoding: null },
    };
    server.get(`/player/${name}`, (request, reply) => {
      reply
        .headers({
          ...publicHeaders,
          etag,
          vary: 'accept-encoding',
          'cache-control': name === 'loader.js' ? loaderAge : immutableCacheControl,
        })
        .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8');
      for (const header of pageOnlyHeaders) reply.removeHeader(header);
      if (matchesEtag(request.headers, etag)) return reply.code(304).send();
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const { body: sent, encoding } =
        forms[/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity']!;
      return encoding === null ? reply.send(sent) : reply.header('content-encoding', encoding).send(sent);
    });
  }
}
