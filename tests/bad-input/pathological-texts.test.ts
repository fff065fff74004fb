import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { isFull } from '../support/full.ts';
import { expectLinear } from '../support/growth.ts';
import { useServer } from '../support/server.ts';
import { pathologicalTexts, sendText, textDoors } from './pathological-texts.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
});

test.each(textDoors)('$name blocks no other requests, for any text', async ({ most, request }) => {
  for (const [index, text] of pathologicalTexts(most).entries()) {
    if (!isFull && index % 4 !== 0 && index >= 3) continue;
    const send = async (length: number): Promise<void> => {
      const body = request(pathologicalTexts(length)[index]!, room);
      const status = await sendText(server.url, token, body);
      expect([text.slice(0, 20), status >= 200 && status < 500]).toEqual([text.slice(0, 20), true]);
    };
    await expectLinear(send, { from: Math.floor(most / 16), most });
  }
});
