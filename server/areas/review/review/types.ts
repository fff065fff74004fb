import { builder } from '../../../graphql/builder.ts';
import { WordTimingType } from '../../articles/article-record/types.ts';
import { pathOf } from '../../articles/articles/types.ts';
import { NoticeType } from '../../../graphql/notice-type.ts';
import { SourceTypeType } from '../../articles/sources/types.ts';
import { findingKinds, type FindingKind } from './findings/finders.ts';
import type { ReadSpeechCheck } from './speech-check/read-check.ts';
import { correctedIn, type CorrectedWord } from './quality/word-corrections.ts';
import { recentWeeks, type GroupKind, type RatingSum, type RatedWeek } from './quality/rating-groups.ts';
import type { NamedGroup, ReviewQuality } from './quality/review-quality.ts';
import type { ReplacedContext, ReviewAudio, ShownFinding, SmartQaWords } from './review-audio.ts';
import type { TimedSentence } from './timed-sentences.ts';

/** Names in the API of kinds that are stored under an older name. */
const findingNames: Partial<Record<FindingKind, string>> = {
  HEARD_ASTRAY: 'SPEECH_GARBLED',
  HEARD_OTHER_SENSE: 'SPEECH_CHANGES_MEANING',
  HEARD_MISSING: 'SPEECH_MISSING',
  HEARD_ADDED: 'SPEECH_ADDED',
  HEARD_OTHERWISE: 'SPEECH_DIFFERS',
  LEFT_AS_WRITTEN: 'NOT_SPELLED_OUT',
  PAGE_FURNITURE: 'PAGE_ELEMENT',
  DOUBLED_PARAGRAPH: 'DUPLICATE_PARAGRAPH',
};

const FindingKindType = builder.enumType('FindingKind', {
  description: 'Type of a finding in the text or the audio of an article.',
  values: Object.fromEntries(
    Object.entries(findingKinds).map(([kind, { description }]) => [
      findingNames[kind as FindingKind] ?? kind,
      { value: kind as FindingKind, description },
    ]),
  ),
});

const FindingSeverityType = builder.enumType('FindingSeverity', {
  description: 'How disturbing it is for listeners.',
  values: {
    HINT: { value: 1, description: 'It may be intended.' },
    WARNING: { value: 3, description: 'Listeners will notice it.' },
    FAULT: { value: 9, description: 'It must be fixed.' },
  } as const,
});

const severityOf = (weight: number): 1 | 3 | 9 => (weight >= 9 ? 9 : weight >= 3 ? 3 : 1);

