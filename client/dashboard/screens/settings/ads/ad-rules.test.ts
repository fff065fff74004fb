import { expect, it } from 'vitest';
import { audioAdsWords } from '../../../generated/words/audioAds.ts';
import { wordsLoaded } from '../../../words/words-part.ts';
import { adUnitProblems, type AdUnitFields } from './ad-rules.ts';

await wordsLoaded('en');
const { problems } = audioAdsWords.en.add;
const ad: AdUnitFields = {
  name: 'Spring',
  limit: 100,
  slug: 'spring-1',
  dateFrom: '2026-12-01',
  dateTo: '2026-12-01',
  audioFile: 'upload-1',
};

it('an ad can be added as it is, on a single day too', () =>
  expect(adUnitProblems(ad, problems)).toEqual({}));

it.each<[Partial<AdUnitFields>, keyof AdUnitFields, string]>([
  [{ name: ' ' }, 'name', 'Campaign name is not defined'],
  [{ limit: 1 }, 'limit', 'Campaign limit must be more than 1'],
  [{ limit: '' }, 'limit', 'Campaign limit must be more than 1'],
  [{ slug: 'spring sale' }, 'slug', problems.slug],
  [{ dateFrom: '' }, 'dateFrom', 'Date start is not selected'],
  [{ dateTo: '' }, 'dateTo', 'Date end is not selected'],
  [{ dateFrom: '2026-12-02' }, 'dateTo', 'Choose an end date on or after the start date.'],
  [{ audioFile: null }, 'audioFile', 'File is not selected'],
])('%j is refused on %s', (change, field, message) =>
  expect(adUnitProblems({ ...ad, ...change }, problems)).toEqual({ [field]: message }),
);
