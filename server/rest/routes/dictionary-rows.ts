import { UploadedFile } from '../../lib/requests/uploaded-file.ts';
import { graphql } from '../document.ts';
import {
  InputError,
  integer,
  list,
  optionalText,
  read,
  record,
  requiredMessage,
  requiredFile,
  text,
  words,
} from '../request-input.ts';
import { dateObject } from '../rest-dates.ts';
import { row, type Call, type Failure } from '../row.ts';
import { withRestNames } from '../grouped-settings.ts';
import { failureBody } from '../status.ts';

/** Of a file of entries, bytes. */
const fileMaxBytes = 32 * 1024 * 1024;
const fileTooLarge = 'The file is too large: at most 32 MB.';
/** Articles of a page of those that use entries. */
const usagePage = 10;
/** What a new dictionary is for unless something is sent; empty: everything. */
const defaults = { language: 'en-US', provider: 'google' };

const levels = { global: 'global', organization: 'organization', default: 'project' } as const;
type Type = keyof typeof levels;
const types = { global: 'global', organization: 'organization', project: 'default' } as const;

export const entryFields = graphql(`fragment EntryFields on DictionaryEntry {
  databaseId source replacement createdAt modifiedAt: updatedAt modifiedBy: updatedBy { name avatar } inGlobal
}`);

export const dictionaryFields = graphql(`fragment DictionaryFields on Dictionary {
  databaseId name level language provider voice project { databaseId name }
}`);

interface Entry {
  databaseId: number;
  source: string;
  replacement: string;
  createdAt: string;
  modifiedAt: string;
  modifiedBy: { name: string; avatar: string | null } | null;
  inGlobal: boolean;
}

interface Dictionary {
  databaseId: number;
  name: string;
  level: keyof typeof types;
  language: string | null;
  provider: string | null;
  voice: string | null;
  project: { databaseId: number; name: string } | null;
}

const entryReply = ({
  databaseId,
  source,
  replacement,
  createdAt,
  modifiedAt,
  modifiedBy,
  inGlobal,
}: Entry) => ({
  id: databaseId,
  source,
  dest: replacement,
  created_at: dateObject(createdAt),
  modified_at: dateObject(modifiedAt),
  modified_by: modifiedBy && { fullname: modifiedBy.name, avatar: modifiedBy.avatar },
  inGlobal,
});

const dictionaryReply = ({ databaseId, name, level, language, provider, voice, project }: Dictionary) => ({
  id: databaseId,
  name,
  projectId: project && project.databaseId,
  projectName: project && project.name,
  language,
  ttsProvider: provider,
  voice,
  dictionaryType: types[level],
});

interface Listed extends Dictionary {
  entries: { edges: ({ node: Entry } | null)[] };
}

/** By the ids of the dictionaries. */
const replacementsReply = (dictionaries: readonly Listed[]) => ({
  replacements: Object.fromEntries(
    dictionaries.map((dictionary) => [
      dictionary.databaseId,
      {
        ...dictionaryReply(dictionary),
        replacements: dictionary.entries.edges.flatMap((edge) => (edge ? [entryReply(edge.node)] : [])),
      },
    ]),
  ),
});

/** A part of a path that says whose a dictionary is. */
function typeIn(given: string): Type {
  if (Object.hasOwn(levels, given)) return given as Type;
  throw new InputError([
    { field: 'dictionaryType', message: 'This must be one of global, organization, default.' },
  ]);
}

/** Treats `-` as empty, because a path segment cannot be. */
const named = (part: string | null | undefined): string | null => (!part || part === '-' ? null : part);

const dictionarySent = {
  dictionaryType: words,
  name: text,
  language: text,
  ttsProvider: text,
  voice: text,
  organizationId: text,
};
const entrySent = record({ id: integer, source: text, dest: text });
const replacementSent = {
  replacement: entrySent,
  projectId: text,
  dictionaryType: optionalText,
  organizationId: text,
};

/** Ids of entries: the body is the list of them. */
function entriesIn(body: unknown): string[] {
  if (!Array.isArray(body)) throw new InputError([{ field: 'body', message: 'This must be a list.' }]);
  return list(words)(body);
}

/** What is wrong with a dictionary, by the names that it was sent with. */
const dictionaryFailure = (failure: Failure): Record<string, unknown> =>
  failureBody(
    withRestNames(failure, {
      ttsProvider: 'provider',
      dictionaryType: 'level',
      organizationId: 'organization',
    }),
  );

