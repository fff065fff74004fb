import { graphql } from '../document.ts';
import { projectSettings, reportSettings } from '../generated/project-settings.ts';
import {
  integer,
  json,
  list,
  optionalText,
  read,
  settingReaders,
  text,
  words,
  type Reader,
} from '../request-input.ts';
import { dateObject } from '../rest-dates.ts';
import { row } from '../row.ts';
import { extractorRule } from './extractor-rows.ts';
import { sourceReply } from './source-rows.ts';

/** A project with all its settings (`ProjectSettings` is made of their declarations), for `projectReply`. */
export const projectFields = graphql(`fragment ProjectFields on Project {
  databaseId roles balance voiceName voiceLanguage voiceAdditionalSettings
  organization { slug name } sources { ...SourceFields }
  securityKey settingsRevision children { databaseId } extractorRules { databaseId rule selector }
  ...ProjectSettings
}`);

/** A number that cannot be unset. */
const number: Reader<number> = (value) => integer(value) ?? 0;

/** Every field of the project call's body. */
const body = {
  ...settingReaders(projectSettings),
  voiceName: text,
  voiceLanguage: text,
  voiceAdditionalSettings: json,
  organization: optionalText,
  children: list(number),
  extractorRules: list(extractorRule),
  /** The `settingsRevision` that was read, of who wants to be told of changes that others made since. */
  revision: integer,
};

export const projectRows = [
  row({
    method: 'GET',
    path: '/api/projects',
    document: graphql(`query projects { projects { ...ProjectFields } }`),
    reply: ({ projects }) => ({ projects: projects.map(projectReply) }),
  }),
  row({
    method: 'POST',
    path: '/api/projects',
    document: graphql(`mutation createProject($input: CreateProjectInput!) {
      createProject(input: $input) { __typename ...Failed ... on CreateProjectSuccess { project { ...ProjectFields } } }
    }`),
    // What is absent is as what a form left empty: it is required (document 1, section 5).
    variables: ({ body }) => ({
      input: {
        name: '',
        voiceName: '',
        voiceLanguage: '',
        ...read(body, { name: words, voiceName: words, voiceLanguage: words, organization: optionalText }),
      },
    }),
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
    variables: ({ params, body: sent }) => ({ input: { id: params.id, ...read(sent, body) } }),
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
      query projects { projects { ...ProjectFields } }`),
    variables: ({ params, body }) => ({
      input: { id: params.id, ...read(body, settingReaders(reportSettings)) },
    }),
    reply: ({ projects }) => ({ result: 'ok', projects: projects.map(projectReply) }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/quote-info',
    document: graphql(`query quote($id: ID!, $limit: Int, $voice: String) {
      project(id: $id) { quote(limit: $limit, voice: $voice) { price symbolsToday averageByMonth } }
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
      project(id: $id) { logs(first: $limit) { databaseId action createdAt body user { databaseId name email } } }
    }`),
    variables: ({ params, query }) => ({ ...params, ...(query['limit'] && read(query, { limit: integer })) }),
    reply: ({ project }) => ({ result: 'ok', logs: (project.logs ?? []).map(logReply) }),
  }),
];

interface Project {
  databaseId: number;
  organization: { slug: string; name: string } | null;
  articlesFromDate: string | null;
  sources: Parameters<typeof sourceReply>[0][];
  children: { databaseId: number }[];
  extractorRules: { databaseId: number; rule: string; selector: string }[];
}

function projectReply({
  databaseId,
  organization,
  articlesFromDate,
  sources,
  children,
  extractorRules,
  ...project
}: Project) {
  return {
    id: databaseId,
    ...project,
    organization: organization && { id: organization.slug, name: organization.name },
    articlesFromDate: dateObject(articlesFromDate),
    sources: sources.map((source) => sourceReply(source)),
    children: children.map((child) => child.databaseId),
    extractorRules: extractorRules.map(({ databaseId: id, ...rule }) => ({ id, ...rule })),
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