export const FindingType = builder
  .objectRef<ShownFinding>('Finding')
  .implement({
    description: 'A possible problem in an article for listeners.',
    fields: (t) => ({
      position: t.exposeInt('position', { description: 'Number of the finding within the version.' }),
      kind: t.expose('kind', { type: FindingKindType, description: 'Type of the finding.' }),
      severity: t.field({
        type: FindingSeverityType,
        description: 'How disturbing it is for listeners.',
        resolve: ({ weight }) => severityOf(weight),
      }),
      reason: t.expose('reason', { type: NoticeType, description: 'Why it was reported.' }),
      word: t.exposeString('word', {
        nullable: true,
        description: 'Affected word, as spoken. Null if none.',
      }),
      sentence: t.exposeString('sentence', { description: 'Sentence that contains it, as written.' }),
      spoken: t.exposeString('spoken', {
        nullable: true,
        description:
          'Part of the article that contains it, as spoken, if normalization or dictionaries change ' +
          'it. Null otherwise.',
      }),
      start: t.exposeInt('start', {
        description: 'Start in the spoken text (title and text), in UTF-16 code units.',
      }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the audio.',
      }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });

export const ReviewType = builder.prismaObject('Review', {
  description: 'A review of an article by a person who has listened to it.',
  fields: (t) => ({
    rating: t.exposeInt('rating', { description: 'Rating in stars, 1 to 5.' }),
    comment: t.exposeString('comment', { nullable: true, description: 'Comment. Null if there is none.' }),
    pronunciation: t.exposeString('pronunciation', {
      nullable: true,
      description: 'Remarks on the pronunciation. Null if there are none.',
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', description: 'When the review was finished.' }),
    reviewedBy: t.relation('user', {
      nullable: true,
      description: 'Reviewer. Null if the account no longer exists.',
    }),
  }),
});

const ReplacedContextType = builder
  .objectRef<ReplacedContext>('ReplacedContext')
  .implement({
    description: 'A part of an article that is spoken differently from how it is written.',
    fields: (t) => ({
      oldContext: t.exposeString('oldContext', { description: 'The sentence as written.' }),
      newContext: t.exposeString('newContext', { description: 'The sentence as spoken.' }),
      replacement: t.exposeString('replacement', { description: 'Words that are spoken instead.' }),
    }),
  });

export const SmartQaWordsType = builder
  .objectRef<SmartQaWords>('SmartQaWords')
  .implement({
    description: "Smart QA's results for the words of an article.",
    fields: (t) => ({
      bad: t.exposeInt('bad', { description: 'Number of words with findings.' }),
      total: t.exposeInt('total', { description: 'Number of words in the article.' }),
      replacements: t.expose('replacements', {
        type: [ReplacedContextType],
        description: 'Sentences that normalization and dictionaries change. At most 500.',
      }),
    }),
  });

const TimedSentenceType = builder
  .objectRef<TimedSentence>('TimedSentence')
  .implement({
    description: 'A sentence of the spoken text, with the start of its audio.',
    fields: (t) => ({
      start: t.exposeInt('start', {
        description: 'Start in the spoken text (title and text), in UTF-16 code units.',
      }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the audio.',
      }),
      beginsParagraph: t.exposeBoolean('beginsParagraph', {
        description: 'Whether it is the first sentence of its paragraph.',
      }),
    }),
  });

export const ReviewAudioType = builder
  .objectRef<ReviewAudio>('ReviewAudio')
  .implement({
    description: 'Audio to review.',
    fields: (t) => ({
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
      text: t.exposeString('text', { description: 'Title and text as spoken, with paragraphs.' }),
      words: t.expose('words', {
        type: [WordTimingType],
        description: 'Position and timing of each spoken word, in order.',
      }),
      sentences: t.expose('sentences', {
        type: [TimedSentenceType],
        description: 'Position and start of each sentence, in order.',
      }),
    }),
  });

const SpeechCheckStateType = builder.enumType('SpeechCheckState', {
  description: 'State of the comparison of the audio with the text.',
  values: {
    WAITING: { value: 'waiting', description: 'Speech recognition is pending or running.' },
    CHECKED: { value: 'checked', description: 'The comparison is complete.' },
    NOT_CHECKED: { value: 'not_checked', description: 'There was no comparison. See `reason`.' },
  } as const,
});

const SpeechDifferenceType = builder
  .objectRef<{ said: string; heard: string }>('SpeechDifference')
  .implement({
    description: 'Words that differ between the audio and the spoken text.',
    fields: (t) => ({
      expected: t.exposeString('said', { description: 'Words as expected. Empty if none were expected.' }),
      recognized: t.exposeString('heard', {
        description: 'Words as recognized. Empty if none were recognized.',
      }),
    }),
  });

const SpeechMismatchType = builder
  .objectRef<ReadSpeechCheck['sentences'][number]>('SpeechMismatch')
  .implement({
    description: 'A sentence that differs between the audio and the spoken text.',
    fields: (t) => ({
      text: t.exposeString('said', { description: 'The sentence as expected.' }),
      differences: t.expose('differences', {
        type: [SpeechDifferenceType],
        description: 'Differences, in order.',
      }),
      distance: t.exposeFloat('distance', {
        description:
          'Size of the difference, in words weighted by how different they sound. A dropped negation ' +
          'counts four times, and words that sound alike do not count.',
      }),
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the audio.',
      }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });

export const SpeechCheckType = builder
  .objectRef<ReadSpeechCheck>('SpeechCheck')
  .implement({
    description: "Comparison of an article's audio, by speech recognition, with its text.",
    fields: (t) => ({
      state: t.expose('state', { type: SpeechCheckStateType, description: 'State of the comparison.' }),
      reason: t.expose('reason', {
        type: NoticeType,
        nullable: true,
        description: 'Why there was no comparison. Null if it is complete, pending or running.',
      }),
      sentences: t.expose('sentences', {
        type: [SpeechMismatchType],
        description: 'Sentences that differ, the largest differences first. At most 50.',
      }),
    }),
  });

const RatedType = builder
  .objectRef<RatingSum>('RatedReviews')
  .implement({
    description: 'Summary of several reviews.',
    fields: (t) => ({
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average rating in stars, 1 to 5. Null if there are no reviews.',
      }),
    }),
  });

const RatedWeekType = builder
  .objectRef<RatedWeek>('RatedWeek')
  .implement({
    description: 'Reviews of one week.',
    fields: (t) => ({
      week: t.expose('week', { type: 'Date', description: 'First day of the week, a Monday.' }),
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average rating in stars, 1 to 5. Null if there are no reviews.',
      }),
    }),
  });

