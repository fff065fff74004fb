import { graphql } from '../document.ts';
import { integer, oneOf, optionalText, read } from '../request-input.ts';
import { row } from '../row.ts';

const fields = { type: oneOf('rss', 'api', 'api_readonly', 'parser', 'manual'), url: optionalText };

interface Source {
  databaseId: number;
  type: string;
  url: string | null;
  apiKeyPrefix: string | null;
}

/** Returns a source. Its key is shown only once, so `apiKey` is null unless it is new. */
export const sourceReply = ({ databaseId, ...source }: Source, apiKey: string | null = null) => ({
  id: databaseId,
  ...source,
  apiKey,
});

export const sourceFields = graphql(`fragment SourceFields on Source { databaseId type url apiKeyPrefix }`);

export const sourceRows = [
  row({
    method: 'POST',
    path: '/api/projects/{id}/sources',
    document: graphql(`mutation createSource($input: CreateSourceInput!) {
      createSource(input: $input) { __typename ...Failed ... on CreateSourceSuccess { apiKey source { ...SourceFields } } }
    }`),
    variables: ({ params, body }) => {
      const { type: kind, ...given } = read(withType(body), fields);
      return { input: { project: params.id, type: kind!, ...given } };
    },
    reply: ({ createSource: { source, apiKey } }) => ({ result: 'ok', source: sourceReply(source, apiKey) }),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}/sources/{sourceId}',
    document: graphql(`query sources($id: ID!) { project(id: $id) { sources { databaseId } } }
      mutation updateSource($input: UpdateSourceInput!) {
        updateSource(input: $input) { __typename ...Failed ... on UpdateSourceSuccess { source { ...SourceFields } } }
      }`),
    variables: ({ params, body }) => ({
      id: params.id,
      input: { id: params.sourceId, ...read(body, { ...fields, revision: integer }) },
    }),
    belongs: ({ project }, { params }) =>
      project?.sources.some(({ databaseId }) => String(databaseId) === params.sourceId) ?? false,
    reply: ({ updateSource: { source } }) => ({ result: 'ok', source: sourceReply(source) }),
  }),
  row({
    method: 'POST',
    path: '/api/sources/{id}/refresh',
    document: graphql(`mutation refreshApiKey($input: RefreshApiKeyInput!) {
      refreshApiKey(input: $input) { __typename ...Failed ... on RefreshApiKeySuccess { apiKey } }
    }`),
    variables: ({ params }) => ({ input: { source: params.id } }),
    reply: ({ refreshApiKey: { apiKey } }) => ({ status: 'ok', apiKey }),
    fail: ({ message }) => ({ status: 'fail', result: 'fail', message }),
  }),
];

/** A body without a type is refused by name, too. */
const withType = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { type: '', ...body } : { type: '' };
