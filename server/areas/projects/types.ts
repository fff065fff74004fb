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
  description: 'What a step of reading a page does with what its selector finds. Called as in REST, with underscores for hyphens.',
  values: wordsEnum<ExtractorRuleType>({
    should: 'The text is what it finds. What several such rules find adds up; where none finds anything, the automatic extraction decides.',
    should_strict: 'As `should`, but exactly that: nothing is cleaned away inside, and a page on which it finds nothing has no article.',
    whitelist: 'What it finds survives the automatic cleaning.',
    unwrap_br: 'Text that is separated by line breaks becomes paragraphs.',
    unwrap: 'The tags go, the text stays.',
    title: 'The title is the text of the first it finds.',
    'should-not': 'What it finds is removed.',
    'should-before': 'The first it finds is removed, with all that follows on the page.',
    'should-after': 'The first it finds is removed, with all that precedes on the page.',
    'should-before-br': 'Only what stands before the first line break stays.',
    'should-after-br': 'Only what stands after the first line break stays.',
    'publication-date': 'The date of publication is the first it finds.',
    charset: 'The page is decoded from this encoding, whatever it says itself.',
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
  description: 'What something was changed from and to, in words.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'What was changed, such as the name of a setting.' }),
    from: t.exposeStringList('from', { description: 'What it was: one entry, of a list each of its own; empty: nothing. A secret is `***`.' }),
    to: t.exposeStringList('to', { description: 'What it is since, in the same way.' }),
  }),
});

const LoggedDetailType = builder.objectRef<LoggedDetail>('LoggedDetail').implement({
  description: 'Something that the log says of an action, in words.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is, such as `name` or `source`.' }),
    values: t.exposeStringList('values', { description: 'One entry, or of a list each of its own.' }),
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
    changes: t.field({ type: [LoggedChangeType], description: 'What it changed; empty: it is no change.', select: { body: true }, resolve: ({ body }) => changesIn(body) }),
    details: t.field({ type: [LoggedDetailType], description: 'What else is known of it.', select: { body: true }, resolve: ({ body }) => detailsIn(body) }),
    body: t.expose('body', {
      type: 'JSON',
      description: 'Details: of changes `{changes: {field: {from, to}}}`. Holds no secrets.',
      deprecationReason: 'Ask for `changes` and `details`, which are typed.',
    }),
  }),
});
