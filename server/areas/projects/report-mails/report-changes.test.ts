import { expect, test } from 'vitest';
import { mailWordsIn } from '../../../mail/mail-words.ts';
import { describeChanges, type PeriodComparison } from './report-changes.ts';

const w = mailWordsIn('en').report;
const written = { count: String, percent: (value: number) => `${Math.round(value)} %` };
const sums = (views: number, plays: number) => ({
  views,
  plays,
  ctr: views ? (plays / views) * 100 : null,
  ltr: 40,
  minutes: 12,
});
const say = (now: [number, number], before: [number, number], articles: PeriodComparison['articles'] = []) =>
  describeChanges({ now: sums(...now), before: sums(...before), articles }, w, written);

test('three sentences: what, why, and which article', () => {
  const articles = [
    { title: 'Old', plays: 40, before: 45 },
    { title: 'News', plays: 70, before: 10 },
  ];
  expect(say([2_000, 120], [1_000, 60], articles)).toEqual([
    '120 plays, 100 % more than in the previous period (60).',
    'Main reason: more player views (2000, up from 1000).',
    '“News” made the biggest difference: 70 plays, after 10 before.',
  ]);
});

test('fewer pressed play', () => {
  expect(say([1_000, 50], [1_000, 100], [{ title: 'A', plays: 5, before: 60 }])).toEqual([
    '50 plays, 50 % fewer than in the previous period (100).',
    'Main reason: a lower play rate (5 % of views, down from 10 %).',
    '“A” made the biggest difference: 5 plays, after 60 before.',
  ]);
});

test('what went the other way is no reason', () => {
  expect(say([4_000, 120], [1_000, 100])[1]).toMatch(/^Main reason: more player views \(4000/);
  expect(say([500, 120], [1_000, 100])[1]).toMatch(/^Main reason: a higher play rate \(24 % of views/);
});

test('the first period, the same again, and nothing', () => {
  expect(say([10, 5], [0, 0], [{ title: 'A', plays: 5, before: 0 }])).toEqual([
    '5 plays, after none in the previous period.',
    'Players were viewed 10 times, and 50 % of these views led to a play.',
    'Most played: “A”, with 5 plays.',
  ]);
  expect(say([10, 5], [10, 5])).toEqual([
    '5 plays, about the same as in the previous period (5).',
    'Players were viewed 10 times, and 50 % of these views led to a play.',
    'Listeners heard 12 minutes, and 40 % of plays were completed.',
  ]);
  expect(say([10, 0], [0, 0])).toEqual(['No plays in this period.']);
  expect(say([0, 0], [10, 3])).toEqual(['No plays in this period, after 3 in the previous one.']);
});