const QualityGroupKindType = builder.enumType('QualityGroupKind', {
  description: 'Grouping for comparing the quality of articles.',
  values: {
    VOICE: { value: 'voice', description: 'By voice of the project at the time.' },
    PROVIDER: { value: 'provider', description: 'By speech service.' },
    SOURCE: { value: 'source', description: 'By source of the articles.' },
    REVIEWER: { value: 'reviewer', description: 'By reviewer.' },
  } as const satisfies Record<string, { value: GroupKind; description: string }>,
});

const QualityGroupType = builder
  .objectRef<NamedGroup>('QualityGroup')
  .implement({
    description: 'Review results of one voice, provider, source or reviewer.',
    fields: (t) => ({
      kind: t.expose('kind', { type: QualityGroupKindType, description: 'Type of the group.' }),
      key: t.exposeString('key', {
        nullable: true,
        description:
          'Key of the group, unique within its type: `provider:name` for a voice, else an ID. Null for ' +
          'what no longer exists, and for articles without a source.',
      }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Name, or the URL of a source. Null if there is none.',
      }),
      sourceType: t.expose('sourceType', {
        type: SourceTypeType,
        nullable: true,
        description: 'Type of the source. Null for other groups, and for a source that no longer exists.',
      }),
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average rating in stars, 1 to 5. Null if there are no reviews.',
      }),
      recent: t.expose('recent', {
        type: RatedType,
        description: `Reviews of the last ${recentWeeks} weeks, including the current one.`,
      }),
      before: t.expose('before', { type: RatedType, description: 'Earlier reviews, for comparison.' }),
      isWorse: t.exposeBoolean('isWorse', {
        description:
          'Whether ratings have dropped: by at least half a star, based on at least five reviews ' +
          'before and after, and by more than chance explains.',
      }),
      weeks: t.expose('weeks', { type: [RatedWeekType], description: 'Weeks with reviews, in order.' }),
    }),
  });

const CorrectedWordType = builder
  .objectRef<CorrectedWord>('CorrectedWord')
  .implement({
    description: 'A word whose pronunciation is changed by a dictionary.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'The word, as in the dictionary.' }),
      dictionary: t.exposeString('dictionary', { description: 'Name of the dictionary.' }),
      articles: t.exposeInt('articles', { description: 'Number of articles in which it was corrected.' }),
      times: t.exposeInt('times', { description: 'Total number of corrections in these articles.' }),
    }),
  });

export const ReviewQualityType = builder
  .objectRef<ReviewQuality>('ReviewQuality')
  .implement({
    description: "Review results of a project's articles over several weeks.",
    fields: (t) => ({
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average rating in stars, 1 to 5. Null if there are no reviews.',
      }),
      recent: t.expose('recent', {
        type: RatedType,
        description: `Reviews of the last ${recentWeeks} weeks, including the current one.`,
      }),
      before: t.expose('before', { type: RatedType, description: 'Earlier reviews, for comparison.' }),
      isWorse: t.exposeBoolean('isWorse', {
        description: 'Whether overall ratings have dropped. See `QualityGroup.isWorse`.',
      }),
      timeZone: t.exposeString('zone', {
        description: 'Time zone of the weeks (IANA), such as `Europe/Berlin`.',
      }),
      weeks: t.expose('weeks', { type: [RatedWeekType], description: 'Weeks with reviews, in order.' }),
      groups: t.expose('groups', {
        type: [QualityGroupType],
        description: 'Voices, providers, sources and reviewers: the 20 of each with the most reviews.',
      }),
      corrected: t.expose('corrected', {
        type: [CorrectedWordType],
        description: `The 20 words that dictionaries corrected in most of the project's articles of that time, of the newest ${correctedIn.toLocaleString('en')}.`,
      }),
    }),
  });
