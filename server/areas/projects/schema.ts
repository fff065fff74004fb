import type { Organization, Source } from '../../../prisma/generated/client/client.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { nullIfNotFound } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { loadBatched } from '../../graphql/load-batched.ts';
import { logPageSize } from '../../product.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { ViewerType } from '../identity/types.ts';
import { OrganizationType } from '../organizations/types.ts';
import { ArticleSourceType } from '../sources/types.ts';
import { VoiceType } from '../voices/types.ts';
import { organizationIdOf } from '../settings/account.ts';
import { extractorRulesOf } from '../settings/extractor-rules.ts';
import { readProjectLog } from './log.ts';
import { createProject, deleteProject, listProjects, readProject } from './projects.ts';
import {
  ApiKeyType, ExtractorIpType, ExtractorRuleInputType, ExtractorRuleType, ProjectLogEntryType, ProjectRoleType, ProjectType, QuoteType, SavingsType,
  SourceInputType, UrlReplacementInputType, UrlReplacementType,
} from './types.ts';
import { updateProject, updateProjectReports } from '../settings/update-project.ts';
import { listExtractorIps, replacementsOf, tryExtraction, tryUrlReplacements } from '../settings/url-replacements.ts';
import { charactersToday, readQuote, readSavings } from './usage.ts';

const byProject = (row: { projectId: number }): number => row.projectId;
const byId = (row: { id: number }): number => row.id;
const readSources = (app: App, ids: readonly number[]): Promise<Source[]> =>
  app.db.prisma.source.findMany({ where: { projectId: { in: [...ids] } }, orderBy: { id: 'asc' } });
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
    sources: t.field({ type: [ArticleSourceType], description: 'Where its articles come from, in the order in which they were added.', resolve: ({ id }, _, context) => loadBatched(context, readSources, byProject, id) }),
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

    extractorRules: t.field({ type: [ExtractorRuleType], description: 'How pages are read, in the order in which the rules are applied.', resolve: ({ id }, _, context) => loadBatched(context, extractorRulesOf, byProject, id) }),
    urlReplacements: t.field({ type: [UrlReplacementType], description: 'How addresses are rewritten, in the order in which the rules are applied.', resolve: ({ id }, _, context) => loadBatched(context, replacementsOf, byProject, id) }),
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
    replaceUrl: t.string({
      description: 'What replacement rules would make of an address.',
      args: {
        url: t.arg.string({ description: 'The address to try.' }),
        rules: t.arg({ type: [UrlReplacementInputType], description: 'The rules to try, saved or not.' }),
      },
      resolve: ({ id }, args, { app, actor }) => tryUrlReplacements(app, actor, { projectId: id, ...args }),
    }),
    tryExtraction: t.string({
      description: 'The text that would be read of the page at an address, with these replacement rules and the extractor rules that are saved.',
      args: {
        url: t.arg.string({ description: 'The address to try.' }),
        rules: t.arg({ type: [UrlReplacementInputType], description: 'The replacement rules to try, saved or not.' }),
        ipAddress: t.arg.string({ required: false, description: 'Where to fetch from; administrators only.' }),
      },
      resolve: ({ id }, args, { app, actor }) => tryExtraction(app, actor, { projectId: id, ...args }),
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
  extractorIps: t.field({
    type: [ExtractorIpType],
    description: 'Addresses of the server that pages can be fetched from; for administrators, others see none.',
    resolve: (_, __, { actor }) => listExtractorIps(actor),
  }),
}));

builder.objectField(ViewerType, 'projects', (t) =>
  t.field({
    type: [ProjectType],
    description: 'Projects that the credentials open, by name.',
    resolve: (_, __, { app, actor }) => listProjects(app, actor),
  }),
);

/** Null stays: private. What is no id is a slug. */
async function organizationOf({ app, actor }: Context, id: string | number | null | undefined): Promise<number | null | undefined> {
  if (id === null || id === undefined) return id;
  try {
    return databaseId('Organization', id);
  } catch {
    return organizationIdOf(app, actor, String(id));
  }
}

