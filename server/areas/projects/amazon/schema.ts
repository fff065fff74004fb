import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { linkedAmazonAccount, linkingAvailable, unlinkAmazonAccount } from './linked-account.ts';
import { AmazonAccountType } from './types.ts';

builder.prismaObjectFields(ProjectType, (t) => ({
  amazonAccount: t.field({
    type: AmazonAccountType,
    nullable: true,
    description:
      "Amazon account that publishes the project's skills. All projects of its organization share " +
      'it. Null if none is connected.',
    select: { id: true },
    resolve: ({ id }, _, { app, actor }) => linkedAmazonAccount(app, actor, id),
  }),
  amazonLinkingAvailable: t.boolean({
    description:
      'Whether this server has credentials for Login with Amazon, so that accounts can be connected at `/connect/amazon`.',
    resolve: (_, __, { app }) => linkingAvailable(app),
  }),
}));

builder.relayMutationField(
  'unlinkAmazonAccount',
  {
    description: 'Any of the projects that share the account.',
    inputFields: (t) => ({ project: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description:
      "Disconnects the Amazon account of the project's organization and deletes its tokens. " +
      'Published skills are not changed. Does nothing if no account is connected. Requires ' +
      'permission to change the settings of the project, and the role of editor or maintainer in ' +
      'its organization.',
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({
      project: await unlinkAmazonAccount(app, actor, databaseId('Project', input.project)),
    }),
  },
  {
    name: 'UnlinkAmazonAccountSuccess',
    description: 'The account has been disconnected.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);
