import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './chunk.ts';
import type { Chunk, ChunkOptions, ChunkStrategy } from './chunk.ts';
import { isSpeakable, normaliseText } from './normalise.ts';
import { sizeOf } from './split-to-limit.ts';
import { parseVoiceTags, VoiceTagError } from './voice-tags.ts';

const strategies: ChunkStrategy[] = ['sentences', 'paragraphs', 'voice_tag_sentences', 'voice_tag_paragraphs'];
const options = (over: Partial<ChunkOptions> = {}): ChunkOptions => ({
  strategy: 'sentences',
  language: 'en',
  limit: { unit: 'characters', value: 3000 },
  ...over,
});
const texts = (chunks: Chunk[]): string[] => chunks.map(({ text }) => text);

/** Everything that holds for every text, strategy, language and limit. */
function expectInvariants(text: string, given: ChunkOptions): void {
  const chunks = chunkText(text, given).filter(({ kind }) => kind !== 'title');
  const spans = parseVoiceTags(text);
  let end = 0;
  const unspoken: [number, number][] = [];
  for (const chunk of chunks) {
    expect(chunk.start).toBeGreaterThanOrEqual(end);
    unspoken.push([end, chunk.start]);
    end = chunk.end;
    expect(chunk.text).toBe(text.slice(chunk.start, chunk.end).replace(/\s/g, ' '));
    expect(chunk.text).toBe(chunk.text.trim());
    expect(isSpeakable(chunk.text)).toBe(true);
    if (text.isWellFormed()) expect(chunk.text.isWellFormed()).toBe(true);
    expect(sizeOf(chunk.text, 0, chunk.text.length, given.limit.unit)).toBeLessThanOrEqual(given.limit.value);
    const span = spans.find((s) => s.start <= chunk.start && chunk.end <= s.end);
    expect(span, `"${chunk.text}" lies inside one voice`).toBeDefined();
    expect(chunk.voice).toEqual(span!.voice);
    expectWholeWords(text, chunk, span!, given);
  }
  unspoken.push([end, text.length]);
  for (const [from, to] of unspoken) {
    for (const span of spans) {
      const between = text.slice(Math.max(from, span.start), Math.min(to, span.end));
      if (from < span.end && to > span.start) expect(isSpeakable(between), `"${between}" is spoken`).toBe(false);
    }
  }
  expect(chunks.at(-1)?.pauseAfter ?? 'none').toBe('none');
}

/** In scripts with spaces, an edge inside a run of letters is allowed only when that run alone exceeds the limit. */
function expectWholeWords(text: string, chunk: Chunk, span: { start: number; end: number }, given: ChunkOptions): void {
  const letter = /[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{Nd}]/u;
  const { end } = chunk;
  if (end >= span.end || !letter.test(text[end - 1]!) || !letter.test(text[end]!)) return;
  let from = end;
  let to = end;
  while (from > span.start && /\S/.test(text[from - 1]!)) from--;
  while (to < span.end && /\S/.test(text[to]!)) to++;
  expect(sizeOf(text, from, to, given.limit.unit), `"${text.slice(from, to)}" is cut`).toBeGreaterThan(given.limit.value);
}

