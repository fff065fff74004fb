import type { GraphQLResolveInfo } from 'graphql';
import type { Project } from '../../../prisma/generated/client/client.ts';
import { ProjectRole } from '../../../prisma/generated/client/enums.ts';
import type { ExtractorRuleType } from '../../extraction/extraction-rules.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { wordsEnum } from '../../graphql/words-enum.ts';
import { changesIn, detailsIn, type LoggedChange, type LoggedDetail } from './log-body.ts';
import type { Quote, Savings } from './usage.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ProjectType = builder.prismaObject('Project', {
  description: 'Articles, the voice that reads them, and how they come in and go out. Seen by members of its organization (a private one: by its owner), by who was given a role in it, and by its keys.',
  select: { id: true },
});

/** Reads a project together with what is asked of it, where that takes fewer statements; null: this is not asked; undefined: it cannot be. */
export type ReadTogether = (context: Context, info: GraphQLResolveInfo, id: number) => Promise<Project | null | undefined> | null;

/** Ways to read a project of which nothing but its id and this is asked. Areas add theirs. */
export const readTogether: ReadTogether[] = [];

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'What somebody is to one project, beside what the organization gives.',
  values: {
    [ProjectRole.maintainer]: { description: 'Does everything, sees the project log and the statistics.' },
    [ProjectRole.stats]: { description: 'Reads, and sees the statistics.' },
    [ProjectRole.qa]: { description: 'Reads, and reviews articles.' },
  } as const,
});

export const ExtractorRuleKindType = builder.enumType('ExtractorRuleKind', {
  description: 'What an extractor rule does with the elements that its selector matches. REST uses the same names, with hyphens in place of some underscores.',
  values: wordsEnum<ExtractorRuleType>({
    should: 'The text is taken from the matches. Matches of several such rules add up; if there are none, extraction is automatic.',
    should_strict: 'Like `should`, but the matches are not cleaned, and a page without a match has no article.',
    whitelist: 'Matches are kept by the automatic cleaning.',
    unwrap_br: 'Text separated by line breaks within a match becomes paragraphs.',
    unwrap: 'Tags of the match are removed; its text stays.',
    title: 'The title is the text of the first match.',
    'should-not': 'Matches are removed.',
    'should-before': 'The first match and everything after it are removed.',
    'should-after': 'The first match and everything before it are removed.',
    'should-before-br': 'Of each match, only the part before the first line break is kept.',
    'should-after-br': 'Of each match, only the part after the first line break is kept.',
    'publication-date': 'The publication date is that of the first match that holds a date.',
    charset: 'The page is decoded with this encoding, whatever the page declares.',
  }),
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
    price: t.exposeFloat('price', { nullable: true, description: 'EUR a day for so many characters with that voice; null: there is no limit.' }),
    pricePerMonth: t.exposeFloat('pricePerMonth', { description: 'EUR a month for what is voiced on average, with that voice.' }),
    symbolsToday: t.exposeInt('symbolsToday', { description: 'Characters voiced today (UTC).' }),
    averageByMonth: t.exposeFloat('averageByMonth', { description: 'Characters voiced a month, on average over the last twelve.' }),
  }),
});

const LoggedChangeType = builder.objectRef<LoggedChange>('LoggedChange').implement({
  description: 'A change of one value, as text.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'What was changed, for example the name of a setting.' }),
    from: t.exposeStringList('from', { description: 'The previous value: one entry, or one per element of a list. Empty if there was none. Secrets are shown as `***`.' }),
    to: t.exposeStringList('to', { description: 'The new value, in the same form.' }),
  }),
});

const LoggedDetailType = builder.objectRef<LoggedDetail>('LoggedDetail').implement({
  description: 'A detail of a logged action, as text.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the detail, such as `name` or `source`.' }),
    values: t.exposeStringList('values', { description: 'One entry, or one per element of a list.' }),
  }),
});

export const ProjectLogEntryType = builder.prismaObject('ProjectLog', {
  name: 'ProjectLogEntry',
  description: 'Something that was done to a project.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'ProjectLogEntry' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    action: t.exposeString('action', { description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    user: t.relation('user', { nullable: true, description: 'Who did it; null: a program, or somebody who is gone.' }),
    changes: t.field({ type: [LoggedChangeType], description: 'Values that were changed. Empty if the action changed none.', select: { body: true }, resolve: ({ body }) => changesIn(body) }),
    details: t.field({ type: [LoggedDetailType], description: 'Other details of the action.', select: { body: true }, resolve: ({ body }) => detailsIn(body) }),
    body: t.expose('body', {
      type: 'JSON',
      description: 'Details: of changes `{changes: {field: {from, to}}}`. Holds no secrets.',
      deprecationReason: 'Use `changes` and `details`, which are typed.',
    }),
  }),
});
