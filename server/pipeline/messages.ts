import { declareMessages } from '../lib/declare-messages.ts';

/** Why an article was not voiced, or not yet. */
export const voicingMessages = declareMessages({
  VOICING_WENT_WRONG: 'Something went wrong in {product}. See the server log for details.',
  VOICING_INTERRUPTED: 'Voicing this article was interrupted repeatedly. See the server log for details.',
  VOICING_CRASHED:
    'The thread working on this article crashed, and crashed again on the next attempt. Please change the text of the article, or the page it is read from.',
  VOICING_ELSEWHERE: 'Another article is voicing the same text.',
  VOICING_VOICE_SAYS_NOTHING: 'The voice cannot speak anything in this article.',
  VOICING_STATUS_BY_RULE: 'Status set by the rule “{rule}”.',
  VOICING_SOUND_GONE:
    "The sound {sound} no longer exists. Choose another one in the project's rules or settings.",
});

/** Why a page became no article of its project. */
export const rejectionMessages = declareMessages({
  PAGE_IS_NO_ARTICLE: 'The page is probably not an article (confidence {confidence, number, ::group-off}%).',
  PAGE_TOO_OLD: 'It was published on {day}, before the date from which the project accepts articles.',
  PAGE_OLDER_THAN_WEBSITE: 'It was published on {day}, long before the website was added.',
  PAGE_OF_OTHER_ARTICLE: 'The page is that of another article: it names {url} as its address.',
});

/** What the logs of articles say of their way to sound. */
export const articleLogMessages = declareMessages({
  ARTICLE_PAGE_READ: '{characters, number} characters from {address}',
  ARTICLE_RULES_APPLIED: '{rules}',
  ARTICLE_LABELLED_BY_RULES: 'labels: {labels}',
  ARTICLE_STATUS_BY_RULES:
    'status: {status, select, ready {ready} waiting {waiting} errored {errored} rejected {rejected} processing {processing} other {{status}}}',
  ARTICLE_HELD_FOR_REVIEW: 'It is played once it has been reviewed.',
  ARTICLE_HELD_DOUBTFUL:
    '{passages, plural, one {One passage is doubtful} other {# passages are doubtful}}; the first is “{passage}”.',
  ARTICLE_HELD_WITH_OTHERS: 'More articles at once than usual.',
  ARTICLE_HELD_UNSURE:
    'It is {percent, number}% sure that the text is the article; the source asks for {limit, number}%.',
  ARTICLE_CHUNKED: '{chunks, number, ::group-off} chunks',
  ARTICLE_VOICED: '{voiced, number} characters voiced, {saved, number} saved',
  ARTICLE_VOICE_CHANGED: 'The voice, its settings or the dictionaries have changed.',
  ARTICLE_SOUND_CHANGED: 'The voice, the settings, the rules or the dictionaries have changed.',
  ARTICLE_VOICE_STEPS_IN: 'The voice {voice} steps in.',
  ARTICLE_SOUND_LOST: 'The audio of {chunks, number, ::group-off} chunks is missing from storage.',
  ARTICLE_ENTRY_APPLIED:
    '“{source}” of {dictionary}: {how, select, REPLACED {replaced} SOUNDS {said in its sounds} LETTERS {spelled out} FALLBACK {replaced, because the voice takes no such sounds} other {as it is written, because the voice takes no such sounds}} {count, plural, one {once} other {# times}}.',
  ARTICLE_MORE_ENTRIES_APPLIED:
    '{entries, plural, one {# more entry was} other {# more entries were}} applied.',
  ARTICLE_SPELLING_UNKNOWN: 'There are no rules for the language {language}: nothing was spelled out.',
  ARTICLE_NOTHING_SPELLED_OUT: 'There was nothing to spell out.',
  ARTICLE_SPELLED_BY_RULES: '{changes, plural, one {# change} other {# changes}} by the built-in rules.',
  ARTICLE_SPELLED_BY_MODEL:
    '{changes, plural, one {# change} other {# changes}} by {model} ({asked, plural, one {# piece} other {# pieces}} asked for, {known, number} known).',
  /** For rows written before the problem became a separate message. */
  ARTICLE_RULES_STEPPED_IN:
    'The rules stepped in for {pieces, plural, one {# piece} other {# pieces}}: {problem}',
  ARTICLE_RULES_TOOK_OVER: 'The rules stepped in for {pieces, plural, one {# piece} other {# pieces}}.',
  ARTICLE_SPELLED_LONGER:
    'It is voiced, and charged, as it is spelled out: {characters, plural, one {# character} other {# characters}} more than are written.',
  ARTICLE_SPELLED_SHORTER:
    'It is voiced, and charged, as it is spelled out: {characters, plural, one {# character} other {# characters}} fewer than are written.',
});

/** Why a file could not be made of a version that is there. */
export const fileMessages = declareMessages({
  FILE_NOT_MADE: 'The file could not be made. See the server log for details.',
  FILE_ARTICLE_GONE: 'The article no longer exists.',
  FILE_PARTS_NOT_STORED:
    'This version was made before its parts were stored. Choose “Voice again” in the article’s menu first.',
  FILE_SPEECH_LOST:
    'The audio from the speech service is no longer in storage. Choose “Voice again” in the article’s menu first.',
  TEASER_SPEECH_LOST:
    'The audio from the speech service is no longer in storage. Choose “Voice again” in the article’s menu.',
  TEASER_TEXT_CHANGED:
    'The text or the rules have changed since the article was voiced. Choose “Voice again” in the article’s menu.',
});

/**
 * Why files could not be joined. `kind` says what a part is called by: the TITLE of an article, its number
 * (ARTICLE), or a SOUND.
 */
export const joiningMessages = declareMessages({
  JOINED_SOUND_TOO_LONG: 'What is joined can be at most {hours, number, ::group-off} hours long.',
  JOINED_PART_MISSING:
    'The audio file of {kind, select, ARTICLE {article {part}} SOUND {the sound {part}} other {“{part}”}} is missing.',
  JOINED_PART_DAMAGED:
    'The audio file of {kind, select, ARTICLE {article {part}} SOUND {the sound {part}} other {“{part}”}} is damaged.',
  JOINED_PART_DOES_NOT_FIT:
    'The audio of {kind, select, ARTICLE {article {part}} SOUND {the sound {part}} other {“{part}”}} cannot be joined.',
  JOINED_NOT_KEPT: 'It is no longer kept.',
});
