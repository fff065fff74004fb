import { expect, it } from 'vitest';
import { voiceGroups } from './voice-groups.ts';

const voice = (name: string, providerTitle: string, favorite = false) => ({
  name,
  label: name,
  providerTitle,
  gender: 'FEMALE' as const,
  tier: 'STANDARD' as const,
  favorite,
});

it('contains favorites first, and every voice once', () => {
  const groups = voiceGroups([
    voice('alloy', 'OpenAI'),
    voice('nova', 'OpenAI', true),
    voice('anna', 'Offline', true),
  ]);
  expect(groups.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    ['Favorites', ['nova', 'anna']],
    ['OpenAI', ['alloy']],
  ]);
  expect(groups[0]?.items[0]?.label).toBe('nova · female · OpenAI');
});
