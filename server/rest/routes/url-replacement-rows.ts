import { flag, InputError, list, optionalText, read, record, text } from '../request-input.ts';
import { failed, type Call, type Data, type Row } from '../row.ts';

const rule = record({ source: text, destination: text, isRegex: flag, is_regex: flag });

/** Rules as they are sent (`isRegex`), and as they are answered (`is_regex`). */
const rulesOf = (value: unknown): Data[] =>
  (list(rule)(value) as Data[]).map(({ source = '', destination = '', isRegex, is_regex }) => ({ source, destination, isRegex: isRegex ?? is_regex ?? false }));

function tried({ params, body }: Call): Record<string, unknown> {
  const { url, rules, ipAddress } = read(body, { url: text, rules: (value) => rulesOf(value), ipAddress: optionalText });
  return { ...params, url: url ?? '', rules: rules ?? [], ipAddress };
}

export const urlReplacementRows: Row[] = [
  {
    method: 'GET',
    path: '/api/projects/{id}/url_replacements',
    document: `query urlReplacements($id: ID!) { project(id: $id) { urlReplacements { databaseId source destination isRegex } } }`,
    variables: ({ params }) => params,
    reply: ({ project }) => ({
      data: project.urlReplacements.map(({ databaseId, source, destination, isRegex }: Data) => ({ id: databaseId, source, destination, is_regex: isRegex })),
    }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/url_replacements_batch',
    document: `mutation updateProject($input: UpdateProjectInput!) { updateProject(input: $input) { ${failed} } }`,
    variables: ({ params, body }) => {
      if (!Array.isArray(body)) throw new InputError([{ field: 'body', message: 'This must be a list.' }]);
      return { input: { id: params['id'], urlReplacements: rulesOf(body) } };
    },
    reply: () => ({ status: 'ok', errors: [] }),
    fail: ({ message, fieldErrors }) => ({
      status: 'fail',
      result: 'fail',
      message,
      errors: fieldErrors.length ? fieldErrors.map((error) => error.message) : [message],
    }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/url_replacements_try',
    document: `query replaceUrl($id: ID!, $url: String!, $rules: [UrlReplacementInput!]!) { project(id: $id) { replaceUrl(url: $url, rules: $rules) } }`,
    variables: tried,
    reply: ({ project }) => ({ url: project.replaceUrl }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/url_replacements_try_parse',
    document: `query tryExtraction($id: ID!, $url: String!, $rules: [UrlReplacementInput!]!, $ipAddress: String) {
      project(id: $id) { tryExtraction(url: $url, rules: $rules, ipAddress: $ipAddress) }
    }`,
    variables: tried,
    reply: ({ project }) => ({ text: { content: project.tryExtraction } }),
  },
];
