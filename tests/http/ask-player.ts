import { expect } from 'vitest';
import { playerConfig, type PlayerConfig } from '../../server/areas/channels/player/config-schema.ts';
import type { TestServer } from '../support/server.ts';

/** How a reader's browser names itself. */
export const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Response of the server to a player on any page. */
export async function askPlayer(
  { url }: Pick<TestServer, 'url'>,
  slug: string,
  query: object,
  request: RequestInit = {},
): Promise<PlayerConfig> {
  const answer = await fetch(
    `${url}/player/${slug}/config?${new URLSearchParams(query as Record<string, string>)}`,
    { ...request, headers: { 'user-agent': browser, ...(request.headers as Record<string, string>) } },
  );
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  return playerConfig.parse(await answer.json());
}

/** What a reader's browser does with a page: it asks, and where it may start the audio, it does. */
export async function readPage(
  server: Pick<TestServer, 'url'>,
  slug: string,
  query: object,
): Promise<PlayerConfig> {
  const config = await askPlayer(server, slug, query);
  return config.pageToken === null
    ? config
    : askPlayer(server, slug, query, { method: 'POST', body: config.pageToken });
}
