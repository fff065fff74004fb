import { expect, test } from 'vitest';
import { dueDays } from './due-reports.ts';

const berlin = { zone: 'Europe/Berlin', readerZone: null };
const at = (moment: string) => Date.parse(moment);
const week = { from: '2026-11-16', to: '2026-11-22' };

test('a weekly report is due once, on Monday morning', () => {
  expect(dueDays('weekly', '2026-11-15', berlin, at('2026-11-23T05:59:59Z'))).toBeNull();
  expect(dueDays('weekly', '2026-11-15', berlin, at('2026-11-23T06:00:00Z'))).toEqual(week);
  expect(dueDays('weekly', '2026-11-22', berlin, at('2026-11-23T06:10:00Z'))).toBeNull();
});

test('after an outage only the latest report is due', () => {
  expect(dueDays('weekly', '2026-09-06', berlin, at('2026-11-26T12:00:00Z'))).toEqual(week);
});

test('reports are due in the reader’s morning, for days in the time zone of the statistics', () => {
  const zones = { zone: 'Europe/Berlin', readerZone: 'America/Los_Angeles' };
  expect(dueDays('weekly', null, zones, at('2026-11-23T14:59:00Z'))).toBeNull();
  expect(dueDays('weekly', null, zones, at('2026-11-23T15:00:00Z'))).toEqual(week);
  // A week that is not over where its days are counted is not reported, however early the reader rises.
  const early = { zone: 'America/Los_Angeles', readerZone: 'Pacific/Auckland' };
  expect(dueDays('weekly', '2026-11-15', early, at('2026-11-23T07:59:00Z'))).toBeNull();
  expect(dueDays('weekly', '2026-11-15', early, at('2026-11-23T08:01:00Z'))).toEqual(week);
});

test('daily and monthly reports are due for the previous day and month', () => {
  expect(dueDays('daily', null, berlin, at('2026-03-29T06:00:00Z'))).toEqual({
    from: '2026-03-28',
    to: '2026-03-28',
  });
  expect(dueDays('monthly', null, berlin, at('2026-03-01T06:00:00Z'))).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
});

test('an unknown time zone falls back to the zone of the statistics days', () => {
  expect(dueDays('weekly', null, { zone: 'UTC', readerZone: '+05:30' }, at('2026-11-23T07:00:00Z'))).toEqual(
    week,
  );
});
