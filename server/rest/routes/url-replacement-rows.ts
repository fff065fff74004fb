import { CallError } from '../compile.ts';
import { graphql } from '../document.ts';
import { flag, InputError, list, optionalText, read, record, words } from '../request-input.ts';
import { row, type Call } from '../row.ts';

const rule = record({ source: words, destination: words, isRegex: flag, is_regex: flag });

/** Rules as they are sent (`isRegex`), and as they are answered (`is_regex`). */
const rulesOf = (value: unknown) =>
  list(rule)(value).map(({ source = '', destination = '', isRegex, is_regex }) => ({
    source,
    destination,
    isRegex: isRegex ?? is_regex ?? false,
  }));

function tried({ params, body }: Call<'id'>) {
  const {
    url = '',
    rules = [],
    ipAddress,
  } = read(body, { url: words, rules: rulesOf, ipAddress: optionalText });
  return { project: params.id, url, urlReplacements: rules, ipAddress };
}

export const urlReplacementRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/url_replacements',
    document: graphql(
      `query urlReplacements($id: ID!) { project(id: $id) { urlReplacements { databaseId source destination isRegex } } }`,
    ),
    variables: ({ params }) => params,
    reply: ({ project }) => ({
      data: project.urlReplacements.map(({ databaseId, source, destination, isRegex }) => ({
        id: databaseId,
        source,
        destination,
        is_regex: isRegex,
      })),
    }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/url_replacements_batch',
    description: 'Replaces the URL replacement rules of the project.',
    document: graphql(
      `mutation updateUrlReplacements($input: UpdateProjectInput!) { updateProject(input: $input) { __typename ...Failed } }`,
    ),
    variables: ({ params, body }) => {
      if (!Array.isArray(body)) throw new InputError([{ field: 'body', message: 'This must be a list.' }]);
      return { input: { ...params, urlReplacements: rulesOf(body) } };
    },
    reply: () => ({ status: 'ok', errors: [] }),
    fail: ({ message, fieldErrors }) => ({
      status: 'fail',
      result: 'fail',
      message,
      errors: fieldErrors.length ? fieldErrors.map((error) => error.message) : [message],
    }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/url_replacements_try',
    document: graphql(`query ofUrlReplacements($id: ID!) { project(id: $id) { id } }
      query tryUrlReplacements($input: TryUrlReplacementsInput!) {
      tryUrlReplacements(input: $input) { __typename ...Failed ... on TryUrlReplacementsSuccess { url } }
    }`),
    variables: (call) => {
      const { ipAddress: _, ...input } = tried(call);
      return { id: input.project, input };
    },
    reply: ({ tryUrlReplacements: { url } }) => ({ url }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/url_replacements_try_parse',
    document: graphql(`query ofExtraction($id: ID!) { project(id: $id) { id } }
      query tryExtraction($input: TryExtractionInput!) {
      tryExtraction(input: $input) { __typename ...Failed ... on TryExtractionSuccess { text failure } }
    }`),
    variables: (call) => {
      const input = tried(call);
      return { id: input.project, input };
    },
    reply: ({ tryExtraction: { text, failure } }) => {
      if (text === null)
        throw new CallError({
          type: 'ValidationError',
          message: failure!,
          fieldErrors: [{ field: 'url', message: failure! }],
        });
      return { text: { content: text } };
    },
  }),
];
