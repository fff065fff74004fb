import { expect, it } from 'vitest';
import { asksForConsent, providerId, valuesOfProvider, valuesOfVersion } from './player-settings.ts';

it('applies the defaults of the chosen version', () => {
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

it('turns off placeholders of other providers', () => {
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

it('lists the ids of providers, and the versions that ask for consent', () => {
  expect(['ALWAYS', 'NEVER', 'CONSENTMANAGER', 'IAB'].map(providerId)).toEqual(['', '', 's1604', '1181']);
  expect([2, 3, 4].map(asksForConsent)).toEqual([false, true, true]);
});
