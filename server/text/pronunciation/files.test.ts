import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/support/full.ts';
import { plainEntry, type DraftEntry } from './check-entry.ts';
import { readCsv, writeCsv } from './csv.ts';
import { DictionaryFileError, type LineProblem } from './dictionary-file.ts';
import { isLexical, readPls, writePls } from './pls.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pairs = (entries: readonly DraftEntry[]): string[][] =>
  entries.map(({ source, replacement }) => [source, replacement]);

function problemsOf(read: () => unknown): readonly LineProblem[] {
  try {
    read();
  } catch (error) {
    if (error instanceof DictionaryFileError) return error.problems;
    throw error;
  }
  throw new Error('It was taken.');
}

const entries = fc
  .record<DraftEntry>({
    source: fc
      .string({
        unit: fc.constantFrom('a', 'Ä', ';', ',', '"', "'", '=', '-', '+', '@', '<', '&', ' '),
        maxLength: 8,
      })
      .map((text) => `${text}x`.replace(/ +/g, ' ').trim()),
    replacement: fc.string({ unit: fc.constantFrom('b', '=', "'", '@', '"', ';', ']]>'), maxLength: 6 }),
    kind: fc.constantFrom('substitution', 'letters', 'phonemes'),
    phonemes: fc.constant(null),
    wholeWord: fc.boolean(),
    matchCase: fc.boolean(),
    isPattern: fc.constant(false),
    inflected: fc.boolean(),
  })
  .map((entry) => (entry.kind === 'phonemes' ? { ...entry, phonemes: 'ˈmɛʁts' } : entry));

