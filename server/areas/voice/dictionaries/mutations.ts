import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId, databaseIdOrNull } from '../../../graphql/ids.ts';
import { ConflictError, LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { organizationIdOrNull } from '../../access/organizations/types.ts';
import { createDictionary, deleteDictionary, restoreDictionary, updateDictionary } from './dictionaries.ts';
import { addedMax, addEntries, deleteEntry, restoreEntry, updateEntry } from './entries.ts';
import { addToGlobalDictionary } from './global-dictionary.ts';
import { revoiceDictionaryArticles, stopRevoicing } from './revoicing.ts';
import { searchMax } from './search-entries.ts';
import { importDictionary } from './import-export.ts';
import {
  DictionaryEntryKindType,
  DictionaryEntryType,
  DictionaryFormatType,
  DictionaryLevelType,
  DictionaryType,
  EntryInputType,
  RevoicingType,
  AffectedArticlesType,
} from './types.ts';

const needs =
  "Requires an administrator for a global dictionary, an editor or maintainer of the organization for an organization's, and permission to change the project's settings for a project's.";
const heard = 'It applies to audio generated from then on; existing audio doesn’t change.';
const scope = {
  language: 'Language that it is for (BCP 47), such as `de` or `en-US`. If empty: every language.',
  provider: 'Code of the speech service that it is for. If empty: every service.',
  voice: 'Name of the voice that it is for, or `provider:name`. If empty: every voice.',
};
const dictionaryId = 'Global ID or database ID of the dictionary.';
const entryId = 'Global ID or database ID of the entry.';

builder.relayMutationField(
  'createDictionary',
  {
    description: 'Owner, name and scope of the dictionary.',
    inputFields: (t) => ({
      level: t.field({ type: DictionaryLevelType, description: 'Level of the dictionary.' }),
      organization: t.id({
        required: false,
        description:
          'Slug, global ID or database ID of the organization. Required with the level `ORGANIZATION`, and refused with any other.',
      }),
      project: t.id({
        required: false,
        description:
          'Global ID or database ID of the project. Required with the level `PROJECT`, and refused with any other.',
      }),
      name: t.string({
        required: false,
        description:
          'Name, 1 to 200 characters. Required except in a project, where it defaults to `Project ' +
          'Dictionary`.',
      }),
      language: t.string({ required: false, description: scope.language }),
      provider: t.string({ required: false, description: scope.provider }),
      voice: t.string({ required: false, description: scope.voice }),
    }),
  },
  {
    description: `Creates a dictionary. ${heard} ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { organization, project, ...input } }, { app, actor }) => ({
      dictionary: await createDictionary(app, actor, {
        ...input,
        organizationId: await organizationIdOrNull({ app }, organization),
        projectId: databaseIdOrNull('Project', project),
      }),
    }),
  },
  {
    name: 'CreateDictionarySuccess',
    description: 'The dictionary has been created.',
    outputFields: (t) => ({
      dictionary: t.expose('dictionary', { type: DictionaryType, description: 'The new dictionary.' }),
    }),
  },
);

builder.relayMutationField(
  'updateDictionary',
  {
    description: 'Changes to a dictionary. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: dictionaryId }),
      name: t.string({ required: false, description: 'Name, 1 to 200 characters.' }),
      language: t.string({ required: false, description: scope.language }),
      provider: t.string({ required: false, description: scope.provider }),
      voice: t.string({ required: false, description: scope.voice }),
    }),
  },
  {
    description: `Updates the name and scope of a dictionary. ${heard} ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { id, name, ...input } }, { app, actor }) => ({
      dictionary: await updateDictionary(app, actor, {
        id: databaseId('Dictionary', id),
        ...input,
        ...(typeof name === 'string' && { name }),
      }),
    }),
  },
  {
    name: 'UpdateDictionarySuccess',
    description: 'The dictionary has been updated.',
    outputFields: (t) => ({
      dictionary: t.expose('dictionary', { type: DictionaryType, description: 'The updated dictionary.' }),
    }),
  },
);

