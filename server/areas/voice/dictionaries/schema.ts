import { queryFromInfo } from '@pothos/plugin-prisma';
import { nullIfNotFound } from '../../../graphql/error-types.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageCost, pageMax } from '../../../graphql/connection-by-id.ts';
import { databaseId, databaseIdOrNull } from '../../../graphql/ids.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { organizationIdOrNull } from '../../access/organizations/types.ts';
import {
  listDictionaries,
  ownerOf,
  readDictionary,
  readDictionaries,
  watchDictionary,
} from './dictionaries.ts';
import { entriesInGlobal, entriesWhere, findDuplicates, readEntry, readEntries } from './entries.ts';
import { readAffectedArticles } from './affected-articles.ts';
import { listRevoicings, readRevoicing, readRevoicings, watchRevoicing } from './revoicing.ts';
import { checkPronunciation } from './pronunciation-check.ts';
import { suggestedMax, suggestEntries } from './suggestions.ts';
import { exportDictionary } from './import-export.ts';
import {
  DictionaryEntryKindType,
  DictionaryEntryType,
  DictionaryFormatType,
  DictionaryLevelType,
  DictionaryType,
  DictionaryUsageType,
  EntryInputType,
  PronunciationCheckType,
  RevoicingStatusType,
  RevoicingType,
  AffectedArticlesType,
  SuggestionType,
  versionsMax,
} from './types.ts';
import { examinedMax, findUsage } from './entry-usage.ts';
import { searchMax } from './search-entries.ts';

refetchable(DictionaryType, ({ app, actor }, ids, query) => readDictionaries(app, actor, ids, query));
refetchable(DictionaryEntryType, ({ app, actor }, ids, query) => readEntries(app, actor, ids, query));

// What the dictionary is for.
builder.prismaObjectFields(DictionaryType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the dictionary, as used in REST.' }),
  name: t.exposeString('name', { description: 'Name of the dictionary.' }),
  level: t.expose('level', { type: DictionaryLevelType, description: 'Level of the dictionary.' }),
  language: t.exposeString('language', {
    nullable: true,
    description:
      'Language that it applies to (BCP 47); `de` is German in every region. Null for every ' + 'language.',
  }),
  provider: t.exposeString('provider', {
    nullable: true,
    description: 'Speech service that it applies to. Null for every service.',
  }),
  voice: t.exposeString('voice', {
    nullable: true,
    description: 'Name of the voice that it applies to. Null for every voice.',
  }),
  project: t.relation('project', {
    nullable: true,
    description: 'Project that the dictionary belongs to. Null unless the level is `PROJECT`.',
  }),
  organization: t.relation('organization', {
    nullable: true,
    description: 'Organization that the dictionary belongs to. Null unless the level is `ORGANIZATION`.',
  }),
  version: t.exposeInt('version', {
    description: 'Version of the dictionary, increased by each change of it or its entries.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the dictionary was created.' }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'When the dictionary or one of its entries was last changed.',
  }),
  deletedAt: t.expose('deletedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was deleted. Null if it was not.',
  }),
}));

// Its entries.
builder.prismaObjectFields(DictionaryType, (t) => ({
  entries: t.prismaConnection(
    {
      type: DictionaryEntryType,
      cursor: 'id',
      description: 'Entries of the dictionary, newest first.',
      args: {
        search: t.arg.string({
          required: false,
          description: 'Text to find in source or replacement, ignoring accents and case.',
        }),
        deleted: t.arg.boolean({
          required: false,
          description: 'Whether to list deleted entries instead. They are available for some days.',
        }),
        offset: t.arg.int({
          required: false,
          description: 'Number of entries to skip, in addition to the cursor. Defaults to 0.',
        }),
      },
      complexity: pageCost(10),
      maxSize: pageMax,
      totalCount: async ({ id }, args, { app }) =>
        app.db.prisma.dictionaryEntry.count({ where: await entriesWhere(app, id, args) }),
      resolve: async (query, { id }, { offset, ...filter }, { app }) =>
        app.db.prisma.dictionaryEntry.findMany({
          ...query,
          skip: (query.skip ?? 0) + countToSkip(offset),
          where: await entriesWhere(app, id, filter),
          orderBy: { id: 'desc' },
        }),
    },
    {
      // As Pothos has it, which says nothing of what it is.
      fields: (connection) => ({
        totalCount: connection.int({
          description: 'Number of matching entries.',
          extensions: { pothosPrismaTotalCount: true },
          resolve: (page) => (page as unknown as { totalCount: () => Promise<number> }).totalCount(),
        }),
      }),
    },
  ),
  duplicates: t.field({
    type: [DictionaryEntryType],
    description:
      'Up to 10 entries with the same source or the same replacement, for a warning before saving.',
    complexity: 50,
    args: {
      source: t.arg.string({ required: false, description: 'Source to look for.' }),
      replacement: t.arg.string({ required: false, description: 'Replacement to look for.' }),
      except: t.arg.id({
        required: false,
        description: 'Global ID or database ID of the entry being edited.',
      }),
    },
    resolve: ({ id }, { source, replacement, except }, { app, actor }) =>
      findDuplicates(app, actor, {
        dictionaryId: id,
        source: source ?? null,
        replacement: replacement ?? null,
        except: databaseIdOrNull('DictionaryEntry', except),
      }),
  }),
  file: t.string({
    description: 'Entries as the text of a file, oldest first.',
    complexity: 1_000,
    args: { format: t.arg({ type: DictionaryFormatType, description: 'Format of the file.' }) },
    resolve: ({ id }, { format }, { app, actor }) => exportDictionary(app, actor, id, format),
  }),
}));

