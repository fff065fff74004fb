import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { askPlayer, browser } from './ask-player.ts';

const server = useServer();
let room: Newsroom;
let slug: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  slug = (await server.make.channel(room.project.id, { type: 'player', settings: { version: 3 } })).slug;
});

/** Status and resource policy of a response, as a page of another site gets it. */
async function policyOf(address: string, request: RequestInit = {}): Promise<[number, string | null]> {
  const { status, headers } = await fetch(address, {
    ...request,
    headers: { 'user-agent': browser, origin: 'https://paper.example' },
  });
  return [status, headers.get('cross-origin-resource-policy')];
}

// What the browser makes of it is tested in `tests/player/isolated.spec.ts`; the favicon in `static.test.ts`.
test('every response of the player may be shown by pages that are isolated from other sites', async () => {
  const { items } = await askPlayer(server, slug, { article: room.article.id });
  const { audio, transcript, highlight } = items[0]!;
  const event = JSON.stringify({ v: 1, c: slug, a: room.article.id, e: 'load' });
  const player = `${server.url}/player`;
  const answers = {
    config: await policyOf(`${player}/${slug}/config?article=${room.article.id}`),
    start: await policyOf(`${player}/${slug}/config?url=https://paper.example/`, {
      method: 'POST',
      body: 'token',
    }),
    audio: await policyOf(audio!),
    transcript: await policyOf(transcript!),
    words: await policyOf(highlight!),
    frame: await policyOf(`${player}/${slug}/frame?article=${room.article.id}`),
    button: await policyOf(`${player}/${slug}/button.png`),
    oembed: await policyOf(`${server.url}/oembed?url=https://paper.example/&channel=${slug}`),
    advertisement: await policyOf(`${server.url}/ads/${slug}/vast`),
    event: await policyOf(`${server.url}/ev`, { method: 'POST', body: event }),
    missing: await policyOf(`${player}/nobody/config`),
    missingFrame: await policyOf(`${player}/nobody/frame`),
    missingAudio: await policyOf(`${server.url}/download/audio/nothing.mp3`),
  };
  const withheld = Object.entries(answers).filter(([, [, policy]]) => policy !== 'cross-origin');
  expect(withheld).toEqual([]);
  expect(Object.values(answers).filter(([status]) => status >= 500)).toEqual([]);
});
