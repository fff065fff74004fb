import { graphql } from '../document.ts';
import { InputError, read, words } from '../request-input.ts';
import { row } from '../row.ts';

export const deploymentRows = [
  row({
    method: 'POST',
    path: '/api/deployments',
    document: graphql(`mutation createDeployment($input: CreateDeploymentInput!) {
      createDeployment(input: $input) { __typename ...Failed ... on CreateDeploymentSuccess { deployment { databaseId } } }
    }`),
    variables: ({ body }) => {
      const { channel = '', type = 'alexa' } = read(body, { channel: words, type: words });
      if (type !== 'alexa') throw new InputError([{ field: 'type', message: 'Must be alexa.' }]);
      return { input: { channel } };
    },
    reply: ({ createDeployment: { deployment } }) => ({ result: 'ok', id: deployment.databaseId }),
  }),
  row({
    method: 'GET',
    path: '/api/deployments/{id}',
    document: graphql(`query deployment($id: ID!) { deployment(id: $id) { databaseId status description } }`),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ deployment }) => ({
      deployment: deployment && {
        id: deployment.databaseId,
        status: deployment.status,
        description: deployment.description,
      },
    }),
  }),
];
