import { setTimeout as sleep } from 'node:timers/promises';
import { graphql } from '../../support/server.ts';
import { measured } from '../figure.ts';
import type { Attack } from './attack.ts';

const file = `preview-${'0'.repeat(32)}`;
const signIn = 'mutation($input: SignInInput!) { signIn(input: $input) { __typename } }';

/** Hashing a password takes a thread of the few that files are read with, too. */
export const attack: Attack = {
  name: '300 strangers sign in at once, and again and again',
  async prepare({ storage }) {
    await storage.put(`audio/${file}.mp3`, Buffer.alloc(1_000_000));
  },
  async run({ url, attacker, scale }) {
    let ended = false;
    let longest = 0;
    const downloads = (async () => {
      while (!ended) {
        const begun = performance.now();
        const answer = await fetch(`${url}/download/audio/${file}.mp3`);
        const { byteLength } = await answer.arrayBuffer();
        longest =
          answer.ok && byteLength === 1_000_000 ? Math.max(longest, performance.now() - begun) : Infinity;
        await sleep(100);
      }
    })();
    for (let round = 0; round < 3; round++) {
      await Promise.allSettled(
        Array.from({ length: 300 * scale }, (_, index) =>
          graphql(url, signIn, {
            input: {
              email: index % 2 ? attacker.room.editor.email : `nobody-${round}-${index}@example.com`,
              password: `guess ${index}`,
            },
          }),
        ),
      );
    }
    ended = true;
    await downloads;
    return [
      measured(
        { name: 'a download meanwhile', unit: 'ms', bar: 1_000, better: 'lower', plausible: [0.1, Infinity] },
        [longest],
        'the longest of 1 MB',
      ),
    ];
  },
};
