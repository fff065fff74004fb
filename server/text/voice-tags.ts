import type { Message } from '../lib/declare-messages.ts';
import { voiceTagMessages } from './messages.ts';
import { ExpectedError } from '../lib/expected-error.ts';

/**
 * Who speaks a passage, as an editor wrote it into the text: `<voice name="Anna" style="calm"
 * language="de-DE">…</voice>`.
 */
export interface VoiceTag {
  name: string;
  style?: string;
  language?: string;
  /** Set where no editor wrote a tag: the passage is in a script that the article's voice cannot read. */
  ofScript?: true;
}

/** A passage between tags. Offsets (UTF-16) are those of the source, the tags themselves excluded. */
export interface VoiceSpan {
  start: number;
  end: number;
  /** Undefined: the article's own voice. */
  voice?: VoiceTag;
}

/** What is wrong, at a place in the text: both counted from 1. */
export type VoiceTagProblem = (place: { line: number; column: number }) => Message;

/** A voice tag that cannot be understood, with the place where it begins. */
export class VoiceTagError extends ExpectedError {
  override name = 'VoiceTagError';
  readonly onVoicing = 'fail';
  /** UTF-16 offset in the text. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in characters as a reader counts them (code points). */
  readonly column: number;

  constructor(problem: VoiceTagProblem, text: string, offset: number) {
    const before = text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    const line = before.split('\n').length;
    const column = Array.from(before.slice(lineStart)).length + 1;
    super(problem({ line, column }));
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}

const opening = /<voice(?=[\s>/])/iy;
const closing = /<\/voice\s*>/iy;
const closingStart = /<\/voice(?![\p{L}\p{N}_-])/iuy;
const attribute = /\s+([a-z][\w:-]*)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/iy;
const tagEnd = /\s*>/y;
const selfClosing = /\s*\/>/y;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);

/**
 * The passages of the text with the voice of each, in order; empty passages are left out. Only `<voice …>`
 * and `</voice>` are tags: any other `<` ("3 < 5", "<b>") is text.
 * @throws VoiceTagError a tag is nested, unclosed, unopened, malformed or has an attribute that is not known
 */
export function parseVoiceTags(text: string): VoiceSpan[] {
  const spans: VoiceSpan[] = [];
  let start = 0;
  let open: { voice: VoiceTag; offset: number } | undefined;
  const endSpan = (end: number): void => {
    if (end > start) spans.push(open ? { start, end, voice: open.voice } : { start, end });
  };

  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (matchAt(opening, text, at)) {
      const tag = readOpening(text, at);
      if (open) throw new VoiceTagError(voiceTagMessages.VOICE_TAG_NESTED, text, at);
      endSpan(at);
      open = { voice: tag.voice, offset: at };
      start = tag.end;
    } else if (matchAt(closingStart, text, at)) {
      const end = matchAt(closing, text, at);
      if (!end) throw new VoiceTagError(voiceTagMessages.VOICE_TAG_CLOSED_OTHERWISE, text, at);
      if (!open) throw new VoiceTagError(voiceTagMessages.VOICE_TAG_NOT_OPENED, text, at);
      endSpan(at);
      open = undefined;
      start = at + end[0].length;
    }
  }
  if (open) throw new VoiceTagError(voiceTagMessages.VOICE_TAG_NOT_CLOSED, text, open.offset);
  endSpan(text.length);
  return spans;
}

function readOpening(text: string, at: number): { voice: VoiceTag; end: number } {
  const found: Partial<Record<keyof VoiceTag, string>> = {};
  let position = at + '<voice'.length;
  for (let match = matchAt(attribute, text, position); match; match = matchAt(attribute, text, position)) {
    const key = match[1]!.toLowerCase();
    if (key !== 'name' && key !== 'style' && key !== 'language') {
      throw new VoiceTagError(
        (place) => voiceTagMessages.VOICE_TAG_UNKNOWN_ATTRIBUTE({ attribute: key, ...place }),
        text,
        at,
      );
    }
    if (found[key] !== undefined)
      throw new VoiceTagError(
        (place) => voiceTagMessages.VOICE_TAG_ATTRIBUTE_TWICE({ attribute: key, ...place }),
        text,
        at,
      );
    found[key] = decode(match[2] ?? match[3] ?? '').trim();
    position += match[0].length;
  }
  if (matchAt(selfClosing, text, position)) {
    throw new VoiceTagError(voiceTagMessages.VOICE_TAG_SELF_CLOSING, text, at);
  }
  const end = matchAt(tagEnd, text, position);
  if (!end) throw new VoiceTagError(voiceTagMessages.VOICE_TAG_MALFORMED, text, at);
  if (!found.name) throw new VoiceTagError(voiceTagMessages.VOICE_TAG_WITHOUT_NAME, text, at);
  const voice: VoiceTag = { name: found.name };
  if (found.style) voice.style = found.style;
  if (found.language) voice.language = found.language;
  return { voice, end: position + end[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