describe('chunkText', () => {
  it('speaks the title first, then headings, sentences and list items with their pauses', () => {
    const text = 'Ein Kapitel\n\nDr. Weiß kam am 3. März. Er blieb.\n\nEr kaufte:\n- Brot\n- Milch 🥛\n\n***\n\nEnde.';
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

  it('keeps a paragraph whole under the paragraph strategy, and its list items apart', () => {
    const text = 'One. Two.\n\n- First item. Still first.\n- Second item.';
    expect(texts(chunkText(text, options({ strategy: 'paragraphs' })))).toEqual(['One. Two.', 'First item. Still first.', 'Second item.']);
  });

  it('cuts a paragraph over the limit between sentences', () => {
    const chunks = chunkText('One is here. Two is here. Three is here.', options({ strategy: 'paragraphs', limit: { unit: 'characters', value: 26 } }));
    expect(texts(chunks)).toEqual(['One is here. Two is here.', 'Three is here.']);
    expect(chunks.map(({ pauseAfter }) => pauseAfter)).toEqual(['sentence', 'none']);
  });

  it('joins lines that a mail program wrapped, and keeps lines that a writer broke', () => {
    const wrapped = 'This is a line that was wrapped by a mail program at about\nseventy characters, and the Sentence goes on in the next Line\nuntil it ends here.';
    expect(chunkText(wrapped, options())).toHaveLength(1);
    expect(texts(chunkText('Main Street 5\nVienna\nAustria', options()))).toEqual(['Main Street 5', 'Vienna', 'Austria']);
  });

  it('switches voices by tags; plain strategies keep the sentence, tag strategies end it', () => {
    const text = 'He said <voice name="Anna" style="calm">Hello. Bye.</voice> and left.\n\nEnd.';
    const read = (strategy: ChunkStrategy) => chunkText(text, options({ strategy })).map((c) => [c.voice?.name ?? '', c.text, c.pauseAfter]);
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

  it('cuts long sentences at clause marks, then words, and never through an entity', () => {
    const clauses = chunkText('when it rains, we stay inside, and read', options({ limit: { unit: 'characters', value: 20 } }));
    expect(texts(clauses)).toEqual(['when it rains,', 'we stay inside,', 'and read']);
    expect(clauses[0]!.pauseAfter).toBe('none');
    const words = chunkText('eins zwei drei vier fünf', options({ limit: { unit: 'bytes', value: 10 } }));
    expect(texts(words)).toEqual(['eins zwei', 'drei vier', 'fünf']);
    expect(texts(chunkText('aaaaaa&amp;bbbbbb', options({ limit: { unit: 'characters', value: 9 } })))).toEqual(['aaaaaa', '&amp;', 'bbbbbb']);
  });

  it('changes only the edited sentence', () => {
    const sentences = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} is about Dr. Miller and 3.5 apples.`);
    const before = new Set(texts(chunkText(sentences.join(' '), options())));
    sentences[30] = 'An editor wrote this one anew.';
    const after = texts(chunkText(sentences.join(' '), options()));
    expect(after.filter((text) => !before.has(text))).toEqual([sentences[30]]);
  });

  it('refuses a limit under which nothing could be cut', () => {
    expect(() => chunkText('a', options({ limit: { unit: 'bytes', value: 2 } }))).toThrow(RangeError);
  });
});

describe('invariants', () => {
  const word = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('Haus', 'the', 'l’été', 'Dr.', 'z. B.', '3.', 'März', 'J.', 'U.S.', 'etc.', '3,5', 'über', 'и', 'мир', 'Ελλάδα', 'a-b', '12.30', 'www.x.de/?a=1', '&amp;', '&#8217;') },
    { weight: 2, arbitrary: fc.constantFrom('„Ja!“', '"No."', '« Oui ! »', '(siehe oben.)', '[...]', '…', '...', '–', '?!', '3 < 5', '<b>', '</p>', '-', '•', '#') },
    { weight: 2, arbitrary: fc.constantFrom('漢字。', 'かな「行く。」と', 'ภาษาไทย', 'مرحبا؟', 'नमस्ते।', '한국어', '👨‍👩‍👧', '😀', '🇩🇪', '1️⃣', 'e\u0301', '\u200b', '\u0000', 'می‌خواهم') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.nat({ max: 90 }).map((length) => 'x'.repeat(length)) },
    { weight: 1, arbitrary: fc.constantFrom('<voice name="Anna">Hallo</voice>', "<voice name='B' style='calm'>Ein Satz. Noch\n\neiner.</voice>") },
  );
  const separator = fc.constantFrom(' ', ' ', ' ', ' ', '. ', '! ', ', ', '', '\n', '\n\n', '\u00a0', '\t', '\r\n');
  const generated = fc.array(fc.tuple(word, separator), { maxLength: 40 }).map((parts) => parts.flat().join(''));
  const given = fc.record({
    strategy: fc.constantFrom(...strategies),
    language: fc.constantFrom('de', 'en-GB', 'fr', 'ja', 'zh-CN', 'ar', 'th', 'xx-nonsense-', ''),
    limit: fc.record({ unit: fc.constantFrom('characters' as const, 'bytes' as const), value: fc.integer({ min: 8, max: 200 }) }),
  });

  it('hold for 10,000 generated texts', () => {
    fc.assert(
      fc.property(generated, fc.boolean(), given, (text, normalised, options) => {
        const source = normalised ? normaliseText(text) : text;
        fc.pre(hasValidTags(source));
        expectInvariants(source, options);
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);
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
