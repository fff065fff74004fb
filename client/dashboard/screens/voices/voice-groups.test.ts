import { expect, it } from 'vitest';
import { voiceGroups } from './voice-groups.ts';

const voice = (name: string, favorite = false) => ({ name, label: name, gender: 'female' as const, type: 'standard' as const, favorite });

it('offers favourites first, and every voice once', () => {
  const groups = voiceGroups([
    { title: 'OpenAI', voices: [voice('alloy'), voice('nova', true)] },
    { title: 'Offline', voices: [voice('anna', true)] },
  ]);
  expect(groups.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    ['Favourites', ['nova', 'anna']],
    ['OpenAI', ['alloy']],
  ]);
  expect(groups[0]?.items[0]?.label).toBe('nova · female · OpenAI');
});
