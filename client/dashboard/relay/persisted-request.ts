import type { RequestParameters, Variables } from 'relay-runtime';

/**
 * A document by its id: the server knows the texts (persisted.json) and takes no others from the dashboard.
 */
export function requestBody(params: RequestParameters, variables: Variables) {
  return {
    operationName: params.name,
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash: params.id } },
  };
}
