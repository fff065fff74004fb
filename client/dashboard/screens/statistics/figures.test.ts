import { expect, it } from 'vitest';
import { changeOf, directionOf, figureIn, headingOf, scaleTo, shortFigure, shortLabel } from './figures.ts';

it('figures have their unit', () => {
  expect(figureIn('NUMBER', 12_345)).toBe('12,345');
  expect(figureIn('PERCENT', 33.33)).toBe('33.3%');
  expect(figureIn('MONEY', 1_234.5)).toBe('€1,234.50');
  expect(figureIn('MONEY', 0.000_001)).toBe('€0.000001');
  expect(figureIn('MINUTES', 12.345)).toBe('12.3');
  expect(figureIn('MINUTES', 5228.4)).toBe('5,228');
  expect(figureIn('PERCENT', null)).toBe('–');
  expect(shortFigure('NUMBER', 1_234_567)).toBe('1.2M');
});

it('changes are shown in percent', () => {
  expect(changeOf(112, 100)).toBe('+12%');
  expect(changeOf(50, 100)).toBe('−50%');
  expect(changeOf(100, 100)).toBe('0%');
  expect(changeOf(100, 0)).toBeNull();
  expect(changeOf(null, 3)).toBeNull();
});

it('free and premium are shown as Teaser and Full', () => {
  expect(['CTR free', 'Premium users', 'Freedom'].map(headingOf)).toEqual([
    'CTR Teaser',
    'Full users',
    'Freedom',
  ]);
});

it('scales start at zero and end at a round number above all values', () => {
  expect(scaleTo(0)).toEqual([0, 1]);
  expect(scaleTo(7)).toEqual([0, 2, 4, 6, 8]);
  for (const most of [0.003, 1, 4, 9.9, 10, 99, 1_234, 7e7]) {
    const lines = scaleTo(most);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
    expect(lines.length).toBeLessThanOrEqual(7);
  }
});

it('days are formatted as days', () => expect(shortLabel('2026-03-01')).toBe('1 Mar'));

it.each([
  [112, 100, 'up'],
  [99, 100, 'down'],
  [1_000, 1_000, null],
  [1_001, 1_000, null],
  [999, 1_000, null],
  [5, 0, null],
  [null, 5, null],
] as const)('%j after %j goes %s, as in the percentage', (value, before, direction) => {
  expect(directionOf(value, before)).toBe(direction);
});
