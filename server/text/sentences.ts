import { primaryLanguage } from './primary-language.ts';
import { sentenceRules, type SentenceRules } from './sentence-rules.ts';

/** A stretch of a text in UTF-16 offsets, the end excluded. */
export interface TextRange {
  start: number;
  end: number;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The segmenter for a language tag, made once; an unknown or malformed tag gets Unicode's root rules. */
export function segmenter(language: string, granularity: 'sentence' | 'word' | 'grapheme'): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  let found = segmenters.get(key);
  if (!found) {
    try {
      found = new Intl.Segmenter(language, { granularity });
    } catch {
      found = new Intl.Segmenter('en', { granularity });
    }
    segmenters.set(key, found);
  }
  return found;
}

/** How far back a full stop looks for the word it belongs to. Longer words are no abbreviations. */
const lookBehind = 48;
const lookAhead = 64;

/**
 * Returns the sentences of one paragraph, in order, without the white space between them. Unicode's sentence
 * rules (UAX #29, through Intl.Segmenter) find the candidates. Boundaries after abbreviations, ordinals,
 * initials and list numbers, inside unfinished quotations and inside words are dropped, and those after an
 * ellipsis added. Linear in the length.
 */
export function sentenceRanges(paragraph: string, language: string): TextRange[] {
  const rules = sentenceRules(language);
  const primary = primaryLanguage(language);
  const boundaries: number[] = [];
  let last = 0;
  const consider = (candidate: number): void => {
    const boundary = aroundQuotes(paragraph, candidate, primary);
    if (
      boundary > last &&
      boundary < paragraph.length &&
      endsSentence(paragraph, last, boundary, rules, primary)
    ) {
      boundaries.push(boundary);
      last = boundary;
    }
  };
  for (const { index, segment } of segmenter(language, 'sentence').segment(paragraph)) {
    for (const match of segment.matchAll(missedBreak)) consider(index + match.index + match[0].length);
    consider(index + segment.length);
  }
  boundaries.push(paragraph.length);

  const ranges: TextRange[] = [];
  let from = 0;
  for (const boundary of boundaries) {
    const range = trimRange(paragraph, from, boundary);
    if (range) ranges.push(range);
    from = boundary;
  }
  return ranges;
}

/** The range without white space at either end, or undefined when nothing else is in it. */
export function trimRange(text: string, start: number, end: number): TextRange | undefined {
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  return start < end ? { start, end } : undefined;
}

const space = /\s/;
export const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && space.test(text[at]!);
};

/**
 * Unicode's rules never break after "…", nor before a dash, nor before a small letter, with which names such
 * as iPhone begin.
 */
const missedBreak =
  /…["”“’»)\]]*\s+(?=["“„«»(]?\s?\p{Lu})|[.!?]["”“’»]*\s+(?=[–—]\s["“„«»]?\s?\p{Lu})|\.\s+(?=\p{Ll}{1,2}\p{Lu}\p{Ll})/gu;

/**
 * Moves a boundary over quotation marks that the rules take for the wrong side: French sets a space before
 * the closing one ("Viens ! » dit-elle"), Chinese and Japanese set none before the opening one.
 */
function aroundQuotes(text: string, at: number, language: string): number {
  let end = at;
  if (language === 'zh' || language === 'ja') {
    while (end > 0 && '“‘「『《（'.includes(text[end - 1]!)) end--;
    return end;
  }
  const closers = language === 'fr' ? '»”)]' : ')]';
  while (end < text.length && closers.includes(text[end]!)) end++;
  if (end === at) return at;
  while (end < text.length && isSpace(text, end)) end++;
  return end;
}