describe('a CSV file', () => {
  it.each([
    ['semicolons', 'Merz;Märts\r\n"Qatar; Emirat";"sag ""Katar"""\r\n'],
    ['commas', 'Merz,Märts\n"Qatar; Emirat","sag ""Katar"""'],
    ['tabs', 'Merz\tMärts\nQatar; Emirat\t"sag ""Katar"""\n\n'],
    [
      'column names',
      'Source;Replacement\nMerz;Märts\nQatar; Emirat;x'.replace(
        'Qatar; Emirat;x',
        '"Qatar; Emirat";"sag ""Katar"""',
      ),
    ],
    ['extra columns first', 'Nr;dest;source\n1;Märts;Merz\n2;"sag ""Katar""";"Qatar; Emirat"'],
    ['a spreadsheet’s first line', 'sep=;\r\nMerz;Märts\r\n"Qatar; Emirat";"sag ""Katar"""'],
  ])('is read with %s', (_, text) => {
    const expected = [
      ['Merz', 'Märts'],
      ['Qatar; Emirat', 'sag "Katar"'],
    ];
    expect(pairs(readCsv(bytes(text)))).toEqual(expected);
    expect(pairs(readCsv(bytes(`\ufeff${text}`)))).toEqual(expected);
  });

  it('is read in the encodings that spreadsheets write', () => {
    const expected = [['Größe – “x”', 'é']];
    const text = 'Größe – “x”;é';
    const windows = Uint8Array.from(
      text,
      (character) => ({ '–': 0x96, '“': 0x93, '”': 0x94 })[character] ?? character.charCodeAt(0),
    );
    expect(pairs(readCsv(windows))).toEqual(expected);
    const units = [...text].map((character) => character.charCodeAt(0));
    const little = units.flatMap((unit) => [unit & 0xff, unit >> 8]);
    const big = units.flatMap((unit) => [unit >> 8, unit & 0xff]);
    expect(pairs(readCsv(Uint8Array.from([0xff, 0xfe, ...little])))).toEqual(expected);
    expect(pairs(readCsv(Uint8Array.from([0xfe, 0xff, ...big])))).toEqual(expected);
    // Without a mark, by how it looks.
    expect(pairs(readCsv(Uint8Array.from(little)))).toEqual(expected);
    expect(pairs(readCsv(Uint8Array.from(big)))).toEqual(expected);
  });

  it('is imported completely, or refused with every invalid line', () => {
    const text =
      'source;dest;kind;phonemes;regex\nMerz;x;;;\n;y;;;\n"a\nb";z;sung;;\nQ;;phonemes;;\n(a;b;;;1';
    expect(problemsOf(() => readCsv(bytes(text)))).toEqual([
      { line: 3, problem: 'no-source', found: '' },
      { line: 4, problem: 'unknown-kind', found: 'sung' },
      { line: 6, problem: 'no-phonemes', found: 'Q' },
      { line: 7, problem: 'bad-pattern', found: '(a' },
    ]);
    expect(problemsOf(() => readCsv(bytes('')))).toMatchObject([{ problem: 'empty' }]);
    expect(problemsOf(() => readCsv(bytes('a;"b')))).toMatchObject([{ problem: 'unreadable' }]);
  });

  it('refuses a line of ten million characters, and more lines than a dictionary has', () => {
    expect(problemsOf(() => readCsv(bytes(`a;${'b'.repeat(10_000_000)}`)))).toMatchObject([
      { problem: 'too-long' },
    ]);
    expect(problemsOf(() => readCsv(bytes('a;b\n'.repeat(100_001))))).toMatchObject([
      { line: 100_001, problem: 'too-many' },
    ]);
  });

  it.each([
    ['a million empty fields in its second line', `a;b\n${';'.repeat(1_000_000)}`],
    ['a million quoted fields in its second line', `a;b\r\n${'"";'.repeat(1_000_000)}`],
    ['a million spaces in its second line', `a;b\r${' '.repeat(1_000_000)}`],
  ])('is refused with %s before it is parsed', (_, text) => {
    expect(problemsOf(() => readCsv(bytes(text)))).toEqual([{ line: 2, problem: 'too-long', found: '' }]);
  });

  it('contains no formulas, and imports unchanged', () => {
    const written = [...writeCsv([plainEntry('=1+1', '@SUM(A1)'), plainEntry("'-x", '')])].join('');
    expect(written).not.toMatch(/(?:^|[;"\n])[=+\-@]/);
    fc.assert(
      fc.property(fc.array(entries, { minLength: 1, maxLength: 5 }), (list) => {
        expect(readCsv(bytes([...writeCsv(list)].join('')))).toEqual(list);
      }),
      { numRuns: runs(100, 5_000) },
    );
  });
});

describe('a lexicon', () => {
  const lexicon = (content: string, alphabet = 'ipa'): Uint8Array =>
    bytes(
      `<?xml version="1.0" encoding="UTF-8"?><lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="${alphabet}" xml:lang="de-DE">\n${content}\n</lexicon>`,
    );

  it('is refused for deep nesting, in linear time', () => {
    const nested = (levels: number) => lexicon('<metadata>'.repeat(levels));
    expect(problemsOf(() => readPls(nested(1_000_000)))).toMatchObject([{ problem: 'unreadable' }]);
    expect(problemsOf(() => readPls(nested(10)))).toMatchObject([{ problem: 'unreadable' }]);
    expect(
      readPls(
        lexicon(
          `${'<metadata>'.repeat(20)}${'</metadata>'.repeat(20)}<lexeme><grapheme>Q</grapheme><alias>queue</alias></lexeme>`,
        ),
      ).entries,
    ).toHaveLength(1);
  });

  it('is read in the formats of Polly, Azure and ElevenLabs', () => {
    const { language, entries: read } = readPls(
      lexicon(
        '<!-- names --><lexeme><grapheme>Merz</grapheme><grapheme>Märtz</grapheme><phoneme>ˈmɛʁts</phoneme></lexeme>\n<lexeme xml:id="b"><grapheme>W3C &amp; Co</grapheme><alias>World Wide Web</alias></lexeme>',
      ),
    );
    expect(language).toBe('de-DE');
    expect(
      read.map(({ source, kind, replacement, phonemes, matchCase }) => [
        source,
        kind,
        replacement,
        phonemes,
        matchCase,
      ]),
    ).toEqual([
      ['Merz', 'phonemes', '', 'ˈmɛʁts', true],
      ['Märtz', 'phonemes', '', 'ˈmɛʁts', true],
      ['W3C & Co', 'substitution', 'World Wide Web', null, true],
    ]);
    const sampa = lexicon('<lexeme><grapheme>Merz</grapheme><phoneme>"mERts</phoneme></lexeme>', 'x-sampa');
    expect(readPls(sampa).entries[0]!.phonemes).toBe('ˈmɛʁts');
  });

  it('is refused with the line of the error', () => {
    const text =
      '<lexeme><alias>x</alias></lexeme>\n<lexeme><grapheme>a</grapheme></lexeme>\n<lexeme><grapheme>b</grapheme><phoneme alphabet="cmu-arpabet">B</phoneme></lexeme>';
    expect(problemsOf(() => readPls(lexicon(text)))).toEqual([
      { line: 2, problem: 'no-source', found: '' },
      { line: 3, problem: 'no-phonemes', found: 'a' },
      { line: 4, problem: 'unknown-alphabet', found: 'cmu-arpabet' },
    ]);
    expect(problemsOf(() => readPls(bytes('<html></html>')))).toMatchObject([{ problem: 'unreadable' }]);
    expect(problemsOf(() => readPls(bytes('<lexicon><lexeme></lexicon>')))).toMatchObject([
      { problem: 'unreadable' },
    ]);
    expect(problemsOf(() => readPls(lexicon('')))).toMatchObject([{ problem: 'empty' }]);
  });

  it('does not expand entities or read other files', () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
    for (const entity of ['&b;', '&f;', '%a;&a;'])
      expect(
        problemsOf(() =>
          readPls(
            bytes(
              `${bomb}<lexicon><lexeme><grapheme>${entity}</grapheme><alias>x</alias></lexeme></lexicon>`,
            ),
          ),
        ),
      ).toMatchObject([{ problem: 'unreadable' }]);
  });

  it('imports unchanged, except for features that the format lacks', () => {
    fc.assert(
      fc.property(fc.array(entries, { minLength: 1, maxLength: 5 }), (list) => {
        const lexical = list.filter(isLexical);
        fc.pre(lexical.length > 0);
        const written = [...writePls(list, 'de-DE', (word) => `letters of ${word}`)].join('');
        expect(readPls(bytes(written)).entries.map(({ source, phonemes }) => [source, phonemes])).toEqual(
          lexical.map(({ source, phonemes }) => [source.replace(/\s+/g, ' '), phonemes]),
        );
      }),
      { numRuns: runs(100, 5_000) },
    );
  });
});
