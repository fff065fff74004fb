import { builder } from '../../graphql/builder.ts';
import { WordTimingType } from '../article-record/types.ts';
import { pathOf } from '../articles/types.ts';
import { NoticeType } from '../../graphql/notice-type.ts';
import { finders, type FindingKind } from './findings/finders.ts';
import type { ReadSpeechCheck } from './heard/read-check.ts';
import type { ReplacedContext, ReviewAudio, ShownFinding, SmartQaWords } from './reviewed-sound.ts';

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
