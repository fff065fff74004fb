import { list, read, record, text } from '../request-input.ts';
import { failed, type Data, type Row } from '../row.ts';

const rulesReply = (project: Data): Data => ({ extractorRules: project['extractorRules'].map(({ databaseId, ...rule }: Data) => ({ id: databaseId, ...rule })) });

export const extractorRows: Row[] = [
  {
    method: 'GET',
    path: '/api/extractorRules/{id}',
    document: `query extractorRules($id: ID!) { project(id: $id) { extractorRules { databaseId rule selector } } }`,
    variables: ({ params }) => params,
    reply: ({ project }) => rulesReply(project),
  },
  {
    method: 'PUT',
    path: '/api/projects/{id}/extractor-rules',
    document: `mutation updateProject($input: UpdateProjectInput!) {
      updateProject(input: $input) { ${failed} ... on UpdateProjectSuccess { project { extractorRules { databaseId rule selector } } } }
    }`,
    variables: ({ params, body }) => ({
      input: { id: params['id'], ...read(body, { extractorRules: list(record({ rule: text, selector: text })) }) },
    }),
    reply: ({ updateProject }) => ({ result: 'ok', ...rulesReply(updateProject.project) }),
  },
  {
    method: 'GET',
    path: '/api/extractor-ips',
    document: `query extractorIps { extractorIps { ip isDefault } }`,
    reply: ({ extractorIps }) => ({ extractorIps }),
  },
];