for (const { verb, act, description, done, result } of [
  {
    verb: 'delete',
    act: deleteDictionary,
    description: `Deletes a dictionary with its entries. It can be restored for some days. The last one of a project stays. ${needs}`,
    done: 'The dictionary has been deleted.',
    result: 'The deleted dictionary.',
  },
  {
    verb: 'restore',
    act: restoreDictionary,
    description: `Restores a deleted dictionary as it was. ${needs}`,
    done: 'The dictionary has been restored.',
    result: 'The dictionary.',
  },
] as const)
  builder.relayMutationField(
    `${verb}Dictionary`,
    { description: 'The dictionary.', inputFields: (t) => ({ id: t.id({ description: dictionaryId }) }) },
    {
      description,
      errors: { types: [...accessErrors, ValidationError] },
      resolve: async (_, { input }, { app, actor }) => ({
        dictionary: await act(app, actor, databaseId('Dictionary', input.id)),
      }),
    },
    {
      name: `${verb === 'delete' ? 'Delete' : 'Restore'}DictionarySuccess`,
      description: done,
      outputFields: (t) => ({
        dictionary: t.expose('dictionary', { type: DictionaryType, description: result }),
      }),
    },
  );

builder.relayMutationField(
  'addDictionaryEntries',
  {
    description: 'A dictionary and its new entries.',
    inputFields: (t) => ({
      dictionary: t.id({ description: dictionaryId }),
      entries: t.field({
        type: [EntryInputType],
        description: `At most ${addedMax} entries. Field errors are reported under paths such as \`entries.2.source\`.`,
      }),
    }),
  },
  {
    description: `Adds entries to a dictionary, all or none. Entries with the same word are accepted. ${heard} ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Dictionary', input.dictionary);
      const entries = await addEntries(app, actor, { dictionaryId: id, entries: input.entries });
      return { entries, dictionary: { id } };
    },
  },
  {
    name: 'AddDictionaryEntriesSuccess',
    description: 'The entries have been added.',
    outputFields: (t) => ({
      entries: t.field({
        type: [DictionaryEntryType],
        description: 'The new entries.',
        resolve: ({ entries }) => entries,
      }),
      dictionary: t.field({
        type: DictionaryType,
        description: 'The dictionary.',
        resolve: ({ dictionary }) => dictionary,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateDictionaryEntry',
  {
    description: 'Changes to an entry. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: entryId }),
      revision: t.int({
        required: false,
        description:
          'Revision that the changes are based on. If the entry has a different one, nothing is ' +
          'changed.',
      }),
      source: t.string({ required: false, description: 'The word as written, 1 to 500 characters.' }),
      replacement: t.string({
        required: false,
        description: 'Pronunciation of the word, as a respelling. At most 500 characters. May be empty.',
      }),
      kind: t.field({
        type: DictionaryEntryKindType,
        required: false,
        description: 'Type of pronunciation.',
      }),
      phonemes: t.string({
        required: false,
        description: 'Phonemes in IPA, such as `təˈmeɪtoʊ`, for the kind `PHONEMES`.',
      }),
      wholeWord: t.boolean({ required: false, description: 'Whether to match only whole words.' }),
      matchCase: t.boolean({ required: false, description: 'Whether to match case.' }),
      isPattern: t.boolean({ required: false, description: 'Whether the source is a regular expression.' }),
      inflected: t.boolean({
        required: false,
        description: 'Whether to match German and French inflected forms, too.',
      }),
    }),
  },
  {
    description: `Updates an entry. ${heard} ${needs}`,
    errors: { types: [...accessErrors, ValidationError, ConflictError] },
    resolve: async (_, { input: { id, source, ...changes } }, { app, actor }) => ({
      entry: await updateEntry(app, actor, {
        id: databaseId('DictionaryEntry', id),
        ...changes,
        ...(typeof source === 'string' && { source }),
      }),
    }),
  },
  {
    name: 'UpdateDictionaryEntrySuccess',
    description: 'The entry has been updated.',
    outputFields: (t) => ({
      entry: t.expose('entry', { type: DictionaryEntryType, description: 'The updated entry.' }),
    }),
  },
);

for (const { verb, act, description, done } of [
  {
    verb: 'delete',
    act: deleteEntry,
    description: `Deletes an entry. It can be restored for some days. ${needs}`,
    done: 'The entry has been deleted.',
  },
  {
    verb: 'restore',
    act: restoreEntry,
    description: `Restores a deleted entry as it was. ${heard} ${needs}`,
    done: 'The entry has been restored.',
  },
] as const)
  builder.relayMutationField(
    `${verb}DictionaryEntry`,
    { description: 'The entry.', inputFields: (t) => ({ id: t.id({ description: entryId }) }) },
    {
      description,
      errors: { types: [...accessErrors, ValidationError] },
      resolve: async (_, { input }, { app, actor }) => ({
        entry: await act(app, actor, databaseId('DictionaryEntry', input.id)),
      }),
    },
    {
      name: `${verb === 'delete' ? 'Delete' : 'Restore'}DictionaryEntrySuccess`,
      description: done,
      outputFields: (t) => ({
        entry: t.expose('entry', { type: DictionaryEntryType, description: 'The entry.' }),
      }),
    },
  );

builder.relayMutationField(
  'addToGlobalDictionary',
  {
    description: 'An entry of any dictionary.',
    inputFields: (t) => ({ entry: t.id({ description: entryId }) }),
  },
  {
    description:
      'Adds an entry to the global dictionary, unless its source is already there. It then applies ' +
      'to all newly generated audio. Requires an administrator.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      entry: await addToGlobalDictionary(app, actor, databaseId('DictionaryEntry', input.entry)),
    }),
  },
  {
    name: 'AddToGlobalDictionarySuccess',
    description: 'The source is in the global dictionary.',
    outputFields: (t) => ({
      entry: t.expose('entry', { type: DictionaryEntryType, description: 'Entry in the global dictionary.' }),
    }),
  },
);

builder.relayMutationField(
  'importDictionary',
  {
    description: 'A dictionary, and a file of entries.',
    inputFields: (t) => ({
      dictionary: t.id({ description: dictionaryId }),
      format: t.field({ type: DictionaryFormatType, description: 'Format of the file.' }),
      file: t.field({
        type: 'File',
        description: 'A `.csv` or `.pls` file. At most 32 MB and 100,000 entries.',
      }),
    }),
  },
  {
    description: `Imports the entries of a file into a dictionary. The whole file is checked first: nothing is imported if a line is wrong. Entries are then written up to 1,000 at a time. If the import is interrupted, import the file again to complete it; no entry is added twice. Entries with the same word are replaced. ${heard} ${needs}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input }, { app, actor }) =>
      importDictionary(app, actor, {
        id: databaseId('Dictionary', input.dictionary),
        format: input.format,
        file: input.file,
      }),
  },
  {
    name: 'ImportDictionarySuccess',
    description: 'The entries have been imported.',
    outputFields: (t) => ({
      dictionary: t.expose('dictionary', { type: DictionaryType, description: 'The dictionary.' }),
      added: t.exposeInt('added', { description: 'Number of new entries.' }),
      changed: t.exposeInt('changed', { description: 'Number of entries whose pronunciation has changed.' }),
    }),
  },
);

