import type { GraphQLResolveInfo } from 'graphql';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { connectionById, pageCost } from '../../../graphql/connection-by-id.ts';
import type { Context } from '../../../graphql/context.ts';
import { nullIfNotFound, accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { pagesAhead } from '../../articles/articles/loaders.ts';
import { TextChangeType } from '../../articles/articles/types.ts';
import { ViewerType } from '../../access/identity/types.ts';
import { FeatureType } from '../../access/organizations/types.ts';
import { ProjectRoleGrantType, ProjectType } from '../../access/project-access/types.ts';
import { LoggedChangeType } from '../../access/project-log/types.ts';
import { VoiceSettingValueType, VoiceType } from '../../library/voices/types.ts';
import {
  entitlementsOf,
  entitlementSelection,
  ownFeatures,
  maySeeGrants,
  visibleGrants,
} from './entitlements.ts';
import { pageOfProjects } from './project-pages.ts';
import { deleteProject, readProject, readProjects } from './projects.ts';
import { LimitQuoteType, SavingsType } from './types.ts';
import {
  charactersToday,
  countPlayerArticlesToday,
  playerRequestsRefusedToday,
  readLimitQuote,
  readSavings,
} from './project-usage.ts';
import { storedSettings } from './project-voice.ts';

refetchable(ProjectType, ({ app, actor }, ids, query) => readProjects(app, actor, ids, query));

const ProjectVoiceType = builder.prismaObject('Project', {
  variant: 'ProjectVoice',
  description: 'Voice settings of a project.',
  select: { id: true },
  fields: (t) => ({
    name: t.string({
      description: 'Voice that reads the articles, as `provider:name`.',
      select: { voiceProvider: true, voiceName: true },
      resolve: ({ voiceProvider, voiceName }) => `${voiceProvider}:${voiceName}`,
    }),
    language: t.exposeString('voiceLanguage', { description: 'BCP 47 language tag, such as `en-US`.' }),
    settings: t.field({
      type: [VoiceSettingValueType],
      description: 'Voice settings that differ from the default, including `model` and `style`.',
      select: { voiceAdditionalSettings: true },
      resolve: ({ voiceAdditionalSettings }) => storedSettings(voiceAdditionalSettings),
    }),
    failover: t.exposeString('failoverVoice', {
      nullable: true,
      description:
        'Fallback voice while the provider of the first one is down, as `provider:name`. If null, ' +
        'articles wait.',
    }),
    details: t.field({
      type: VoiceType,
      nullable: true,
      description: 'Catalog entry of the voice. Null if it is no longer available.',
      select: { voiceProvider: true, voiceName: true, voiceLanguage: true },
      resolve: ({ voiceProvider, voiceName, voiceLanguage }, _, { app }) =>
        app.speech.findVoice(`${voiceProvider}:${voiceName}`, voiceLanguage),
    }),
  }),
});

// Whose it is, and what it may use.
builder.prismaObjectFields(ProjectType, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'Database ID of the project, as used in REST and in dashboard URLs.',
  }),
  organization: t.relation('organization', {
    nullable: true,
    description: 'Organization of the project. Null when it is private.',
  }),
  entitlements: t.field({
    type: [FeatureType],
    description:
      'Features of the project: booked by its organization, granted to it individually, or turned ' +
      'on for everyone.',
    select: entitlementSelection,
    resolve: (project, _, context) => entitlementsOf(context.app, project, context),
  }),
  ownFeatures: t.field({
    type: [FeatureType],
    nullable: true,
    description:
      'Features that administrators granted to this project individually. Null unless the caller ' +
      'is an administrator.',
    select: { features: true },
    resolve: ({ features }, _, { actor }) => ownFeatures(actor, features),
  }),
  roleGrants: t.field({
    type: [ProjectRoleGrantType],
    nullable: true,
    description:
      'Roles of users in this project only, sorted by name. Null unless the caller is an ' + 'administrator.',
    select: (_, { actor }, nested) => ({
      roles: nested({
        where: visibleGrants(actor),
        orderBy: [{ user: { fullname: 'asc' } }, { userId: 'asc' }, { role: 'asc' }],
      }),
    }),
    resolve: ({ roles }, _, { actor }) => (maySeeGrants(actor) ? roles : null),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the project was created.' }),
}));

