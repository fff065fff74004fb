import { ArticleQaStatus } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { readReviewCounters, type ReviewCounters } from './counters.ts';
import { isReviewer, reviewing } from './policy.ts';
import { readFindings, readReviewAudio, readSmartQaWords } from './review-audio.ts';
import { readSpeechCheck } from './speech-check/read-check.ts';
import { readReviewQuality, weeksDefault, weeksMax } from './quality/review-quality.ts';
import {
  FindingType,
  ReviewAudioType,
  ReviewType,
  SmartQaWordsType,
  SpeechCheckType,
  ReviewQualityType,
} from './types.ts';

const ArticleQaStatusType = builder.enumType('ArticleQaStatus', {
  description: 'Whether an article is to be reviewed, and why.',
  values: {
    [ArticleQaStatus.sampled]: {
      description:
        'It is to be reviewed. It became ready and was chosen: by Smart QA or, without Smart QA, like every article.',
    },
    [ArticleQaStatus.error]: { description: 'It is to be reviewed. It failed, and Smart QA chose it.' },
    [ArticleQaStatus.reviewed]: { description: 'It has been reviewed.' },
  } as const,
});

builder.prismaObjectField(ArticleType, 'qaStatus', (t) =>
  t.expose('qaStatus', {
    type: ArticleQaStatusType,
    nullable: true,
    description:
      'Whether it is to be reviewed, or has been. Null when it was not chosen. Decided when it becomes ready or fails.',
  }),
);

builder.prismaObjectFields(ArticleType, (t) => ({
  qaRating: t.exposeInt('qaRating', {
    nullable: true,
    description: 'Stars of the last review, 1 to 5. Null when it has not been reviewed.',
  }),
  review: t.prismaField({
    type: ReviewType,
    nullable: true,
    complexity: 20,
    description: 'The last review. Null when it has not been reviewed.',
    resolve: (query, { id }, _, { app }) =>
      app.db.prisma.review.findFirst({ ...query, where: { articleId: id }, orderBy: { id: 'desc' } }),
  }),
  findings: t.field({
    type: [FindingType],
    complexity: { field: 100, multiplier: 20 },
    description:
      'What listeners may stumble over, in the order of the text: found in the text and the sound when they were voiced, without what ' +
      'somebody said is right. Empty without audio.',
    select: { id: true, projectId: true, audio: true, version: true, awaitsReview: true },
    resolve: (article, _, { app }) => readFindings(app, article),
  }),
  speechCheck: t.field({
    type: SpeechCheckType,
    complexity: { field: 200, multiplier: 20 },
    description: 'What was heard, compared with what is written.',
    select: { projectId: true, audio: true, version: true, awaitsReview: true },
    resolve: (article, _, { app }) => readSpeechCheck(app, article),
  }),
  smartQaWords: t.field({
    type: SmartQaWordsType,
    nullable: true,
    complexity: { field: 200, multiplier: 20 },
    description: 'What Smart QA knows of the words. Null without audio.',
    select: { id: true, projectId: true, audio: true, version: true, awaitsReview: true },
    resolve: (article, _, { app }) => readSmartQaWords(app, article),
  }),
  reviewAudio: t.field({
    type: ReviewAudioType,
    nullable: true,
    complexity: { field: 500, multiplier: 20 },
    description:
      'What a review hears: the audio that is played, or that is played once it has been reviewed. Null without audio.',
    select: { audio: true, version: true, awaitsReview: true },
    resolve: (article, _, { app }) => readReviewAudio(app, article),
  }),
}));

const ReviewCountersType = builder
  .objectRef<ReviewCounters>('ReviewCounters')
  .implement({
    description: "How far the review of a project's articles is. Counts are capped like those of lists.",
    fields: (t) => ({
      reviewedTotal: t.exposeInt('reviewedTotal', { description: 'Number of reviewed articles.' }),
      needReview: t.exposeInt('needReview', {
        description: 'Number of articles that are ready and to be reviewed.',
      }),
      reviewedToday: t.exposeInt('reviewedToday', {
        description: 'Number of articles reviewed today (UTC).',
      }),
      averageRating: t.exposeFloat('averageRating', {
        nullable: true,
        description: 'Average rating, from 1 to 5. Null when there is none.',
      }),
    }),
  });

builder.prismaObjectFields(ProjectType, (t) => ({
  canReview: t.boolean({
    description:
      'Whether the caller can review articles: with the role `QA` in the project, or where the feature `QA` is booked.',
    select: (_, { actor }) => reviewing(actor),
    resolve: (project, _, { actor }) => isReviewer(actor, project),
  }),
  reviewCounters: t.field({
    type: ReviewCountersType,
    nullable: true,
    complexity: 50,
    description:
      'How far the review is. Null, with an error, unless the caller can review articles; check `canReview` first.',
    resolve: ({ id }, _, { app, actor }) => readReviewCounters(app, actor, id),
  }),
  reviewQuality: t.field({
    type: ReviewQualityType,
    nullable: true,
    complexity: 500,
    description:
      'What reviews say of the articles over the last weeks: by voice, provider, source and reviewer. Null, with an error, unless the caller ' +
      'can review articles; check `canReview` first.',
    args: {
      weeks: t.arg.int({
        defaultValue: weeksDefault,
        description: `Number of weeks, the running one included, 1 to ${weeksMax}.`,
      }),
    },
    resolve: ({ id }, { weeks }, { app, actor }) => readReviewQuality(app, actor, { projectId: id, weeks }),
  }),
}));
