import { previewMaxCharacters } from '../../../product.ts';
import type { SeenArticle } from './seen-site.ts';

/** How the text begins, cut at a word. */
export const excerptOf = (text: string): string =>
  cutAtWord(text.replace(/\s+/g, ' ').trim(), previewMaxCharacters);

/** Characters that are spoken in a second, on average: 150 words a minute. */
const charactersPerSecond = 15;

/** Estimated speaking time of a number of characters, in milliseconds. */
export const spokenMs = (characters: number): number =>
  Math.round((characters / charactersPerSecond) * 1_000);

/** Returns the title and the beginning of the text for a spoken preview: whole sentences where they fit. */
export function openingOf(
  { title, text }: Pick<SeenArticle, 'title' | 'text'>,
  max = previewMaxCharacters,
): string {
  const sentence = /[.!?:…]$/.test(title) ? title : `${title}.`;
  const whole = `${sentence} ${(text ?? '').replace(/\s+/g, ' ').trim()}`.trim();
  if (whole.length <= max) return whole;
  const cut = whole.slice(0, max);
  const end = Math.max(
    ...[...cut.matchAll(/[.!?…]["'”“»)]?(?=\s)/g)].map(({ index, 0: mark }) => index + mark.length),
    0,
  );
  if (end > sentence.length + 20) return cut.slice(0, end);
  return cutAtWord(whole, max);
}

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = text.lastIndexOf(' ', max - 2);
  return `${text.slice(0, space > max / 2 ? space : max - 1).trimEnd()}…`;
}
