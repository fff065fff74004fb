import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const page = new URL('../../client/dist/dashboard/index.html', import.meta.url);

/**
 * Tells the dashboard which of its builds the server has: the address of the entry script, which names its
 * content.
 */
export const releaseHeader = 'x-parlance-release';

/** What the dashboard asks. Players, feeds and files have nothing to do with its builds. */
const asked = /^\/(?:$|\?|graphql|auth\/)/;

/**
 * Puts the header on answers to the dashboard, of routes that are registered afterwards, so that one left
 * open over an update notices. Without a build there is none.
 */
export async function announceRelease(
  server: FastifyInstance,
  html: Promise<string> = readFile(page, 'utf8'),
): Promise<void> {
  const release = releaseOf(await html.catch(() => ''));
  if (release)
    server.addHook(
      'onRequest',
      async ({ url }, reply) => void (asked.test(url) && reply.header(releaseHeader, release)),
    );
}

/** The entry script of a built page. */
export function releaseOf(html: string): string | null {
  return /<script type="module"[^<>]* src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null;
}
