import { CallError } from '../compile.ts';
import { graphql } from '../document.ts';
import { projectSettings, reportSettings } from '../generated/project-settings.ts';
import {
  describedReader,
  InputError,
  integer,
  json,
  list,
  optionalText,
  read,
  settingReaders,
  text,
  words,
  type ReadOf,
  type Reader,
} from '../request-input.ts';
import { dateObject } from '../rest-dates.ts';
import { row, type Failure } from '../row.ts';
import { groupSettings, ungroupSettings, withRestNames } from '../grouped-settings.ts';
import { failureBody } from '../status.ts';
import { extractorRules, rulesReply } from './extractor-rows.ts';
import { sourceReply } from './source-rows.ts';

/** A project with all its settings (`ProjectSettings` is made of their declarations), for `projectReply`. */
export const projectFields = graphql(`fragment ProjectFields on Project {
  databaseId roles balance voice { name language settings { key value } }
  organization { slug name } sources { ...SourceFields }
  securityKey settingsRevision children { databaseId } extractorRules { databaseId type selector }
  ...ProjectSettings
}`);

/** What is sent of an object in place of its id: clients send back what they read. */
const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** The id of a child, or the child. */
const child: Reader<number> = (value) => integer(idIn(value)) ?? 0;

/** An organization, or its id. */
const organizationId = describedReader({ type: ['string', 'null'] }, (value: unknown) =>
  optionalText(idIn(value)),
);

/**
 * Converts voice settings, which are sent by their keys, to a list.
 * @throws InputError for values that GraphQL's types reject; it is reported after everything else has been
 * parsed
 */
function voiceValues(given: unknown): { key: string; value: string | number | boolean }[] | undefined {
  if (given === null || given === undefined || given === '') return undefined;
  const field = 'voiceAdditionalSettings';
  // An empty list is how PHP writes an empty map.
  if (Array.isArray(given) && given.length === 0) return [];
  if (typeof given !== 'object' || Array.isArray(given))
    throw new InputError([{ field, message: 'Must be an object.' }]);
  const known = Object.entries(given).filter(([, one]) => one !== null);
  const wrong = known.filter(([, one]) => !['string', 'number', 'boolean'].includes(typeof one));
  if (wrong.length > 0)
    throw new InputError(
      wrong.map(([key]) => ({ field, message: `${key} must be a string, a number or a boolean.` })),
    );
  return known.map(([key, one]) => ({ key, value: one as string | number | boolean }));
}

/** Where GraphQL has what REST has side by side. */
const voicePaths = {
  voiceName: 'voice.name',
  voiceLanguage: 'voice.language',
  voiceAdditionalSettings: 'voice.settings',
};
const paths = {
  ...voicePaths,
  ...Object.fromEntries(
    Object.entries({ ...projectSettings, ...reportSettings }).map(([name, { path }]) => [
      name,
      path.join('.'),
    ]),
  ),
};
const fail = (failure: Failure): unknown => failureBody(withRestNames(failure, paths));

/** Every field of the project call's body. */
const body = {
  ...settingReaders(projectSettings),
  voiceName: text,
  voiceLanguage: text,
  voiceAdditionalSettings: json,
  organization: organizationId,
  children: list(child),
  extractorRules,
  /** `settingsRevision` that the client read, to detect changes that others made since. */
  revision: integer,
};

