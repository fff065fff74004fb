import type { FastifyInstance } from 'fastify';
import { takeInEvent } from '../areas/premium/stripe-events.ts';
import type { App } from '../kernel/app.ts';
import { rawBody, takeRawBodies } from './raw-bodies.ts';

/** Bytes of an event; Stripe's own are far smaller. */
const bodyMaxBytes = 1024 * 1024;

/** `POST /stripe/webhook`: what Stripe tells of payments. What Stripe did not sign is refused. */
export function registerStripeWebhook(server: FastifyInstance, app: App): void {
  server.register(async (scope) => {
    takeRawBodies(scope);
    scope.post('/stripe/webhook', { bodyLimit: bodyMaxBytes }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const signature = request.headers['stripe-signature'];
      if (!app.config.premium.stripe) return reply.code(404).send({ received: false });
      const isSigned = typeof signature === 'string' && (await takeInEvent(app, rawBody(request), signature));
      return reply.code(isSigned ? 200 : 400).send({ received: isSigned });
    });
  });
}
