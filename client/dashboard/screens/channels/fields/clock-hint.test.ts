import { expect, it } from 'vitest';
import { clockHint } from './clock-hint.ts';

it('says in words that name the zone and what counts', () => {
  expect(clockHint('2026-03-29T02:30', 'Europe/Berlin')).toBe(
    'The clocks in Europe/Berlin skip 02:30 on this day: they go forward to daylight saving time. An hour later counts.',
  );
  expect(clockHint('2026-10-25T02:30', 'Europe/Berlin')).toContain('The first time counts.');
  expect(clockHint('2026-10-25T12:00', 'Europe/Berlin')).toBeNull();
});
