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
  description:
    "Articles, the voice that reads them, their sources and how they are delivered. Visible to members of the project's organization " +
    '(or, if it is private, to its owner), to users with a role in the project, and to its keys.',
  select: { id: true },
});

/** Reads a project together with what is asked of it, where that takes fewer statements; null: this is not asked; undefined: it cannot be. */
export type ReadTogether = (context: Context, info: GraphQLResolveInfo, id: number) => Promise<Project | null | undefined> | null;

/** Ways to read a project of which nothing but its id and this is asked. Areas add theirs. */
export const readTogether: ReadTogether[] = [];

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'Role of a user in one project, in addition to the role in its organization.',
  values: {
    [ProjectRole.maintainer]: { description: 'Has all permissions, including the project log and the statistics.' },
    [ProjectRole.stats]: { description: 'Can read the project and see the statistics.' },
    [ProjectRole.qa]: { description: 'Can read the project and review articles.' },
  } as const,
});

export const ExtractorRuleKindType = builder.enumType('ExtractorRuleKind', {
  description:
    'Type of an extractor rule: what happens to the elements that its selector matches. Values are named as in REST, with underscores ' +
    'instead of hyphens.',
  values: wordsEnum<ExtractorRuleType>({
    should: 'The text consists of the matched elements. Several such rules add up. If none matches, the text is extracted automatically.',
    should_strict: 'As `should`, but the matched elements are not cleaned, and a page without a match has no article.',
    whitelist: 'Matched elements are not removed by the automatic cleaning.',
    unwrap_br: 'Text separated by line breaks becomes paragraphs.',
    unwrap: 'The tags are removed and their content is kept.',
    title: 'The title is the text of the first match.',
    'should-not': 'Matched elements are removed.',
    'should-before': 'The first match and everything after it on the page are removed.',
    'should-after': 'The first match and everything before it on the page are removed.',
    'should-before-br': 'Only the content before the first line break is kept.',
    'should-after-br': 'Only the content after the first line break is kept.',
    'publication-date': 'The publication date is read from the first match.',
    charset: 'The page is decoded with this encoding, whatever it declares.',
  }),
});

export const SavingsType = builder.objectRef<Savings>('Savings').implement({
  description: 'Savings from voicing only what changed.',
  fields: (t) => ({
    charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters that were voiced.' }),
    charactersSaved: t.exposeFloat('charactersSaved', { description: 'Characters that did not have to be voiced again after edits.' }),
    moneySaved: t.exposeFloat('moneySaved', { description: 'Cost of the saved characters with the current voice, in EUR.' }),
  }),
});

export const QuoteType = builder.objectRef<Quote>('Quote').implement({
  description: 'Cost of a daily limit, and current usage.',
  fields: (t) => ({
    price: t.exposeFloat('price', { nullable: true, description: 'Cost of the limit per day, in EUR. Null when there is no limit.' }),
    pricePerMonth: t.exposeFloat('pricePerMonth', { description: 'Cost of the average monthly usage, in EUR per month.' }),
    symbolsToday: t.exposeInt('symbolsToday', { description: 'Characters voiced today (UTC).' }),
    averageByMonth: t.exposeFloat('averageByMonth', { description: 'Characters voiced per month, averaged over the last twelve months.' }),
  }),
});

const LoggedChangeType = builder.objectRef<LoggedChange>('LoggedChange').implement({
  description: 'A changed value, before and after, as text.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'What was changed, such as the name of a setting.' }),
    from: t.exposeStringList('from', { description: 'Value before the change: one entry, or one per list item. Empty for none. Secrets are shown as `***`.' }),
    to: t.exposeStringList('to', { description: 'Value after the change, in the same form.' }),
  }),
});

const LoggedDetailType = builder.objectRef<LoggedDetail>('LoggedDetail').implement({
  description: 'A detail of a log entry, as text.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the detail, such as `name` or `source`.' }),
    values: t.exposeStringList('values', { description: 'One entry, or one per list item.' }),
  }),
});

export const ProjectLogEntryType = builder.prismaObject('ProjectLog', {
  name: 'ProjectLogEntry',
  description: 'An entry in the log of a project.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Global ID. Cannot be passed to `node`.', resolve: ({ id }) => ({ id, type: 'ProjectLogEntry' }) }),
    databaseId: t.exposeInt('id', { description: 'Database ID of the entry.' }),
    action: t.exposeString('action', { description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    user: t.relation('user', { nullable: true, description: 'User who did it. Null for a program or a deleted user.' }),
    changes: t.field({ type: [LoggedChangeType], description: 'Values that were changed. Empty when none were.', select: { body: true }, resolve: ({ body }) => changesIn(body) }),
    details: t.field({ type: [LoggedDetailType], description: 'Further details.', select: { body: true }, resolve: ({ body }) => detailsIn(body) }),
    body: t.expose('body', {
      type: 'JSON',
      description: 'Details of the entry. For changes, `{changes: {field: {from, to}}}`. Contains no secrets.',
      deprecationReason: 'Use `changes` and `details` instead.',
    }),
  }),
});
