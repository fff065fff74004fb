import { oneOf, optionalText, read } from '../request-input.ts';
import { failed, type Row } from '../row.ts';
import { sourceReply } from './project-rows.ts';

const fields = { type: oneOf('rss', 'api', 'api_readonly', 'parser', 'manual'), url: optionalText };
const selection = `source { databaseId type url apiKeyPrefix }`;

export const sourceRows: Row[] = [
  {
    method: 'POST',
    path: '/api/projects/{id}/sources',
    document: `mutation createSource($input: CreateSourceInput!) {
      createSource(input: $input) { ${failed} ... on CreateSourceSuccess { apiKey ${selection} } }
    }`,
    variables: ({ params, body }) => ({ input: { project: params['id'], ...read(withType(body), fields) } }),
    reply: ({ createSource: { source, apiKey } }) => ({ result: 'ok', source: sourceReply(source, apiKey) }),
  },
  {
    method: 'PUT',
    path: '/api/projects/{id}/sources/{sourceId}',
    document: `query project($id: ID!) { project(id: $id) { sources { databaseId } } }
      mutation updateSource($input: UpdateSourceInput!) {
        updateSource(input: $input) { ${failed} ... on UpdateSourceSuccess { ${selection} } }
      }`,
    variables: ({ params, body }) => ({ id: params['id'], input: { id: params['sourceId'], ...read(body, fields) } }),
    belongs: ({ project }, { params }) => project.sources.some((source: { databaseId: number }) => String(source.databaseId) === params['sourceId']),
    reply: ({ updateSource: { source } }) => ({ result: 'ok', source: sourceReply(source) }),
  },
  {
    method: 'POST',
    path: '/api/sources/{id}/refresh',
    document: `mutation refreshApiKey($input: RefreshApiKeyInput!) {
      refreshApiKey(input: $input) { ${failed} ... on RefreshApiKeySuccess { apiKey } }
    }`,
    variables: ({ params }) => ({ input: { source: params['id'] } }),
    reply: ({ refreshApiKey: { apiKey } }) => ({ status: 'ok', apiKey }),
    fail: ({ message }) => ({ status: 'fail', result: 'fail', message }),
  },
];

/** A body without a type is refused by name, too. */
const withType = (body: unknown): unknown => (typeof body === 'object' && body !== null && !Array.isArray(body) ? { type: '', ...body } : { type: '' });
