import type { GraphQLResolveInfo } from 'graphql';
import type { Project } from '../../../prisma/generated/client/client.ts';
import { ProjectRole } from '../../../prisma/generated/client/enums.ts';
import type { ExtractorRuleType } from '../../extraction/extraction-rules.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { wordsEnum } from '../../graphql/words-enum.ts';
import type { App } from '../../kernel/app.ts';
import { loadBatched } from '../../graphql/load-batched.ts';
import {
  beyond,
  changesIn,
  detailsIn,
  type LoggedChange,
  type LoggedDetail,
  type NameOf,
} from './log-body.ts';
import type { Named } from './log-labels.ts';
import { knownName, readNames } from './logged-names.ts';
import type { Quote, Savings } from './usage.ts';

/** GraphQL types that other areas lead to, or add to. */
export const ProjectType = builder.prismaObject('Project', {
  description:
    "Articles, the voice that reads them, their sources and how they are delivered. Visible to members of the project's organization " +
    '(or, if it is private, to its owner), to users with a role in the project, and to its keys.',
  select: { id: true },
});

/**
 * Reads a project together with what is asked of it, where that takes fewer statements; null: this is not
 * asked; undefined: it cannot be.
 */
export type ReadTogether = (
  context: Context,
  info: GraphQLResolveInfo,
  id: number,
) => Promise<Project | null | undefined> | null;

/** Ways to read a project of which nothing but its id and this is asked. Areas add theirs. */
export const readTogether: ReadTogether[] = [];

export const ProjectRoleType = builder.enumType('ProjectRole', {
  description: 'Role of a user in one project, in addition to the role in its organization.',
  values: {
    [ProjectRole.maintainer]: {
      description: 'Has all permissions, including the project log and the statistics.',
    },
    [ProjectRole.stats]: { description: 'Can read the project and see the statistics.' },
    [ProjectRole.qa]: { description: 'Can read the project and review articles.' },
  } as const,
});

export const ProjectRoleGrantType = builder.prismaObject('ProjectRoleGrant', {
  description: "A user's role in one project.",
  select: { projectId: true },
  fields: (t) => ({
    user: t.relation('user', { description: 'The user.' }),
    role: t.expose('role', { type: ProjectRoleType, description: 'Role in the project.' }),
  }),
});

