import { describe, expect, it } from 'vitest';
import { clockChange, localTimeOf, momentOf, momentsOf, zoneOf } from './local-time.ts';

const instants = (local: string, zone: string) =>
  momentsOf(local, zone).map((moment) => new Date(moment).toISOString());

describe('the instants with a local time', () => {
  it.each([
    ['2026-11-21T10:00', 'Europe/Berlin', ['2026-11-21T09:00:00.000Z']],
    ['2026-07-01T10:00', 'Europe/Berlin', ['2026-07-01T08:00:00.000Z']],
    ['2026-03-29T02:30', 'Europe/Berlin', []],
    ['2026-03-29T03:00', 'Europe/Berlin', ['2026-03-29T01:00:00.000Z']],
    ['2026-10-25T02:30', 'Europe/Berlin', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-10-25T03:00', 'Europe/Berlin', ['2026-10-25T02:00:00.000Z']],
    ['2026-03-08T02:59', 'America/New_York', []],
    ['2026-11-01T01:00', 'America/New_York', ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z']],
    // Half an hour of daylight saving, and half an hour of offset.
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['2026-01-01T00:00', 'Asia/Kathmandu', ['2025-12-31T18:15:00.000Z']],
    ['2026-10-25T02:30', 'UTC', ['2026-10-25T02:30:00.000Z']],
    ['2026-10-25', 'UTC', []],
    ['', 'UTC', []],
  ])('%s in %s', (local, zone, expected) => expect(instants(local, zone)).toEqual(expected));

  it('an unknown time zone is refused', () =>
    expect(() => momentsOf('2026-01-01T00:00', 'Europe/Nowhere')).toThrow(RangeError));
});

describe('the effect of daylight saving on a local time', () => {
  it.each([
    ['2026-03-29T02:00', 'skipped'],
    ['2026-10-25T02:59', 'doubled'],
    ['2026-10-25T01:59', null],
    ['', null],
  ])('%s in Berlin', (local, change) => expect(clockChange(local, 'Europe/Berlin')).toBe(change));
});

describe('the instant of a local time', () => {
  it.each([
    ['2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
    // The first of two.
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    // Skipped: an hour later by the clocks.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ])('%s in Berlin', (local, moment) => expect(momentOf(local, 'Europe/Berlin')).toBe(moment));

  it.each([
    ['2026-11-21T09:00:59.999Z', 'Europe/Berlin', '2026-11-21T10:00'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Berlin', '2027-01-01T00:30'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59'],
  ])('local time of %s in %s', (moment, zone, local) => expect(localTimeOf(moment, zone)).toBe(local));

  it('is null for an invalid time', () => expect(() => momentOf('2026-01-01', 'UTC')).toThrow(RangeError));
});

it('an unknown stored time zone uses the fallback', () => {
  expect(zoneOf('Asia/Kathmandu', 'UTC')).toBe('Asia/Kathmandu');
  expect(zoneOf('Europe/Newly_Founded', 'UTC')).toBe('UTC');
  expect(zoneOf(null, 'UTC')).toBe('UTC');
  expect(zoneOf('Europe/Newly_Founded')).toBe(zoneOf(undefined));
});
