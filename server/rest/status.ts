import type { GraphQLSchema } from 'graphql';
import type { Failure } from './row.ts';

/** HTTP statuses of failures that are not the schema's. */
const own: Readonly<Record<string, number>> = {
  /** The body cannot be read at all. */
  MalformedError: 400,
  InternalError: 500,
};

/**
 * What an error's GraphQL type says of its HTTP status here, which is declared with the error's class
 * (kernel/errors.ts); undefined for what is no error of the schema.
 */
export const declaredStatus = (schema: GraphQLSchema, type: string): number | undefined =>
  schema.getType(type)?.extensions['restStatus'] as number | undefined;

export const statusOf = (schema: GraphQLSchema, { type }: Failure): number =>
  declaredStatus(schema, type) ?? own[type] ?? 500;

/**
 * The body of a failure: errors keyed literally with brackets, `{"[title]": ["…"]}`, a nested one
 * `[0][source]`; of a field its first message.
 */
export function failureBody({ message, fieldErrors }: Failure): Record<string, unknown> {
  const errors: Record<string, string[]> = {};
  for (const error of fieldErrors) errors[bracketed(error.field)] ??= [error.message];
  return { result: 'fail', message, ...(fieldErrors.length > 0 && { errors }) };
}

const bracketed = (field: string): string =>
  field
    .split('.')
    .map((part) => `[${part}]`)
    .join('');
