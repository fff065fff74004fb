import { dateObject } from '../rest-dates.ts';
import { projectSettings, reportSettings } from '../generated/project-settings.ts';
import { integer, json, list, optionalText, read, record, settingReaders, text, type Reader } from '../request-input.ts';
import { failed, type Data, type Row } from '../row.ts';

const readable = [...Object.entries(projectSettings), ...Object.entries(reportSettings)].filter(([, setting]) => setting.readable).map(([name]) => name);

/** A project with all its settings, for `projectReply`. */
const projectFields = `fragment ProjectFields on Project {
  databaseId roles balance voiceName voiceLanguage voiceAdditionalSettings
  organization { slug name } sources { databaseId type url apiKeyPrefix }
  securityKey children extractorRules { databaseId rule selector }
  ${readable.join(' ')}
}`;

/** Every field of the project call's body. */
const body: Record<string, Reader> = {
  ...settingReaders(projectSettings),
  voiceName: text,
  voiceLanguage: text,
  voiceAdditionalSettings: json,
  organization: optionalText,
  children: list(integer),
  extractorRules: list(record({ rule: text, selector: text })),
};

export const projectRows: Row[] = [
  {
    method: 'GET',
    path: '/api/projects',
    document: `query projects { projects { ...ProjectFields } } ${projectFields}`,
    reply: ({ projects }) => ({ projects: projects.map(projectReply) }),
  },
  {
    method: 'POST',
    path: '/api/projects',
    document: `mutation createProject($input: CreateProjectInput!) {
      createProject(input: $input) { ${failed} ... on CreateProjectSuccess { project { ...ProjectFields } } }
    } ${projectFields}`,
    variables: ({ body }) => ({
      input: { name: '', voiceName: '', voiceLanguage: '', ...read(body, { name: text, voiceName: text, voiceLanguage: text, organization: optionalText }) },
    }),
    reply: ({ createProject }) => ({ result: 'ok', project: projectReply(createProject.project) }),
  },
  {
    method: 'GET',
    path: '/api/projects/{id}',
    document: `query project($id: ID!) { project(id: $id) { ...ProjectFields } } ${projectFields}`,
    variables: ({ params }) => params,
    reply: ({ project }) => ({ project: projectReply(project) }),
  },
  {
    method: 'PUT',
    path: '/api/projects/{id}',
    document: `mutation updateProject($input: UpdateProjectInput!) {
      updateProject(input: $input) { ${failed} ... on UpdateProjectSuccess { project { ...ProjectFields } } }
    } ${projectFields}`,
    variables: ({ params, body: sent }) => ({ input: { id: params['id'], ...read(sent, body) } }),
    reply: ({ updateProject }) => ({ result: 'ok', project: projectReply(updateProject.project) }),
  },
  {
    method: 'DELETE',
    path: '/api/projects/{id}',
    document: `mutation deleteProject($input: DeleteProjectInput!) { deleteProject(input: $input) { ${failed} } }`,
    variables: ({ params }) => ({ input: params }),
  },
  {
    method: 'PUT',
    path: '/api/projects/{id}/reports',
    document: `mutation updateProjectReports($input: UpdateProjectReportsInput!) { updateProjectReports(input: $input) { ${failed} } }
      query projects { projects { ...ProjectFields } } ${projectFields}`,
    variables: ({ params, body }) => ({ input: { id: params['id'], ...read(body, settingReaders(reportSettings)) } }),
    reply: ({ projects }) => ({ result: 'ok', projects: projects.map(projectReply) }),
  },
  {
    method: 'GET',
    path: '/api/projects/{id}/quote-info',
    document: `query quote($id: ID!, $limit: Int, $voice: String) {
      project(id: $id) { quote(limit: $limit, voice: $voice) { price symbolsToday averageByMonth } }
    }`,
    variables: ({ params, query }) => ({ ...params, ...read(query, { limit: integer, voice: optionalText }) }),
    reply: ({ project }) => project.quote,
  },
  {
    method: 'GET',
    path: '/api/projects/{id}/logs',
    document: `query logs($id: ID!, $limit: Int) {
      project(id: $id) { logs(first: $limit) { databaseId action createdAt body user { databaseId name email } } }
    }`,
    variables: ({ params, query }) => ({ ...params, ...(query['limit'] && read(query, { limit: integer })) }),
    reply: ({ project }) => ({ result: 'ok', logs: project.logs.map(logReply) }),
  },
];

function projectReply({ databaseId, organization, articlesFromDate, sources, extractorRules, ...project }: Data): Data {
  return {
    id: databaseId,
    ...project,
    organization: organization && { id: organization.slug, name: organization.name },
    articlesFromDate: dateObject(articlesFromDate),
    sources: sources.map(sourceReply),
    extractorRules: extractorRules.map(({ databaseId: id, ...rule }: Data) => ({ id, ...rule })),
  };
}

/** A source; its key is known only to whoever was shown it, so `apiKey` is null unless it is new. */
export function sourceReply({ databaseId, ...source }: Data, apiKey: unknown = null): Data {
  return { id: databaseId, ...source, apiKey: typeof apiKey === 'string' ? apiKey : null };
}

function logReply({ databaseId, createdAt, user, ...entry }: Data): Data {
  return { id: databaseId, ...entry, createdAt: dateObject(createdAt), user: user && { id: user.databaseId, name: user.name, email: user.email } };
}
