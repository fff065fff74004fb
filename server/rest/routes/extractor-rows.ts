import { graphql } from '../document.ts';
import { complete, integer, list, read, words } from '../request-input.ts';
import { row } from '../row.ts';

interface Rules {
  extractorRules: { databaseId: number; rule: string; selector: string }[];
}

const rulesReply = ({ extractorRules }: Rules) => ({
  extractorRules: extractorRules.map(({ databaseId, ...rule }) => ({ id: databaseId, ...rule })),
});

/** One of the extractor rules of a project's body. */
export const extractorRule = complete({ rule: words, selector: words });

export const extractorRows = [
  row({
    method: 'GET',
    path: '/api/extractorRules/{id}',
    document: graphql(
      `query extractorRules($id: ID!) { project(id: $id) { extractorRules { databaseId rule selector } } }`,
    ),
    variables: ({ params }) => params,
    reply: ({ project }) => rulesReply(project),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}/extractor-rules',
    description: 'Replaces the extractor rules of the project.',
    document: graphql(`mutation updateExtractorRules($input: UpdateProjectInput!) {
      updateProject(input: $input) { __typename ...Failed ... on UpdateProjectSuccess { project { extractorRules { databaseId rule selector } } } }
    }`),
    variables: ({ params, body }) => ({
      input: { ...params, ...read(body, { extractorRules: list(extractorRule), revision: integer }) },
    }),
    reply: ({ updateProject }) => ({ result: 'ok', ...rulesReply(updateProject.project) }),
  }),
  row({
    method: 'GET',
    path: '/api/extractor-ips',
    document: graphql(`query extractorIps { extractorIps { ip isDefault } }`),
    reply: ({ extractorIps }) => ({ extractorIps }),
  }),
];
