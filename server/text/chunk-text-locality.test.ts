import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/full.ts';
import { strategies } from '../../tests/support/chunk-invariants.ts';
import { chunkText, type ChunkOptions } from './chunk-text.ts';

const options = (over: Partial<ChunkOptions> = {}): ChunkOptions => ({
  strategy: 'sentences',
  language: 'en',
  limit: { unit: 'characters', value: 3000 },
  ...over,
});
const textsOf = (text: string, given: ChunkOptions): string[] =>
  chunkText(text, given).map((chunk) => chunk.text);

describe('stability of chunks', () => {
  const sentences: Record<string, string[]> = {
    de: [
      'Am 3. März kam Dr. Weiß z. B. nach Wien.',
      '„Ja!“, sagte sie.',
      'Er zahlte 3,5 Mio. Euro usw.',
      'Ja.',
      'Wer kommt?',
      'Das waren 12.',
      'Und dann…',
      '(Das steht oben.)',
    ],
    en: [
      'Mr. Lee left the U.S. in May.',
      '"Go!" he said.',
      'It cost $3.50 etc.',
      'Yes.',
      'Who is it?',
      'There were 12.',
      'And then...',
      '(See above.)',
    ],
    fr: [
      'M. Le Goff est né av. J.-C. ici.',
      '« Viens ! » dit-elle.',
      'Le n° 5 coûte 3,5 euros.',
      'Oui.',
      'Qui vient ?',
      'Ils étaient 12.',
      'Et puis…',
      '(Voir p. 12.)',
    ],
  };
  const edited: Record<string, string> = {
    de: 'Dieser Satz ist neu.',
    en: 'This sentence is new.',
    fr: 'Cette phrase est nouvelle.',
  };
  const articles = fc
    .constantFrom('de', 'en', 'fr')
    .chain((language) =>
      fc.record({
        language: fc.constant(language),
        paragraphs: fc.array(
          fc.array(fc.constantFrom(...sentences[language]!), { minLength: 1, maxLength: 6 }),
          { minLength: 2, maxLength: 6 },
        ),
      }),
    );
  const compose = (paragraphs: string[][]): string =>
    paragraphs.map((paragraph) => paragraph.join(' ')).join('\n\n');

  it('an edited sentence changes only its own chunk', () => {
    fc.assert(
      fc.property(articles, fc.nat(), fc.nat(), ({ language, paragraphs }, which, where) => {
        const before = new Set(textsOf(compose(paragraphs), options({ language })));
        const paragraph = paragraphs[which % paragraphs.length]!;
        const changed = paragraphs.with(
          which % paragraphs.length,
          paragraph.with(where % paragraph.length, edited[language]!),
        );
        const after = textsOf(compose(changed), options({ language }));
        expect(after.filter((text) => !before.has(text))).toEqual([edited[language]]);
      }),
      { numRuns: runs(200, 3000) },
    );
  });

  it.each(strategies)('a moved paragraph changes no chunk: %s', (strategy) => {
    fc.assert(
      fc.property(articles, fc.nat(), ({ language, paragraphs }, which) => {
        const given = options({ language, strategy });
        const at = which % paragraphs.length;
        const moved = [paragraphs[at]!, ...paragraphs.toSpliced(at, 1)];
        expect(textsOf(compose(moved), given).sort()).toEqual(textsOf(compose(paragraphs), given).sort());
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});
