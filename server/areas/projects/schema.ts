import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../graphql/builder.ts';
import { connectionById, pageCost } from '../../graphql/connection-by-id.ts';
import type { Context } from '../../graphql/context.ts';
import { nullIfNotFound } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import type { Actor } from '../../kernel/actor.ts';
import { featuresIn } from '../../kernel/features.ts';
import { logPageSize } from '../../product.ts';
import { ViewerType } from '../identity/types.ts';
import { FeatureType } from '../organizations/types.ts';
import { VoiceSettingValueType, VoiceType } from '../voices/types.ts';
import { relationOf, rightsTo, type RelatedProject } from './access.ts';
import { listProjectLog, readProjectLog } from './log.ts';
import type { Right } from './policy.ts';
import { pageOfProjects } from './pages.ts';
import { deleteProject, listProjects, readProject } from './projects.ts';
import { ProjectLogEntryType, ProjectRoleType, ProjectType, QuoteType, readTogether, SavingsType } from './types.ts';
import { voiceSettings } from './voice-values.ts';
import { charactersToday, readQuote, readSavings } from './usage.ts';

const rights = (_: object, { actor }: Context) => relationOf(actor);
const may = (actor: Actor, project: RelatedProject, right: Right): boolean => rightsTo(actor, project).rights.has(right);

refetchable(ProjectType, ({ app, actor }, id, query) => readProject(app, actor, id, query));

builder.prismaObjectFields(ProjectType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'The id in addresses and in REST.' }),
  organization: t.relation('organization', { nullable: true, description: 'The organization that it belongs to; null: it is private.' }),
  roles: t.field({
    type: [ProjectRoleType],
    description: "The caller's roles in it; maintainer too where the organization or ownership gives that.",
    select: rights,
    resolve: (project, _, { actor }) => rightsTo(actor, project).roles,
  }),
  canWrite: t.boolean({ description: 'Whether the caller may add and change articles.', select: rights, resolve: (project, _, { actor }) => may(actor, project, 'editArticles') }),
  canConfigure: t.boolean({ description: 'Whether the caller may change settings and sources.', select: rights, resolve: (project, _, { actor }) => may(actor, project, 'configure') }),
  canDelete: t.boolean({ description: 'Whether the caller may delete it.', select: rights, resolve: (project, _, { actor }) => may(actor, project, 'delete') }),
  canReadLogs: t.boolean({ description: 'Whether the caller sees its log.', select: rights, resolve: (project, _, { actor }) => may(actor, project, 'readLog') }),
  entitlements: t.field({
    type: [FeatureType],
    description: 'What its organization is entitled to; of a private project nothing.',
    select: { organization: { select: { features: true } } },
    resolve: ({ organization }) => featuresIn(organization?.features ?? []),
  }),
  features: t.stringList({
    description: 'What its organization is entitled to; of a private project nothing.',
    deprecationReason: 'Use `entitlements`, which is an enum.',
    select: { organization: { select: { features: true } } },
    resolve: ({ organization }) => organization?.features ?? [],
  }),
  balance: t.float({
    description: 'Characters left of the account that pays. Below zero where it is invoiced.',
    select: { organization: { select: { account: { select: { balance: true } } } }, owner: { select: { account: { select: { balance: true } } } } },
    resolve: ({ organization, owner }) => Number((organization ?? owner).account!.balance),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),

  voice: t.field({
    type: VoiceType,
    nullable: true,
    description: 'The voice that reads; null: the catalogue no longer has it.',
    select: { voiceProvider: true, voiceName: true, voiceLanguage: true },
    resolve: ({ voiceProvider, voiceName, voiceLanguage }, _, { app }) => app.speech.findVoice(`${voiceProvider}:${voiceName}`, voiceLanguage),
  }),
  voiceName: t.string({
    description: 'The voice that reads, `provider:name`.',
    select: { voiceProvider: true, voiceName: true },
    resolve: ({ voiceProvider, voiceName }) => `${voiceProvider}:${voiceName}`,
  }),
  voiceLanguage: t.exposeString('voiceLanguage', { description: 'BCP 47, such as `en-US`.' }),
  voiceSettings: t.field({
    type: [VoiceSettingValueType],
    description: 'Settings of the voice that were changed, including `model` and `style`. Every other setting has its default.',
    select: { voiceAdditionalSettings: true },
    resolve: ({ voiceAdditionalSettings }) => Object.entries(voiceSettings.parse(voiceAdditionalSettings)).map(([key, value]) => ({ key, value })),
  }),
  voiceAdditionalSettings: t.expose('voiceAdditionalSettings', {
    type: 'JSON', description: 'Values by setting id, with `model` and `style`.', deprecationReason: 'Use `voiceSettings`, which is typed.',
  }),
  failoverVoice: t.exposeString('failoverVoice', {
    nullable: true,
    description: '`provider:name` of the voice that steps in while the first provider is down; null: articles wait.',
  }),

  securityKey: t.string({
    nullable: true,
    description: 'The key of these signatures; null: none yet, or the caller may not change settings.',
    select: (_, { actor }) => ({ ...relationOf(actor), securityKey: true }),
    resolve: ({ securityKey, ...project }, _, { actor }) => (may(actor, project, 'configure') ? securityKey : null),
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
  logsConnection: t.prismaConnection({
    type: ProjectLogEntryType,
    cursor: 'id',
    nullable: true,
    description: 'Log of the project, newest entries first. Null for everybody but maintainers.',
    complexity: pageCost(20),
    resolve: (query, { id }, _, { app, actor }) => listProjectLog(app, actor, id, query),
  }),
  logs: t.prismaField({
    type: [ProjectLogEntryType],
    nullable: true,
    deprecationReason: 'Use `logsConnection`, which is paginated.',
    description: 'What was done to it, newest first. For maintainers; for others null, with an error: ask for canReadLogs before.',
    args: { first: t.arg.int({ required: false, description: `How many; ${logPageSize} unless given.` }) },
    complexity: ({ first }) => ({ field: 20, multiplier: first ?? logPageSize }),
    resolve: (query, { id }, { first }, { app, actor }) => readProjectLog(app, actor, { projectId: id, first: first ?? undefined }, query),
  }),
}));

