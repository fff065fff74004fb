import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { isFull } from '../support/full.ts';
import { useServer } from '../support/server.ts';
import { pathologicalTexts, sendText, textDoors } from './pathological-texts.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
});

/** CPU of this process, in which the server runs, milliseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
/** Of a text of 190,000 characters; what is quadratic takes ten seconds and more. */
const bearable = 2_500;

test.each(textDoors)(
  '$name holds nobody up, whatever the text',
  { timeout: 120_000 },
  async ({ most, request }) => {
    const texts = pathologicalTexts(most).filter((_, index) => isFull || index % 4 === 0 || index < 3);
    for (const text of texts) {
      const before = cpu();
      const status = await sendText(server.url, token, request(text, room), AbortSignal.timeout(30_000));
      expect([text.slice(0, 20), status >= 200 && status < 500]).toEqual([text.slice(0, 20), true]);
      expect(cpu() - before, text.slice(0, 20)).toBeLessThan(bearable);
    }
  },
);
