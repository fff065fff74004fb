import type { SpelledOut, Spelling } from '../normalise/spelling.ts';
import { segmenter } from '../sentences.ts';
import type { CompiledDictionary } from './compile-dictionary.ts';
import type { Entry, HeardVoice } from './dictionary.ts';
import { findEntries, type EntryMatch, type NearMiss } from './find-entries.ts';

/** Stretch of a text that is spoken with these phonemes. */
export interface Sounds {
  /** UTF-16 offset and length in the text. */
  start: number;
  length: number;
  ipa: string;
}

/** How an entry is applied: as specified, or otherwise if the voice supports no phonemes. */
export type PronunciationMethod = 'replaced' | 'sounds' | 'letters' | 'fallback' | 'written';

/** One entry at one place of the written text. */
export interface AppliedEntry {
  dictionary: CompiledDictionary;
  entry: Entry;
  start: number;
  length: number;
  how: PronunciationMethod;
}

/** A text as dictionaries have it said. */
export interface PronouncedText extends Spelling {
  /** In `spoken`, in order, not touching. */
  sounds: Sounds[];
  applied: AppliedEntry[];
}

export interface SpeakingVoice extends HeardVoice {
  /** Whether the voice supports these phonemes (IPA). */
  takesSounds(ipa: string): boolean;
}

/**
 * Says a piece of text as dictionaries have it: once, so that what an entry makes of a word is no word for
 * the next one. A voice that takes no sounds says the entry's replacement, and without one the word as it is
 * written: no word is lost.
 * @param near hears of the entries that nearly applied
 */
export function pronounce(
  dictionaries: readonly CompiledDictionary[],
  text: string,
  voice: SpeakingVoice,
  near?: (miss: NearMiss) => void,
): PronouncedText {
  const found = findEntries(dictionaries, text, voice, near);
  const changes: SpelledOut[] = [];
  const sounds: Sounds[] = [];
  const applied: AppliedEntry[] = [];
  let spoken = '';
  let at = 0;
  for (const [index, one] of found.entries()) {
    const said = saidFor(one, text, voice, found[index + 1]?.start ?? text.length);
    const length = said.end - one.start;
    spoken += text.slice(at, one.start);
    if ('ipa' in said) {
      sounds.push({ start: spoken.length, length, ipa: said.ipa });
      spoken += text.slice(one.start, said.end);
    } else {
      const isChanged = said.text !== text.slice(one.start, said.end);
      if (isChanged) changes.push({ start: one.start, length, spoken: said.text });
      spoken += said.text;
    }
    applied.push({ dictionary: one.dictionary, entry: one.entry, start: one.start, length, how: said.how });
    at = said.end;
  }
  return { spoken: spoken + text.slice(at), changes, sounds, applied };
}

type Said = { how: PronunciationMethod; end: number } & ({ ipa: string } | { text: string });

/** @param next where the next entry applies, or the end of the text */
function saidFor(
  { entry, start, end, replacement, form }: EntryMatch,
  text: string,
  voice: SpeakingVoice,
  next: number,
): Said {
  const written = text.slice(start, end);
  if (entry.kind === 'letters') return { how: 'letters', end, text: letterByLetter(written, voice.language) };
  if (entry.kind === 'phonemes' && entry.phonemes) {
    // An inflected form includes the phonemes of its ending, which a voice would otherwise read as a separate
    // word.
    const ipa = entry.phonemes + form.sounds(entry.phonemes);
    if (voice.takesSounds(ipa)) return { how: 'sounds', end: end + form.length, ipa };
    if (replacement === '') return { how: 'written', end, text: written };
    return { how: 'fallback', end, text: replacement };
  }
  if (replacement !== '') return { how: 'replaced', end, text: replacement };
  // What is left out takes one of the spaces around it along.
  const isBetweenSpaces = (start === 0 || text[start - 1] === ' ') && text[end] === ' ' && end < next;
  return { how: 'replaced', end: isBetweenSpaces ? end + 1 : end, text: '' };
}

/** Capitals with spaces between, which every voice reads as letters. */
export function letterByLetter(word: string, language: string): string {
  const letters: string[] = [];
  for (const { segment } of segmenter(language, 'grapheme').segment(word))
    if (/[\p{L}\p{N}]/u.test(segment)) letters.push(capitalOf(segment, language));
  return letters.length === 0 ? word : letters.join(' ');
}

/** `ß` stays: its capital would be spoken as two letters. */
function capitalOf(letter: string, language: string): string {
  const capital = letter.toLocaleUpperCase(language);
  return capital.length === letter.length ? capital : letter;
}
