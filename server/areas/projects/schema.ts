import type { Organization } from '../../../prisma/generated/client/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nullIfNotFound } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { loadBatched } from '../../graphql/load-batched.ts';
import type { App } from '../../kernel/app.ts';
import { logPageSize } from '../../product.ts';
import { ViewerType } from '../identity/types.ts';
import { OrganizationType } from '../organizations/types.ts';
import { VoiceType } from '../voices/types.ts';
import { readProjectLog } from './log.ts';
import { deleteProject, listProjects, readProject } from './projects.ts';
import { ProjectLogEntryType, ProjectRoleType, ProjectType, QuoteType, SavingsType } from './types.ts';
import { charactersToday, readQuote, readSavings } from './usage.ts';

const byId = (row: { id: number }): number => row.id;
const readOrganizations = (app: App, ids: readonly number[]): Promise<Organization[]> => app.db.prisma.organization.findMany({ where: { id: { in: [...ids] } } });

builder.node(ProjectType, {
  name: 'Project',
  description: 'Articles, the voice that reads them, and how they come in and go out. Seen by members of its organization (a private one: by its owner), by who was given a role in it, and by its keys.',
  id: { resolve: (project) => project.id },
  loadWithoutCache: (id, { app, actor }) => nullIfNotFound(readProject(app, actor, databaseId('Project', id))),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id in addresses and in REST.' }),
    organization: t.field({
      type: OrganizationType,
      nullable: true,
      description: 'The organization that it belongs to; null: it is private.',
      resolve: async ({ organizationId }, _, context) => (organizationId === null ? null : ((await loadBatched(context, readOrganizations, byId, organizationId))[0] ?? null)),
    }),
    roles: t.expose('roles', { type: [ProjectRoleType], description: "The caller's roles in it; maintainer too where the organization or ownership gives that." }),
    canWrite: t.boolean({ description: 'Whether the caller may add and change articles.', resolve: ({ rights }) => rights.has('editArticles') }),
    canConfigure: t.boolean({ description: 'Whether the caller may change settings and sources.', resolve: ({ rights }) => rights.has('configure') }),
    canDelete: t.boolean({ description: 'Whether the caller may delete it.', resolve: ({ rights }) => rights.has('delete') }),
    canReadLogs: t.boolean({ description: 'Whether the caller sees its log.', resolve: ({ rights }) => rights.has('readLog') }),
    features: t.exposeStringList('features', { description: 'What its organization is entitled to; of a private project nothing.' }),
    balance: t.exposeFloat('balance', { description: 'Characters left of the account that pays. Below zero where it is invoiced.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),

    voice: t.field({
      type: VoiceType,
      nullable: true,
      description: 'The voice that reads; null: the catalogue no longer has it.',
      resolve: ({ voiceProvider, voiceName, voiceLanguage }, _, { app }) => app.speech.findVoice(`${voiceProvider}:${voiceName}`, voiceLanguage),
    }),
    voiceName: t.string({ description: 'The voice that reads, `provider:name`.', resolve: ({ voiceProvider, voiceName }) => `${voiceProvider}:${voiceName}` }),
    voiceLanguage: t.exposeString('voiceLanguage', { description: 'BCP 47, such as `en-US`.' }),
    voiceAdditionalSettings: t.expose('voiceAdditionalSettings', { type: 'JSON', description: 'Values by setting id, with `model` and `style`.' }),
    failoverVoice: t.exposeString('failoverVoice', {
      nullable: true,
      description: '`provider:name` of the voice that steps in while the first provider is down; null: articles wait.',
    }),

    securityKey: t.string({
      nullable: true,
      description: 'The key of these signatures; null: none yet, or the caller may not change settings.',
      resolve: ({ securityKey, rights }) => (rights.has('configure') ? securityKey : null),
    }),
    charactersToday: t.int({ description: 'Characters voiced today (UTC).', resolve: ({ id }, _, { app }) => charactersToday(app, id) }),
    children: t.exposeIntList('children', { description: 'Database ids of the projects that get a duplicate of every article.' }),

    savings: t.field({ type: SavingsType, nullable: true, description: 'What it saved to voice only what changed; null, with an error: that cannot be told now.', resolve: ({ id }, _, { app, actor }) => readSavings(app, actor, id) }),
    quote: t.field({
      type: QuoteType,
      description: 'What a daily limit would cost.',
      args: {
        limit: t.arg.int({ required: false, description: "Characters a day; null: no limit; absent: the project's limit." }),
        voice: t.arg.string({ required: false, description: "`provider:name`; absent: the project's voice." }),
        model: t.arg.string({ required: false, description: "One of the voice's models; null: its first; absent: the project's, where the voice is the project's." }),
      },
      resolve: ({ id }, args, { app, actor }) => readQuote(app, actor, { projectId: id, ...args }),
    }),
    logs: t.field({
      type: [ProjectLogEntryType],
      nullable: true,
      description: 'What was done to it, newest first. For maintainers; for others null, with an error: ask for canReadLogs before.',
      args: { first: t.arg.int({ required: false, description: `How many; ${logPageSize} unless given.` }) },
      resolve: ({ id }, { first }, { app, actor }) => readProjectLog(app, actor, { projectId: id, first: first ?? undefined }),
    }),
  }),
});

builder.queryFields((t) => ({
  project: t.field({
    type: ProjectType,
    nullable: true,
    description: 'A project by global or database id; null: it does not exist or you may not read it.',
    args: { id: t.arg.id({ description: 'Global or database id.' }) },
    resolve: (_, { id }, { app, actor }) => nullIfNotFound((async () => readProject(app, actor, databaseId('Project', id)))()),
  }),
  projects: t.field({
    type: [ProjectType],
    description: 'All projects that you may read, by name.',
    resolve: (_, __, { app, actor }) => listProjects(app, actor),
  }),
}));

builder.objectField(ViewerType, 'projects', (t) =>
  t.field({
    type: [ProjectType],
    description: 'Projects that the credentials open, by name.',
    resolve: (_, __, { app, actor }) => listProjects(app, actor),
  }),
);

builder.relayMutationField(
  'deleteProject',
  { description: 'Which project.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
  {
    description: "Deletes a project for everybody. Needs a maintainer's rights.",
    errors: {},
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Project', input.id);
      await deleteProject(app, actor, id);
      return { id };
    },
  },
  {
    name: 'DeleteProjectSuccess',
    description: 'The project is gone.',
    outputFields: (t) => ({ deletedId: t.globalID({ description: 'Its global id.', resolve: ({ id }) => ({ id, type: 'Project' }) }) }),
  },
);
