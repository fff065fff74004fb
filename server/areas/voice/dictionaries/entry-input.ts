import type { DictionaryEntryKind } from '../../../../prisma/generated/client/enums.ts';
import type { FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import {
  entryProblem,
  plainEntry,
  type DraftEntry,
  type EntryProblem,
} from '../../../text/pronunciation/check-entry.ts';
import { entryMaxCharacters } from '../../../text/pronunciation/dictionary.ts';
import { patternProblem } from '../../../text/pronunciation/patterns.ts';
import { storableText } from '../../../text/storable-text.ts';
import { dictionaryMessages } from './messages.ts';

/** An entry as entered; absent fields have the defaults of a new one. */
export interface EntryInput {
  source: string;
  /** Empty: the word is not said. */
  replacement?: string | null | undefined;
  kind?: DictionaryEntryKind | null | undefined;
  phonemes?: string | null | undefined;
  wholeWord?: boolean | null | undefined;
  matchCase?: boolean | null | undefined;
  isPattern?: boolean | null | undefined;
  inflected?: boolean | null | undefined;
}

/** An entry as it is stored: texts in one spelling, a pattern with each of its spaces. */
export function tidyEntry({ source, replacement, phonemes, ...given }: EntryInput): DraftEntry {
  const plain = plainEntry(storableText(source), storableText(replacement ?? ''));
  const kind = given.kind ?? plain.kind;
  const isPattern = given.isPattern ?? plain.isPattern;
  return {
    ...plain,
    ...(isPattern && { source: storableText(source) }),
    kind,
    phonemes: kind === 'phonemes' ? storableText(phonemes ?? '').trim() : null,
    wholeWord: given.wholeWord ?? plain.wholeWord,
    matchCase: given.matchCase ?? plain.matchCase,
    isPattern,
    inflected: given.inflected ?? plain.inflected,
  };
}

/**
 * What keeps an entry from being saved; null: it can be. @param within where it is, such as `entries.3.`
 */
export function entryError(entry: DraftEntry, within = ''): FieldError | null {
  const problem = entryProblem(entry);
  if (problem === null) return null;
  const [field, message] = told(entry)[problem]();
  return { field: within + field, ...message };
}

const told = ({ source, replacement }: DraftEntry): Record<EntryProblem, () => [string, Message]> => ({
  'no-source': () => ['source', dictionaryMessages.DICTIONARY_SOURCE_MISSING()],
  'too-long': () => [
    [source, replacement].find(({ length }) => length > entryMaxCharacters) === undefined
      ? 'phonemes'
      : source.length > entryMaxCharacters
        ? 'source'
        : 'replacement',
    kernelMessages.TOO_LONG({ most: entryMaxCharacters }),
  ],
  'no-phonemes': () => ['phonemes', dictionaryMessages.DICTIONARY_PHONEMES_MISSING()],
  'bad-pattern': () => [
    'source',
    dictionaryMessages.DICTIONARY_PATTERN_INVALID({ problem: patternProblem(source) ?? '' }),
  ],
});
