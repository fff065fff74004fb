import type { Frame, Paragraph } from './paragraphs.ts';

/*
 * Live blogs show the newest entry first. Listeners hear them as they came about, each with its time.
 */

/** `14:32`, `14.32 Uhr`, `2:05 p.m.`, `3. März, 14 Uhr 32`, alone or before what was reported then. */
const timed =
  /^(?:(?:um|ab|at|à|\p{L}{2,12},?|\d{1,2}\.(?:\d{1,2}\.(?:\d{2,4})?)?|\d{1,2}\. \p{L}{3,10}(?: \d{4})?|\p{L}{3,10} \d{1,2})[\s,–-]{1,3}){0,3}(\d{1,2})(?:[:.h]| Uhr )(\d{2})(?!\d|[.,]\d)\s?(uhr|h|am|pm|a\.m\.|p\.m\.|m?e[sd]?t|gmt|bst)?(?![\p{L}\d])/iu;
const loneCharacters = 40;
const leastEntries = 3;
const dayMinutes = 1_440;
/** So much later than the entry above, an entry is of the day before. */
const nightMinutes = 600;

/** Entries of a live blog by the place of their time among all paragraphs, with that time in minutes. */
interface Entry {
  start: number;
  minutes: number;
}

/** What was chosen of a live blog, in the order in which things happened. */
export interface Chronicle {
  order: number[];
  /** Whether the page is a live blog whose order is known. */
  isOrdered: boolean;
}

/**
 * Puts the entries of a live blog in the order of their times, with the times that were not chosen; anything
 * else stays as it is.
 */
export function chronicleOf(all: readonly Paragraph[], chosen: readonly number[]): Chronicle {
  const entries = entriesOf(all, chosen);
  const unchanged = { order: [...chosen], isOrdered: false };
  if (entries.length < leastEntries) return unchanged;
  let [falls, rises] = [0, 0];
  for (let at = 1; at < entries.length; at++) {
    let step = (entries[at] as Entry).minutes - (entries[at - 1] as Entry).minutes;
    if (step > nightMinutes) step -= dayMinutes;
    else if (step < -nightMinutes) step += dayMinutes;
    if (step < 0) falls++;
    else if (step > 0) rises++;
  }
  if (rises > 0 && rises >= 4 * falls) return { ...unchanged, isOrdered: true };
  if (falls < 2 || falls < 4 * rises) return unchanged;
  return { order: reversed(all, chosen, entries), isOrdered: true };
}

/** The times of entries, from the first paragraph chosen on. */
function entriesOf(all: readonly Paragraph[], chosen: readonly number[]): Entry[] {
  const [first, last] = [chosen[0] ?? 0, chosen.at(-1) ?? -1];
  const entries: Entry[] = [];
  for (let index = Math.max(0, first - 2); index <= last; index++) {
    const { text, kind } = all[index] as Paragraph;
    const minutes = kind === 'row' ? null : minutesOf(text);
    if (minutes !== null) entries.push({ start: index, minutes });
  }
  // The text above each time is the entry's heading.
  const isHeaded = ({ start }: Entry): boolean => all[start - 1]?.kind === 'heading';
  const headed = entries.filter(isHeaded).length;
  return headed >= 0.8 * entries.length
    ? entries.map((entry) => (isHeaded(entry) ? { ...entry, start: entry.start - 1 } : entry))
    : entries;
}

/**
 * Returns the time at the start of a paragraph, if it is a separate line or followed by a punctuation mark.
 */
function minutesOf(text: string): number | null {
  const found = timed.exec(text.slice(0, 80));
  if (!found) return null;
  const [whole, hour, minute, half = ''] = found;
  const rest = text.slice(whole.length).trim();
  const isApart = (rest === '' && text.length <= loneCharacters) || /^[:–—|•-]|^\+\+\+|^\*\*\*/.test(rest);
  if (!isApart || Number(hour) > 24 || Number(minute) > 59) return null;
  const isLate = /^p/i.test(half) && Number(hour) < 12;
  return 60 * (Number(hour) + (isLate ? 12 : 0)) + Number(minute);
}

function reversed(all: readonly Paragraph[], chosen: readonly number[], entries: readonly Entry[]): number[] {
  const starts = entries.map(({ start }) => start);
  const end = endOfLast(all, starts);
  const isChosen = new Set(chosen);
  const parts = starts.map((start, at) => {
    const stop = starts[at + 1] ?? end;
    const indexes: number[] = [];
    for (let index = start; index < stop; index++) {
      const isTime = minutesOf((all[index] as Paragraph).text) !== null;
      if (isChosen.has(index) || isTime) indexes.push(index);
    }
    // A time without anything of its entry says nothing.
    return indexes.some((index) => isChosen.has(index)) ? indexes : [];
  });
  return [
    ...chosen.filter((index) => index < (starts[0] as number)),
    ...parts.toReversed().flat(),
    ...chosen.filter((index) => index >= end),
  ];
}

/** Where the last entry ends: with its block, or where the text leaves the block that holds all entries. */
function endOfLast(all: readonly Paragraph[], starts: readonly number[]): number {
  const [before, last] = [starts.at(-2) as number, starts.at(-1) as number];
  const others = framesOf(all[before] as Paragraph);
  const own = [...framesOf(all[last] as Paragraph)];
  const shared = own.find((frame) => others.has(frame)) ?? null;
  const block = own[own.indexOf(shared as Frame) - 1] ?? null;
  const isIn = (index: number, frame: Frame | null): boolean =>
    frame === null || framesOf(all[index] as Paragraph).has(frame);
  // A block that holds no more than the time is not the entry's.
  const holder = block && last + 1 < all.length && isIn(last + 1, block) ? block : shared;
  let end = last + 1;
  while (end < all.length && isIn(end, holder)) end++;
  return end;
}

function framesOf({ frame }: Paragraph): Set<Frame> {
  const frames = new Set<Frame>();
  for (let level: Frame | null = frame; level; level = level.parent) frames.add(level);
  return frames;
}
