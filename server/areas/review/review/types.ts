import { builder } from '../../../graphql/builder.ts';
import { WordTimingType } from '../../articles/article-record/types.ts';
import { pathOf } from '../../articles/articles/types.ts';
import { NoticeType } from '../../../graphql/notice-type.ts';
import { SourceTypeType } from '../../articles/sources/types.ts';
import { finders, type FindingKind } from './findings/finders.ts';
import type { ReadSpeechCheck } from './speech-check/read-check.ts';
import { correctedIn, type CorrectedWord } from './quality/word-corrections.ts';
import { recentWeeks, type GroupKind, type RatingSum, type RatedWeek } from './quality/rating-groups.ts';
import type { NamedGroup, ReviewQuality } from './quality/review-quality.ts';
import type { ReplacedContext, ReviewAudio, ShownFinding, SmartQaWords } from './review-audio.ts';
import type { TimedSentence } from './timed-sentences.ts';

const FindingKindType = builder.enumType('FindingKind', {
  description: 'What is found in the text and the sound of articles.',
  values: Object.fromEntries(
    Object.entries(finders).map(([kind, { description }]) => [
      kind,
      { value: kind as FindingKind, description },
    ]),
  ),
});

const FindingSeverityType = builder.enumType('FindingSeverity', {
  description: 'How much a listener minds.',
  values: {
    HINT: { value: 1, description: 'It may be meant so.' },
    WARNING: { value: 3, description: 'It will be noticed.' },
    FAULT: { value: 9, description: 'It has to be mended.' },
  } as const,
});

const severityOf = (weight: number): 1 | 3 | 9 => (weight >= 9 ? 9 : weight >= 3 ? 3 : 1);

