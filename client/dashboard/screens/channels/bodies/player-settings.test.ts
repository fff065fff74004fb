import { expect, it } from 'vitest';
import { asksForConsent, providerId, valuesOfProvider, valuesOfVersion } from './player-settings.ts';

it('takes the looks of the version that is chosen', () => {
  expect(valuesOfVersion(4)).toEqual({
    color: '#b2dfd9',
    playButton: 'Play',
    pauseButton: 'Pause',
    speedSettingsTitle: 'Player-Geschwindigkeit ändern',
    speedSettingsBackButton: 'Schließen',
  });
  for (const version of [2, 3])
    expect(valuesOfVersion(version)).toEqual({ color: '#5d72e4', bordered: true, background: '#fff' });
});

it('switches the placeholders off that do not match the provider', () => {
  expect(valuesOfProvider('IAB')).toEqual({ provider: 'IAB', enableCmpPlaceholder: false });
  expect(valuesOfProvider('CONSENTMANAGER')).toEqual({
    provider: 'CONSENTMANAGER',
    enableIabPlaceholder: false,
  });
  expect(valuesOfProvider('NEVER')).toEqual({
    provider: 'NEVER',
    enableCmpPlaceholder: false,
    enableIabPlaceholder: false,
  });
});

it('knows the ids of the providers, and the versions that ask', () => {
  expect(['ALWAYS', 'NEVER', 'CONSENTMANAGER', 'IAB'].map(providerId)).toEqual(['', '', 's1604', '1181']);
  expect([2, 3, 4].map(asksForConsent)).toEqual([false, true, true]);
});