/** What is wrong with an entry, by the names that it was sent with. */
const entryFailure = (failure: Failure): Record<string, unknown> =>
  failureBody({
    ...failure,
    fieldErrors: failure.fieldErrors.map(({ field, message }) => ({
      field: field
        .replace(/^entries\.0\.|^(?=source$|replacement$)/, 'replacement.')
        .replace(/\.replacement$/, '.dest'),
      message,
    })),
  });

const offsetIn = ({ query }: Call): number => read(query, { offset: integer }).offset ?? 0;

export const dictionaryRows = [
  row({
    method: 'GET',
    path: '/api/replacements/{projectId}',
    description: 'Dictionaries of the project with their entries, newest first, keyed by ID.',
    document: graphql(`query projectReplacements($project: ID!) {
      project(id: $project) { id }
      dictionaries(level: PROJECT, project: $project) {
        ...DictionaryFields entries(first: 20000) { edges { node { ...EntryFields } } }
      }
    }`),
    variables: ({ params }) => ({ project: params.projectId }),
    reply: ({ dictionaries }) => replacementsReply(dictionaries),
  }),
  row({
    method: 'GET',
    path: '/api/replacements/dictionary/list/{type}',
    description:
      'Dictionaries of an organization, or the global ones, with their entries, newest first, ' +
      'keyed by ID.',
    document: graphql(`query dictionaryOwner($id: ID!, $isOwned: Boolean!) {
      organization(id: $id) @include(if: $isOwned) { databaseId }
    }
    query dictionaryList($level: DictionaryLevel!, $organization: ID, $project: ID) {
      dictionaries(level: $level, organization: $organization, project: $project) {
        ...DictionaryFields entries(first: 20000) { edges { node { ...EntryFields } } }
      }
    }`),
    variables: ({ params, query }, { organization }) => {
      const { id } = read(query, { id: words });
      const type = typeIn(params.type);
      return {
        id: id ?? '',
        isOwned: type === 'organization',
        level: levels[type],
        organization: organization ? String(organization.databaseId) : null,
        project: type === 'default' ? (id ?? '') : null,
      };
    },
    reply: ({ dictionaries }) => replacementsReply(dictionaries),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/dictionary/add',
    document: graphql(`query newDictionaryOwner($id: ID!, $isOwned: Boolean!) {
      organization(id: $id) @include(if: $isOwned) { databaseId }
    }
    mutation createDictionary($input: CreateDictionaryInput!) {
      createDictionary(input: $input) { __typename ...Failed ... on CreateDictionarySuccess { dictionary { ...DictionaryFields } } }
    }`),
    variables: ({ body }, { organization }) => {
      const given = read(body, dictionarySent);
      const type = typeIn(given.dictionaryType ?? '');
      return {
        id: named(given.organizationId) ?? '',
        isOwned: type === 'organization',
        input: {
          level: levels[type],
          organization: organization ? String(organization.databaseId) : null,
          name: given.name ?? '',
          language: given.language === undefined ? defaults.language : given.language,
          provider: given.ttsProvider === undefined ? defaults.provider : given.ttsProvider,
          voice: given.voice ?? null,
        },
      };
    },
    fail: dictionaryFailure,
    reply: ({ createDictionary }) => ({
      result: 'ok',
      dictionary: dictionaryReply(createDictionary.dictionary),
    }),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/dictionary/update/{dictionaryId}',
    document: graphql(`mutation updateDictionary($input: UpdateDictionaryInput!) {
      updateDictionary(input: $input) { __typename ...Failed ... on UpdateDictionarySuccess { dictionary { ...DictionaryFields } } }
    }`),
    variables: ({ params, body }) => {
      const { name, language, ttsProvider, voice } = read(body, dictionarySent);
      const sent = { name, language, provider: ttsProvider, voice };
      const given = Object.entries(sent).filter(([, value]) => value !== undefined);
      return {
        input: {
          id: params.dictionaryId,
          ...Object.fromEntries(given.map(([field, value]) => [field, value ?? ''])),
        },
      };
    },
    fail: dictionaryFailure,
    reply: ({ updateDictionary }) => ({
      result: 'ok',
      dictionary: dictionaryReply(updateDictionary.dictionary),
    }),
  }),
  row({
    method: 'DELETE',
    path: '/api/replacements/dictionary/delete/{dictionaryId}/{type}/{organizationId}',
    document: graphql(`query ofDictionary($id: ID!) { dictionary(id: $id) { level } }
    mutation deleteDictionary($input: DeleteDictionaryInput!) {
      deleteDictionary(input: $input) { __typename ...Failed ... on DeleteDictionarySuccess { dictionary { id } } }
    }`),
    variables: ({ params }) => ({ id: params.dictionaryId, input: { id: params.dictionaryId } }),
    belongs: ({ dictionary }, { params }) => !!dictionary && types[dictionary.level] === params.type,
    reply: () => ({ result: 'ok' }),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/item/add/{dictionaryId}',
    description: 'Adds an entry to a dictionary.',
    document: graphql(`mutation addEntry($input: AddDictionaryEntriesInput!) {
      addDictionaryEntries(input: $input) { __typename ...Failed ... on AddDictionaryEntriesSuccess { entries { ...EntryFields } } }
    }`),
    variables: ({ params, body }) => {
      const { source, dest } = read(body, replacementSent).replacement ?? {};
      return {
        input: {
          dictionary: params.dictionaryId,
          entries: [{ source: source ?? '', replacement: dest ?? '' }],
        },
      };
    },
    fail: entryFailure,
    reply: ({ addDictionaryEntries: { entries } }) => ({
      result: 'ok',
      replacement: entryReply(entries[0]!),
    }),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/item/update/{dictionaryId}',
    document:
      graphql(`query ofChangedEntry($id: ID!) { dictionaryEntry(id: $id) { dictionary { databaseId } } }
    mutation updateEntry($input: UpdateDictionaryEntryInput!) {
      updateDictionaryEntry(input: $input) { __typename ...Failed ... on UpdateDictionaryEntrySuccess { entry { ...EntryFields } } }
    }`),
    variables: ({ body }) => {
      const { id: given, source, dest } = read(body, replacementSent).replacement ?? {};
      const id = String(given ?? '');
      return {
        id,
        input: {
          id,
          ...(source !== undefined && { source: source ?? '' }),
          ...(dest !== undefined && { replacement: dest ?? '' }),
        },
      };
    },
    belongs: ({ dictionaryEntry }, { params }) =>
      String(dictionaryEntry?.dictionary.databaseId) === params.dictionaryId,
    fail: entryFailure,
    reply: ({ updateDictionaryEntry: { entry } }) => ({ result: 'ok', replacement: entryReply(entry) }),
  }),
  row({
    method: 'DELETE',
    path: '/api/replacements/item/delete/{dictionaryId}/{type}/{organizationId}/{projectId}/{entryId}',
    document:
      graphql(`query ofDeletedEntry($id: ID!) { dictionaryEntry(id: $id) { dictionary { databaseId } } }
    mutation deleteEntry($input: DeleteDictionaryEntryInput!) {
      deleteDictionaryEntry(input: $input) { __typename ...Failed ... on DeleteDictionaryEntrySuccess { entry { id } } }
    }`),
    variables: ({ params }) => ({ id: params.entryId, input: { id: params.entryId } }),
    belongs: ({ dictionaryEntry }, { params }) =>
      String(dictionaryEntry?.dictionary.databaseId) === params.dictionaryId,
    reply: () => ({ result: 'ok' }),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/dictionary/globaladd',
    document: graphql(`mutation addToGlobal($input: AddToGlobalDictionaryInput!) {
      addToGlobalDictionary(input: $input) { __typename ...Failed ... on AddToGlobalDictionarySuccess { entry { ...EntryFields } } }
    }`),
    variables: ({ body }) => {
      const { item } = read(body, { item: entrySent });
      if (!item?.id) throw new InputError([{ field: item ? 'item.id' : 'item', message: requiredMessage }]);
      return { input: { entry: String(item.id) } };
    },
    reply: ({ addToGlobalDictionary: { entry } }) => ({ result: 'ok', replacement: entryReply(entry) }),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/dictionary/csv/{dictionaryId}',
    upload: { kind: 'json', field: 'csv_data', maxBytes: fileMaxBytes, tooLarge: fileTooLarge },
    document: graphql(`mutation importDictionary($input: ImportDictionaryInput!) {
      importDictionary(input: $input) { __typename ...Failed ... on ImportDictionarySuccess { added changed } }
    }`),
    variables: ({ params, body }) => ({
      input: {
        dictionary: params.dictionaryId,
        format: 'csv' as const,
        file: new UploadedFile('', requiredFile(body, 'csv_data')),
      },
    }),
    reply: () => ({ status: 'ok', message: 'Successfully imported' }),
    fail: (failure) => ({ ...failureBody(withRestNames(failure, { csv_data: 'file' })), status: 'fail' }),
  }),
  row({
    method: 'GET',
    path: '/api/replacements/dictionary/csv/{dictionaryId}',
    description: 'Entries of the dictionary as a CSV file, oldest first.',
    document: graphql(
      `query dictionaryCsv($dictionary: ID!) { dictionary(id: $dictionary) { name file(format: CSV) } }`,
    ),
    variables: ({ params }) => ({ dictionary: params.dictionaryId }),
    file: { type: 'text/csv', name: ({ dictionary }) => `${dictionary.name}.csv` },
    reply: ({ dictionary }) => dictionary.file,
  }),
  row({
    method: 'POST',
    path: '/api/replacements/find_usage/project/{id}',
    description: 'Articles of the project that contain words of the given entries (by ID), 10 per page.',
    document: graphql(`query projectUsage($entries: [ID!]!, $project: ID!, $first: Int!, $offset: Int!) {
      dictionaryUsage(entries: $entries, project: $project, first: $first, offset: $offset) {
        totalCount uses { article { databaseId title addedAt project { databaseId } } }
      }
    }`),
    variables: (call) => ({
      entries: entriesIn(call.body),
      project: call.params.id,
      first: usagePage,
      offset: offsetIn(call),
    }),
    reply: ({ dictionaryUsage }) => usageReply(dictionaryUsage),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/find_usage/{type}/{id}',
    description:
      'Articles that contain words of the given entries (by ID), 10 per page: all, or those of the ' +
      'organization.',
    document: graphql(`query usageOwner($id: ID!, $isOwned: Boolean!) {
      organization(id: $id) @include(if: $isOwned) { databaseId }
    }
    query dictionaryUsage($entries: [ID!]!, $organization: ID, $project: ID, $first: Int!, $offset: Int!) {
      dictionaryUsage(entries: $entries, organization: $organization, project: $project, first: $first, offset: $offset) {
        totalCount uses { article { databaseId title addedAt project { databaseId } } }
      }
    }`),
    variables: (call, { organization }) => {
      const entries = entriesIn(call.body);
      const type = typeIn(call.params.type);
      return {
        id: call.params.id,
        isOwned: type === 'organization',
        entries,
        organization: organization ? String(organization.databaseId) : null,
        project: type === 'default' ? call.params.id : null,
        first: usagePage,
        offset: offsetIn(call),
      };
    },
    reply: ({ dictionaryUsage }) => usageReply(dictionaryUsage),
  }),
  row({
    method: 'GET',
    path: '/api/replacements/articles/{articleId}',
    description: 'Regenerates the article with the current dictionaries. Charges only sentences that change.',
    document: graphql(`mutation applyReplacements($input: RevoiceArticleInput!) {
      revoiceArticle(input: $input) { __typename ...Failed ... on RevoiceArticleSuccess { article { databaseId } } }
    }`),
    variables: ({ params }) => ({ input: { id: params.articleId } }),
    reply: () => ({ result: 'ok' }),
  }),
  row({
    method: 'POST',
    path: '/api/replacements/articles/resound',
    document: graphql(`mutation revoice($input: StartRevoicingJobInput!) {
      startRevoicingJob(input: $input) { __typename ...Failed ... on StartRevoicingJobSuccess { quote { articles characters cost } } }
    }`),
    variables: ({ body }) => ({ input: { entries: entriesIn(body) } }),
    reply: ({ startRevoicingJob: { quote } }) => ({
      result: 'ok',
      count: quote.articles,
      characters: quote.characters,
      cost: quote.cost,
    }),
  }),
];

interface UsageFound {
  totalCount: number;
  uses: {
    article: { databaseId: number; title: string; addedAt: string; project: { databaseId: number } };
  }[];
}

function usageReply({ totalCount, uses }: UsageFound) {
  return {
    articles: uses.map(({ article: { databaseId, title, addedAt, project } }) => ({
      id: databaseId,
      title,
      added: dateObject(addedAt),
      projectId: project.databaseId,
    })),
    count: totalCount,
  };
}