/** @throws ValidationError on `offset` */
function countToSkip(offset: number | null | undefined): number {
  const count = offset ?? 0;
  if (count < 0) throw new ValidationError([{ field: 'offset', ...kernelMessages.NEGATIVE() }]);
  return count;
}

const byId = ({ id }: { id: number }): number => id;

builder.prismaObjectFields(DictionaryEntryType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the entry, as used in REST.' }),
  dictionary: t.relation('dictionary', { description: 'Dictionary that contains the entry.' }),
  source: t.exposeString('source', {
    description: 'The word as written or, with `isPattern`, a regular expression.',
  }),
  replacement: t.exposeString('replacement', {
    description: 'Pronunciation of the word, as a respelling. May be empty.',
  }),
  kind: t.expose('kind', { type: DictionaryEntryKindType, description: 'Type of pronunciation.' }),
  phonemes: t.exposeString('phonemes', {
    nullable: true,
    description: 'Phonemes in IPA, such as `təˈmeɪtoʊ`. Null unless the kind is `PHONEMES`.',
  }),
  wholeWord: t.exposeBoolean('wholeWord', { description: 'Whether only whole words match.' }),
  matchCase: t.exposeBoolean('matchCase', { description: 'Whether case must match.' }),
  isPattern: t.exposeBoolean('isPattern', { description: 'Whether the source is a regular expression.' }),
  inflected: t.exposeBoolean('inflected', {
    description: 'Whether German and French inflected forms match, too.',
  }),
  inGlobal: t.boolean({
    description: 'Whether a global dictionary has the same source.',
    resolve: async ({ id }, _, context) => (await loadBatched(context, entriesInGlobal, byId, id)).length > 0,
  }),
  versions: t.relation('versions', {
    description: `Previous versions, newest first, at most ${versionsMax}.`,
    complexity: { field: 1, multiplier: versionsMax },
    query: { orderBy: { revision: 'desc' }, take: versionsMax },
  }),
  revision: t.exposeInt('revision', {
    description:
      'Revision of the entry, increased by each change. Send it with an update to detect conflicts.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the entry was created.' }),
  createdBy: t.relation('createdBy', {
    nullable: true,
    description: 'Creator. Null for API clients and deleted users.',
  }),
  updatedAt: t.expose('modifiedAt', { type: 'DateTime', description: 'When the entry was last changed.' }),
  updatedBy: t.relation('modifiedBy', {
    nullable: true,
    description: 'Last editor. Null for API clients and deleted users.',
  }),
  deletedAt: t.expose('deletedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was deleted. Null if it was not.',
  }),
}));

