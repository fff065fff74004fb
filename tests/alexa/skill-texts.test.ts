import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alexaCategories } from '../../server/areas/channels/channels/kinds/categories.ts';
import { interactionModel } from '../../server/areas/channels/deployments/interaction-model.ts';
import { invocationName } from '../../server/areas/channels/deployments/invocation-name.ts';
import { locales } from '../../server/areas/channels/deployments/skill-locales.ts';
import {
  mergedManifest,
  skillManifest,
  storeName,
} from '../../server/areas/channels/deployments/skill-manifest.ts';
import { manifestProblems, modelProblems } from './amazon-schema.ts';

test.each([
  ['Daily Example', 'daily example', 'daily example'],
  ['Zeitung', 'zeitung news', 'zeitung nachrichten'],
  ['News & More', 'news and more', 'news und more'],
  ['Radio 7', 'radio seven', 'radio sieben'],
  ["L’Écho d'Amazon", "l'écho d'amazon", "l'écho d'amazon"],
  ['Ask Alexa Daily', 'daily news', 'daily nachrichten'],
  ['x'.repeat(80), `${'x'.repeat(45)} news`, `${'x'.repeat(38)} nachrichten`],
])('the invocation name of %s consists of words', (name, english, german) => {
  expect([invocationName(name, 'en'), invocationName(name, 'de')]).toEqual([english, german]);
});

test.each(['', '***', '🎧', '\u202e', 'Alexa', 'A', '𝓪'])('%j is not a valid invocation name', (name) => {
  expect(invocationName(name, 'en')).toBeNull();
});

test('a text is never cut inside a character', () => {
  const name = `${'x'.repeat(49)}😀`;
  const { locales: texts } = skillManifest({
    name,
    category: 'NEWS',
    url: 'https://a.example/',
    publisher: '',
  }).publishingInformation;
  expect(storeName(name)).toBe('x'.repeat(49));
  for (const { summary, description } of Object.values(texts))
    expect(`${summary}${description}`.isWellFormed()).toBe(true);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 2, maxLength: 300 }),
  fc.string({ unit: 'grapheme', minLength: 2, maxLength: 300 }),
  fc.constantFrom(
    '<b>Daily</b> & "Sons"',
    ']]>',
    'x'.repeat(10_000),
    '\u0000\u202eDaily',
    '100 % Sport – 24/7',
  ),
);

test('the manifest is valid for any name of channel and project', () => {
  fc.assert(
    fc.property(hostile, hostile, (name, publisher) => {
      // The form asks for two characters; and without words to ask for, nothing is sent.
      fc.pre([...storeName(name)].length >= 2 && interactionModel(name, 'en-US') !== null);
      const manifest = skillManifest({
        name,
        category: 'NEWS',
        url: 'https://parlance.example/alexa/a',
        publisher,
      });
      expect(manifestProblems(manifest)).toEqual([]);
      if (name.isWellFormed() && publisher.isWellFormed())
        expect(
          Object.values(manifest.publishingInformation.locales).every(
            (texts) => texts.name.isWellFormed() && texts.summary.isWellFormed(),
          ),
        ).toBe(true);
      for (const locale of locales) expect(modelProblems(interactionModel(name, locale))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each(alexaCategories.map(({ name }) => name))('%s is a valid category at Amazon', (category) => {
  expect(
    manifestProblems(
      skillManifest({ name: 'Daily', category, url: 'https://a.example/', publisher: 'Daily' }),
    ),
  ).toEqual([]);
});

test('an update keeps the parts of a manifest that Parlance does not manage', () => {
  const ours = skillManifest({
    name: 'Daily',
    category: 'NEWS',
    url: 'https://a.example/',
    publisher: 'Daily',
  });
  const there = mergedManifest({}, ours);
  const added = {
    ...there,
    events: { endpoint: {} },
    privacyAndCompliance: {
      ...(there['privacyAndCompliance'] as object),
      containsAds: true,
      locales: { 'en-US': {} },
    },
  };
  expect(mergedManifest(added, ours)).toEqual(added);
});
