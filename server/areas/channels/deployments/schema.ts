import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { nullIfNotFound, accessErrors } from '../../../graphql/error-types.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ChannelObjectType } from '../channels/types.ts';
import { createDeployment, readDeployment, readDeployments, watchDeployment } from './deployments.ts';
import { DeploymentStatusType, DeploymentType } from './types.ts';

refetchable(DeploymentType, ({ app, actor }, ids, query) => readDeployments(app, actor, ids, query));

builder.prismaObjectFields(DeploymentType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the deployment, as used in REST.' }),
  status: t.expose('status', { type: DeploymentStatusType, description: 'State of the deployment.' }),
  description: t.exposeString('description', {
    description: 'Progress or reason of a failure, including Amazon’s message.',
  }),
  descriptionNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('description'),
    select: { descriptionNotices: true },
    resolve: ({ descriptionNotices }) => noticesIn(descriptionNotices),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the deployment was requested.' }),
  updatedAt: t.expose('modifiedAt', {
    type: 'DateTime',
    description: 'When its status or description last changed.',
  }),
}));

builder.prismaObjectField(ChannelObjectType, 'deployment', (t) =>
  t.field({
    type: DeploymentType,
    nullable: true,
    description: 'Latest deployment of the channel. Null if it was never deployed.',
    select: (_, __, nestedSelection) => ({
      deployments: nestedSelection({ orderBy: { id: 'desc' }, take: 1 }),
    }),
    resolve: ({ deployments }) => deployments[0] ?? null,
  }),
);

builder.queryField('deployment', (t) =>
  t.prismaField({
    type: DeploymentType,
    nullable: true,
    description: 'A deployment. Null if it does not exist or the caller cannot read its project.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the deployment.' }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound(readDeployment(app, actor, databaseId('Deployment', id), query)),
  }),
);

builder.relayMutationField(
  'createDeployment',
  {
    description: 'The channel to publish.',
    inputFields: (t) => ({ channel: t.string({ description: 'Slug of a channel that is an Alexa skill.' }) }),
  },
  {
    description:
      'Publishes a channel as an Alexa skill in the connected developer account. Returns the running deployment if there is one. Requires the ' +
      "feature for Alexa skills, a connected Amazon account, and permission to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      deployment: await createDeployment(app, actor, input.channel),
    }),
  },
  {
    name: 'CreateDeploymentSuccess',
    description: 'The deployment is in progress.',
    outputFields: (t) => ({
      deployment: t.expose('deployment', { type: DeploymentType, description: 'The deployment.' }),
    }),
  },
);

builder.subscriptionField('deployment', (t) =>
  t.field({
    type: DeploymentType,
    description: 'Updates of a deployment, until it finishes or fails. Starts with its current state.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the deployment.' }) },
    subscribe: (_, { id }, context, info) =>
      watchDeployment(
        context.app,
        context.actorNow,
        databaseId('Deployment', id),
        queryFromInfo({ context, info, typeName: 'Deployment', select: { id: true, modifiedAt: true } }),
      ),
    resolve: (deployment) => deployment,
  }),
);
