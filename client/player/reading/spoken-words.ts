import { align, tokensOf, type Token } from './page-alignment.ts';
import { lastAtMost, type PageText } from './page-text.ts';

/** A word and when it sounds, as the highlight call answers. */
export interface SpokenWord {
  word: string;
  startMs: number;
  endMs: number;
}

/** Less of a text than this on a page is another text. */
const leastFound = 0.4;
/** Maximum number of words of an item that is spoken differently ("5 %", "Dr.") and marked as a whole. */
const mostOtherwise = 8;

export interface PlacedWords {
  /** Position of each spoken word in the page's text; -1: not found. */
  starts: Int32Array;
  ends: Int32Array;
  /** When each begins to sound. */
  times: Float64Array;
}

/** Finds the spoken words in a page; null when the page is about something else. */
export function placeWords(words: SpokenWord[], { text, breaks }: PageText): PlacedWords | null {
  const spoken: string[] = [];
  const wordOf: number[] = [];
  for (const [index, { word }] of words.entries()) {
    for (const token of tokensOf(word)) {
      spoken.push(token.text);
      wordOf.push(index);
    }
  }
  const page = tokensOf(text);
  const places = align(
    spoken,
    page.map((token) => token.text),
  );
  if (places.filter((place) => place >= 0).length < spoken.length * leastFound) return null;

  const starts = new Int32Array(words.length).fill(-1);
  const ends = new Int32Array(words.length).fill(-1);
  const put = (word: number, from: Token, to: Token): void => {
    if (starts[word] === -1) starts[word] = from.start;
    ends[word] = to.end;
  };
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!;
    if (place >= 0) {
      put(wordOf[index]!, page[place]!, page[place]!);
      continue;
    }
    let after = index;
    while (after < places.length && places[after]! < 0) after++;
    const [from, to] = [(places[index - 1] ?? -1) + 1, (places[after] ?? 0) - 1];
    const isNear =
      index > 0 &&
      after < places.length &&
      from <= to &&
      to - from < mostOtherwise &&
      after - index <= mostOtherwise * 2;
    if (isNear && lastAtMost(breaks, page[from - 1]!.end) === lastAtMost(breaks, page[to + 1]!.start)) {
      for (let at = index; at < after; at++) put(wordOf[at]!, page[from]!, page[to]!);
    }
    index = after - 1;
  }
  return { starts, ends, times: Float64Array.from(words, ({ startMs }) => startMs) };
}

/** The first spoken word of the block around a place in the page's text; -1 when nothing of it is spoken. */
export function firstSpoken({ starts }: PlacedWords, { breaks, text }: PageText, offset: number): number {
  const block = lastAtMost(breaks, offset);
  const from = breaks[block] ?? 0;
  const to = breaks[block + 1] ?? text.length;
  return starts.findIndex((start) => start >= from && start < to);
}