function settingsOf(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw new ValidationError([{ field: 'voiceAdditionalSettings', message: 'Must be an object.' }]);
  return value as Record<string, unknown>;
}

builder.relayMutationField(
  'createProject',
  {
    description: 'What the project is to be like.',
    inputFields: (t) => ({
      name: t.string({ description: 'Not empty.' }),
      voiceName: t.string({ required: false, description: '`provider:name`; absent: the one proposed for the language.' }),
      voiceLanguage: t.string({ required: false, description: 'BCP 47; absent: that of the voice, else English.' }),
      voiceAdditionalSettings: t.field({ type: 'JSON', required: false, description: 'Values by setting id, with `model` and `style`.' }),
      failoverVoice: t.string({ required: false, description: '`provider:name` of the voice that steps in while the first provider is down.' }),
      organization: t.id({ required: false, description: 'Global id, database id or slug; absent: a private project.' }),
      sources: t.field({ type: [SourceInputType], required: false, description: 'Where its articles come from.' }),
    }),
  },
  {
    description: 'Creates a project with its sources, all or nothing. In an organization editors may, a private one everybody may.',
    errors: {},
    resolve: async (_, { input: { organization, ...input } }, context) => {
      const { project, sources } = await createProject(context.app, context.actor, {
        ...input,
        voiceName: input.voiceName ?? undefined,
        voiceLanguage: input.voiceLanguage ?? undefined,
        voiceAdditionalSettings: settingsOf(input.voiceAdditionalSettings),
        sources: input.sources ?? [],
        organizationId: await organizationOf(context, organization),
      });
      return { project, apiKeys: sources.filter(({ apiKey }) => apiKey !== null) };
    },
  },
  {
    name: 'CreateProjectSuccess',
    description: 'The project is there.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The new project.' }),
      apiKeys: t.expose('apiKeys', { type: [ApiKeyType], description: 'Keys of its api and api_readonly sources. They are not shown again.' }),
    }),
  },
);

