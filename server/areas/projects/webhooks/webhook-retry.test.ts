import { expect, test } from 'vitest';
import { retryAfterOf, secondsUntilRetry } from './webhook-retry.ts';

/** Seconds from the first attempt at which attempts are made until the message has failed. */
function schedule(random: number): number[] {
  const times = [0];
  for (;;) {
    const elapsed = times.at(-1)!;
    const wait = secondsUntilRetry({ attempts: times.length, elapsed, random });
    if (wait === null) return times;
    times.push(elapsed + wait);
  }
}

test('retries cover exactly three days, with delays that triple up to eight hours', () => {
  expect(schedule(0.5)).toEqual([
    0, 5, 20, 65, 200, 605, 1_820, 5_465, 16_400, 45_200, 74_000, 102_800, 131_600, 160_400, 189_200, 218_000,
    246_800, 259_200,
  ]);
  expect([schedule(0).at(-1), schedule(1).at(-1)]).toEqual([259_200, 259_200]);
});

test('delays are jittered by up to a quarter', () => {
  const waits = [0, 1].map((random) => secondsUntilRetry({ attempts: 3, elapsed: 20, random }));
  expect(waits).toEqual([33.75, 56.25]);
});

test('a receiver can request a longer delay, up to eight hours', () => {
  const wait = (retryAfter: number | null) =>
    secondsUntilRetry({ attempts: 1, elapsed: 0, retryAfter, random: 0.5 });
  expect([wait(120), wait(1), wait(90_000), wait(null)]).toEqual([120, 5, 5, 5]);
  expect(['120', ' 7 ', 'Fri, 31 Dec 1999 23:59:59 GMT', '-1', undefined].map(retryAfterOf)).toEqual([
    120,
    7,
    null,
    null,
    null,
  ]);
});
