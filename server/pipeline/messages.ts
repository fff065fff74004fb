import { declareMessages } from '../lib/declare-messages.ts';

/** Why an article was not voiced, or not yet. */
export const voicingMessages = declareMessages({
  VOICING_WENT_WRONG: 'Something went wrong in {product}. See the server log for details.',
  VOICING_INTERRUPTED:
    'Audio generation for this article was interrupted repeatedly. See the server log for details.',
  VOICING_CRASHED: 'Processing this article crashed twice. Change its text, or the page it is read from.',
  VOICING_ELSEWHERE: 'Audio of the same text is being generated for another article.',
  VOICING_VOICE_SAYS_NOTHING: 'The voice can’t speak any of this article.',
  VOICING_STATUS_BY_RULE: 'Status set by the rule “{rule}”.',
  VOICING_SOUND_GONE:
    'The sound {sound} no longer exists. Choose another one in the project’s rules or settings.',
});

/** Why a page became no article of its project. */
export const rejectionMessages = declareMessages({
  PAGE_IS_NO_ARTICLE: 'The page is probably not an article (confidence {confidence, number, ::group-off}%).',
  PAGE_TOO_OLD: 'It was published on {day}, before the date from which the project accepts articles.',
  PAGE_OLDER_THAN_WEBSITE: 'It was published on {day}, long before the website was added.',
  PAGE_OF_OTHER_ARTICLE: 'The page belongs to another article: it gives {url} as its address.',
});

/** Log entries of articles about audio generation. */
export const articleLogMessages = declareMessages({
  ARTICLE_PAGE_READ: '{characters, number} characters from {address}',
  ARTICLE_RULES_APPLIED: '{rules}',
  ARTICLE_LABELLED_BY_RULES: 'labels: {labels}',
  ARTICLE_STATUS_BY_RULES:
    'status: {status, select, ready {ready} waiting {waiting} errored {errored} rejected {rejected} processing {processing} other {{status}}}',
  ARTICLE_HELD_FOR_REVIEW: 'It goes live after review.',
  ARTICLE_HELD_DOUBTFUL:
    '{passages, plural, one {One passage is doubtful} other {# passages are doubtful}}; the first is “{passage}”.',
  ARTICLE_HELD_WITH_OTHERS: 'It arrived in an unusually large batch of articles.',
  ARTICLE_HELD_UNSURE: 'Extraction confidence is {percent, number}%. The source requires {limit, number}%.',
  ARTICLE_CHUNKED: '{chunks, plural, one {# sentence} other {# sentences}}',
  ARTICLE_VOICED: '{voiced, number} characters generated, {saved, number} saved',
  ARTICLE_VOICE_CHANGED: 'The voice, its settings or the dictionaries have changed.',
  ARTICLE_SOUND_CHANGED: 'The voice, the settings, the rules or the dictionaries have changed.',
  ARTICLE_VOICE_STEPS_IN: 'The voice {voice} is used instead.',
  ARTICLE_VOICE_REMOVED:
    'The voice {removed} is no longer installed, so {voice} reads the article. Choose another voice in the settings.',
  ARTICLE_SOUND_LOST:
    'The audio of {chunks, plural, one {# sentence} other {# sentences}} is missing from storage.',
  ARTICLE_ENTRY_APPLIED:
    '“{source}” of {dictionary}: {how, select, REPLACED {replaced} SOUNDS {spoken from its phonemes} LETTERS {spelled out} FALLBACK {replaced, because the voice doesn’t support these phonemes} other {spoken as written, because the voice doesn’t support these phonemes}} {count, plural, one {once} other {# times}}.',
  ARTICLE_MORE_ENTRIES_APPLIED:
    '{entries, plural, one {# more entry was} other {# more entries were}} applied.',
  ARTICLE_SPELLING_UNKNOWN: 'There are no rules for the language {language}: nothing was spelled out.',
  ARTICLE_NOTHING_SPELLED_OUT: 'There was nothing to spell out.',
  ARTICLE_SPELLED_BY_RULES: '{changes, plural, one {# change} other {# changes}} by the built-in rules.',
  ARTICLE_SPELLED_BY_MODEL:
    '{changes, plural, one {# change} other {# changes}} by {model} ({asked, plural, one {# passage} other {# passages}} requested, {known, number} already known).',
  /** For rows written before the problem became a separate message. */
  ARTICLE_RULES_STEPPED_IN:
    'The built-in rules were used for {pieces, plural, one {# passage} other {# passages}}: {problem}',
  ARTICLE_RULES_TOOK_OVER:
    'The built-in rules were used for {pieces, plural, one {# passage} other {# passages}}.',
  ARTICLE_SPELLED_LONGER:
    'Audio is generated and charged from the spelled-out text: {characters, plural, one {# character} other {# characters}} more than written.',
  ARTICLE_SPELLED_SHORTER:
    'Audio is generated and charged from the spelled-out text: {characters, plural, one {# character} other {# characters}} fewer than written.',
});

/** Why a file could not be made of a version that is there. */
export const fileMessages = declareMessages({
  FILE_NOT_MADE: 'The file couldn’t be created. See the server log for details.',
  FILE_ARTICLE_GONE: 'The article no longer exists.',
  FILE_PARTS_NOT_STORED:
    'This version is too old for this file. Choose “Regenerate audio” in the article’s menu first.',
  FILE_SPEECH_LOST:
    'The audio from the speech service is no longer stored. Choose “Regenerate audio” in the article’s menu first.',
  TEASER_SPEECH_LOST:
    'The audio from the speech service is no longer stored. Choose “Regenerate audio” in the article’s menu.',
  TEASER_TEXT_CHANGED:
    'The text or the rules have changed since the audio was generated. Choose “Regenerate audio” in the article’s menu.',
});

/**
 * Why files could not be joined. `kind` is how a part is named: the TITLE of an article, its number
 * (ARTICLE), or a SOUND.
 */
export const joiningMessages = declareMessages({
  JOINED_SOUND_TOO_LONG: 'Joined audio can be up to {hours, number, ::group-off} hours long.',
  JOINED_PART_MISSING:
    'The audio file of {kind, select, ARTICLE {article {part}} SOUND {the sound {part}} other {“{part}”}} is missing.',
  JOINED_PART_DAMAGED:
    'The audio file of {kind, select, ARTICLE {article {part}} SOUND {the sound {part}} other {“{part}”}} is damaged.',
  JOINED_PART_DOES_NOT_FIT:
    'The audio of {kind, select, ARTICLE {article {part}} SOUND {the sound {part}} other {“{part}”}} cannot be joined.',
  JOINED_NOT_KEPT: 'The file is no longer stored.',
});
