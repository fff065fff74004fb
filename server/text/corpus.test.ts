import { existsSync, readFileSync } from 'node:fs';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import { chunkProblems, strategies } from '../../tests/support/chunk-invariants.ts';
import { chunkText } from './chunk-text.ts';
import { normaliseText } from './normalise-text.ts';
import { isFull } from '../../tests/support/full.ts';

const corpus = new URL('../../../shared/corpus/', import.meta.url);
const isPresent = existsSync(new URL('pages.json', corpus));

/**
 * The article of each page, and all the text on it with its menus, tables and scripts: the second is the
 * harder one.
 */
function pageTexts(): { name: string; language: string; text: string }[] {
  const pages = JSON.parse(readFileSync(new URL('pages.json', corpus), 'utf8')) as { file: string }[];
  return pages
    .filter((_, at) => isFull || at % 8 === 0)
    .flatMap(({ file }) => {
      const { document } = parseHTML(readFileSync(new URL(`pages/${file}`, corpus), 'utf8'));
      const language = document.documentElement?.getAttribute('lang') ?? 'de';
      const whole = document.body?.textContent ?? '';
      const article = new Readability(document).parse()?.textContent ?? '';
      return [
        { name: `${file} (article)`, language, text: article },
        { name: `${file} (page)`, language, text: whole },
      ].filter(({ text }) => text.trim() !== '');
    });
}

describe.skipIf(!isPresent)(`real pages${isPresent ? '' : ' (skipped: ../shared/corpus is absent)'}`, () => {
  let texts: ReturnType<typeof pageTexts>;
  beforeAll(() => {
    texts = pageTexts();
  });

  it('are at least 200 texts, or a sample of 25', () =>
    expect(texts.length).toBeGreaterThanOrEqual(isFull ? 200 : 25));

  it.each(strategies)(
    'satisfy the invariants under the strategy %s',
    (strategy) => {
      for (const { name, language, text } of texts) {
        const normalised = normaliseText(text);
        expect(normaliseText(normalised), name).toBe(normalised);
        expect(
          chunkProblems(normalised, { strategy, language, limit: { unit: 'bytes', value: 300 } }),
        ).toEqual([]);
        expect(
          chunkProblems(text, { strategy, language, limit: { unit: 'characters', value: 5000 } }),
        ).toEqual([]);
      }
    },
    120_000,
  );

  it('have sentences of reasonable length', () => {
    const lengths = texts
      .filter(({ name }) => name.endsWith('(article)'))
      .flatMap(({ text, language }) =>
        chunkText(normaliseText(text), {
          strategy: 'sentences',
          language,
          limit: { unit: 'characters', value: 100_000 },
        }),
      )
      .map(({ text }) => text.length)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeGreaterThan(40);
    expect(lengths[Math.floor(lengths.length * 0.99)]).toBeLessThan(500);
  });
});
