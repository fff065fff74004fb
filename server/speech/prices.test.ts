import { expect, test } from 'vitest';
import { chargedCharacters, costEur, priceOf } from './prices.ts';

const elevenlabs = (model?: string) => ({ provider: 'elevenlabs', model });

test('multilingual v2 costs 200 percent of flash and turbo, in money and in characters', () => {
  for (const fast of ['eleven_flash_v2_5', 'eleven_turbo_v2_5']) {
    expect(costEur(elevenlabs('eleven_multilingual_v2'), 1000)).toBe(2 * costEur(elevenlabs(fast), 1000));
    expect(chargedCharacters(elevenlabs(fast), 1000)).toBe(1000);
    expect(priceOf(elevenlabs(fast)).warning).toBeNull();
  }
  expect(chargedCharacters(elevenlabs('eleven_multilingual_v2'), 1000)).toBe(2000);
  expect(priceOf(elevenlabs())).toEqual(priceOf(elevenlabs('eleven_multilingual_v2')));
});

test('the pro model costs EUR 25 per 1 million characters', () => {
  expect(costEur({ provider: 'gemini25', model: 'gemini-2.5-pro-preview-tts' }, 1_000_000)).toBe(25);
  expect(priceOf({ provider: 'gemini25', model: 'gemini-2.5-flash-preview-tts' })).toMatchObject({
    warning: null,
    weight: 1,
  });
});

test('the offline engine costs nothing', () => {
  expect(costEur({ provider: 'offline' }, 1_000_000)).toBe(0);
});

test('voices of one provider can have different prices', () => {
  const google = (voice: string) => priceOf({ provider: 'google', voice }).eurPerMillion;
  expect(google('en-US-Standard-A')).toBeLessThan(google('en-US-Neural2-D'));
  expect(google('en-US-Neural2-D')).toBeLessThan(google('en-US-Chirp3-HD-Kore'));
});

test('only multilingual v2 weighs more than one, and only it and the pro model show a warning', () => {
  const models: [string, string[]][] = [
    ['openai', ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd']],
    ['elevenlabs', ['eleven_multilingual_v2', 'eleven_flash_v2_5', 'eleven_turbo_v2_5']],
    [
      'gemini25',
      [
        'gemini-3.8-flash-tts',
        'gemini-3.8-flash-lite-tts',
        'gemini-2.5-flash-preview-tts',
        'gemini-2.5-pro-preview-tts',
      ],
    ],
    ['amazon', ['neural', 'generative', 'long-form', 'standard']],
    ...['google', 'microsoft', 'ibm', 'offline'].map((provider): [string, string[]] => [provider, ['']]),
  ];
  const priced = models.flatMap(([provider, names]) =>
    names.map((model) => ({ provider, model, ...priceOf({ provider, model }) })),
  );
  for (const { provider, eurPerMillion } of priced) expect(eurPerMillion > 0).toBe(provider !== 'offline');
  expect(priced.filter(({ weight }) => weight !== 1).map(({ model, weight }) => [model, weight])).toEqual([
    ['eleven_multilingual_v2', 2],
  ]);
  expect(priced.filter(({ warning }) => warning).map(({ model, warning }) => [model, warning])).toEqual([
    ['eleven_multilingual_v2', 'The multilingual v2 model costs 200% of the flash or turbo model.'],
    ['gemini-2.5-pro-preview-tts', 'The pro model costs EUR 25 per 1 million characters.'],
  ]);
});
