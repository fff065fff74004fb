import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about pronunciation dictionaries. */
export const dictionaryMessages = declareMessages({
  DICTIONARY_NOT_FOUND: 'This dictionary does not exist.',
  DICTIONARY_ENTRY_NOT_FOUND: 'This entry does not exist.',
  RESOUNDING_NOT_FOUND: 'This order to voice articles again does not exist.',
  DICTIONARY_ENTRY_CHANGED: 'Someone else has changed this entry since it was read.',
  DICTIONARY_NEEDED_BY_PROJECT: 'A project keeps its last dictionary. Its entries can be deleted.',
  DICTIONARY_NEEDS_OWNER: 'An organization’s dictionary names the organization, a project’s the project.',
  DICTIONARY_SOURCE_MISSING: 'fill in',
  DICTIONARY_PHONEMES_MISSING: 'An entry with sounds needs them in IPA.',
  DICTIONARY_PATTERN_INVALID: 'This regular expression cannot be used: {problem}',
  DICTIONARY_LANGUAGE_INVALID: 'Must be a language such as de or en-US.',
  DICTIONARY_SERVICE_UNKNOWN: 'Must be one of the speech services: {services}.',
  DICTIONARY_NOTHING_SELECTED: 'Choose at least one entry.',
  TOO_MANY_DICTIONARIES: 'At most {most, number, ::group-off} dictionaries.',
  TOO_MANY_DICTIONARY_ENTRIES: 'A dictionary has at most {most, number, ::group-off} entries.',
  TOO_MANY_DICTIONARY_PATTERNS: 'A dictionary has at most {most, number, ::group-off} regular expressions.',
  TOO_MANY_ENTRIES_AT_ONCE: 'At most {most, number, ::group-off} entries at a time.',
  DICTIONARY_FILE_TOO_LARGE: 'A file has at most {most, number, ::group-off} MB.',
  DICTIONARY_FILE_TOO_DEMANDING:
    'This file takes too much memory or time to read. Split it into smaller files.',
  TOO_MANY_DICTIONARY_FILES: 'Too many files are being read right now. Please try again in a moment.',
  DICTIONARY_FILE_NOT_TAKEN: 'Only files that end in {ending} are taken.',
  DICTIONARY_LINE:
    'Line {line, number, ::group-off}: {problem, select, NO_SOURCE {the word is missing.} TOO_LONG {it is too long.} NO_PHONEMES {the sounds are missing.} BAD_PATTERN {“{found}” is no regular expression that can be used.} UNKNOWN_KIND {“{found}” is no kind of entry.} UNKNOWN_ALPHABET {the alphabet “{found}” is not known.} BAD_PHONEMES {“{found}” are no sounds.} TOO_MANY {there are too many entries.} EMPTY {there are no entries.} BINARY {the file contains binary data, not text.} other {the file cannot be read.}}',
});
