import { ArticleQaStatus } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { readReviewCounters, type ReviewCounters } from './counters.ts';
import { isReviewer, reviewerRelation } from './policy.ts';
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
  description: 'Review status of an article, and why it was chosen.',
  values: {
    [ArticleQaStatus.sampled]: {
      description:
        'To be reviewed. It became ready and was chosen: by Smart QA or, without Smart QA, like ' +
        'every article.',
    },
    [ArticleQaStatus.error]: { description: 'To be reviewed. It failed, and Smart QA chose it.' },
    [ArticleQaStatus.reviewed]: { description: 'Reviewed.' },
  } as const,
});

builder.prismaObjectField(ArticleType, 'qaStatus', (t) =>
  t.expose('qaStatus', {
    type: ArticleQaStatusType,
    nullable: true,
    description:
      'Review status. Null if the article was not chosen for review. Decided when it becomes ready ' +
      'or fails.',
  }),
);

builder.prismaObjectFields(ArticleType, (t) => ({
  qaRating: t.exposeInt('qaRating', {
    nullable: true,
    description: 'Rating of the last review in stars, 1 to 5. Null if it has not been reviewed.',
  }),
  review: t.prismaField({
    type: ReviewType,
    nullable: true,
    complexity: 20,
    description: 'The last review. Null if it has not been reviewed.',
    resolve: (query, { id }, _, { app }) =>
      app.db.prisma.review.findFirst({ ...query, where: { articleId: id }, orderBy: { id: 'desc' } }),
  }),
  findings: t.field({
    type: [FindingType],
    complexity: { field: 100, multiplier: 20 },
    description:
      'Possible problems for listeners, in the order of the text. Found in the text and the audio ' +
      'during generation; findings marked as right are not included. Empty if there is no audio.',
    select: { id: true, projectId: true, audio: true, version: true, holdReason: true },
    resolve: (article, _, { app }) => readFindings(app, article),
  }),
  speechCheck: t.field({
    type: SpeechCheckType,
    complexity: { field: 200, multiplier: 20 },
    description: 'Comparison of the audio, by speech recognition, with the text.',
    select: { projectId: true, audio: true, version: true, holdReason: true },
    resolve: (article, _, { app }) => readSpeechCheck(app, article),
  }),
  smartQaWords: t.field({
    type: SmartQaWordsType,
    nullable: true,
    complexity: { field: 200, multiplier: 20 },
    description: "Smart QA's results for the words. Null if there is no audio.",
    select: { id: true, projectId: true, audio: true, version: true, holdReason: true },
    resolve: (article, _, { app }) => readSmartQaWords(app, article),
  }),
  reviewAudio: t.field({
    type: ReviewAudioType,
    nullable: true,
    complexity: { field: 500, multiplier: 20 },
    description:
      'Audio to review: the public audio, or the audio that goes live after review. Null if there ' +
      'is no audio.',
    select: { audio: true, version: true, holdReason: true },
    resolve: (article, _, { app }) => readReviewAudio(app, article),
  }),
}));

const ReviewCountersType = builder
  .objectRef<ReviewCounters>('ReviewCounters')
  .implement({
    description: "Review progress of a project's articles. Counts are capped like those of lists.",
    fields: (t) => ({
      reviewedTotal: t.exposeInt('reviewedTotal', { description: 'Number of reviewed articles.' }),
      needReview: t.exposeInt('needReview', { description: 'Number of ready articles to review.' }),
      reviewedToday: t.exposeInt('reviewedToday', {
        description: 'Number of articles reviewed today (UTC).',
      }),
      averageRating: t.exposeFloat('averageRating', {
        nullable: true,
        description: 'Average rating, from 1 to 5. Null if there is none.',
      }),
    }),
  });

builder.prismaObjectFields(ProjectType, (t) => ({
  canReview: t.boolean({
    description:
      'Whether the caller can review articles: with the role `QA` in the project, or if the ' +
      'feature `QA` is booked.',
    select: (_, { actor }) => reviewerRelation(actor),
    resolve: (project, _, { actor }) => isReviewer(actor, project),
  }),
  reviewCounters: t.field({
    type: ReviewCountersType,
    nullable: true,
    complexity: 50,
    description:
      'Review progress. Null, with an error, unless the caller can review articles; check ' +
      '`canReview` first.',
    resolve: ({ id }, _, { app, actor }) => readReviewCounters(app, actor, id),
  }),
  reviewQuality: t.field({
    type: ReviewQualityType,
    nullable: true,
    complexity: 500,
    description:
      'Review results over the last weeks, by voice, provider, source and reviewer. Null, with an ' +
      'error, unless the caller can review articles; check `canReview` first.',
    args: {
      weeks: t.arg.int({
        defaultValue: weeksDefault,
        description: `Number of weeks, including the current one, 1 to ${weeksMax}.`,
      }),
    },
    resolve: ({ id }, { weeks }, { app, actor }) => readReviewQuality(app, actor, { projectId: id, weeks }),
  }),
}));