export const projectRows = [
  row({
    method: 'GET',
    path: '/api/projects',
    description: 'All projects that the caller can read, sorted by name.',
    document: graphql(
      `query projects { viewer { projects(first: 20000, sort: NAME) { edges { node { ...ProjectFields } } } } }`,
    ),
    reply: ({ viewer }) => ({ projects: viewer.projects.edges.map(({ node }) => projectReply(node)) }),
  }),
  row({
    method: 'POST',
    path: '/api/projects',
    document: graphql(`mutation createProject($input: CreateProjectInput!) {
      createProject(input: $input) { __typename ...Failed ... on CreateProjectSuccess { project { ...ProjectFields } } }
    }`),
    // What is absent is as what a form left empty: it is required (document 1, section 5).
    variables: ({ body }) => {
      const {
        name = '',
        voiceName = '',
        voiceLanguage = '',
        ...rest
      } = read(body, { name: words, voiceName: words, voiceLanguage: words, organization: organizationId });
      return { input: { name, voice: { name: voiceName, language: voiceLanguage }, ...rest } };
    },
    fail,
    reply: ({ createProject }) => ({ result: 'ok', project: projectReply(createProject.project) }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}',
    document: graphql(`query project($id: ID!) { project(id: $id) { ...ProjectFields } }`),
    variables: ({ params }) => params,
    reply: ({ project }) => ({ project: projectReply(project) }),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}',
    document: graphql(`mutation updateProject($input: UpdateProjectInput!) {
      updateProject(input: $input) { __typename ...Failed ... on UpdateProjectSuccess { project { ...ProjectFields } } }
    }`),
    variables: ({ params, body: sent }) => ({ input: { id: params.id, ...changesIn(read(sent, body)) } }),
    fail,
    reply: ({ updateProject }) => ({ result: 'ok', project: projectReply(updateProject.project) }),
  }),
  row({
    method: 'DELETE',
    path: '/api/projects/{id}',
    document: graphql(
      `mutation deleteProject($input: DeleteProjectInput!) { deleteProject(input: $input) { __typename ...Failed } }`,
    ),
    variables: ({ params }) => ({ input: params }),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}/reports',
    document:
      graphql(`mutation updateProjectReports($input: UpdateProjectReportsInput!) { updateProjectReports(input: $input) { __typename ...Failed } }
      query projects { viewer { projects(first: 20000, sort: NAME) { edges { node { ...ProjectFields } } } } }`),
    variables: ({ params, body }) => ({
      input: {
        project: params.id,
        ...groupSettings(reportSettings, read(body, settingReaders(reportSettings))),
      },
    }),
    fail,
    reply: ({ viewer }) => ({
      result: 'ok',
      projects: viewer.projects.edges.map(({ node }) => projectReply(node)),
    }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/quote-info',
    document: graphql(`query quote($id: ID!, $limit: Int, $voice: String) {
      project(id: $id) { quote: limitQuote(limit: $limit, voice: $voice) { price: cost symbolsToday: charactersToday averageByMonth: charactersPerMonth } }
    }`),
    variables: ({ params, query }) => ({
      ...params,
      ...read(query, { limit: integer, voice: optionalText }),
    }),
    reply: ({ project }) => project.quote,
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/logs',
    document: graphql(`query logs($id: ID!, $limit: Int) {
      project(id: $id) {
        logs: log(first: $limit) { edges { node { databaseId action createdAt body user { databaseId name email } } } }
      }
    }`),
    variables: ({ params, query }) => {
      const { limit } = query['limit'] ? read(query, { limit: integer }) : {};
      return { ...params, limit: Math.min(Math.max(limit ?? 15, 0), 1_000) };
    },
    reply: ({ project: { logs } }) => {
      if (!logs)
        throw new CallError({
          type: 'NotAllowedError',
          message: 'You don’t have permission to do this.',
          fieldErrors: [],
        });
      return { result: 'ok', logs: logs.edges.map((edge) => logReply(edge!.node)) };
    },
  }),
];

/** What was sent, as the input has it. */
function changesIn({
  voiceName,
  voiceLanguage,
  voiceAdditionalSettings,
  organization,
  children,
  extractorRules,
  revision,
  ...declared
}: ReadOf<typeof body>) {
  const voice = { name: voiceName, language: voiceLanguage, settings: voiceValues(voiceAdditionalSettings) };
  return {
    voice,
    organization,
    children: children?.map(String),
    extractorRules,
    revision,
    ...groupSettings(projectSettings, declared),
  };
}

interface Project {
  databaseId: number;
  roles: unknown;
  balance: number;
  voice: { name: string; language: string; settings: { key: string; value: unknown }[] };
  organization: { slug: string; name: string } | null;
  securityKey: string | null;
  settingsRevision: number;
  sources: Parameters<typeof sourceReply>[0][];
  children: { databaseId: number }[];
  extractorRules: Parameters<typeof rulesReply>[0]['extractorRules'];
}

const readable = Object.fromEntries(
  Object.entries({ ...projectSettings, ...reportSettings }).filter(([, told]) => told.readable),
);

function projectReply(project: Project) {
  const { roles, balance, voice, securityKey, settingsRevision, organization } = project;
  const { articlesFromDate, ...declared } = ungroupSettings(readable, { ...project });
  return {
    id: project.databaseId,
    roles,
    balance,
    voiceName: voice.name,
    voiceLanguage: voice.language,
    voiceAdditionalSettings: Object.fromEntries(voice.settings.map(({ key, value }) => [key, value])),
    securityKey,
    settingsRevision,
    ...declared,
    organization: organization && { id: organization.slug, name: organization.name },
    articlesFromDate: dateObject(articlesFromDate as string | null),
    sources: project.sources.map((source) => sourceReply(source)),
    children: project.children.map((child) => child.databaseId),
    ...rulesReply(project),
  };
}

interface LogEntry {
  databaseId: number;
  action: string;
  createdAt: string;
  body: unknown;
  user: { databaseId: number; name: string; email: string } | null;
}

function logReply({ databaseId, createdAt, user, ...entry }: LogEntry) {
  return {
    id: databaseId,
    ...entry,
    createdAt: dateObject(createdAt),
    user: user && { id: user.databaseId, name: user.name, email: user.email },
  };
}
