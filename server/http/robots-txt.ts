import type { FastifyInstance } from 'fastify';

/**
 * What crawlers may fetch (RFC 9309): podcasts, feeds, the audio and pictures that these name, and pages that
 * can be shared. What the player asks for on publishers' pages, the dashboard and the API are not for them.
 * The longest rule that fits wins; crawlers that know no `*` see the short ones alone.
 */
const robots = `User-agent: *
Allow: /podcast/
Allow: /json/
Allow: /download/
Allow: /listen/
Allow: /player/*/frame
Allow: /player/*/button.png
Disallow: /player/
Disallow: /oembed
Disallow: /ev
Disallow: /enhance/
Disallow: /ads/
Disallow: /api/
Disallow: /graphql
Disallow: /explorer
Disallow: /auth/
Disallow: /connect/
Disallow: /logout
Disallow: /projects/
Disallow: /shared/
Disallow: /studio
Disallow: /stripe/
Disallow: /unsubscribe
`;

export function registerRobotsTxt(server: FastifyInstance): void {
  server.get('/robots.txt', (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots),
  );
}