export const FindingType = builder
  .objectRef<ShownFinding>('Finding')
  .implement({
    description: 'Something in an article that listeners may stumble over.',
    fields: (t) => ({
      position: t.exposeInt('position', { description: 'Its number among the findings of the version.' }),
      kind: t.expose('kind', { type: FindingKindType, description: 'What it is.' }),
      severity: t.field({
        type: FindingSeverityType,
        description: 'How much a listener minds.',
        resolve: ({ weight }) => severityOf(weight),
      }),
      reason: t.expose('reason', { type: NoticeType, description: 'Why it was found.' }),
      word: t.exposeString('word', {
        nullable: true,
        description: 'The word that it is about, as it is spoken. Null if it is about none.',
      }),
      sentence: t.exposeString('sentence', { description: 'The sentence that it is in, as it is written.' }),
      spoken: t.exposeString('spoken', {
        nullable: true,
        description:
          'The part of the article that it is in as it is spoken, where normalization or dictionaries say something else than what is ' +
          'written. Null otherwise.',
      }),
      start: t.exposeInt('start', {
        description: 'Where it begins in the spoken text (title and text), in UTF-16 code units.',
      }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the audio.',
      }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });

export const ReviewType = builder.prismaObject('Review', {
  description: 'What somebody said of an article after hearing it.',
  fields: (t) => ({
    rating: t.exposeInt('rating', { description: 'Stars, 1 to 5.' }),
    comment: t.exposeString('comment', { nullable: true, description: 'Comment. Null when there is none.' }),
    pronunciation: t.exposeString('pronunciation', {
      nullable: true,
      description: 'What was said of the pronunciation. Null when there is nothing.',
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', description: 'When the review was finished.' }),
    reviewedBy: t.relation('user', {
      nullable: true,
      description: 'Who reviewed it. Null when the account no longer exists.',
    }),
  }),
});

const ReplacedContextType = builder
  .objectRef<ReplacedContext>('ReplacedContext')
  .implement({
    description: 'A place of an article that is said otherwise than it is written.',
    fields: (t) => ({
      oldContext: t.exposeString('oldContext', { description: 'The sentence as it is written.' }),
      newContext: t.exposeString('newContext', { description: 'The sentence as it is spoken.' }),
      replacement: t.exposeString('replacement', { description: 'The words that stand there instead.' }),
    }),
  });

export const SmartQaWordsType = builder
  .objectRef<SmartQaWords>('SmartQaWords')
  .implement({
    description: 'What Smart QA knows of the words of an article.',
    fields: (t) => ({
      bad: t.exposeInt('bad', { description: 'Words in which something was found.' }),
      total: t.exposeInt('total', { description: 'Words of the article.' }),
      replacements: t.expose('replacements', {
        type: [ReplacedContextType],
        description: 'What normalization and dictionaries say otherwise, at most 500 sentences.',
      }),
    }),
  });

const TimedSentenceType = builder
  .objectRef<TimedSentence>('TimedSentence')
  .implement({
    description: 'A sentence of the spoken text, and when its audio begins.',
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
    description: 'What a review hears.',
    fields: (t) => ({
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
      text: t.exposeString('text', { description: 'Title and text as they are spoken, with paragraphs.' }),
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
  description: 'Whether what was said has been compared with what is written.',
  values: {
    WAITING: { value: 'waiting', description: 'It is being recognised.' },
    CHECKED: { value: 'checked', description: 'It has been.' },
    NOT_CHECKED: { value: 'not_checked', description: 'It has not been: nobody knows. `reason` says why.' },
  } as const,
});

const SpokenDifferenceType = builder
  .objectRef<{ said: string; heard: string }>('SpokenDifference')
  .implement({
    description: 'Words that were heard otherwise than they were to be said.',
    fields: (t) => ({
      said: t.exposeString('said', { description: 'As they were to be said. Empty if nothing was.' }),
      heard: t.exposeString('heard', { description: 'As they were heard. Empty if nothing was.' }),
    }),
  });

const MisheardSentenceType = builder
  .objectRef<ReadSpeechCheck['sentences'][number]>('MisheardSentence')
  .implement({
    description: 'A sentence that was heard otherwise than it was to be said.',
    fields: (t) => ({
      said: t.exposeString('said', { description: 'As it was to be said.' }),
      differences: t.expose('differences', {
        type: [SpokenDifferenceType],
        description: 'What differs, in order.',
      }),
      distance: t.exposeFloat('distance', {
        description:
          'How much differs, in words weighed by how different they sound. A dropped negation counts four times; what sounds alike, not ' +
          'at all.',
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
    description: 'What a recogniser heard in an article, compared with what is written.',
    fields: (t) => ({
      state: t.expose('state', { type: SpeechCheckStateType, description: 'Whether it has been compared.' }),
      reason: t.expose('reason', {
        type: NoticeType,
        nullable: true,
        description: 'Why it has not been. Null when it has, or is being.',
      }),
      sentences: t.expose('sentences', {
        type: [MisheardSentenceType],
        description: 'Sentences that were heard otherwise, at most 50, those first that differ most.',
      }),
    }),
  });

const RatedType = builder
  .objectRef<RatingSum>('RatedReviews')
  .implement({
    description: 'Some reviews.',
    fields: (t) => ({
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
    }),
  });

const RatedWeekType = builder
  .objectRef<RatedWeek>('RatedWeek')
  .implement({
    description: 'The reviews of a week.',
    fields: (t) => ({
      week: t.expose('week', { type: 'Date', description: 'Its first day, a Monday.' }),
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
    }),
  });

const QualityGroupKindType = builder.enumType('QualityGroupKind', {
  description: 'By what the quality of articles is compared.',
  values: {
    VOICE: { value: 'voice', description: 'By the voice that the project had.' },
    PROVIDER: { value: 'provider', description: 'By its speech service.' },
    SOURCE: { value: 'source', description: 'By where the articles are from.' },
    REVIEWER: { value: 'reviewer', description: 'By who reviewed them.' },
  } as const satisfies Record<string, { value: GroupKind; description: string }>,
});

const QualityGroupType = builder
  .objectRef<NamedGroup>('QualityGroup')
  .implement({
    description: 'What the reviews of one voice, provider, source or reviewer say.',
    fields: (t) => ({
      kind: t.expose('kind', { type: QualityGroupKindType, description: 'By what it is compared.' }),
      key: t.exposeString('key', {
        nullable: true,
        description:
          'Tells it from the others of its kind: `provider:name` of a voice, else an id. Null for what no longer exists, or for articles without a source.',
      }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Its name, or the URL of a source. Null where it has none.',
      }),
      sourceType: t.expose('sourceType', {
        type: SourceTypeType,
        nullable: true,
        description: 'Type of the source. Null for all else, and for a source that no longer exists.',
      }),
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
      recent: t.expose('recent', {
        type: RatedType,
        description: `Reviews of the last ${recentWeeks} weeks, the running one included.`,
      }),
      before: t.expose('before', { type: RatedType, description: 'Reviews before those.' }),
      isWorse: t.exposeBoolean('isWorse', {
        description:
          'Whether its articles have got worse: by at least half a star, of at least five reviews before and after, and by more than chance would have it.',
      }),
      weeks: t.expose('weeks', { type: [RatedWeekType], description: 'Weeks with reviews, in order.' }),
    }),
  });

const CorrectedWordType = builder
  .objectRef<CorrectedWord>('CorrectedWord')
  .implement({
    description: 'A word that dictionaries say otherwise than it is written.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'As it stands in the dictionary.' }),
      dictionary: t.exposeString('dictionary', { description: 'Name of the dictionary.' }),
      articles: t.exposeInt('articles', { description: 'Number of articles in which it was corrected.' }),
      times: t.exposeInt('times', { description: 'How often in all of them.' }),
    }),
  });

export const ReviewQualityType = builder
  .objectRef<ReviewQuality>('ReviewQuality')
  .implement({
    description: 'What reviews say of the articles of a project over some weeks.',
    fields: (t) => ({
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
      recent: t.expose('recent', {
        type: RatedType,
        description: `Reviews of the last ${recentWeeks} weeks, the running one included.`,
      }),
      before: t.expose('before', { type: RatedType, description: 'Reviews before those.' }),
      isWorse: t.exposeBoolean('isWorse', {
        description: 'Whether the articles have got worse altogether; see `QualityGroup.isWorse`.',
      }),
      timeZone: t.exposeString('zone', { description: 'Time zone in which weeks begin.' }),
      weeks: t.expose('weeks', { type: [RatedWeekType], description: 'Weeks with reviews, in order.' }),
      groups: t.expose('groups', {
        type: [QualityGroupType],
        description: 'Voices, providers, sources and reviewers; of each kind those 20 with most reviews.',
      }),
      corrected: t.expose('corrected', {
        type: [CorrectedWordType],
        description: `The 20 words that dictionaries corrected in most of the project's articles of that time, of the newest ${correctedIn.toLocaleString('en')}.`,
      }),
    }),
  });