builder.queryFields((t) => ({
  dictionary: t.prismaField({
    type: DictionaryType,
    nullable: true,
    description: 'A dictionary. Null if it does not exist or the caller cannot read it.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the dictionary.' }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound(
        // An invalid id refers to nothing.
        Promise.resolve().then(() => readDictionary(app, actor, databaseId('Dictionary', id), query)),
      ),
  }),
  dictionaryEntry: t.prismaField({
    type: DictionaryEntryType,
    nullable: true,
    description: 'An entry of a dictionary. Null if it does not exist or the caller cannot read it.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the entry.' }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound(
        Promise.resolve().then(() => readEntry(app, actor, databaseId('DictionaryEntry', id), query)),
      ),
  }),
  dictionaries: t.prismaField({
    type: [DictionaryType],
    description:
      'Global dictionaries, or those of an organization or a project, oldest first. A project has ' +
      'at least one. Global ones require an administrator, others read access.',
    args: {
      level: t.arg({ type: DictionaryLevelType, description: 'Level of the dictionaries.' }),
      organization: t.arg.id({
        required: false,
        description:
          'Slug, global ID or database ID of the organization. Required with the level `ORGANIZATION`, and refused with any other.',
      }),
      project: t.arg.id({
        required: false,
        description:
          'Global ID or database ID of the project. Required with the level `PROJECT`, and refused with any other.',
      }),
      deleted: t.arg.boolean({
        required: false,
        description: 'Whether to list deleted dictionaries instead. They are available for some days.',
      }),
    },
    resolve: async (query, _, { level, organization, project, deleted }, { app, actor }) =>
      listDictionaries(
        app,
        actor,
        ownerOf(actor, {
          level,
          organizationId: await organizationIdOrNull({ app }, organization),
          projectId: databaseIdOrNull('Project', project),
        }),
        query,
        deleted ?? false,
      ),
  }),
}));

const usage = {
  entries: `Global IDs or database IDs of 1 to ${searchMax} entries.`,
  project: 'Global ID or database ID of a project, to find only its articles.',
  organization: 'Slug, global ID or database ID of an organization, to find only articles of its projects.',
};
const firstMax = 100;

// Articles that entries change.
builder.queryFields((t) => ({
  dictionaryUsage: t.field({
    type: DictionaryUsageType,
    complexity: 2_000,
    description: `The newest articles whose title or text has words of entries, among the ${examinedMax} newest that may have them. For regular expressions and parts of words, these are simply the newest articles.`,
    args: {
      entries: t.arg.idList({ description: usage.entries }),
      project: t.arg.id({ required: false, description: usage.project }),
      organization: t.arg.id({ required: false, description: usage.organization }),
      first: t.arg.int({
        required: false,
        description: `Articles of a page: 1 to ${firstMax}. Defaults to 10.`,
      }),
      offset: t.arg.int({ required: false, description: 'Number of articles to skip. Defaults to 0.' }),
    },
    resolve: async (_, { entries, project, organization, first, offset }, { app, actor }) => {
      const limit = first ?? 10;
      const from = countToSkip(offset);
      if (limit < 1 || limit > firstMax)
        throw new ValidationError([
          { field: 'first', ...kernelMessages.NOT_NUMBER_WITHIN({ least: 1, most: firstMax }) },
        ]);
      const found = await findUsage(app, actor, {
        entries: entries.map((id) => databaseId('DictionaryEntry', id)),
        projectId: databaseIdOrNull('Project', project),
        organizationId: await organizationIdOrNull({ app }, organization),
      });
      return { ...found, page: found.articles.slice(from, from + limit) };
    },
  }),
  revoicingQuote: t.field({
    type: AffectedArticlesType,
    complexity: 5_000,
    description:
      'Extent and cost of regenerating articles with the current dictionaries: those found for the ' +
      'entries that would sound different. Requires permission to change the dictionaries.',
    args: {
      entries: t.arg.idList({ description: usage.entries }),
      project: t.arg.id({ required: false, description: usage.project }),
      organization: t.arg.id({ required: false, description: usage.organization }),
      since: t.arg({
        type: 'DateTime',
        required: false,
        description: 'Only articles added since this time.',
      }),
    },
    resolve: async (_, { entries, project, organization, since }, { app, actor }) =>
      readAffectedArticles(app, actor, {
        entries: entries.map((id) => databaseId('DictionaryEntry', id)),
        projectId: databaseIdOrNull('Project', project),
        organizationId: await organizationIdOrNull({ app }, organization),
        since,
      }),
  }),
}));

