import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../tests/support/growth.ts';
import { chunkText } from './chunk-text.ts';
import type { Chunk, ChunkOptions, ChunkStrategy } from './chunk-text.ts';
import { chunkProblems, strategies } from '../../tests/support/chunk-invariants.ts';
import { normaliseText } from './normalise-text.ts';
import { parseVoiceTags, VoiceTagError } from './voice-tags.ts';
import { runs } from '../../tests/support/full.ts';

const options = (over: Partial<ChunkOptions> = {}): ChunkOptions => ({
  strategy: 'sentences',
  language: 'en',
  limit: { unit: 'characters', value: 3000 },
  ...over,
});
const texts = (chunks: Chunk[]): string[] => chunks.map(({ text }) => text);

describe('chunkText', () => {
  it('speaks the title first, then headings, sentences and list items with their pauses', () => {
    const text =
      'Ein Kapitel\n\nDr. Weiß kam am 3. März. Er blieb.\n\nEr kaufte:\n- Brot\n- Milch 🥛\n\n***\n\nEnde.';
    const chunks = chunkText(text, options({ language: 'de', title: 'Der Titel' }));
    expect(chunks.map(({ kind, text: spoken, pauseAfter }) => [kind, spoken, pauseAfter])).toEqual([
      ['title', 'Der Titel', 'heading'],
      ['heading', 'Ein Kapitel', 'heading'],
      ['sentence', 'Dr. Weiß kam am 3. März.', 'sentence'],
      ['sentence', 'Er blieb.', 'paragraph'],
      ['sentence', 'Er kaufte:', 'sentence'],
      ['list_item', 'Brot', 'sentence'],
      ['list_item', 'Milch 🥛', 'paragraph'],
      ['sentence', 'Ende.', 'none'],
    ]);
  });

  it('keeps a paragraph in one chunk under the paragraph strategy, and its list items separate', () => {
    const text = 'One. Two.\n\n- First item. Still first.\n- Second item.';
    expect(texts(chunkText(text, options({ strategy: 'paragraphs' })))).toEqual([
      'One. Two.',
      'First item. Still first.',
      'Second item.',
    ]);
  });

  it('cuts a paragraph over the limit between sentences', () => {
    const chunks = chunkText(
      'One is here. Two is here. Three is here.',
      options({ strategy: 'paragraphs', limit: { unit: 'characters', value: 26 } }),
    );
    expect(texts(chunks)).toEqual(['One is here. Two is here.', 'Three is here.']);
    expect(chunks.map(({ pauseAfter }) => pauseAfter)).toEqual(['sentence', 'none']);
  });

  it('joins lines that an email program wrapped, and keeps intentional line breaks', () => {
    const wrapped =
      'This is a line that was wrapped by a mail program at about\nseventy characters, and the Sentence goes on in the next ' +
      'Line\nuntil it ends here.';
    expect(chunkText(wrapped, options())).toHaveLength(1);
    expect(texts(chunkText('Main Street 5\nVienna\nAustria', options()))).toEqual([
      'Main Street 5',
      'Vienna',
      'Austria',
    ]);
  });

  it('switches voices by tags; plain strategies keep the sentence, tag strategies split it', () => {
    const text = 'He said <voice name="Anna" style="calm">Hello. Bye.</voice> and left.\n\nEnd.';
    const read = (strategy: ChunkStrategy) =>
      chunkText(text, options({ strategy })).map((c) => [c.voice?.name ?? '', c.text, c.pauseAfter]);
    expect(read('sentences')).toEqual([
      ['', 'He said', 'none'],
      ['Anna', 'Hello.', 'sentence'],
      ['Anna', 'Bye.', 'none'],
      ['', 'and left.', 'paragraph'],
      ['', 'End.', 'none'],
    ]);
    expect(read('voice_tag_paragraphs')).toEqual([
      ['', 'He said', 'sentence'],
      ['Anna', 'Hello. Bye.', 'sentence'],
      ['', 'and left.', 'paragraph'],
      ['', 'End.', 'none'],
    ]);
    expect(() => chunkText('a <voice name="b">c', options())).toThrow(VoiceTagError);
  });

  it.each<[string, string, [kind: string, voice: string, text: string, pause: string][]]>([
    [
      'numbered headings',
      '2. Hauptteil\n\nHier.\n\nIV. Schluss\n\nEnde.',
      [
        ['heading', '', '2. Hauptteil', 'heading'],
        ['sentence', '', 'Hier.', 'paragraph'],
        ['heading', '', 'IV. Schluss', 'heading'],
        ['sentence', '', 'Ende.', 'none'],
      ],
    ],
    [
      'closed headings',
      '### Noch einer ###\n\nText.',
      [
        ['heading', '', 'Noch einer', 'heading'],
        ['sentence', '', 'Text.', 'none'],
      ],
    ],
    [
      'dates and clubs as headings',
      '3. Oktober\n\nFrei.\n\n1. FC Köln verliert\n\nAus.',
      [
        ['heading', '', '3. Oktober', 'heading'],
        ['sentence', '', 'Frei.', 'paragraph'],
        ['heading', '', '1. FC Köln verliert', 'heading'],
        ['sentence', '', 'Aus.', 'none'],
      ],
    ],
    [
      'numbered lists',
      'Man nehme:\n1. 200 g Mehl\n2. 3 Eier. Frische.\n10. Salz',
      [
        ['sentence', '', 'Man nehme:', 'sentence'],
        ['list_item', '', '1. 200 g Mehl', 'sentence'],
        ['list_item', '', '2. 3 Eier.', 'sentence'],
        ['list_item', '', 'Frische.', 'sentence'],
        ['list_item', '', '10. Salz', 'none'],
      ],
    ],
    [
      'lettered and Roman lists',
      'a) eins\n(b) zwei\n\ni. drei\nii. vier\niii. fünf',
      [
        ['list_item', '', 'a) eins', 'sentence'],
        ['list_item', '', '(b) zwei', 'paragraph'],
        ['list_item', '', 'i. drei', 'sentence'],
        ['list_item', '', 'ii. vier', 'sentence'],
        ['list_item', '', 'iii. fünf', 'none'],
      ],
    ],
    [
      'a tagged heading',
      '<voice name="A">Oben</voice>\n\nUnten.',
      [
        ['heading', 'A', 'Oben', 'heading'],
        ['sentence', '', 'Unten.', 'none'],
      ],
    ],
    [
      'a tag within a heading',
      'Ganz <voice name="A">oben</voice> hier\n\nUnten.',
      [
        ['heading', '', 'Ganz', 'none'],
        ['heading', 'A', 'oben', 'none'],
        ['heading', '', 'hier', 'heading'],
        ['sentence', '', 'Unten.', 'none'],
      ],
    ],
    [
      'tags within list items',
      '- <voice name="A">Eins</voice>\n- Zwei <voice name="B">und</voice> drei',
      [
        ['list_item', 'A', 'Eins', 'sentence'],
        ['list_item', '', 'Zwei', 'none'],
        ['list_item', 'B', 'und', 'none'],
        ['list_item', '', 'drei', 'none'],
      ],
    ],
    [
      'a tag around list items',
      '<voice name="A">- Eins\n- Zwei</voice>\n- Drei',
      [
        ['list_item', 'A', 'Eins', 'sentence'],
        ['list_item', 'A', 'Zwei', 'sentence'],
        ['list_item', '', 'Drei', 'none'],
      ],
    ],
    [
      'a tag across a heading, paragraphs and a list',
      '<voice name="A">Oben\n\nEins. Zwei.\n\n- Drei</voice>\n\nVier.',
      [
        ['heading', 'A', 'Oben', 'heading'],
        ['sentence', 'A', 'Eins.', 'sentence'],
        ['sentence', 'A', 'Zwei.', 'paragraph'],
        ['list_item', 'A', 'Drei', 'paragraph'],
        ['sentence', '', 'Vier.', 'none'],
      ],
    ],
    [
      'a tag that begins in one paragraph and ends in the next',
      'Er sagte <voice name="A">ja.\n\nUnd nein.</voice> Dann ging er.',
      [
        ['sentence', '', 'Er sagte', 'none'],
        ['sentence', 'A', 'ja.', 'paragraph'],
        ['sentence', 'A', 'Und nein.', 'sentence'],
        ['sentence', '', 'Dann ging er.', 'none'],
      ],
    ],
    [
      'a lone symbol after a tag',
      'Er sagte <voice name="A">„Ja.“</voice>. Dann ging er.',
      [
        ['sentence', '', 'Er sagte', 'none'],
        ['sentence', 'A', '„Ja.“', 'sentence'],
        ['sentence', '', 'Dann ging er.', 'none'],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(
      chunkText(text, options({ language: 'de' })).map((chunk) => [
        chunk.kind,
        chunk.voice?.name ?? '',
        chunk.text,
        chunk.pauseAfter,
      ]),
    ).toEqual(expected);
  });

  it('cuts long sentences at clause marks, then words, and never through an entity', () => {
    const clauses = chunkText(
      'when it rains, we stay inside, and read',
      options({ limit: { unit: 'characters', value: 20 } }),
    );
    expect(texts(clauses)).toEqual(['when it rains,', 'we stay inside,', 'and read']);
    expect(clauses[0]!.pauseAfter).toBe('none');
    const words = chunkText('eins zwei drei vier fünf', options({ limit: { unit: 'bytes', value: 10 } }));
    expect(texts(words)).toEqual(['eins zwei', 'drei vier', 'fünf']);
    expect(
      texts(chunkText('aaaaaa&amp;bbbbbb', options({ limit: { unit: 'characters', value: 9 } }))),
    ).toEqual(['aaaaaa', '&amp;', 'bbbbbb']);
  });

  it('changes only the chunk of the edited sentence', () => {
    const sentences = Array.from(
      { length: 60 },
      (_, index) => `Sentence number ${index} is about Dr. Miller and 3.5 apples.`,
    );
    const before = new Set(texts(chunkText(sentences.join(' '), options())));
    sentences[30] = 'An editor wrote this one anew.';
    const after = texts(chunkText(sentences.join(' '), options()));
    expect(after.filter((text) => !before.has(text))).toEqual([sentences[30]]);
  });

  it('refuses a limit too small to split by', () => {
    expect(() => chunkText('a', options({ limit: { unit: 'bytes', value: 2 } }))).toThrow(RangeError);
  });
});

describe('bad input', () => {
  const many = runs(200_000, 1_000_000);
  const repeat =
    (part: string) =>
    (length: number): string =>
      part.repeat(Math.ceil(length / part.length));
  it.each([
    ['prose', repeat('Dies ist ein Satz von Dr. Weiß, am 3. März. ')],
    ['no full stop', repeat('immer weiter, ')],
    ['one word', repeat('a')],
    ['digits', repeat('1234567890')],
    ['numbers with full stops', repeat('1. ')],
    ['lines of one letter', repeat('a\n')],
    ['ideographs', repeat('漢字')],
    ['mixed scripts', repeat('Haus мир 漢字 مرحبا ภาษาไทย नमस्ते ')],
    ['emoji', repeat('👩‍👩‍👧')],
    ['zero width', repeat('a\u200b\u200d')],
    ['control characters', repeat('a\u0000\u0007 ')],
    ['combining marks', (length: number) => `a${'\u0301'.repeat(length)}`],
    ['angle brackets', repeat('<')],
    ['entities', repeat('&amp;')],
    ['voice tags', repeat('<voice name="a">b</voice> c ')],
    ['ellipses', repeat('… A')],
    ['quotation marks', repeat('! ) "')],
    ['initials', repeat('A. ')],
  ])('hundreds of thousands of characters: %s', async (_, make) => {
    const cut = (length: number) => {
      const normalised = normaliseText(make(length));
      const given = options({ language: 'de', limit: { unit: 'bytes', value: 3000 } });
      return { normalised, chunks: chunkText(normalised, given) };
    };
    await expectLinear(cut, { from: 2_000, most: many });
    const { normalised, chunks } = cut(many);
    for (const { text: spoken } of chunks) expect(Buffer.byteLength(spoken)).toBeLessThanOrEqual(3000);
    const letters = (from: string): number =>
      from.replace(/<\/?voice[^>]*>/g, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    expect(chunks.reduce((sum, chunk) => sum + letters(chunk.text), 0)).toBe(letters(normalised));
  });

  it.each([
    ['never closed', '<voice name="a">b', 1],
    ['nested', '<voice name="a">b <voice name="c">d</voice></voice>', 19],
    ['never opened', 'b</voice>', 2],
  ])(
    'reports the position of a tag that is %s after hundreds of thousands of characters',
    async (_, tag, column) => {
      const name = (length: number): void => {
        const lines = repeat('Noch ein Satz. <b>\n')(length);
        expect(() => chunkText(`${lines}\n${tag}`, options())).toThrow(
          expect.objectContaining({
            name: 'VoiceTagError',
            line: lines.split('\n').length + 1,
            column,
          }) as Error,
        );
      };
      name(many);
      await expectLinear(name, { from: 2_000, most: many });
    },
  );

  it('cuts a sentence of 50,000 characters without a full stop at its clauses', () => {
    const text = 'und dann gingen sie weiter, '.repeat(1800).trim();
    const chunks = chunkText(text, options({ language: 'de' }));
    expect(chunks.length).toBeLessThan(20);
    for (const { text: spoken } of chunks) expect(spoken).toMatch(/^und .*weiter,$/);
  });

  it('makes no chunks of emoji, symbols or empty text', () => {
    for (const text of ['', ' \n', '😀😀', '***\n\n---', '<voice name="a">…</voice>'])
      expect(chunkText(text, options({ title: '—' }))).toEqual([]);
  });
});

describe('invariants', () => {
  const word = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'Haus',
        'the',
        'l’été',
        'Dr.',
        'z. B.',
        '3.',
        'März',
        'J.',
        'U.S.',
        'etc.',
        '3,5',
        'über',
        'и',
        'мир',
        'Ελλάδα',
        'a-b',
        '12.30',
        'www.x.de/?a=1',
        '&amp;',
        '&#8217;',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '„Ja!“',
        '"No."',
        '« Oui ! »',
        '(siehe oben.)',
        '[...]',
        '…',
        '...',
        '–',
        '?!',
        '3 < 5',
        '<b>',
        '</p>',
        '-',
        '•',
        '#',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '漢字。',
        'かな「行く。」と',
        'ภาษาไทย',
        'مرحبا؟',
        'नमस्ते।',
        '한국어',
        '👨‍👩‍👧',
        '😀',
        '🇩🇪',
        '1️⃣',
        'e\u0301',
        '\u200b',
        '\u0000',
        'می‌خواهم',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.nat({ max: 90 }).map((length) => 'x'.repeat(length)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '<voice name="Anna">Hallo</voice>',
        "<voice name='B' style='calm'>Ein Satz. Noch\n\neiner.</voice>",
      ),
    },
  );
  const separator = fc.constantFrom(
    ' ',
    ' ',
    ' ',
    ' ',
    '. ',
    '! ',
    ', ',
    '',
    '\n',
    '\n\n',
    '\u00a0',
    '\t',
    '\r\n',
  );
  const generated = fc
    .array(fc.tuple(word, separator), { maxLength: 40 })
    .map((parts) => parts.flat().join(''));
  const given = fc.record({
    strategy: fc.constantFrom(...strategies),
    language: fc.constantFrom('de', 'en-GB', 'fr', 'ja', 'zh-CN', 'ar', 'th', 'xx-nonsense-', ''),
    limit: fc.record({
      unit: fc.constantFrom('characters' as const, 'bytes' as const),
      value: fc.integer({ min: 8, max: 200 }),
    }),
  });

  it('hold for generated texts', () => {
    fc.assert(
      fc.property(generated, fc.boolean(), given, (text, normalised, options) => {
        const source = normalised ? normaliseText(text) : text;
        fc.pre(hasValidTags(source));
        expect(chunkProblems(source, options)).toEqual([]);
      }),
      { numRuns: runs(500, 10_000) },
    );
  });
});

function hasValidTags(text: string): boolean {
  try {
    parseVoiceTags(text);
    return true;
  } catch (error) {
    if (error instanceof VoiceTagError) return false;
    throw error;
  }
}
