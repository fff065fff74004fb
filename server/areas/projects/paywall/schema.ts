import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { countMax, makeTeasers, readTeasers, type Teasers } from './teasers.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';

const TeasersType = builder
  .objectRef<Teasers>('Teasers')
  .implement({
    description:
      "Teasers missing from a project's articles because their audio was generated before the " +
      'paywall was turned on or changed.',
    fields: (t) => ({
      missing: t.exposeInt('missing', {
        description: `Ready articles without a teaser for the current paywall; at most ${countMax}.`,
      }),
      making: t.exposeBoolean('making', { description: 'Whether teasers are being generated.' }),
      characters: t.exposeInt('characters', {
        description:
          'Maximum number of characters that generating them costs: the spoken invitation to ' +
          'subscribe, which is generated once. 0 if the teasers end with a sound, or with nothing.',
      }),
      cost: t.exposeFloat('cost', {
        description: "Cost of these characters with the project's voice, in EUR.",
      }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'Why generating teasers stopped early. Null if it did not.',
      }),
      errorNotices: t.field({
        type: [NoticeType],
        nullable: true,
        description: noticesDescription('error'),
        resolve: ({ errorNotices }) => noticesIn(errorNotices),
      }),
    }),
  });

builder.prismaObjectField(ProjectType, 'teasers', (t) =>
  t.field({
    type: TeasersType,
    complexity: 100,
    description:
      "Teasers missing from the project's articles. None are missing if the project has no paywall.",
    select: { id: true },
    resolve: ({ id }, _, { app, actor }) => readTeasers(app, actor, id),
  }),
);

builder.relayMutationField(
  'makeTeasers',
  {
    description: 'The project.',
    inputFields: (t) => ({ project: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description:
      "Generates the missing teasers of a project's articles. Reuses existing audio; only the " +
      'invitation to subscribe may need generating. Requires the `PAYWALL` feature and permission ' +
      "to change the project's settings.",
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({
      project: await makeTeasers(app, actor, databaseId('Project', input.project)),
    }),
  },
  {
    name: 'MakeTeasersSuccess',
    description: 'The teasers are being generated.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);