export const ExtractorRuleKindType = builder.enumType('ExtractorRuleKind', {
  description:
    'What an extractor rule does with the elements that its selector matches. REST uses the same names, with hyphens in place of some ' +
    'underscores.',
  values: wordsEnum<ExtractorRuleType>({
    should:
      'The text is taken from the matches. Matches of several such rules add up; if there are none, extraction is automatic.',
    should_strict:
      'Like `should`, but the matches are not cleaned, and a page without a match has no article.',
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

export const SavingsType = builder
  .objectRef<Savings>('Savings')
  .implement({
    description: 'Savings from voicing only what changed.',
    fields: (t) => ({
      charactersVoiced: t.exposeFloat('charactersVoiced', { description: 'Characters that were voiced.' }),
      charactersSaved: t.exposeFloat('charactersSaved', {
        description: 'Characters that did not have to be voiced again after edits.',
      }),
      moneySaved: t.exposeFloat('moneySaved', {
        description: 'Cost of the saved characters with the current voice, in EUR.',
      }),
    }),
  });

export const QuoteType = builder
  .objectRef<Quote>('Quote')
  .implement({
    description: 'Cost of a daily limit, and current usage.',
    fields: (t) => ({
      price: t.exposeFloat('price', {
        nullable: true,
        description: 'Cost of the limit per day, in EUR. Null when there is no limit.',
      }),
      pricePerMonth: t.exposeFloat('pricePerMonth', {
        description: 'Cost of the average monthly usage, in EUR per month.',
      }),
      symbolsToday: t.exposeInt('symbolsToday', { description: 'Characters voiced today (UTC).' }),
      averageByMonth: t.exposeFloat('averageByMonth', {
        description: 'Characters voiced per month, averaged over the last twelve months.',
      }),
    }),
  });

/** Changes of a project's log; what became of a text is added where texts are compared. */
export const LoggedChangeType = builder
  .objectRef<LoggedChange>('LoggedChange')
  .implement({
    description: 'A change of one value, as text for people.',
    fields: (t) => ({
      field: t.exposeString('field', { description: 'What was changed, for example the name of a setting.' }),
      label: t.exposeString('label', { description: 'What people call the field, in English.' }),
      before: t.string({
        nullable: true,
        description:
          'The previous value, with names instead of IDs. Null if there was none. Names of what is gone, or what the caller cannot see, ' +
          'say so. Secrets are shown as `***`.',
        resolve: ({ from }) => (from.length > 0 ? from.join('; ') : null),
      }),
      after: t.string({
        nullable: true,
        description: 'The new value, in the same form. Null if there is none.',
        resolve: ({ to }) => (to.length > 0 ? to.join('; ') : null),
      }),
      isList: t.exposeBoolean('isList', {
        description: 'Whether the value is a list, of which `added` and `removed` say what changed.',
      }),
      added: t.stringList({
        description: 'What was added to a list. Empty if only its order changed, and for other values.',
        resolve: ({ isList, from, to }) => (isList ? beyond(to, from) : []),
      }),
      removed: t.stringList({
        description: 'What was removed from a list.',
        resolve: ({ isList, from, to }) => (isList ? beyond(from, to) : []),
      }),
      from: t.exposeStringList('from', {
        description:
          'The previous value: one entry, or one per element of a list. Empty if there was none. Secrets are shown as `***`.',
      }),
      to: t.exposeStringList('to', { description: 'The new value, in the same form.' }),
    }),
  });

const LoggedDetailType = builder
  .objectRef<LoggedDetail>('LoggedDetail')
  .implement({
    description: 'A detail of a logged action, as text for people.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the detail, such as `name` or `source`.' }),
      label: t.exposeString('label', { description: 'What people call it, in English.' }),
      values: t.exposeStringList('values', { description: 'One entry, or one per element of a list.' }),
    }),
  });

type LoadNames = (app: App, ids: readonly number[]) => Promise<{ id: number; name: string }[]>;

const loadersOfNames = new WeakMap<Context, Map<Named, LoadNames>>();

/** Names for ids as the caller may know them, read together. */
const namesFor =
  (context: Context): NameOf =>
  async (kind, id) => {
    const known = knownName(context.app, kind, id);
    if (known !== undefined) return known;
    let own = loadersOfNames.get(context);
    if (!own) loadersOfNames.set(context, (own = new Map()));
    let load = own.get(kind);
    if (!load) own.set(kind, (load = (app, ids) => readNames(app, context.actor, kind, ids)));
    const [found] = await loadBatched(context, load, (row) => row.id, Number(id));
    return found?.name ?? `${kind} ${id} (no longer there, or not visible to you)`;
  };

export const ProjectLogEntryType = builder.prismaObject('ProjectLog', {
  name: 'ProjectLogEntry',
  description: 'An entry in the log of a project.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({
      description: 'Global ID. Cannot be passed to `node`.',
      resolve: ({ id }) => ({ id, type: 'ProjectLogEntry' }),
    }),
    databaseId: t.exposeInt('id', { description: 'Database ID of the entry.' }),
    action: t.exposeString('action', { description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    user: t.relation('user', {
      nullable: true,
      description: 'User who did it. Null for a program or a deleted user.',
    }),
    changes: t.field({
      type: [LoggedChangeType],
      description: 'Values that were changed. Empty if the action changed none.',
      select: { body: true },
      resolve: ({ body }, _, context) => changesIn(body, namesFor(context)),
    }),
    details: t.field({
      type: [LoggedDetailType],
      description: 'Other details of the action.',
      select: { body: true },
      resolve: ({ body }, _, context) => detailsIn(body, namesFor(context)),
    }),
    body: t.expose('body', {
      type: 'JSON',
      description:
        'Details of the entry. For changes, `{changes: {field: {from, to}}}`. Contains no secrets.',
      deprecationReason: 'Use `changes` and `details`, which are typed.',
    }),
  }),
});
