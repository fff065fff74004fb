import { speechMessages } from './messages.ts';
import { ExpectedError } from '../lib/expected-error.ts';

/**
 * A text in which there is nothing that can be spoken: empty, blank, or only emoji, punctuation or control
 * characters.
 */
export class NothingToSpeakError extends ExpectedError {
  override name = 'NothingToSpeakError';
  readonly onVoicing = 'fail';

  constructor() {
    super(speechMessages.SPEECH_NOTHING_TO_SPEAK());
  }
}

/** A text as the engine reads it, and the way back to the text that was given. */
export interface EngineText {
  /** Escaped for the engine, which takes its input as SSML. */
  markup: string;
  /** For each code point of `markup` the UTF-16 offset in the given text. */
  offsets: Uint32Array;
}

const SPEAKABLE = /[\p{L}\p{N}%&€$£¥+=@#§°©®™]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{20e3}]/u;
const KEPT_SIGNS = new Set(['©', '®', '™']);
/** Zero-width and direction marks, soft hyphens, and the like: they join their neighbors. */
const INVISIBLE = /[\p{Cf}\p{Me}\u{34f}]/u;
const UNPRONOUNCEABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/** What a code point becomes: itself, nothing, a space, or an entity. */
function replacement(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x80) {
    if (character === '&') return '&amp;';
    if (character === '<' || character === '>' || (code < 0x20 && character !== '\n') || code === 0x7f)
      return ' ';
    return character;
  }
  if (INVISIBLE.test(character)) return '';
  if (UNPRONOUNCEABLE.test(character) || (EMOJI.test(character) && !KEPT_SIGNS.has(character))) return ' ';
  return character;
}

/** Sounds of a stretch of the text, in the engine's own notation. */
export interface EngineSounds {
  /** UTF-16 offset and length in the text. */
  start: number;
  length: number;
  phonemes: string;
}

/**
 * Prepares plain text for the offline engine.
 * @param sounds in order
 * @throws NothingToSpeakError
 */
export function engineText(text: string, sounds: readonly EngineSounds[] = []): EngineText {
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  let next = 0;
  let last = '';
  const add = (spoken: string, length: number): void => {
    parts.push(spoken);
    last = spoken || last;
    for (const _ of spoken) offsets.push(at);
    at += length;
  };
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const said = sounds[next];
    if (said && at >= said.start) {
      add(`${last === '[' ? ' ' : ''}[[${said.phonemes}]]`, said.length);
      next++;
    } else if (character === '[' && last === '[')
      // Two brackets begin the engine's own notation.
      add(' ', 1);
    else add(replacement(character), character.length);
  }
  const markup = parts.join('');
  if (!SPEAKABLE.test(markup.replaceAll('&amp;', '&'))) throw new NothingToSpeakError();
  return { markup, offsets: Uint32Array.from(offsets) };
}

/** A word event of the engine: where (UTF-16 offset in the given text) and when (milliseconds). */
export interface WordEvent {
  offset: number;
  ms: number;
}

/**
 * The words that the engine's events speak of: whitespace-separated, without the punctuation around them. A
 * number that it speaks as several words counts as one; what it passed over in silence is left out.
 */
export function wordsOfEvents(
  text: string,
  events: WordEvent[],
): { start: number; length: number; startMs: number }[] {
  const words: { start: number; length: number; startMs: number }[] = [];
  const tokens = text.matchAll(/\S+/g);
  let token = tokens.next().value;
  for (const { offset, ms } of events) {
    while (token && offset >= token.index + token[0].length) token = tokens.next().value;
    if (!token) break;
    const core = /[\p{L}\p{N}].*[\p{L}\p{N}\p{M}%°]|[\p{L}\p{N}]/su.exec(token[0]);
    const start = token.index + (core?.index ?? 0);
    const last = words.at(-1);
    if (last && last.start >= start) continue;
    words.push({ start, length: (core ?? token)[0].length, startMs: Math.max(ms, last?.startMs ?? 0) });
  }
  return words;
}
