import type { FastifyInstance } from 'fastify';
import { openPortalByLink, portalPath } from '../areas/people/premium/portal-link.ts';
import { storeStripeEvent } from '../areas/people/premium/stripe-events.ts';
import type { App } from '../kernel/app.ts';
import { rawBody, registerRawBodies } from './raw-bodies.ts';

/** Bytes of an event; Stripe's own are far smaller. */
const bodyMaxBytes = 1024 * 1024;

interface About {
  Querystring: { about?: unknown };
}

/**
 * `POST /stripe/webhook`: what Stripe tells of payments. What Stripe did not sign is refused. And the link by
 * which a person whose account is stopped reaches the billing portal.
 */
export function registerStripeWebhook(server: FastifyInstance, app: App): void {
  server.get<About>(portalPath, async ({ query: { about } }, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const url = typeof about === 'string' ? await openPortalByLink(app, about) : null;
    // For an active account, the studio links to the portal.
    return reply.redirect(url ?? '/studio', 303);
  });
  server.register(async (scope) => {
    registerRawBodies(scope);
    scope.post('/stripe/webhook', { bodyLimit: bodyMaxBytes }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const signature = request.headers['stripe-signature'];
      if (!app.config.premium.stripe) return reply.code(404).send({ received: false });
      const isSigned =
        typeof signature === 'string' && (await storeStripeEvent(app, rawBody(request), signature));
      return reply.code(isSigned ? 200 : 400).send({ received: isSigned });
    });
  });
}