builder.relayMutationField(
  'updateProject',
  {
    description: 'What is absent stays. Null clears what can be empty.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      name: t.string({ required: false, description: 'Not empty.' }),
      organization: t.id({ required: false, description: 'Global id, database id or slug; null: make it private. Needs the right to delete it.' }),
      voiceName: t.string({ required: false, description: '`provider:name`.' }),
      voiceLanguage: t.string({ required: false, description: 'BCP 47.' }),
      voiceAdditionalSettings: t.field({ type: 'JSON', required: false, description: 'All values by setting id, with `model` and `style`.' }),
      failoverVoice: t.string({ required: false, description: '`provider:name`; null: none.' }),
      mainUrl: t.string({ required: false, description: 'At most 256 characters; needed for autoAddArticles.' }),
      autoAddArticles: t.boolean({ required: false, description: 'Whether articles are found on the website and added.' }),
      articlesFromDate: t.field({ type: 'Date', required: false, description: 'Articles published before this day are not added; null: all are.' }),
      autoupdate: t.boolean({ required: false, description: 'Whether new articles follow changes of their item in the feed.' }),
      paywall: t.boolean({ required: false, description: 'Needs the feature paywall.' }),
      paywallCTA: t.string({ required: false, description: 'At most 256 characters.' }),
      paywallParagraphLimit: t.int({ required: false, description: 'At least 1.' }),
      paywallAudioSuffixEnabled: t.boolean({ required: false, description: 'Needs the feature paywall.' }),
      paywallAudioSuffix: t.string({ required: false, description: 'Address of a sound of the project, `/download/audio/….mp3`; or one on the web, which is fetched once and kept. Null: none.' }),
      securityEnabled: t.boolean({ required: false, description: 'The key is made when it is first switched on.' }),
      audioAds: t.boolean({ required: false, description: 'Needs the feature ad-insert.' }),
      audioAdsProvider: t.string({ required: false, description: 'rmsi, nex360, parlance, sevenone or google; parlance and sevenone need the feature custom-ad.' }),
      audioAdsInterval: t.int({ required: false, description: '1 to 30 articles.' }),
      audioAdsLength: t.int({ required: false, description: '15, 20, 30 or 40 seconds.' }),
      audioAdsPublisherId: t.string({ required: false, description: 'At most 256 characters; administrators only.' }),
      audioAdsGoogleTagUrl: t.string({ required: false, description: 'A web address; null: none.' }),
      audioTagUrl: t.string({ required: false, description: 'A web address; null: none.' }),
      qaPercentErrors: t.int({ required: false, description: '0 to 100; needs the feature smart-qa.' }),
      qaPercentArticles: t.int({ required: false, description: '0 to 100; needs the feature smart-qa.' }),
      limitEnabled: t.boolean({ required: false, description: 'Whether there is a daily limit.' }),
      limitPerDay: t.int({ required: false, description: 'Characters a day, at least 1.' }),
      children: t.intList({ required: false, description: 'Database ids of other projects of the same organization; needs the feature article-duplicator.' }),
      adCampaign: t.int({ required: false, description: 'Id of the ad campaign; null: none.' }),
      normalization: t.boolean({ required: false, description: 'Whether a language model spells out numbers, dates and the like first.' }),
      normalizationPrompt: t.string({ required: false, description: 'At least 10 characters; null: the default.' }),
      extractorServerIp: t.boolean({ required: false, description: 'Administrators only.' }),
      extractorIpAddress: t.string({ required: false, description: 'An address of the server; administrators only.' }),
      pauseSentence: t.int({ required: false, description: 'Silence after a sentence, 0 to 10,000 milliseconds.' }),
      pauseParagraph: t.int({ required: false, description: 'Silence after a paragraph, 0 to 10,000 milliseconds.' }),
      pauseHeading: t.int({ required: false, description: 'Silence after a heading, 0 to 10,000 milliseconds.' }),
      audioBitrate: t.int({ required: false, description: "Of the articles' MP3 files, kbit/s: 64 or 128." }),
      cover: t.string({ required: false, description: 'Tag of an uploaded image of at most 500 KB and 9 megapixels, which the files carry; null: none.' }),
      extractorRules: t.field({ type: [ExtractorRuleInputType], required: false, description: 'All of them, in order.' }),
      urlReplacements: t.field({ type: [UrlReplacementInputType], required: false, description: 'All of them, in order.' }),
    }),
  },
  {
    description: 'Changes settings of a project, all or nothing. Needs the right to change them; each change is logged.',
    errors: {},
    resolve: async (_, { input: { organization, ...input } }, context) => ({
      project: await updateProject(context.app, context.actor, {
        ...input,
        id: databaseId('Project', input.id),
        voiceName: input.voiceName ?? undefined,
        voiceLanguage: input.voiceLanguage ?? undefined,
        voiceAdditionalSettings: settingsOf(input.voiceAdditionalSettings),
        organizationId: await organizationOf(context, organization),
        children: input.children ?? undefined,
        extractorRules: input.extractorRules ?? undefined,
        urlReplacements: input.urlReplacements ?? undefined,
      }),
    }),
  },
  {
    name: 'UpdateProjectSuccess',
    description: 'The settings are changed.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'As it is now.' }) }),
  },
);

builder.relayMutationField(
  'updateProjectReports',
  {
    description: 'What is absent stays.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      emailReportsEnable: t.boolean({ required: false, description: 'Needs the feature reports.' }),
      emailReportsPeriod: t.string({ required: false, description: 'daily, weekly or monthly.' }),
      emailReportsAddress: t.string({ required: false, description: 'An e-mail address; null: that of whoever switches the reports on.' }),
    }),
  },
  {
    description: 'Changes where e-mail reports go and how often. Needs the right to change settings.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({
      project: await updateProjectReports(app, actor, {
        id: databaseId('Project', input.id),
        emailReportsEnable: input.emailReportsEnable ?? undefined,
        emailReportsPeriod: input.emailReportsPeriod ?? undefined,
        emailReportsAddress: input.emailReportsAddress,
      }),
    }),
  },
  {
    name: 'UpdateProjectReportsSuccess',
    description: 'The reports are changed.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'As it is now.' }) }),
  },
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
