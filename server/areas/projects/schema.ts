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
    name: t.exposeString('name', { description: 'As its editors named it.' }),
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

    pauseSentence: t.exposeInt('pauseSentence', { description: 'Silence after a sentence, milliseconds.' }),
    pauseParagraph: t.exposeInt('pauseParagraph', { description: 'Silence after a paragraph, milliseconds.' }),
    pauseHeading: t.exposeInt('pauseHeading', { description: 'Silence after a heading, milliseconds.' }),
    audioBitrate: t.exposeInt('audioBitrate', { description: "Of the articles' MP3 files, kbit/s: 64 or 128." }),

    mainUrl: t.exposeString('mainUrl', { nullable: true, description: "The website's main page; null: none." }),
    autoAddArticles: t.exposeBoolean('autoAddArticles', { description: 'Whether articles are found on the website and added.' }),
    articlesFromDate: t.expose('articlesFromDate', { type: 'Date', nullable: true, description: 'Articles published before this day are not added; null: all are.' }),
    autoupdate: t.exposeBoolean('autoupdate', { description: 'Whether new articles follow changes of their item in the feed.' }),
    paywall: t.exposeBoolean('paywall', { description: 'Whether only the first paragraphs are heard without a subscription.' }),
    paywallCTA: t.exposeString('paywallCTA', { description: 'What invites to listen.' }),
    paywallParagraphLimit: t.exposeInt('paywallParagraphLimit', { description: 'Paragraphs before the paywall.' }),
    paywallAudioSuffixEnabled: t.exposeBoolean('paywallAudioSuffixEnabled', { description: 'Whether something ends what is heard before the paywall: the sound that was chosen, else a spoken sentence.' }),
    paywallAudioSuffix: t.exposeString('paywallAudioSuffix', { nullable: true, description: 'Address of that sound, without host; null: none.' }),
    securityEnabled: t.exposeBoolean('securityEnabled', { description: 'Whether the whole audio needs a signature: md5 of timestamp and key, valid for 5 minutes.' }),
    securityKey: t.string({
      nullable: true,
      description: 'The key of these signatures; null: none yet, or the caller may not change settings.',
      resolve: ({ securityKey, rights }) => (rights.has('configure') ? securityKey : null),
    }),
    audioAds: t.exposeBoolean('audioAds', { description: 'Whether advertisements are played.' }),
    audioAdsProvider: t.exposeString('audioAdsProvider', { nullable: true, description: 'Who provides them: rmsi, nex360, parlance, sevenone or google; null: nobody.' }),
    audioAdsInterval: t.exposeInt('audioAdsInterval', { description: 'Articles between two advertisements.' }),
    audioAdsLength: t.exposeInt('audioAdsLength', { description: 'Seconds: 15, 20, 30 or 40.' }),
    audioAdsPublisherId: t.exposeString('audioAdsPublisherId', { nullable: true, description: 'The publisher as the provider knows it; null: none. Set by administrators.' }),
    audioAdsGoogleTagUrl: t.exposeString('audioAdsGoogleTagUrl', { nullable: true, description: "Address of Google's ad tag; null: none." }),
    audioTagUrl: t.exposeString('audioTagUrl', { nullable: true, description: 'Address of an audio ad tag; null: none.' }),
    qaPercentErrors: t.exposeInt('qaPercentErrors', { description: 'Smart QA: percent of errors that reach review.' }),
    qaPercentArticles: t.exposeInt('qaPercentArticles', { description: 'Smart QA: percent of articles that are checked.' }),
    limitEnabled: t.exposeBoolean('limitEnabled', { description: 'Whether there is a daily limit.' }),
    limitPerDay: t.exposeInt('limitPerDay', { description: 'Characters voiced a day (UTC) at most, when there is a limit.' }),
    charactersToday: t.int({ description: 'Characters voiced today (UTC).', resolve: ({ id }, _, { app }) => charactersToday(app, id) }),
    children: t.exposeIntList('children', { description: 'Database ids of the projects that get a duplicate of every article.' }),
    adCampaign: t.exposeInt('adCampaign', { nullable: true, description: 'Id of the ad campaign; null: none.' }),
    normalization: t.exposeBoolean('normalization', { description: 'Whether a language model spells out numbers, dates and the like first.' }),
    normalizationPrompt: t.exposeString('normalizationPrompt', { nullable: true, description: 'What it is told; null: the default.' }),
    extractorServerIp: t.exposeBoolean('extractorServerIp', { description: 'Whether pages are fetched from a certain address. Set by administrators.' }),
    extractorIpAddress: t.exposeString('extractorIpAddress', { nullable: true, description: 'That address; null: the default.' }),
    emailReportsEnable: t.exposeBoolean('emailReportsEnable', { description: 'Whether reports are mailed.' }),
    emailReportsPeriod: t.exposeString('emailReportsPeriod', { description: 'daily, weekly or monthly.' }),
    emailReportsAddress: t.exposeString('emailReportsAddress', { nullable: true, description: 'Where they go; null: nowhere yet.' }),

    savings: t.field({ type: SavingsType, description: 'What it saved to voice only what changed.', resolve: ({ id }, _, { app, actor }) => readSavings(app, actor, id) }),
    quote: t.field({
      type: QuoteType,
      description: 'What a daily limit would cost.',
      args: {
        limit: t.arg.int({ required: false, description: "Characters a day; absent: the project's limit." }),
        voice: t.arg.string({ required: false, description: "`provider:name`; absent: the project's voice." }),
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
