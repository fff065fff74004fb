import type { FastifyInstance } from 'fastify';
import type { App } from '../kernel/app.ts';
import { unsubscribePath, unsubscribe } from '../kernel/mail-unsubscribe.ts';

interface About {
  Querystring: { about?: unknown };
}

/**
 * Serves `POST /mail/unsubscribe`, which mail programs send for their readers (RFC 8058), and its page.
 * Following the link, or a scan by a program, changes nothing. It covers emails to any address: only the
 * address is stored. Reports belong to a project, and its setting ends with them, visible to its
 * administrators: report-unsubscribe.ts.
 */
export function registerMailUnsubscribe(server: FastifyInstance, app: App): void {
  server.get<About>(unsubscribePath, async ({ query: { about } }, reply) =>
    reply
      .header('cache-control', 'no-store')
      // Behind the #, so that no further log has it.
      .redirect(`/no-more-mails#${encodeURIComponent(typeof about === 'string' ? about : '')}`, 303),
  );
  server.post<About>(unsubscribePath, async ({ query: { about } }, reply) => {
    const isOurs = typeof about === 'string' && (await unsubscribe(app, about));
    return reply
      .code(isOurs ? 200 : 404)
      .header('cache-control', 'no-store')
      .send({ result: isOurs ? 'ok' : 'fail' });
  });
}
