import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * Bounds of one operation; what it costs, and how large its answer grows, is bounded in the schema. The
 * dashboard's largest query uses about half of each.
 */
export const limits = { depth: 12, aliases: 20, directives: 20, tokens: 3_000, variableValues: 10_000 };

/**
 * The bytes of a body: of anybody, and of somebody who is signed in. An article at its limit fits, however it
 * is escaped (`%E4%B8%AD` takes nine); what is much longer would be parsed for so long that others wait.
 * Files come another way.
 */
export const bodyLimits = {
  anonymous: 64 * 1024,
  signedIn: (articleMaxCharacters: number) => Math.max(1024 * 1024, 20 * articleMaxCharacters),
} as const;

/** What refuses an operation before it runs. */
export const operationLimits: Plugin[] = [
  {
    onParams({ params, setResult }) {
      const error = variablesProblem(params.variables);
      if (error) setResult({ errors: [error] });
    },
  },
  maxTokensPlugin({ n: limits.tokens }),
  // How deep an answer is, however its document is cut into fragments.
  maxDepthPlugin({ n: limits.depth, ignoreIntrospection: true, flattenFragments: true }),
  maxAliasesPlugin({ n: limits.aliases }),
  maxDirectivesPlugin({ n: limits.directives }),
];

/** Variables with more values than anything needs would be read for seconds before a resolver sees them. */
export function variablesProblem(variables: unknown): GraphQLError | null {
  let values = 0;
  const left = [variables];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    const elements = Array.isArray(value) ? value : Object.values(value);
    values += elements.length;
    if (values > limits.variableValues)
      return new GraphQLError(`The variables contain more than ${limits.variableValues} values.`, {
        extensions: { code: 'LIMIT_REACHED' },
      });
    left.push(...elements);
  }
  return null;
}
