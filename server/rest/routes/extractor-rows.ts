import { graphql } from '../document.ts';
import {
  completeRecord,
  describedReader,
  InputError,
  integer,
  list,
  read,
  words,
  type Reader,
} from '../request-input.ts';
import { row } from '../row.ts';

const ruleTypes = [
  'should',
  'should_strict',
  'whitelist',
  'unwrap_br',
  'unwrap',
  'title',
  'should-not',
  'should-before',
  'should-after',
  'should-before-br',
  'should-after-br',
  'publication-date',
  'charset',
] as const;
export type ExtractorRuleType = (typeof ruleTypes)[number];

interface Rule {
  type: ExtractorRuleType;
  selector: string;
}

/** A rule as it is answered. */
export const ruleReply = ({ type, selector }: Rule) => ({ rule: type, selector });

export const rulesReply = ({ extractorRules }: { extractorRules: (Rule & { databaseId: number })[] }) => ({
  extractorRules: extractorRules.map(({ databaseId, ...rule }) => ({ id: databaseId, ...ruleReply(rule) })),
});

const sentRules = list(completeRecord({ rule: words, selector: words }));

/** The extractor rules of a project's body. */
export const extractorRules: Reader<Rule[]> = describedReader(sentRules.schema!, (value) =>
  sentRules(value).map(({ rule, selector }, index) => {
    const type = ruleTypes.find((one) => one === rule);
    if (!type)
      throw new InputError([
        { field: `${index}.rule`, message: `Rule ${index + 1}: there is no rule of the type "${rule}".` },
      ]);
    return { type, selector };
  }),
);

export const extractorRows = [
  row({
    method: 'GET',
    path: '/api/extractorRules/{id}',
    document: graphql(
      `query extractorRules($id: ID!) { project(id: $id) { extractorRules { databaseId type selector } } }`,
    ),
    variables: ({ params }) => params,
    reply: ({ project }) => rulesReply(project),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}/extractor-rules',
    description: 'Replaces the extractor rules of the project.',
    document: graphql(`mutation updateExtractorRules($input: UpdateProjectInput!) {
      updateProject(input: $input) { __typename ...Failed ... on UpdateProjectSuccess { project { extractorRules { databaseId type selector } } } }
    }`),
    variables: ({ params, body }) => ({
      input: { ...params, ...read(body, { extractorRules, revision: integer }) },
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