// What it voices, and what that costs.
builder.prismaObjectFields(ProjectType, (t) => ({
  balance: t.float({
    description:
      'Characters left in the account that pays. Negative if the account is invoiced and has ' +
      'exceeded its balance.',
    select: {
      organization: { select: { account: { select: { balance: true } } } },
      owner: { select: { account: { select: { balance: true } } } },
    },
    resolve: ({ organization, owner }) => Number((organization ?? owner).account!.balance),
  }),
  voice: t.variant(ProjectVoiceType, { description: 'Voice settings of the project.' }),
  settingsRevision: t.exposeInt('settingsRevision', {
    description:
      'Revision of the settings, increased by each change. Send it back when saving to detect ' +
      'conflicts.',
  }),
  charactersToday: t.int({
    description: 'Characters generated today (UTC).',
    resolve: ({ id }, _, { app }) => charactersToday(app, id),
  }),
  playerArticlesToday: t.int({
    description:
      'New pages reported by players today (UTC). At most `extraction.playerArticlesPerDay` are ' + 'added.',
    resolve: async ({ id }, _, { app }) => (await countPlayerArticlesToday(app.db.sql, id)).found,
  }),
  playerRequestsRefusedToday: t.int({
    description:
      'Refused requests of bots, link previews and prerendered pages today (UTC) that would have ' +
      'started generating audio.',
    resolve: ({ id }, _, { app }) => playerRequestsRefusedToday(app.db.sql, id),
  }),
  savings: t.field({
    type: SavingsType,
    nullable: true,
    description: 'Savings from generating only what changed. Null, with an error, if unavailable.',
    resolve: ({ id }, _, { app, actor }) => readSavings(app, actor, id),
  }),
  limitQuote: t.field({
    type: LimitQuoteType,
    description: 'Cost of a daily limit.',
    args: {
      limit: t.arg.int({
        required: false,
        description: "Characters per day. Null for no limit. Defaults to the project's limit.",
      }),
      voice: t.arg.string({
        required: false,
        description: "Voice, as `provider:name`. Defaults to the project's voice.",
      }),
      model: t.arg.string({
        required: false,
        description:
          "Model. Null for the voice's first model. Defaults to the project's model if the voice is " +
          "the project's.",
      }),
    },
    resolve: ({ id }, args, { app, actor }) => readLimitQuote(app, actor, { projectId: id, ...args }),
  }),
}));

const isIdAlone = ({ select }: { select?: object }): boolean =>
  select !== undefined && Object.keys(select).join() === 'id';

/**
 * Returns whether the caller may read a project, as shown by the page of its articles, which the request
 * loads anyway; null: it requests no page, or an invalid one, whose error is reported there.
 */
async function isReadableByPage(context: Context, info: GraphQLResolveInfo, id: number) {
  const pages = pagesAhead(context, info);
  if (!pages) return null;
  try {
    return (await pages.load(id)) !== null;
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
}

builder.queryFields((t) => ({
  project: t.field({
    type: ProjectType,
    nullable: true,
    description: 'A project. Null if it does not exist or the caller cannot read it.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the project.' }) },
    resolve: (_, { id: given }, context, info) =>
      nullIfNotFound(
        (async () => {
          const id = databaseId('Project', given);
          const query = queryFromInfo({ context, info });
          const isReadable = isIdAlone(query) ? await isReadableByPage(context, info, id) : null;
          if (isReadable === null) return readProject(context.app, context.actor, id, query);
          return isReadable ? { id } : null;
        })(),
      ),
  }),
}));

const ProjectSortType = builder.enumType('ProjectSort', {
  description: 'Sort order of a list of projects.',
  values: {
    ORGANIZATION: {
      value: 'organization',
      description: 'By organization name, then by name. Private projects come last.',
    },
    NAME: { value: 'name', description: 'By name.' },
  } as const,
});

builder.objectField(ViewerType, 'projects', (t) =>
  t.connection({
    type: ProjectType,
    description: 'Projects that the caller can read.',
    complexity: pageCost(5),
    args: {
      search: t.arg.string({
        required: false,
        description: 'Part of the name, case-insensitive. Defaults to all projects.',
      }),
      sort: t.arg({ type: ProjectSortType, defaultValue: 'organization', description: 'Sort order.' }),
    },
    resolve: (_, { search, sort, ...args }, context, info) =>
      connectionById(args, context, (page) =>
        pageOfProjects(
          context.app,
          context.actor,
          page,
          queryFromInfo({ context, info, typeName: 'Project', paths: [['edges', 'node']] }),
          { search, sort },
        ),
      ),
  }),
);

builder.relayMutationField(
  'deleteProject',
  {
    description: 'The project to delete.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description: 'Deletes a project for everyone. Requires the rights of a maintainer.',
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Project', input.id);
      await deleteProject(app, actor, id);
      return { id };
    },
  },
  {
    name: 'DeleteProjectSuccess',
    description: 'The project has been deleted.',
    outputFields: (t) => ({
      deletedId: t.globalID({
        description: 'Global ID of the deleted project.',
        resolve: ({ id }) => ({ id, type: 'Project' }),
      }),
    }),
  },
);

builder.objectField(LoggedChangeType, 'textChanges', (t) =>
  t.expose('diff', {
    type: [TextChangeType],
    nullable: true,
    description: 'Changes piece by piece, for a text with several words. Null for other values.',
  }),
);
