import { builder } from '../../graphql/builder.ts';
import { databaseId } from '../../graphql/ids.ts';
import { ProjectType } from '../projects/types.ts';
import { countMax, makeTeasers, readTeasers, type Teasers } from './teasers.ts';

const TeasersType = builder.objectRef<Teasers>('Teasers').implement({
  description: "Teasers that a project's articles lack: they were voiced before its paywall was turned on, or before it was changed.",
  fields: (t) => ({
    missing: t.exposeInt('missing', { description: `How many ready articles have none for the paywall as it is; ${countMax} where there are more.` }),
    making: t.exposeBoolean('making', { description: 'Whether they are being made.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why making them ended early; null when it did not.' }),
  }),
});

builder.prismaObjectField(ProjectType, 'teasers', (t) =>
  t.field({
    type: TeasersType,
    complexity: 100,
    description: 'Teasers that its articles lack. None without a paywall.',
    select: { id: true },
    resolve: ({ id }, _, { app, actor }) => readTeasers(app, actor, id),
  }),
);

builder.relayMutationField(
  'makeTeasers',
  { description: 'Which project.', inputFields: (t) => ({ projectId: t.id({ description: 'Global or database id.' }) }) },
  {
    description:
      'Makes the teasers that the articles of a project lack, of the speech that is there: nothing but the invitation to subscribe may have to be voiced. ' +
      'Takes the feature paywall and the right to change settings.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ project: await makeTeasers(app, actor, databaseId('Project', input.projectId)) }),
  },
  {
    name: 'MakeTeasersSuccess',
    description: 'They are being made.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'As it is now.' }) }),
  },
);
