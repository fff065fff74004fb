import { GraphQLError, parse, type ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { invalidVariables } from '../graphql/invalid-variables.ts';
import { inputProblem } from '../lib/requests/input-bounds.ts';
import { limitOperationSize } from './operation-size.ts';

/**
 * Bounds of one operation; what it costs, and how large its answer grows, is bounded in the schema. The
 * dashboard's largest query uses about half of each.
 */
export const limits = { depth: 12, aliases: 20, directives: 20, tokens: 3_000 };

/**
 * Limits of one response: number of errors, and characters of each message. Requests with more see the first
 * ones.
 */
export const errorLimits = { errors: 20, characters: 1_000 } as const;

/**
 * Maximum bytes of a body: for any caller, and for a signed-in one. An article at its limit fits, however it
 * is escaped (`%E4%B8%AD` takes nine); parsing much longer bodies would block others. Files are sent another
 * way.
 */
export const bodyLimits = {
  anonymous: 64 * 1024,
  signedIn: (articleMaxCharacters: number) => Math.max(1024 * 1024, 20 * articleMaxCharacters),
  /** Maximum bytes of a message on a socket, for any sender. */
  socket: 1024 * 1024,
} as const;

/** Means to stop an execution, independent of its transport. */
interface Beginning {
  args: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'> & { variableValues?: unknown };
  setResultAndStopExecution(result: { errors: readonly GraphQLError[] }): void;
}

function refuseVariables({ args, setResultAndStopExecution: stop }: Beginning): void {
  const given = args.variableValues ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    return stop({ errors: [refusal('The variables must be an object.', 'BAD_REQUEST')] });
  const problem = inputProblem(given);
  if (problem !== null) return stop({ errors: [refusal(problem, 'LIMIT_REACHED')] });
  const errors = invalidVariables(args);
  if (errors.length > 0) stop({ errors });
}

const refusal = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** What refuses an operation before it runs: over HTTP and on sockets, which both run these plugins. */
export const operationLimits: Plugin[] = [
  {
    onExecute: (begun) => refuseVariables(begun as Beginning),
    onSubscribe: (begun) => refuseVariables(begun as Beginning),
  },
  {
    onParse: ({ setParseFn }) =>
      setParseFn((source, options) => parse(source, { ...options, maxTokens: limits.tokens })),
    onValidate: ({ addValidationRule }) => addValidationRule(limitOperationSize(limits)),
  },
];

/** Limits errors to as many as a person reads; a response with only errors is never long. */
export function boundErrors(errors: readonly GraphQLError[]): GraphQLError[] {
  return errors.slice(0, errorLimits.errors).map((error) => {
    if (error.message.length <= errorLimits.characters) return error;
    const { nodes, source, positions, path, originalError, extensions } = error;
    const message = `${error.message.slice(0, errorLimits.characters)}…`;
    return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions });
  });
}
