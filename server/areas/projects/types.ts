import type { ExtractorRule, UrlReplacement } from '../../../prisma/generated/client/client.ts';
import { ProjectRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { UserType } from '../identity/types.ts';
import type { NewSource } from '../sources/new-source.ts';
import { ArticleSourceType, SourceTypeType } from '../sources/types.ts';
import type { Project } from './access.ts';
import type { ProjectLogEntry } from './log.ts';
import type { ExtractorIp } from '../settings/url-replacements.ts';
import type { Quote, Savings } from './usage.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ProjectType = builder.objectRef<Project>('Project');

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'What somebody is to one project, beside what the organization gives.',
  values: {
    [ProjectRole.maintainer]: { description: 'Does everything, sees the project log and the statistics.' },
    [ProjectRole.stats]: { description: 'Reads, and sees the statistics.' },
    [ProjectRole.qa]: { description: 'Reads, and reviews articles.' },
  } as const,
});

export const SavingsType = builder.objectRef<Savings>('Savings').implement({
  description: 'What it saves to voice only what changed.',
  fields: (t) => ({
    charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters that were voiced.' }),
    charactersSaved: t.exposeFloat('charactersSaved', { description: 'Characters that edits did not have to voice again.' }),
    moneySaved: t.exposeFloat('moneySaved', { description: 'EUR that these would have cost with the present voice.' }),
  }),
});

export const QuoteType = builder.objectRef<Quote>('Quote').implement({
  description: 'What a daily limit would cost, beside what is used.',
  fields: (t) => ({
    price: t.exposeFloat('price', { description: 'EUR a day.' }),
    symbolsToday: t.exposeInt('symbolsToday', { description: 'Characters voiced today (UTC).' }),
    averageByMonth: t.exposeFloat('averageByMonth', { description: 'Characters voiced a month, on average over the last twelve.' }),
  }),
});

export const ExtractorRuleType = builder.objectRef<ExtractorRule>('ExtractorRule').implement({
  description: 'A step of reading the pages of articles.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'ExtractorRule' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database. New whenever the rules are saved.' }),
    rule: t.exposeString('rule', { description: 'One of the thirteen types, such as `should-not`.' }),
    selector: t.exposeString('selector', { description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});

export const UrlReplacementType = builder.objectRef<UrlReplacement>('UrlReplacement').implement({
  description: 'A step of rewriting the address of an article before its page is fetched.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'UrlReplacement' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database. New whenever the rules are saved.' }),
    source: t.exposeString('source', { description: 'What is replaced; a regular expression is wrapped in slashes.' }),
    destination: t.exposeString('destination', { description: 'What takes its place; `$1` is the first group of a regular expression.' }),
    isRegex: t.exposeBoolean('isRegex', { description: 'Whether the source is a regular expression.' }),
  }),
});

export const ExtractorIpType = builder.objectRef<ExtractorIp>('ExtractorIp').implement({
  description: 'An address of the server that pages can be fetched from.',
  fields: (t) => ({
    ip: t.exposeString('ip', { description: 'IPv4 or IPv6.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether it is the one that is used unless another is chosen.' }),
  }),
});

export const ProjectLogEntryType = builder.objectRef<ProjectLogEntry>('ProjectLogEntry').implement({
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

export const ApiKeyType = builder.objectRef<NewSource>('ApiKey').implement({
  description: 'A source and its key, which nobody can read again.',
  fields: (t) => ({
    source: t.expose('source', { type: ArticleSourceType, description: 'Whose key.' }),
    apiKey: t.string({ description: 'The credential, for `Authorization: Bearer`.', resolve: ({ apiKey }) => apiKey! }),
  }),
});

export const UrlReplacementInputType = builder.inputType('UrlReplacementInput', {
  description: 'A step of rewriting the address of an article before its page is fetched.',
  fields: (t) => ({
    source: t.string({ description: 'What is replaced; a regular expression is wrapped in slashes.' }),
    destination: t.string({ description: 'What takes its place; `$1` is the first group of a regular expression.' }),
    isRegex: t.boolean({ description: 'Whether the source is a regular expression.' }),
  }),
});

export const ExtractorRuleInputType = builder.inputType('ExtractorRuleInput', {
  description: 'A step of reading the pages of articles.',
  fields: (t) => ({
    rule: t.string({ description: 'One of the thirteen types, such as `should-not`.' }),
    selector: t.string({ description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});

export const SourceInputType = builder.inputType('SourceInput', {
  description: 'Where a new project has its articles from.',
  fields: (t) => ({
    type: t.field({ type: SourceTypeType, description: 'How articles come in.' }),
    url: t.string({ required: false, description: "Of the feed (rss), or of the website's main page (parser)." }),
  }),
});
