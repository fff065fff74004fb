import type { FastifyInstance } from 'fastify';
import type { App } from '../kernel/app.ts';
import { imageFile } from '../storage/files.ts';
import { StorageError } from '../storage/storage.ts';
import { isFresh } from './conditional-request.ts';
import { immutableCacheControl, publicHeaders } from './download.ts';

/** Directories of podcasts want an extension that fits the type. */
const name = /^([0-9a-f]{40})(?:\.(jpg|png))?$/;
const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/**
 * `/download/image/{tag}`, also with the extension of its type: uploaded pictures, for players, feeds and the
 * dashboard.
 */
export function registerImages(server: FastifyInstance, { db, storage, log }: App): void {
  server.route<{ Params: { tag: string } }>({
    url: '/download/image/:tag',
    method: ['GET', 'HEAD'],
    handler: async (request, reply) => {
      const [, tag = '', extension] = name.exec(request.params.tag) ?? [];
      // Prevents markup hidden in a picture from running.
      reply.headers({ ...publicHeaders, 'content-security-policy': "default-src 'none'; sandbox" });
      const refuse = (status: number, text: string) =>
        reply.code(status).type('text/plain; charset=utf-8').send(text);
      try {
        const image = tag === '' ? null : await db.prisma.image.findUnique({ where: { tag } });
        const file = image && (await storage.stat(imageFile(tag)));
        if (!image || !file || (extension && extensions[image.mediaType] !== extension))
          return refuse(404, 'This image does not exist.');
        reply
          .headers({
            'cache-control': immutableCacheControl,
            etag: file.etag,
            'last-modified': file.modifiedAt.toUTCString(),
          })
          .type(image.mediaType);
        if (isFresh(request.headers, file)) return reply.code(304).send();
        reply.header('content-length', file.bytes);
        return reply.send(request.method === 'HEAD' ? undefined : await storage.stream(imageFile(tag)));
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        log.error({ err: error }, 'download failed');
        return refuse(503, 'The image cannot be read right now.').header('retry-after', '5');
      }
    },
  });
}
