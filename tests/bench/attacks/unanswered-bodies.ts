import { setTimeout as sleep } from 'node:timers/promises';
import { measured } from '../figure.ts';
import type { Attack } from './attack.ts';

const seconds = 10;
const perSecond = 300;
/** JSON that is no operation, which might be waited for. */
const bodies = ['{}', '[]', 'null', '1', 'true', '""'];

export const attack: Attack = {
  name: '300 requests a second with bodies that say nothing',
  async run({ url, scale }) {
    let unanswered = 0;
    const sent: Promise<void>[] = [];
    for (let count = 0; count < scale * seconds * perSecond; count++) {
      sent.push(
        fetch(`${url}/graphql`, {
          method: 'POST',
          body: bodies[count % bodies.length]!,
          headers: { 'content-type': 'application/json' },
          signal: AbortSignal.timeout(20_000),
        }).then(
          async (response) => void (await response.arrayBuffer()),
          () => void unanswered++,
        ),
      );
      await sleep(1_000 / perSecond);
    }
    await Promise.all(sent);
    return [
      measured(
        {
          name: 'bodies that say nothing and are not answered',
          unit: 'times',
          bar: 0,
          better: 'lower',
          plausible: [0, Infinity],
        },
        [unanswered],
        'within 20 seconds',
      ),
    ];
  },
};
