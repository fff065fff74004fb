import { expect, test } from 'vitest';
import { CooperativeYield } from './cooperative-yield.ts';

/** Works for longer than a turn may be. */
function work(): void {
  const begun = performance.now();
  while (performance.now() - begun < 10);
}

test('long-running work yields to other work, for any number of tasks', async () => {
  const seen: string[] = [];
  let working = true;
  const serve = (): void => {
    seen.push('served');
    if (working) setImmediate(serve);
  };
  setImmediate(serve);
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const turns = new CooperativeYield();
      for (let stretch = 0; stretch < 3; stretch++) {
        work();
        await turns.pause();
        seen.push('work');
      }
    }),
  );
  working = false;
  expect(seen.filter((one) => one === 'work')).toHaveLength(15);
  expect(seen.join(' ')).not.toContain('work work');
});

test('short work continues without yielding', async () => {
  const turns = new CooperativeYield();
  let served = false;
  setImmediate(() => (served = true));
  await turns.pause();
  expect(served).toBe(false);
});
