import { expect, test } from 'vitest';
import { checkHttpClock } from './check-clocks.ts';

const now = Date.parse('2026-11-29T12:00:00.500Z');
const found = (date: string | undefined) =>
  checkHttpClock('https://audio.example.com', date, now).map(({ state, message: { code, parameters } }) => [
    state,
    code,
    parameters['seconds'],
  ]);

test.each([
  ['Sun, 29 Nov 2026 12:00:00 GMT', [['FINE', 'CHECK_CLOCK_FINE', 0]]],
  ['Sun, 29 Nov 2026 11:59:50 GMT', [['WARNING', 'CHECK_CLOCK_OFF', 10]]],
  ['Sun, 29 Nov 2026 13:00:00 GMT', [['WRONG', 'CHECK_CLOCK_OFF', 3_600]]],
  ['yesterday', []],
  [undefined, []],
])('compares the clock with the date %s', (date, findings) => {
  expect(found(date)).toEqual(findings);
});