builder.relayMutationField(
  'startRevoicingJob',
  {
    description: 'Entries, and the scope of the articles to regenerate.',
    inputFields: (t) => ({
      entries: t.idList({ description: `Global IDs or database IDs of 1 to ${searchMax} entries.` }),
      project: t.id({
        required: false,
        description: 'Global ID or database ID of a project. Limits the job to its articles.',
      }),
      organization: t.id({
        required: false,
        description:
          'Slug, global ID or database ID of an organization. Limits the job to articles of its ' +
          'projects.',
      }),
      since: t.field({
        type: 'DateTime',
        required: false,
        description: 'Only articles added since this time.',
      }),
      charactersPerDay: t.int({
        required: false,
        description:
          'Maximum number of characters to charge per day (UTC). The job continues the next day. ' +
          "Defaults to the operator's setting.",
      }),
    }),
  },
  {
    description:
      'Starts regenerating articles that contain words of the entries and would sound different ' +
      'with the current dictionaries. Generates and charges only sentences that change; ' +
      '`revoicingQuote` returns the maximum. Requires an administrator.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (
      _,
      { input: { entries, project, organization, since, charactersPerDay } },
      { app, actor },
    ) =>
      revoiceDictionaryArticles(app, actor, {
        entries: entries.map((id) => databaseId('DictionaryEntry', id)),
        projectId: databaseIdOrNull('Project', project),
        organizationId: await organizationIdOrNull({ app }, organization),
        since,
        charactersPerDay,
      }),
  },
  {
    name: 'StartRevoicingJobSuccess',
    description: 'The articles are being regenerated.',
    outputFields: (t) => ({
      quote: t.expose('quote', {
        type: AffectedArticlesType,
        description: 'Maximum extent of the regeneration.',
      }),
      job: t.expose('job', { type: RevoicingType, description: 'The regeneration job, with its progress.' }),
    }),
  },
);

builder.relayMutationField(
  'stopRevoicingJob',
  {
    description: 'The regeneration job.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the job.' }) }),
  },
  {
    description:
      'Stops a regeneration job: articles already started are finished, and no others are started. ' +
      'Does not change a job that has ended. Requires an administrator.',
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({
      job: await stopRevoicing(app, actor, databaseId('RevoicingJob', input.id)),
    }),
  },
  {
    name: 'StopRevoicingJobSuccess',
    description: 'The job has been stopped.',
    outputFields: (t) => ({
      job: t.expose('job', { type: RevoicingType, description: 'The regeneration job.' }),
    }),
  },
);
