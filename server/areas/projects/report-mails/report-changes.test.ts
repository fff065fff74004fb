import { expect, test } from 'vitest';
import { mailWordsIn } from '../../../mail/mail-words.ts';
import { describeChanges, type PeriodComparison } from './report-changes.ts';

const w = mailWordsIn('en').report;
const written = {
  count: String,
  plays: (value: number) => (value === 1 ? '1 play' : `${value} plays`),
  percent: (value: number) => `${Math.round(value)} %`,
};
const sums = (views: number, plays: number) => ({
  views,
  plays,
  ctr: views ? (plays / views) * 100 : null,
  ltr: 40,
  minutes: 12,
});
const say = (now: [number, number], before: [number, number], articles: PeriodComparison['articles'] = []) =>
  describeChanges({ now: sums(...now), before: sums(...before), articles }, w, written);

test('a summary has three sentences: the change, its reason, and the top article', () => {
  const articles = [
    { title: 'Old', plays: 40, before: 45 },
    { title: 'News', plays: 70, before: 10 },
  ];
  expect(say([2_000, 120], [1_000, 60], articles)).toEqual([
    '120 plays, 100 % more than in the previous period (60).',
    'Main reason: more player views (2000, up from 1000).',
    '“News” made the biggest difference: 70 plays, compared with 10 before.',
  ]);
});

test('the reason for fewer plays is a lower play rate', () => {
  expect(say([1_000, 50], [1_000, 100], [{ title: 'A', plays: 5, before: 60 }])).toEqual([
    '50 plays, 50 % fewer than in the previous period (100).',
    'Main reason: a lower play rate (5 % of views, down from 10 %).',
    '“A” made the biggest difference: 5 plays, compared with 60 before.',
  ]);
});

test('a factor that moved against the change is not given as its reason', () => {
  expect(say([4_000, 120], [1_000, 100])[1]).toMatch(/^Main reason: more player views \(4000/);
  expect(say([500, 120], [1_000, 100])[1]).toMatch(/^Main reason: a higher play rate \(24 % of views/);
});

test('a summary covers a first period, an unchanged one, and one without plays', () => {
  expect(say([10, 5], [0, 0], [{ title: 'A', plays: 5, before: 0 }])).toEqual([
    '5 plays, after none in the previous period.',
    'Player views: 10. 50 % of them led to a play.',
    'Most played: “A”, with 5 plays.',
  ]);
  expect(say([10, 5], [10, 5])).toEqual([
    '5 plays, about the same as in the previous period (5).',
    'Player views: 10. 50 % of them led to a play.',
    'Listening time: 12 min. 40 % of plays were completed.',
  ]);
  expect(say([1, 1], [0, 0])[0]).toBe('1 play, after none in the previous period.');
  expect(say([10, 0], [0, 0])).toEqual(['No plays in this period.']);
  expect(say([0, 0], [10, 3])).toEqual(['No plays in this period, after 3 in the previous one.']);
});
