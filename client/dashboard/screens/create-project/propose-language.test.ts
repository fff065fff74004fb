import { describe, expect, it } from 'vitest';
import { proposeLanguage } from './propose-language.ts';

const language = (id: string, favorite = false) => ({
  id,
  providers: [
    {
      voices: [
        { name: `offline:${id}-a`, favorite: false },
        { name: `offline:${id}-b`, favorite },
      ],
    },
  ],
});
const languages = [language('de-DE'), language('en-GB'), language('en-US'), language('fr-FR', true)];

describe('proposeLanguage', () => {
  it.each([
    [['fr-FR', 'en-US'], 'fr-FR'],
    [['de-AT'], 'de-DE'],
    [['xx-YY', 'fr'], 'fr-FR'],
    [['xx-YY'], 'en-US'],
    [[], 'en-US'],
  ])('for %j proposes %s', (wanted, expected) => {
    expect(proposeLanguage(languages, wanted).voiceLanguage).toBe(expected);
  });

  it('prefers a favourite voice', () => {
    expect(proposeLanguage(languages, ['fr']).voiceName).toBe('offline:fr-FR-b');
    expect(proposeLanguage(languages, ['de']).voiceName).toBe('offline:de-DE-a');
  });

  it('proposes nothing when there is nothing', () => {
    expect(proposeLanguage([], ['de'])).toEqual({ voiceLanguage: null, voiceName: null });
  });
});
