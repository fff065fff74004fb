import { expect } from 'vitest';
import { playerConfig, type PlayerConfig } from '../../server/areas/channels/player/config-schema.ts';
import type { TestServer } from '../support/server.ts';

/** What the server tells a player, whose page may be anybody's. */
export async function askPlayer(
  { url }: Pick<TestServer, 'url'>,
  slug: string,
  query: object,
): Promise<PlayerConfig> {
  const answer = await fetch(
    `${url}/player/${slug}/config?${new URLSearchParams(query as Record<string, string>)}`,
  );
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  return playerConfig.parse(await answer.json());
}
