import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparable, labelsIn, newLabels, SearchableText } from './rule-text.ts';

describe('contains', () => {
  it.each([
    ['Fußball am Sonntag', 'fußball'],
    ['FUSSBALL AM SONNTAG', 'Fußball'],
    ['GROẞE STRASSE', 'große straße'],
    ['Fußball am Sonntag', 'Fussball'], // as it is written in Switzerland
    ['Sportnachrichten', 'sport'], // a part of a compound
    ['Wintersport', 'SPORT'],
    ['Überblick', 'überblick'],
    ['U\u0308berblick', 'Überblick'], // decomposed, as some systems send it
    ['L\u2019\u00C9tat, c\u2019est moi', "l'état"],
    ['Vraiment\u202F?', 'vraiment ?'], // a narrow space before the question mark
    ['Bundes\u00ADtags\u00ADwahl', 'Bundestagswahl'],
    ['E\u2011Mail', 'e-mail'],
    ['the first\nand  second line', 'first and second'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Gewinn 🏆 heute', '🏆'],
    ['anything', '  any '],
  ])('%j contains %j', (text, part) => {
    expect(new SearchableText(text).contains(part)).toBe(true);
  });

  it.each([
    ['schön', 'schon'],
    ['le côté gauche', 'cote'],
    ['Politik', 'Sport'],
    ['two words', 'twowords'],
    ['', 'a'],
  ])('%j does not contain %j', (text, part) => {
    expect(new SearchableText(text).contains(part)).toBe(false);
  });

  it('finds any substring, regardless of case and Unicode normalization', () => {
    const words = fc.string({
      unit: fc.constantFrom(...'abcXYZäöüÄÖÜßẞéÉœŒçñ '),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, words, words, fc.constantFrom('NFC', 'NFD'), (before, part, after, form) => {
        const text = new SearchableText((before + part + after).normalize(form));
        expect(text.contains(part.toUpperCase())).toBe(true);
        expect(text.contains(part.toLowerCase())).toBe(true);
      }),
    );
  });

  it('leaves text that is already folded unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(comparable(comparable(text))).toBe(comparable(text));
      }),
    );
  });

  it('counts code points', () => {
    expect(new SearchableText('a🏆ß').length).toBe(3);
    expect(new SearchableText('').length).toBe(0);
  });
});

describe('labels', () => {
  it('are separated by commas, without duplicates', () => {
    expect(labelsIn(' Sport,  Politik   & Recht ,,\u200B, sport')).toEqual(['sport', 'Politik & Recht']);
    expect(labelsIn('')).toEqual([]);
  });

  it('are not added if they exist in a different spelling', () => {
    expect(newLabels(['Sport'], ['SPORT', 'Straße', 'strasse', 'Kultur'])).toEqual(['Straße', 'Kultur']);
  });
});
