import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const built = new URL('../../client/dist/wordpress/parlance.zip', import.meta.url);

/** `/wordpress/parlance.zip`: the WordPress plugin of this release. Without a build it answers 404. */
export function registerWordpressPlugin(server: FastifyInstance, file = built): void {
  server.get('/wordpress/parlance.zip', async (_, reply) => {
    const archive = await readFile(file).catch(() => null);
    if (!archive)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('Build the plugin: npm run build:wordpress');
    return reply
      .headers({
        'cache-control': 'public, max-age=300',
        'content-disposition': 'attachment; filename="parlance.zip"',
      })
      .type('application/zip')
      .send(archive);
  });
}
