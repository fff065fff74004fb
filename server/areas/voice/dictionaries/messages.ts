import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about pronunciation dictionaries. */
export const dictionaryMessages = declareMessages({
  DICTIONARY_NOT_FOUND: 'This dictionary does not exist.',
  DICTIONARY_ENTRY_NOT_FOUND: 'This entry does not exist.',
  REVOICING_JOB_NOT_FOUND: 'We couldn’t find this regeneration job.',
  DICTIONARY_ENTRY_CHANGED: 'Someone else has changed this entry in the meantime.',
  DICTIONARY_NEEDED_BY_PROJECT: 'A project needs at least one dictionary. Delete its entries instead.',
  DICTIONARY_NEEDS_OWNER:
    'Choose an organization for an organization’s dictionary, or a project for a project’s dictionary.',
  DICTIONARY_SOURCE_MISSING: 'fill in',
  DICTIONARY_PHONEMES_MISSING: 'Enter the phonetic spelling in IPA.',
  DICTIONARY_PATTERN_INVALID: 'This regular expression doesn’t work: {problem}',
  DICTIONARY_LANGUAGE_INVALID: 'Enter a language, such as de or en-US.',
  DICTIONARY_SERVICE_UNKNOWN: 'Choose one of the speech services: {services}.',
  DICTIONARY_NOTHING_SELECTED: 'Choose at least one entry.',
  TOO_MANY_DICTIONARIES: 'You can have up to {most, number, ::group-off} dictionaries.',
  TOO_MANY_DICTIONARY_ENTRIES: 'A dictionary can have up to {most, number, ::group-off} entries.',
  TOO_MANY_DICTIONARY_PATTERNS:
    'A dictionary can have up to {most, number, ::group-off} regular expressions.',
  TOO_MANY_ENTRIES_AT_ONCE: 'Choose up to {most, number, ::group-off} entries at a time.',
  DICTIONARY_FILE_TOO_LARGE:
    'The file is larger than {most, number, ::group-off} MB. Split it into smaller files.',
  DICTIONARY_FILE_TOO_DEMANDING: 'This file is too complex to read. Split it into smaller files.',
  TOO_MANY_DICTIONARY_FILES: 'Too many files are being read right now. Try again in a moment.',
  DICTIONARY_FILE_NOT_TAKEN: 'Choose a file that ends in {ending}.',
  DICTIONARY_LINE:
    'Line {line, number, ::group-off}: {problem, select, NO_SOURCE {the word is missing.} TOO_LONG {it is too long.} NO_PHONEMES {the phonemes are missing.} BAD_PATTERN {“{found}” is not a valid regular expression.} UNKNOWN_KIND {“{found}” is not a type of entry.} UNKNOWN_ALPHABET {the alphabet “{found}” is unknown.} BAD_PHONEMES {“{found}” is not a valid phonetic transcription.} TOO_MANY {there are too many entries.} EMPTY {there are no entries.} BINARY {the file contains binary data, not text.} other {the file can’t be read.}}',
});
