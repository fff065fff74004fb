import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSpeakable, normaliseText } from './normalise-text.ts';
import { runs } from '../../tests/support/full.ts';

describe('normaliseText', () => {
  it.each([
    ['composes letters', 'u\u0308ber', 'über'],
    ['handles every line ending', 'a\r\nb\rc\u2028d\u0085e\u2029f', 'a\nb\nc\nd\ne\n\nf'],
    ['folds white space in lines and keeps one blank line', '  a \t b\u00a0c \n \n\n\t d  ', 'a b c\n\nd'],
    ['keeps line breaks', 'a\n b', 'a\nb'],
    [
      'drops control characters, direction marks and soft hyphens',
      'a\u0000b\u0007 c\u200ed\u00ade\u202e\ufeff',
      'ab cde',
    ],
    [
      'drops zero-width space and joiners in Latin text',
      'Auf\u200clage zero\u200bwidth\u200d',
      'Auflage zerowidth',
    ],
    ['keeps the non-joiner of Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['keeps the joiner of Devanagari', 'क्\u200dष', 'क्\u200dष'],
    ['keeps the joiner inside emoji', '👩\u200d🚀 ❤️\u200d🔥', '👩\u200d🚀 ❤️\u200d🔥'],
    ['keeps the word breaks of Thai', 'ภาษา\u200bไทย', 'ภาษา\u200bไทย'],
    [
      'keeps the flag of Scotland and drops hidden tag characters',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} a\u{e0041}b',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ab',
    ],
    ['drops icon fonts and lone surrogates', '\ue001Menu \ud800x', 'Menu x'],
    ['returns an empty text for an empty one', ' \n\u200b\t\u0000', ''],
  ])('%s', (_, text, expected) => {
    expect(normaliseText(text)).toBe(expected);
  });

  it('is idempotent, and leaves no control characters or broken surrogate pairs', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        ' ',
        '\n',
        '\r',
        '\u200b',
        '\u200c',
        '\u200d',
        '\u00ad',
        '👩',
        'क्',
        'ی',
        'ภ',
        '\u0308',
        '\ud83d',
        '\u{e0067}',
        '🏴',
      ),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const once = normaliseText(parts.join(''));
        expect(normaliseText(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toMatch(/(?!\n)\p{Cc}|\n{3}| {2}|^\s|\s$/u);
      }),
      { numRuns: runs(500, 10_000) },
    );
  });
});

describe('isSpeakable', () => {
  it.each(['a', 'ß', '7', '漢', 'ก', '١', '😀 a'])('is true for %j', (text) =>
    expect(isSpeakable(text)).toBe(true),
  );
  it.each(['', ' ', '…', '😀👩‍🚀🇩🇪', '***', '\u0308', '„“', '—'])('is false for %j', (text) =>
    expect(isSpeakable(text)).toBe(false),
  );
});
