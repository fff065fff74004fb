import type { ExtractorRule, Organization, Source, UrlReplacement } from '../../../prisma/generated/client/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nullIfNotFound } from '../../graphql/errors.ts';
import { databaseId } from '../../graphql/ids.ts';
import { logPageSize } from '../../product.ts';
import type { App } from '../app.ts';
import { UserType, ViewerType } from '../identity/types.ts';
import { OrganizationType } from '../organizations/types.ts';
import { ArticleSourceType } from '../sources/types.ts';
import { VoiceType } from '../voices/types.ts';
import { loadBatched } from './batch-loader.ts';
import { extractorRulesOf } from './extractor-rules.ts';
import { readProjectLog, type ProjectLogEntry } from './log.ts';
import { listProjects, readProject } from './projects.ts';
import { ProjectRoleType, ProjectType } from './types.ts';
import { listExtractorIps, replacementsOf, tryExtraction, tryUrlReplacements, type ExtractorIp } from './url-replacements.ts';
import { charactersToday, readQuote, readSavings, type Quote, type Savings } from './usage.ts';
import { UrlReplacementInputType } from './inputs.ts';
import './mutations.ts';

const SavingsType = builder.objectRef<Savings>('Savings').implement({
  description: 'What it saves to voice only what changed.',
  fields: (t) => ({
    charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters that were voiced.' }),
    charactersSaved: t.exposeFloat('charactersSaved', { description: 'Characters that edits did not have to voice again.' }),
    moneySaved: t.exposeFloat('moneySaved', { description: 'EUR that these would have cost with the present voice.' }),
  }),
});

const QuoteType = builder.objectRef<Quote>('Quote').implement({
  description: 'What a daily limit would cost, beside what is used.',
  fields: (t) => ({
    price: t.exposeFloat('price', { description: 'EUR a day.' }),
    symbolsToday: t.exposeInt('symbolsToday', { description: 'Characters voiced today (UTC).' }),
    averageByMonth: t.exposeFloat('averageByMonth', { description: 'Characters voiced a month, on average over the last twelve.' }),
  }),
});

const ExtractorRuleType = builder.objectRef<ExtractorRule>('ExtractorRule').implement({
  description: 'A step of reading the pages of articles.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'ExtractorRule' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database. New whenever the rules are saved.' }),
    rule: t.exposeString('rule', { description: 'One of the thirteen types, such as `should-not`.' }),
    selector: t.exposeString('selector', { description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});

const UrlReplacementType = builder.objectRef<UrlReplacement>('UrlReplacement').implement({
  description: 'A step of rewriting the address of an article before its page is fetched.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'UrlReplacement' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database. New whenever the rules are saved.' }),
    source: t.exposeString('source', { description: 'What is replaced; a regular expression is wrapped in slashes.' }),
    destination: t.exposeString('destination', { description: 'What takes its place; `$1` is the first group of a regular expression.' }),
    isRegex: t.exposeBoolean('isRegex', { description: 'Whether the source is a regular expression.' }),
  }),
});

const ExtractorIpType = builder.objectRef<ExtractorIp>('ExtractorIp').implement({
  description: 'An address of the server that pages can be fetched from.',
  fields: (t) => ({
    ip: t.exposeString('ip', { description: 'IPv4 or IPv6.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether it is the one that is used unless another is chosen.' }),
  }),
});

const ProjectLogEntryType = builder.objectRef<ProjectLogEntry>('ProjectLogEntry').implement({
  description: 'Something that was done to a project.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'ProjectLogEntry' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    action: t.exposeString('action', { description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    user: t.expose('user', { type: UserType, nullable: true, description: 'Who did it; null: a program, or somebody who is gone.' }),
    body: t.expose('body', { type: 'JSON', description: 'Details: of changes `{changes: {field: {from, to}}}`. Holds no secrets.' }),
  }),
});

const byProject = (row: { projectId: number }): number => row.projectId;
const byId = (row: { id: number }): number => row.id;
const readSources = (app: App, ids: readonly number[]): Promise<Source[]> =>
  app.db.prisma.source.findMany({ where: { projectId: { in: [...ids] } }, orderBy: { id: 'asc' } });
const readOrganizations = (app: App, ids: readonly number[]): Promise<Organization[]> => app.db.prisma.organization.findMany({ where: { id: { in: [...ids] } } });

builder.node(ProjectType, {
  name: 'Project',
  description: 'Articles, the voice that reads them, and how they come in and go out. Seen by members of its organization (a private one: by its owner), by who was given a role in it, and by its keys.',
  id: { resolve: (project) => project.id },
  loadOne: (id, { app, actor }) => nullIfNotFound(readProject(app, actor, databaseId('Project', id))),
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

    mainUrl: t.exposeString('mainUrl', { nullable: true, description: "The website's main page; null: none." }),
    autoAddArticles: t.exposeBoolean('autoAddArticles', { description: 'Whether articles are found on the website and added.' }),
    articlesFromDate: t.expose('articlesFromDate', { type: 'Date', nullable: true, description: 'Articles published before this day are not added; null: all are.' }),
    autoupdate: t.exposeBoolean('autoupdate', { description: 'Whether new articles follow changes of their item in the feed.' }),
    paywall: t.exposeBoolean('paywall', { description: 'Whether only the first paragraphs are heard without a subscription.' }),
    paywallCTA: t.exposeString('paywallCTA', { description: 'What invites to listen.' }),
    paywallParagraphLimit: t.exposeInt('paywallParagraphLimit', { description: 'Paragraphs before the paywall.' }),
    paywallAudioSuffixEnabled: t.exposeBoolean('paywallAudioSuffixEnabled', { description: 'Whether a sound ends what is heard before the paywall.' }),
    paywallAudioSuffix: t.exposeString('paywallAudioSuffix', { nullable: true, description: 'Address of that sound; null: none.' }),
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
      description: 'What was done to it, newest first. For maintainers; for others empty.',
      args: { first: t.arg.int({ required: false, description: `How many; ${logPageSize} unless given.` }) },
      resolve: ({ id, rights }, { first }, { app, actor }) => (rights.has('readLog') ? readProjectLog(app, actor, { projectId: id, first: first ?? undefined }) : []),
    }),
    replaceUrl: t.string({
      description: 'What replacement rules would make of an address. Needs the right to change settings.',
      args: {
        url: t.arg.string({ description: 'The address to try.' }),
        rules: t.arg({ type: [UrlReplacementInputType], description: 'The rules to try, saved or not.' }),
      },
      resolve: ({ id }, args, { app, actor }) => tryUrlReplacements(app, actor, { projectId: id, ...args }),
    }),
    tryExtraction: t.string({
      description: 'The text that would be read of the page at an address, with these replacement rules. Needs the right to change settings.',
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
    description: 'Addresses of the server that pages can be fetched from; for administrators.',
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
