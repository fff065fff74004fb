import { InputError, integer, list, record, text, type Reader } from '../request-input.ts';
import { failed, type Data, type Row } from '../row.ts';
import { failureBody } from '../status.ts';

const values: Reader = (value) => (list(text)(Array.isArray(value) ? value : [value]) as (string | null)[]).filter((one) => one !== null && one !== '');

const rule = record({
  id: integer,
  name: text,
  predicates: list(record({ operator: text, subject: text, value: (value) => (values(value) as string[]).join(', ') })),
  actions: list(record({ action: text, value: values })),
});

const ruleFields = `processingRules { databaseId name predicates { operator subject value } actions { action values } }`;

/** Of an action that takes several values the value is a list, of any other a text. */
function answered({ processingRules }: Data, { actions }: Data): Data[] {
  const multiple = new Set((actions as Data[]).filter((kind) => kind['multiple']).map((kind) => kind['action'] as string));
  return (processingRules as Data[]).map(({ databaseId, name, predicates, actions: does }) => ({
    id: databaseId,
    name,
    predicates,
    actions: (does as Data[]).map(({ action, values: given }) => ({ action, value: multiple.has(action) ? given : given.join(', ') })),
  }));
}

export const ruleRows: Row[] = [
  {
    method: 'GET',
    path: '/api/projects/{id}/audio-rules',
    document: `query audioRules($id: ID!) { project(id: $id) { ${ruleFields} } ruleCatalogue { actions { action multiple } } }`,
    variables: ({ params }) => params,
    reply: ({ project, ruleCatalogue }) => ({ audioRules: answered(project, ruleCatalogue) }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/audio-rules',
    document: `
      mutation replaceRules($input: ReplaceProcessingRulesInput!) {
        replaceProcessingRules(input: $input) { ${failed} ... on ReplaceProcessingRulesSuccess { project { ${ruleFields} } } }
      }
      query ruleCatalogue { ruleCatalogue { actions { action multiple } } }`,
    variables: ({ params, body }) => ({ input: { projectId: params['id'], rules: rulesOf(body) } }),
    reply: ({ replaceProcessingRules, ruleCatalogue }) => ({ result: 'ok', audioRules: answered(replaceProcessingRules.project, ruleCatalogue) }),
    // The body is the list itself.
    fail: (failure) => failureBody({ ...failure, fieldErrors: failure.fieldErrors.map(({ field, message }) => ({ field: field.replace(/^rules\./, ''), message })) }),
  },
];

function rulesOf(body: unknown): Data[] {
  if (!Array.isArray(body)) throw new InputError([{ field: 'body', message: 'This must be a list.' }]);
  return (list(rule)(body) as Data[]).map(({ id, name, predicates, actions }) => ({
    id,
    name,
    predicates: ((predicates ?? []) as Data[]).map(({ operator, subject, value }) => ({ operator: operator ?? '', subject: subject ?? '', value })),
    actions: ((actions ?? []) as Data[]).map(({ action, value }) => ({ action: action ?? '', values: value })),
  }));
}
