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
    'There were 120 plays, 100 % more than in the period before (60).',
    'The main reason: players were seen 2000 times, after 1000 in the period before.',
    '“News” made the biggest difference: 70 plays, after 10.',
  ]);
});

test('fewer pressed play', () => {
  expect(say([1_000, 50], [1_000, 100], [{ title: 'A', plays: 5, before: 60 }])).toEqual([
    'There were 50 plays, 50 % fewer than in the period before (100).',
    'The main reason: 5 % of the views led to a play, after 10 % in the period before.',
    '“A” made the biggest difference: 5 plays, after 60.',
  ]);
});

test('what went the other way is no reason', () => {
  expect(say([4_000, 120], [1_000, 100])[1]).toMatch(/^The main reason: players were seen 4000/);
  expect(say([500, 120], [1_000, 100])[1]).toMatch(/^The main reason: 24 % of the views/);
});

test('the first period, the same again, and nothing', () => {
  expect(say([10, 5], [0, 0], [{ title: 'A', plays: 5, before: 0 }])).toEqual([
    'There were 5 plays. In the period before there were none.',
    'Players were seen 10 times, and 50 % of these views led to a play.',
    '“A” was played most: 5 plays.',
  ]);
  expect(say([10, 5], [10, 5])).toEqual([
    'There were 5 plays, about as many as in the period before (5).',
    'Players were seen 10 times, and 50 % of these views led to a play.',
    'Listeners heard 12 minutes, and 40 % of the plays came to the end.',
  ]);
  expect(say([10, 0], [0, 0])).toEqual(['Nobody listened in this period.']);
  expect(say([0, 0], [10, 3])).toEqual([
    'Nobody listened in this period. In the one before there were 3 plays.',
  ]);
});
