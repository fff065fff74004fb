import { expect, test } from 'vitest';
import type { SpeechRequest, VoiceSetting } from './provider.ts';
import { modelOf, settingProblem, settingValues } from './voice-settings.ts';

const SPEED: VoiceSetting = {
  id: 'speed',
  title: 'Speed',
  type: 'float',
  min: 0.5,
  max: 2,
  step: 0.1,
  default: 1,
};
const BOOST: VoiceSetting = { id: 'boost', title: 'Boost', type: 'boolean', default: true };
const MOOD: VoiceSetting = {
  id: 'mood',
  title: 'Mood',
  type: 'options',
  options: ['calm', 'merry'],
  default: 'calm',
};
const request = (settings: SpeechRequest['settings'], model?: string): SpeechRequest => ({
  voice: 'x',
  language: 'en',
  text: 'x',
  settings,
  model,
});

test.each([
  [{}, { speed: 1, boost: true, mood: 'calm' }],
  [
    { speed: 1.5, boost: false, mood: 'merry', stability: 3 },
    { speed: 1.5, boost: false, mood: 'merry' },
  ],
  [{ speed: 4 }, { speed: 2, boost: true, mood: 'calm' }],
  [{ speed: -4 }, { speed: 0.5, boost: true, mood: 'calm' }],
  [{ mood: 'sad' }, { speed: 1, boost: true, mood: 'calm' }],
])('%o is converted to %o', (given, values) => {
  expect(settingValues('p', [SPEED, BOOST, MOOD], request(given))).toEqual(values);
});

test.each([{ speed: 'fast' }, { speed: Number.NaN }, { boost: 1 }, { mood: true }])(
  '%o is refused',
  (given) => {
    expect(() =>
      settingValues('p', [SPEED, BOOST, MOOD], request(given as unknown as SpeechRequest['settings'])),
    ).toThrow(expect.objectContaining({ kind: 'bad_request' }) as Error);
  },
);

test.each([
  [SPEED, 2, null],
  [SPEED, 2.1, 'Speed must be a number from 0.5 to 2'],
  [SPEED, '1', 'Speed must be a number from 0.5 to 2'],
  [BOOST, 'yes', 'Boost must be true or false'],
  [MOOD, 'sad', 'Mood must be one of calm, merry'],
  [MOOD, 'merry', null],
])('%o with %o: %s', (setting, value, problem) => {
  expect(settingProblem(setting, value)).toBe(problem);
});

test('models of voices are validated', () => {
  expect(modelOf('p', ['a', 'b'], request({}))).toBe('a');
  expect(modelOf('p', ['a', 'b'], request({}, 'b'))).toBe('b');
  for (const models of [['a'], []])
    expect(() => modelOf('p', models, request({}, 'c'))).toThrow(
      expect.objectContaining({ kind: 'bad_request' }) as Error,
    );
});
