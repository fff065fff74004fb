import { afterEach, expect, test } from 'vitest';
import {
  instantOf,
  isTimeZone,
  localTime,
  offsetMs,
  periodAt,
  periodOfDay,
  periodsUpTo,
  reportUnknownZones,
  zoneOf,
} from './zoned-time.ts';

afterEach(() => reportUnknownZones(() => undefined));

test.each([
  ['2026-11-21T09:30', 'Europe/Berlin', '2026-11-21T08:30:00.000Z'],
  ['2026-07-01T09:30', 'Europe/Berlin', '2026-07-01T07:30:00.000Z'],
  ['2026-07-01T09:30', 'UTC', '2026-07-01T09:30:00.000Z'],
  // The clocks go from 02:00 to 03:00: half past two is half past three.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // From 03:00 back to 02:00: the first half past two.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-21T00:00', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant);
});

test.each(['2026-02-30T10:00', '2026-01-01T25:00', 'tomorrow'])('%s is not a valid time', (local) => {
  expect(() => instantOf(local, 'UTC')).toThrow(RangeError);
});

test('local times are formatted', () => {
  expect(localTime(new Date('2026-11-20T23:30:59Z'), 'Europe/Berlin')).toEqual({
    day: '2026-11-21',
    time: '00:30',
  });
});

test.each<[string, boolean]>([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Kolkata', true],
  ['America/Argentina/Buenos_Aires', true],
  ['America/Port-au-Prince', true],
  // PostgreSQL reads what has a sign as POSIX does, where west is positive; abbreviations are ambiguous.
  ...['+05:30', '-03', '+0530', 'UTC+2', 'GMT+5', 'Etc/GMT+5', 'EST5EDT', 'EST', 'CET'].map(
    (name): [string, boolean] => [name, false],
  ),
  ['Mars/Olympus', false],
  ['', false],
])('%s: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});

test('an unknown stored zone falls back to UTC, and is reported once', () => {
  const reported: string[] = [];
  reportUnknownZones((zone) => reported.push(zone));
  const moment = new Date('2026-11-20T23:30:00Z');
  expect(zoneOf('Mars/Olympus')).toBe('UTC');
  expect(instantOf('2026-11-21T09:30', 'Mars/Olympus').toISOString()).toBe('2026-11-21T09:30:00.000Z');
  expect(localTime(moment, 'Mars/Olympus')).toEqual({ day: '2026-11-20', time: '23:30' });
  expect(offsetMs(moment.getTime(), '+05:30')).toBe(0);
  expect(periodAt('day', moment, 'Mars/Olympus')).toEqual(periodAt('day', moment, 'UTC'));
  expect(reported).toEqual(['Mars/Olympus', '+05:30']);
  expect([zoneOf(null), zoneOf('US/Pacific-New')]).toEqual(['UTC', 'US/Pacific-New']);
});

test.each([
  // 23 and 25 hours.
  ['day', '2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['day', '2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // Clocks skip midnight: the day begins at 01:00.
  ['day', '2026-03-29T12:00:00Z', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  // Midnight comes twice: the day begins with the first.
  ['day', '2026-11-01T04:30:00Z', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['day', '2026-11-01T05:30:00Z', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // From 00:01 back to 23:01 of the day before.
  ['day', '2010-11-07T03:00:00Z', 'America/St_Johns', '2010-11-07T02:30:00.000Z', '2010-11-08T03:30:00.000Z'],
  // Samoa had no December 30, 2011.
  ['day', '2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ['day', '2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
  ['day', '2026-11-20T18:30:00Z', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
  ['month', '2028-02-29T23:00:00Z', 'Europe/Berlin', '2028-02-29T23:00:00.000Z', '2028-03-31T22:00:00.000Z'],
  [
    'month',
    '2026-12-31T10:00:00Z',
    'Pacific/Kiritimati',
    '2026-12-31T10:00:00.000Z',
    '2027-01-31T10:00:00.000Z',
  ],
  ['week', '2027-01-01T12:00:00Z', 'Asia/Kolkata', '2026-12-27T18:30:00.000Z', '2027-01-03T18:30:00.000Z'],
] as const)('the %s of %s in %s', (unit, moment, zone, since, until) => {
  const period = periodAt(unit, new Date(moment), zone);
  expect([period.since, period.until].map((at) => at.toISOString())).toEqual([since, until]);
});

test.each([
  ['Pacific/Apia', '2011-12-29T00:30:00Z'],
  ['America/Havana', '2026-10-31T00:30:00Z'],
  ['America/St_Johns', '2010-11-06T00:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T00:30:00Z'],
])('days in %s are consecutive and contain their times', (zone, begin) => {
  let { until: last } = periodAt('day', new Date(begin), zone);
  for (let hours = 0; hours < 60; hours += 0.5) {
    const moment = new Date(Date.parse(begin) + hours * 3_600_000);
    const { since, until, day } = periodAt('day', moment, zone);
    expect(moment >= since && moment < until, moment.toISOString()).toBe(true);
    if (until.getTime() !== last.getTime()) expect(since).toEqual(last);
    expect(periodOfDay('day', day, zone)).toEqual({ day, since, until });
    last = until;
  }
});

test('consecutive weeks end with the current one', () => {
  const weeks = periodsUpTo('week', new Date('2027-01-05T00:00:00Z'), 3, 'Europe/Berlin');
  expect(weeks.map(({ day }) => day)).toEqual(['2026-12-21', '2026-12-28', '2027-01-04']);
});
