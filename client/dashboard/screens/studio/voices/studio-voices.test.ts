import { expect, it } from 'vitest';
import {
  needsStyle,
  offeredVoices,
  proposedVoice,
  voicesByProvider,
  type StudioVoice,
} from './studio-voices.ts';

const voice = (name: string, over: Partial<StudioVoice> = {}): StudioVoice => ({
  name,
  label: name,
  provider: 'google',
  providerTitle: 'Google',
  gender: 'FEMALE',
  tier: 'STANDARD',
  styles: [],
  ...over,
});
const azure = (name: string, over: Partial<StudioVoice> = {}) =>
  voice(name, { provider: 'microsoft', providerTitle: 'Microsoft Azure', ...over });

it('contain only premium voices, or all if there are none', () => {
  const standard = [voice('a'), voice('b')];
  expect(offeredVoices(standard)).toEqual(standard);
  expect(offeredVoices([...standard, voice('c', { tier: 'PREMIUM' })]).map(({ name }) => name)).toEqual([
    'c',
  ]);
});

it('are grouped by service, with Azure first', () => {
  const groups = voicesByProvider([
    voice('a'),
    voice('o', { provider: 'openai', providerTitle: 'OpenAI' }),
    azure('m'),
    voice('b'),
  ]);
  expect(groups.map(({ group, voices }) => [group, ...voices.map(({ name }) => name)])).toEqual([
    ['Microsoft Azure', 'm'],
    ['Google', 'a', 'b'],
    ['OpenAI', 'o'],
  ]);
});

it('require a style only if there are several', () => {
  expect(needsStyle(voice('a'))).toBe(false);
  expect(needsStyle(voice('a', { styles: ['calm'] }))).toBe(false);
  expect(needsStyle(voice('a', { styles: ['calm', 'lively'] }))).toBe(true);
  expect(needsStyle(null)).toBe(false);
});

it('default to the voice that the server proposes, or else a male one', () => {
  const voices = [voice('a'), voice('b', { gender: 'MALE' })];
  expect(proposedVoice(voices, 'a')?.name).toBe('a');
  expect(proposedVoice(voices, 'gone')?.name).toBe('b');
  expect(proposedVoice([voice('a')], null)?.name).toBe('a');
  expect(proposedVoice([], null)).toBeNull();
});
