import { nameTokens } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/**
 * What single words tell of paragraphs, from the pages of the corpus: words of the text, and words of the names around it. Weights are logarithms:
 * above nought the article's, below what surrounds it.
 */
export interface Vocabulary {
  texts: ReadonlyMap<string, number>;
  names: ReadonlyMap<string, number>;
}

export const vocabularyNames: string[] = ['textMean', 'textLowest', 'textHighest', 'textKnown', 'namesMean', 'namesLowest', 'namesHighest', 'aroundMean', 'aroundLowest', 'aroundHighest'];

/** The distinct words that a text opens with. */
export function textTokens(text: string): Set<string> {
  return new Set(text.slice(0, 600).toLowerCase().match(/\p{L}{2,}/gu)?.slice(0, 60));
}

/** The words of a paragraph's own names, and of those around it up to the fourth block element. */
export function namesAround({ frame }: Paragraph): { own: Set<string>; around: Set<string> } {
  const own = new Set(nameTokens(frame.element));
  if (frame.parent) for (const token of nameTokens(frame.parent.element)) own.add(token);
  const around = new Set<string>();
  for (let level: Frame | null = frame.parent?.parent ?? null, count = 0; level && count < 3; level = level.parent, count++) for (const token of nameTokens(level.element)) around.add(token);
  return { own, around };
}

/** What the vocabulary says of a paragraph, in the order of `vocabularyNames`. */
export function withVocabulary({ texts, names }: Vocabulary, row: Float32Array, paragraph: Paragraph): Float32Array {
  const whole = new Float32Array(row.length + vocabularyNames.length);
  whole.set(row);
  let at = row.length;
  const sum = (tokens: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number => {
    let total = 0;
    let count = 0;
    let lowest = 0;
    let highest = 0;
    for (const token of tokens) {
      const weight = weights.get(token);
      if (weight === undefined) continue;
      total += weight;
      count++;
      if (weight < lowest) lowest = weight;
      if (weight > highest) highest = weight;
    }
    whole[at++] = count === 0 ? 0 : total / count;
    whole[at++] = lowest;
    whole[at++] = highest;
    return count;
  };
  const tokens = textTokens(paragraph.text);
  const known = sum(tokens, texts);
  whole[at++] = tokens.size === 0 ? 0 : known / tokens.size;
  const { own, around } = namesAround(paragraph);
  sum(own, names);
  sum(around, names);
  return whole;
}
