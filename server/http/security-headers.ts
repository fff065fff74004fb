import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Seconds for which browsers keep to https. */
const strictFor = 31_536_000;

/**
 * Default security headers of all responses, which endpoints may override: respect declared types, refuse
 * framing by other sites, stay on https. Content security policies are defined with their content; the
 * dashboard's in static.ts.
 */
export const securityHeaders = ({
  secureCookies,
}: Pick<Config, 'secureCookies'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(secureCookies && { 'strict-transport-security': `max-age=${strictFor}` }),
});

export function registerSecurityHeaders(
  server: FastifyInstance,
  config: Pick<Config, 'secureCookies'>,
): void {
  const headers = securityHeaders(config);
  server.addHook('onRequest', async (_, reply) => void reply.headers(headers));
}
