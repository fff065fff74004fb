import type { Paragraph } from '../../server/extraction/paragraphs.ts';
import type { Vocabulary } from '../../server/extraction/vocabulary.ts';
import { namesAround, textTokens } from '../../server/extraction/vocabulary.ts';

/** A page's paragraphs with how likely each is the article's: labels where there are some, else what an earlier stage says. */
export interface JudgedPage {
  paragraphs: readonly Paragraph[];
  chances: Float32Array;
}

const smoothing = 2;
const minPages = 4;

/** Weighs each word by the pages on which it stands in the article and those on which it stands beside. */
export function vocabularyOf(pages: readonly JudgedPage[]): Vocabulary {
  return { texts: weightsOf(pages, ({ text }) => textTokens(text), 2_000), names: weightsOf(pages, (paragraph) => namesAround(paragraph).own, 1_000, (paragraph) => namesAround(paragraph).around) };
}

function weightsOf(pages: readonly JudgedPage[], tokensOf: (paragraph: Paragraph) => Iterable<string>, most: number, moreOf?: (paragraph: Paragraph) => Iterable<string>): Map<string, number> {
  const counts = new Map<string, { article: number; beside: number; pages: number }>();
  let article = 0;
  let beside = 0;
  for (const { paragraphs, chances } of pages) {
    const own = new Map<string, [article: number, beside: number]>();
    paragraphs.forEach((paragraph, index) => {
      const chance = chances[index] as number;
      if (chance > 0.2 && chance < 0.8) return;
      for (const tokens of [tokensOf(paragraph), moreOf?.(paragraph) ?? []]) {
        for (const token of tokens) {
          let known = own.get(token);
          if (!known) own.set(token, (known = [0, 0]));
          known[chance > 0.5 ? 0 : 1] += 1;
        }
      }
    });
    for (const [token, [inside, outside]] of own) {
      const known = counts.get(token) ?? { article: 0, beside: 0, pages: 0 };
      // However often a page repeats a word, it is one page.
      known.article += Math.min(1, inside);
      known.beside += Math.min(1, outside);
      known.pages++;
      counts.set(token, known);
      article += Math.min(1, inside);
      beside += Math.min(1, outside);
    }
  }
  const prior = Math.log(article / Math.max(1, beside));
  return new Map(
    [...counts]
      .filter(([, one]) => one.pages >= minPages)
      .map(([token, one]) => [token, Math.round(10 * (Math.log((one.article + smoothing) / (one.beside + smoothing)) - prior)) / 10, one.pages] as const)
      .sort((a, b) => Math.abs(b[1]) * Math.log(b[2]) - Math.abs(a[1]) * Math.log(a[2]) || (a[0] < b[0] ? -1 : 1))
      .slice(0, most)
      .map(([token, weight]) => [token, weight] as const),
  );
}