builder.queryFields((t) => ({
  pronunciationCheck: t.field({
    type: PronunciationCheckType,
    description:
      'How each speech service would pronounce an entry, and which of its symbols the language ' +
      'lacks, for checking while typing.',
    args: {
      entry: t.arg({ type: EntryInputType, description: 'The entry.' }),
      language: t.arg.string({
        description: 'Language that it applies to (BCP 47), such as `de` or `en-US`.',
      }),
      voice: t.arg.string({
        required: false,
        description: 'Voice as `provider:name`. Some services support phonemes only with certain voices.',
      }),
      model: t.arg.string({ required: false, description: 'Model of the voice.' }),
    },
    resolve: (_, args, { app, actor }) => checkPronunciation(app, actor, args),
  }),
  dictionarySuggestions: t.field({
    type: [SuggestionType],
    complexity: 1_000,
    description:
      "Words in a project's newest articles that are likely to be mispronounced and are not in a " +
      'dictionary: names, abbreviations and foreign words, most frequent first.',
    args: {
      project: t.arg.id({ description: 'Global ID or database ID of the project.' }),
      first: t.arg.int({
        required: false,
        description: `Number of words: 1 to ${suggestedMax}. Defaults to 20.`,
      }),
    },
    resolve: (_, { project, first }, { app, actor }) =>
      suggestEntries(app, actor, { projectId: databaseId('Project', project), first: first ?? 20 }),
  }),
}));

builder.subscriptionField('dictionary', (t) =>
  t.field({
    type: DictionaryType,
    description: 'Updates of a dictionary and its entries by anyone. Starts with its current state.',
    args: { id: t.arg.id({ description: 'Global ID or database ID of the dictionary.' }) },
    subscribe: (_, { id }, context, info) =>
      watchDictionary(
        context.app,
        context.actorNow,
        databaseId('Dictionary', id),
        queryFromInfo({ context, info, typeName: 'Dictionary', select: { id: true } }),
      ),
    resolve: (dictionary) => dictionary,
  }),
);

refetchable(RevoicingType, ({ app, actor }, ids, query) => readRevoicings(app, actor, ids, query));

builder.prismaObjectFields(RevoicingType, (t) => ({
  status: t.expose('status', { type: RevoicingStatusType, description: 'Status of the job.' }),
  progress: t.float({
    description: 'Share of the articles checked so far, from 0 to 1.',
    select: { below: true, top: true, status: true },
    resolve: ({ below, top, status }) =>
      status === 'finished' ? 1 : top <= 1 ? 0 : (top - below) / (top - 1),
  }),
  articles: t.exposeInt('articles', {
    description: 'Number of articles regenerated, or being regenerated, so far.',
  }),
  sentences: t.exposeInt('sentences', {
    description: 'Maximum number of their sentences that sound different.',
  }),
  characters: t.exposeInt('characters', { description: 'Number of characters in these sentences.' }),
  charactersCharged: t.exposeFloat('charged', {
    description: 'Maximum number of characters charged for them.',
  }),
  cost: t.exposeFloat('cost', { description: 'Maximum cost in EUR.' }),
  charactersPerDay: t.exposeInt('charactersPerDay', {
    description:
      'Maximum number of characters to charge per day (UTC), for this job and all others together.',
  }),
  since: t.expose('since', {
    type: 'DateTime',
    nullable: true,
    description: 'Only articles added since this time. Null for no restriction.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the job was started.' }),
  createdBy: t.relation('user', {
    nullable: true,
    description: 'User who started it. Null if the account no longer exists.',
  }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it finished or was stopped. Null while it is running.',
  }),
}));

const jobId = 'Global ID or database ID of the job.';

builder.queryFields((t) => ({
  revoicingJob: t.prismaField({
    type: RevoicingType,
    nullable: true,
    description: 'A regeneration job. Null if it does not exist. Requires an administrator.',
    args: { id: t.arg.id({ description: jobId }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound(
        Promise.resolve().then(() => readRevoicing(app, actor, databaseId('RevoicingJob', id), query)),
      ),
  }),
  revoicingJobs: t.prismaField({
    type: [RevoicingType],
    description: 'The latest regeneration jobs, newest first. Requires an administrator.',
    resolve: (query, _, __, { app, actor }) => listRevoicings(app, actor, query),
  }),
}));

builder.subscriptionField('revoicingJob', (t) =>
  t.field({
    type: RevoicingType,
    description:
      'Updates of a regeneration job, until it has ended. Starts with its current state. Requires ' +
      'an administrator.',
    args: { id: t.arg.id({ description: jobId }) },
    subscribe: (_, { id }, context, info) =>
      watchRevoicing(
        context.app,
        context.actorNow,
        databaseId('RevoicingJob', id),
        queryFromInfo({ context, info, typeName: 'RevoicingJob', select: { id: true } }),
      ),
    resolve: (job) => job,
  }),
);
