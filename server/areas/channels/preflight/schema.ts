import { builder } from '../../../graphql/builder.ts';
import { codeDescription, parametersDescription } from '../../../graphql/scalars.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { ChannelObjectType } from '../channels/types.ts';
import { preflight, reviewers, type Finding, type Reviewer } from './preflight.ts';

const ReviewerType = builder.enumType('PodcastReviewer', {
  description: 'Who checks a podcast before listing it.',
  values: wordsEnum(reviewers as Record<Reviewer, string>),
});

const FindingType = builder
  .objectRef<Finding>('PreflightFinding')
  .implement({
    description: 'A problem of a podcast: a reason to reject it, or something listeners would miss.',
    fields: (t) => ({
      field: t.exposeString('field', {
        nullable: true,
        description: 'Name of the setting. Null if it is not a setting of the channel.',
      }),
      refusedBy: t.expose('refusedBy', {
        type: [ReviewerType],
        description: 'Reviewers that would reject the podcast. Empty for a hint.',
      }),
      message: t.exposeString('message', { description: 'What is wrong and what to do.' }),
      code: t.exposeString('code', { description: codeDescription }),
      parameters: t.expose('parameters', { type: 'MessageParameters', description: parametersDescription }),
    }),
  });

builder.prismaObjectField(ChannelObjectType, 'preflight', (t) =>
  t.field({
    type: [FindingType],
    nullable: true,
    complexity: 50,
    description:
      'Why directories and validators would reject a podcast, before it is submitted. Null for ' +
      'other types of channels.',
    select: { id: true, type: true, projectId: true, settings: true },
    resolve: ({ type, ...channel }, _, { app }) => (type === 'podcast' ? preflight(app, channel) : null),
  }),
);
