import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { packTar } from 'modern-tar';
import { matchesEtag } from './conditional-request.ts';
import { publicHeaders } from './download.ts';
import { homePlaceholder } from './player-files.ts';

const built = new URL('../../client/dist/player-package/', import.meta.url);
/** Its name never changes; npm compares its content with the lock file. */
const age = 'public, max-age=300';

/**
 * Serves `/player/package.tgz`: the npm package of the player, which knows this server's address. Without a
 * build, and of a version that was not built for it, there is none: 404.
 */
export function registerPlayerPackage(server: FastifyInstance, publicUrl: string, folder = built): void {
  let packed: Promise<{ body: Buffer; etag: string } | null> | undefined;
  server.get('/player/package.tgz', async (request, reply) => {
    reply.headers(publicHeaders);
    const archive = await (packed ??= pack(publicUrl, folder));
    if (!archive)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The package isn’t built. Run npm run build:player-package.');
    reply.headers({ etag: archive.etag, 'cache-control': age });
    if (matchesEtag(request.headers, archive.etag)) return reply.code(304).send();
    return reply.type('application/gzip').send(archive.body);
  });
}

/** Packs the folder as npm does; the same content makes the same bytes. */
async function pack(publicUrl: string, folder: URL): Promise<{ body: Buffer; etag: string } | null> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  if (files.length === 0) return null;
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = (await readFile(file, 'utf8')).replaceAll(homePlaceholder, publicUrl);
      const body = Buffer.from(text);
      const name = `package/${relative(fileURLToPath(folder), file)}`;
      return { header: { name, size: body.length, mtime: new Date(0), mode: 0o644 }, body };
    }),
  );
  const body = await promisify(gzip)(Buffer.from(await packTar(entries)), { level: 9 });
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