const isIdAlone = ({ select }: { select?: object }): boolean => select !== undefined && Object.keys(select).join() === 'id';

builder.queryFields((t) => ({
  project: t.prismaField({
    type: ProjectType,
    nullable: true,
    description: 'A project by global or database id; null: it does not exist or you may not read it.',
    args: { id: t.arg.id({ description: 'Global or database id.' }) },
    resolve: (query, _, { id: given }, context, info) => nullIfNotFound((async () => {
      const id = databaseId('Project', given);
      const together = isIdAlone(query) ? await readTogether.map((read) => read(context, info, id)).find((found) => found !== null) : undefined;
      return together === undefined ? readProject(context.app, context.actor, id, query) : together;
    })()),
  }),
  projects: t.prismaField({
    type: [ProjectType],
    deprecationReason: 'Use `viewer { projectsConnection }`, which is paginated.',
    description: 'All projects that you may read, by name.',
    resolve: (query, _, __, { app, actor }) => listProjects(app, actor, query),
  }),
}));

builder.objectField(ViewerType, 'projectsConnection', (t) =>
  t.connection({
    type: ProjectType,
    description: 'Projects that you may read, sorted by organization and name. Private projects come last.',
    complexity: pageCost(5),
    resolve: (_, args, context, info) =>
      connectionById(args, (page) =>
        pageOfProjects(context.app, context.actor, page, queryFromInfo({ context, info, typeName: 'Project', paths: [['edges', 'node']] }))),
  }),
);

builder.objectField(ViewerType, 'projects', (t) =>
  t.prismaField({
    type: [ProjectType],
    deprecationReason: 'Use `projectsConnection`, which is paginated.',
    description: 'Projects that the credentials open, by name.',
    resolve: (query, _, __, { app, actor }) => listProjects(app, actor, query),
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
