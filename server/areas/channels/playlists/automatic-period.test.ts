import { expect, test } from 'vitest';
import type { PlaylistInterval } from '../../../../prisma/generated/client/enums.ts';
import { periodOf } from './automatic-period.ts';

const period = (
  limitInterval: PlaylistInterval,
  zone: string,
  now: string,
  from: string | null = null,
  to: string | null = null,
) => {
  const found = periodOf({ limitInterval, limitTimeFrom: from, limitTimeTo: to }, zone, new Date(now));
  return [found.from.toISOString(), found.to.toISOString()].map((moment) => moment.replace(':00.000Z', 'Z'));
};

test('“yesterday” is the previous day in the time zone, also when the clocks change', () => {
  expect(period('yesterday', 'UTC', '2026-11-21T10:00:00Z')).toEqual([
    '2026-11-20T00:00Z',
    '2026-11-21T00:00Z',
  ]);
  // In Auckland it is the 22nd already.
  expect(period('yesterday', 'Pacific/Auckland', '2026-11-21T12:00:00Z')).toEqual([
    '2026-11-20T11:00Z',
    '2026-11-21T11:00Z',
  ]);
  // 23 hours and 25 hours.
  expect(period('yesterday', 'Europe/Berlin', '2026-03-30T10:00:00Z')).toEqual([
    '2026-03-28T23:00Z',
    '2026-03-29T22:00Z',
  ]);
  expect(period('yesterday', 'Europe/Berlin', '2026-10-26T10:00:00Z')).toEqual([
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
  ]);
});

test('weekly and monthly periods end now', () => {
  expect(period('weekly', 'Europe/Berlin', '2026-11-21T10:00:00Z')).toEqual([
    '2026-11-14T10:00Z',
    '2026-11-21T10:00Z',
  ]);
  expect(period('monthly', 'Europe/Berlin', '2026-11-21T10:00:00Z')).toEqual([
    '2026-10-22T10:00Z',
    '2026-11-21T10:00Z',
  ]);
});

test.each([
  [
    'without hours: the last 24',
    null,
    null,
    '2026-11-21T10:00:00Z',
    '2026-11-20T10:00Z',
    '2026-11-21T10:00Z',
  ],
  [
    'within the hours: those of today',
    '06:00',
    '12:00',
    '2026-11-21T10:00:00Z',
    '2026-11-21T05:00Z',
    '2026-11-21T11:00Z',
  ],
  [
    'after the hours: still those of today',
    '06:00',
    '12:00',
    '2026-11-21T20:00:00Z',
    '2026-11-21T05:00Z',
    '2026-11-21T11:00Z',
  ],
  [
    'before the hours: those of yesterday',
    '06:00',
    '12:00',
    '2026-11-21T04:59:00Z',
    '2026-11-20T05:00Z',
    '2026-11-20T11:00Z',
  ],
  ['over midnight', '22:00', '06:00', '2026-11-21T22:30:00Z', '2026-11-21T21:00Z', '2026-11-22T05:00Z'],
  [
    'over midnight, in the morning',
    '22:00',
    '06:00',
    '2026-11-22T03:00:00Z',
    '2026-11-21T21:00Z',
    '2026-11-22T05:00Z',
  ],
  ['only from', '18:00', null, '2026-11-21T20:00:00Z', '2026-11-21T17:00Z', '2026-11-21T23:00Z'],
  ['only to', null, '09:00', '2026-11-21T20:00:00Z', '2026-11-20T23:00Z', '2026-11-21T08:00Z'],
  [
    'from a time to the same time: a day',
    '06:00',
    '06:00',
    '2026-11-21T20:00:00Z',
    '2026-11-21T05:00Z',
    '2026-11-22T05:00Z',
  ],
  [
    'an hour that daylight saving skips',
    '02:30',
    '04:00',
    '2026-03-29T12:00:00Z',
    '2026-03-29T01:30Z',
    '2026-03-29T02:00Z',
  ],
  [
    'an hour that comes twice',
    '02:30',
    '04:00',
    '2026-10-25T12:00:00Z',
    '2026-10-25T00:30Z',
    '2026-10-25T03:00Z',
  ],
])('daily period: %s', (_, from, to, now, start, end) => {
  expect(period('daily', 'Europe/Berlin', now, from, to)).toEqual([start, end]);
});