const closersAtEnd = /["”“’‘»«)\]›‹'」』】）]+$/u;
const terminatorAtEnd = /[.!?…。！？｡．؟۔।॥]$/u;
/** Full stops that need no space after them, since they end nothing else. */
const ownTerminator = /[؟۔।॥။]$/u;
const fullWidth = /[\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]/;

function endsSentence(
  text: string,
  from: number,
  boundary: number,
  rules: SentenceRules,
  language: string,
): boolean {
  let end = boundary;
  while (end > from && isSpace(text, end - 1)) end--;
  const tail = text.slice(Math.max(from, end - lookBehind), end);
  const next = text.slice(boundary, boundary + lookAhead);
  const bare = tail.replace(closersAtEnd, '');
  const isQuoted = bare.length < tail.length;

  // "see?Q=1" in an address, "Ende.Dann": without a space only scripts that write none begin a new sentence.
  if (
    end === boundary &&
    !fullWidth.test(text[end - 1]!) &&
    !fullWidth.test(next[0]!) &&
    !ownTerminator.test(bare)
  )
    return false;
  if (/^[,;:)\]、，]/u.test(next)) return false;
  if (language === 'ja' && isQuoted && /^(?:と|って|など)/u.test(next)) return false;

  const word = /^[^\p{L}\p{N}]*([\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*)/u.exec(next)?.[1] ?? '';
  // A lowercase letter continues the sentence, unless it begins a name such as iPhone.
  if (/^\p{Ll}/u.test(word) && !/^\p{Ll}{1,2}\p{Lu}/u.test(word)) return false;
  if (!terminatorAtEnd.test(bare)) return true;

  const isStarter =
    rules.starters.has(word.toLowerCase().replace(/[’'].*$/, '')) &&
    /^\p{Lu}/u.test(word) &&
    !/^\p{Lu}\./u.test(next);
  if (/(?:…|\.\.)$/u.test(bare)) return isStarter || (!rules.capitalNouns && !/[[(](?:…|\.{3})$/u.test(bare));
  if (!bare.endsWith('.') || isQuoted) return true;
  return !isAbbreviation(bare, word, isStarter, end - tail.length === from, rules);
}

const lastToken = /[^\s([{„“"'»«‚‘/–—]+$/u;
/** "z. B.", "J. R. R.": short words each with its full stop, with or without spaces between. */
const dotted = /(?:^|[\s([{„“"'»«‚‘/–—])((?:\p{L}{1,3}\.\s?){2,})$/u;
const enumerator = /^\(?(?:\d{1,3}|\p{L}|[ivx]{1,5}|[IVX]{1,5})\.$/u;

/**
 * Whether the full stop at the end of `tail` belongs to its last word. `isWhole`: the tail reaches back to
 * the sentence's start.
 */
function isAbbreviation(
  tail: string,
  next: string,
  isStarter: boolean,
  isWhole: boolean,
  rules: SentenceRules,
): boolean {
  // "1. Introduction", "a. First": numbers of a list.
  if (isWhole && enumerator.test(tail)) return true;

  const full = lastToken.exec(tail)?.[0] ?? '';
  const token = full.slice(0, -1);
  if (token === '') return false;

  // "100 m. Pierre", "104 F.": a unit ends the sentence as any word does.
  if (/\d\s?(?:\p{Ll}|[CFK])\.$/u.test(tail) && !/^\d/.test(next)) return false;

  const parts = dotted.exec(tail)?.[1]?.replace(/\s/g, '').slice(0, -1).toLowerCase();
  const keys = [
    parts,
    token.toLowerCase().replace(/^(?:[cdjlmnst]|qu)’/, ''),
    /-(\p{L}{2,})$/u.exec(token)?.[1]?.toLowerCase(),
  ];
  const isIn = (set: ReadonlySet<string>): boolean => keys.some((key) => key !== undefined && set.has(key));
  if (isIn(rules.within)) return true;
  if (isIn(rules.either)) return !isStarter;
  if (isIn(rules.beforeNumber)) {
    if (!isStarter && /^(?:\d|[IVXLC]+\b)/.test(next)) return true;
    if (!/^\p{Lu}$/u.test(token)) return false;
  }
  if (rules.capitalNouns && token.endsWith('str')) return !isStarter;

  // Initials ("George W. Bush", "Hans-J. Groß", "J.R.R. Tolkien"), and in German what an initial looks like
  // elsewhere ("z. ").
  if (/(?:^|-)\p{L}$/u.test(token) || /^(?:\p{L}\.-?)+\p{L}$/u.test(token)) return !isStarter;
  if (rules.ordinals) return isOrdinal(tail, token, next, isStarter, rules.ordinals);
  return false;
}

function isOrdinal(
  tail: string,
  token: string,
  next: string,
  isStarter: boolean,
  ordinals: NonNullable<SentenceRules['ordinals']>,
): boolean {
  if (/^[IVX]{1,5}$/.test(token)) return !isStarter;
  if (/^\d{1,2}\.\d{1,2}$/.test(token)) return !isStarter;
  const number = /(?:^|[-–/.])(\d{1,3})$/.exec(token)?.[1];
  if (!number || /[.,:]\d*$/.test(token.slice(0, -number.length))) return false;
  if (ordinals.followedBy.has(next.toLowerCase())) return true;
  const previous = /([\p{L}§]+)\.?[\s(]+\S+$/u.exec(tail)?.[1]?.toLowerCase() ?? '';
  if (ordinals.counted.has(previous)) return false;
  if (ordinals.precededBy.has(previous)) return !isStarter || previous !== 'und';
  return !isStarter && Number(number) <= 31;
}
