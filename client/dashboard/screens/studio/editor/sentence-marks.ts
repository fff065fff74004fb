/** A stretch of a text in UTF-16 offsets, the end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What one sentence has for itself: another voice, or a silence after it. */
export interface SentenceMark extends Stretch {
  /** Null: that of the whole text. */
  readonly voice: string | null;
  /** Milliseconds; null: the usual pause. */
  readonly pauseMs: number | null;
}

/** The sentences of a text, without the white space between them. An unknown language has Unicode's rules. */
export function sentencesOf(text: string, language: string | null): Stretch[] {
  const sentences: Stretch[] = [];
  const segmenter = segmenterOf(language);
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g))
    for (const { segment, index: at } of segmenter.segment(line)) {
      const said = segment.trim();
      if (!/[\p{L}\p{N}]/u.test(said)) continue;
      const start = index + at + segment.indexOf(said);
      sentences.push({ start, end: start + said.length });
    }
  return sentences;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string | null): Intl.Segmenter {
  const tag = language ?? 'en';
  let made = segmenters.get(tag);
  if (!made) {
    try {
      made = new Intl.Segmenter(tag, { granularity: 'sentence' });
    } catch {
      made = new Intl.Segmenter('en', { granularity: 'sentence' });
    }
    segmenters.set(tag, made);
  }
  return made;
}

const overlaps = (a: Stretch, b: Stretch): boolean => a.start < b.end && a.end > b.start;

/** What a sentence has for itself; undefined: nothing. */
export const markOf = (marks: readonly SentenceMark[], sentence: Stretch): SentenceMark | undefined =>
  marks.find((mark) => overlaps(mark, sentence));

/** The marks with those of one sentence changed. */
export function withMark(
  marks: readonly SentenceMark[],
  { start, end }: Stretch,
  part: Partial<Pick<SentenceMark, 'voice' | 'pauseMs'>>,
): SentenceMark[] {
  const present = markOf(marks, { start, end });
  const next = { voice: null, pauseMs: null, ...present, ...part, start, end };
  const others = marks.filter((mark) => !overlaps(mark, next));
  if (next.voice === null && next.pauseMs === null) return others;
  return [...others, next].sort((a, b) => a.start - b.start);
}

/** Where the marks are once a text has become another by one edit; those whose sentence went are gone. */
export function moveMarks(
  marks: readonly SentenceMark[],
  before: string,
  after: string,
): readonly SentenceMark[] {
  if (marks.length === 0 || before === after) return marks;
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < shorter - same && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const oldEnd = before.length - tail;
  const delta = after.length - before.length;
  return marks.flatMap((mark) => {
    if (mark.end <= same) return [mark];
    if (mark.start >= oldEnd) return [{ ...mark, start: mark.start + delta, end: mark.end + delta }];
    if (mark.start >= same && mark.end <= oldEnd) return [];
    const start = mark.start < same ? mark.start : oldEnd + delta;
    const end = mark.end > oldEnd ? mark.end + delta : same;
    return end > start ? [{ ...mark, start, end }] : [];
  });
}

/** Text and pauses in the server's format: sentences with their own voice are in tags. */
export interface SubmittedText {
  text: string;
  /** `end`: where the sentence ends after which it is silent for `ms` milliseconds. */
  pauses: { end: number; ms: number }[];
}

export function submittedText(text: string, marks: readonly SentenceMark[]): SubmittedText {
  let sent = '';
  let at = 0;
  const pauses: SubmittedText['pauses'] = [];
  for (const { start, end, voice, pauseMs } of marks) {
    sent += text.slice(at, start);
    if (voice !== null) sent += `<voice name="${escaped(voice)}">`;
    sent += text.slice(start, end);
    if (pauseMs !== null) pauses.push({ end: sent.length, ms: pauseMs });
    if (voice !== null) sent += '</voice>';
    at = end;
  }
  return { text: sent + text.slice(at), pauses };
}

const tagged = /<voice name="([^"<>]*)">([^<>]*)<\/voice>/g;

/** Parses the server's format. Tags in another format stay in the text as written. */
export function readSubmittedText(
  { text: sent, pauses }: { text: string; pauses: readonly { end: number; ms: number }[] },
  language: string | null,
): { text: string; marks: SentenceMark[] } {
  let text = '';
  let at = 0;
  let marks: SentenceMark[] = [];
  const ends: number[] = pauses.map(() => -1);
  /** @param from where in what was sent the piece begins that is added now */
  const add = (piece: string, from: number) => {
    pauses.forEach(({ end }, index) => {
      if (end > from && end <= from + piece.length) ends[index] = text.length + end - from;
    });
    text += piece;
  };
  for (const found of sent.matchAll(tagged)) {
    const [whole, name = '', said = ''] = found;
    add(sent.slice(at, found.index), at);
    const start = text.length;
    add(said, found.index + whole.indexOf('>') + 1);
    if (said !== '') marks.push({ start, end: text.length, voice: unescaped(name), pauseMs: null });
    at = found.index + whole.length;
  }
  add(sent.slice(at), at);
  const sentences = pauses.length > 0 ? sentencesOf(text, language) : [];
  pauses.forEach(({ ms }, index) => {
    const end = ends[index]!;
    const sentence = sentences.find((one) => one.start < end && end <= one.end);
    if (sentence) marks = withMark(marks, sentence, { pauseMs: ms });
  });
  return { text, marks };
}

const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;
const escaped = (name: string): string =>
  name.replace(/[&<>"]/g, (sign) => signs[sign as keyof typeof signs]);
const unescaped = (name: string): string =>
  name.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, sign: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[sign]!,
  );
