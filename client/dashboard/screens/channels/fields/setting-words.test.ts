import { afterEach, describe, expect, it } from 'vitest';
import { categoryWords } from '../../../generated/words/category.ts';
import { channelSettingWords } from '../../../generated/words/channelSetting.ts';
import { chooseLanguage } from '../../../words/language.ts';
import { textByKey, currentWords } from '../../../words/word-catalogue.ts';
import { kinds } from '../channel-kinds.ts';
import { labelOf, optionLabel, valueInWords } from './setting-words.ts';

describe('settings in words', () => {
  it('are shown by name if only another release knows them', () => {
    expect(labelOf('maxEpisodeAge')).toBe('Max episode age');
    expect(labelOf('cta')).toBe('Call to action (CTA)');
  });

  it('have a label for each setting with a field of its own, and hints only for those', () => {
    const labels = currentWords(channelSettingWords).labels;
    const names = new Set(kinds.flatMap(({ settings }) => Object.keys(settings)));
    expect(Object.keys(labels).sort()).toEqual([...names].sort());
    expect(Object.keys(currentWords(channelSettingWords).hints).filter((name) => !names.has(name))).toEqual(
      [],
    );
  });

  it.each([
    ['category', 'SPORTS_NEWS', 'Sports news'],
    ['category', 'NEWS', 'News'],
    ['category', 'Health & Fitness', 'Health & Fitness'],
    ['version', 3, 'Version 3'],
    ['provider', 'IAB', 'IAB'],
    ['groupingType', 'daily', 'Daily'],
  ])('the option %s %s is %s', (name, option, label) => expect(optionLabel(name, option)).toBe(label));

  it.each([
    ['explicit', true, 'on'],
    ['title', '', 'empty'],
    ['playlists', [{}, {}], '2 items'],
    ['version', 4, 'Version 4'],
    ['title', 'News', 'News'],
  ])('the value of %s, %j, is %s', (name, value, words) => expect(valueInWords(name, value)).toBe(words));
});

describe('the categories of channels', () => {
  afterEach(() => chooseLanguage('en'));

  it.each([
    ['de', 'Gesellschaft und Kultur', 'Fußball'],
    ['fr', 'Société et culture', 'Football'],
  ] as const)(
    'have distinct names in %s; the values that are sent stay the same',
    async (language, society, soccer) => {
      const choices = kinds.flatMap(({ categories, settings }) => [
        categories.map(({ name }) => name),
        ...categories.map(({ subcategories }) => [...subcategories]),
        [
          ...((settings as Record<string, { options?: readonly (string | number)[] }>)['category']?.options ??
            []),
        ].map(String),
      ]);
      expect(choices.flat().length).toBeGreaterThan(120);
      await chooseLanguage(language);
      for (const names of choices)
        expect(new Set(names.map((name) => optionLabel('category', name))).size).toBe(names.length);
      expect(
        choices.flat().filter((name) => textByKey(currentWords(categoryWords), name) === undefined),
      ).toEqual([]);
      expect(optionLabel('category', 'Society & Culture')).toBe(society);
      expect(optionLabel('subCategory', 'Soccer')).toBe(soccer);
    },
  );
});
