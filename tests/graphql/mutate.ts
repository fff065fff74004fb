import { expect } from 'vitest';
import { schema } from '../../server/schema.ts';
import type { TestServer } from '../support/server.ts';

/** What a mutation, or a query with an input, answers: of its success what is selected, of a refusal why. */
export async function mutate(
  server: Pick<TestServer, 'graphql'>,
  name: string,
  input: object,
  selection: string,
  token: string,
): Promise<any> {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const failure = '... on Error { message ... on ValidationError { fieldErrors { field message } } }';
  const operation = schema.getQueryType()!.getFields()[name] ? 'query' : 'mutation';
  const document = `${operation} ($input: ${type}Input!) { ${name}(input: $input) { __typename ${failure} ... on ${type}Success { ${selection} } } }`;
  const { data, errors } = await server.graphql(document, { input }, token);
  expect(errors).toBeUndefined();
  return data![name];
}

/**
 * Response of a mutation for any caller: of its success what is selected, of a refusal the codes of its
 * fields.
 */
export async function attempt(
  server: Pick<TestServer, 'graphql'>,
  name: string,
  input: object | null,
  { token, selection = '__typename' }: { token?: string | undefined; selection?: string } = {},
): Promise<any> {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const [declared, given] = input ? [`($input: ${type}Input!)`, '(input: $input)'] : ['', ''];
  const failure = '... on Error { ... on ValidationError { fieldErrors { field code } } }';
  const document = `mutation ${declared} { ${name}${given} { __typename ${failure} ... on ${type}Success { ${selection} } } }`;
  const { data, errors } = await server.graphql(document, { input }, token);
  expect(errors).toBeUndefined();
  return data![name];
}
