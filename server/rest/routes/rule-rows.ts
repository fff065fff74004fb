import { graphql } from '../document.ts';
import {
  completeRecord,
  InputError,
  integer,
  list,
  record,
  text,
  words,
  type Reader,
} from '../request-input.ts';
import { row } from '../row.ts';
import { failureBody } from '../status.ts';

const values: Reader<string[]> = (value) =>
  list(text)(Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== '') as string[];

const rule = record({
  id: integer,
  name: text,
  predicates: list(
    completeRecord({
      operator: words,
      subject: words,
      value: (value) => (value === undefined ? undefined : values(value).join(', ')),
    }),
  ),
  actions: list(
    completeRecord({ action: words, value: (value) => (value === undefined ? undefined : values(value)) }),
  ),
});

export const ruleFields = graphql(`fragment RuleFields on Project {
  processingRules { databaseId name predicates { operator subject value } actions { action values } }
}`);

interface Rules {
  processingRules: {
    databaseId: number;
    name: string;
    predicates: object[];
    actions: { action: string; values: string[] }[];
  }[];
}

/** Of an action that takes several values the value is a list, of any other a text. */
function answered(
  { processingRules }: Rules,
  catalogue: { actions: { action: string; multiple: boolean }[] },
) {
  const multiple = new Set(catalogue.actions.filter((kind) => kind.multiple).map(({ action }) => action));
  return processingRules.map(({ databaseId, name, predicates, actions }) => ({
    id: databaseId,
    name,
    predicates,
    actions: actions.map(({ action, values: given }) => ({
      action,
      value: multiple.has(action) ? given : given.join(', '),
    })),
  }));
}

export const ruleRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/audio-rules',
    description: 'Processing rules of the project, in the order of application.',
    document: graphql(
      `query audioRules($id: ID!) { project(id: $id) { ...RuleFields } ruleCatalogue { actions { action multiple } } }`,
    ),
    variables: ({ params }) => params,
    reply: ({ project, ruleCatalogue }) => ({ audioRules: answered(project, ruleCatalogue) }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/audio-rules',
    document: graphql(`
      mutation replaceRules($input: ReplaceProcessingRulesInput!) {
        replaceProcessingRules(input: $input) { __typename ...Failed ... on ReplaceProcessingRulesSuccess { project { ...RuleFields } } }
      }
      query ruleCatalogue { ruleCatalogue { actions { action multiple } } }`),
    variables: ({ params, body }) => ({ input: { project: params.id, rules: rulesOf(body) } }),
    reply: ({ replaceProcessingRules, ruleCatalogue }) => ({
      result: 'ok',
      audioRules: answered(replaceProcessingRules.project, ruleCatalogue),
    }),
    failStatus: 422,
    // The body is the list itself.
    fail: (failure) =>
      failureBody({
        ...failure,
        fieldErrors: failure.fieldErrors.map(({ field, message }) => ({
          field: field.replace(/^rules\./, ''),
          message,
        })),
      }),
  }),
];

function rulesOf(body: unknown) {
  if (!Array.isArray(body)) throw new InputError([{ field: 'body', message: 'This must be a list.' }]);
  return list(rule)(body).map(({ id, name, predicates = [], actions = [] }) => ({
    id: id === undefined || id === null ? null : String(id),
    name,
    predicates,
    actions: actions.map(({ action, value }) => ({ action, values: value })),
  }));
}
