import { expect, it } from 'vitest';
import { clockHint } from './clock-hint.ts';

it('shows the time zone and what counts', () => {
  expect(clockHint('2026-03-29T02:30', 'Europe/Berlin')).toBe(
    'The clocks in Europe/Berlin skip 02:30 on this day (start of daylight saving time). We use one hour later.',
  );
  expect(clockHint('2026-10-25T02:30', 'Europe/Berlin')).toContain('We use the first one.');
  expect(clockHint('2026-10-25T12:00', 'Europe/Berlin')).toBeNull();
});
