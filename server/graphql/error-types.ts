import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import {
  LimitReachedError, NotAllowedError, NotFoundError, NotSignedInError, UserError, ValidationError, type FieldError,
} from '../kernel/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { builder } from './builder.ts';

const ErrorInterface = builder.interfaceRef<Error>('Error').implement({
  description: 'A failure that whoever asks can understand and mend.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'What is wrong, in a sentence to show to a person.' }) }),
});

const FieldErrorType = builder.objectRef<FieldError>('FieldError').implement({
  description: 'What is wrong with one field of an input.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field as the input names it.' }),
    message: t.exposeString('message', { description: 'What is wrong with it, in a sentence to show beside it.' }),
  }),
});

builder.objectType(ValidationError, {
  name: 'ValidationError',
  description: 'Something in the input is wrong; nothing was changed.',
  interfaces: [ErrorInterface],
  fields: (t) => ({ fieldErrors: t.expose('fieldErrors', { type: [FieldErrorType], description: 'One for each field that is wrong.' }) }),
});
builder.objectType(NotSignedInError, {
  name: 'NotSignedInError',
  description: 'The call carries no credentials, or they are wrong or have expired.',
  interfaces: [ErrorInterface],
});
builder.objectType(NotAllowedError, {
  name: 'NotAllowedError',
  description: 'The credentials do not allow this.',
  interfaces: [ErrorInterface],
});
builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'It does not exist, or the credentials do not allow to know that it does.',
  interfaces: [ErrorInterface],
});
builder.objectType(LimitReachedError, {
  name: 'LimitReachedError',
  description: 'A limit or a balance is used up.',
  interfaces: [ErrorInterface],
});

/** `extensions.code` of a failure outside a result union. */
const codes: [new (...args: never[]) => UserError, string][] = [
  [ValidationError, 'BAD_USER_INPUT'],
  [NotSignedInError, 'UNAUTHENTICATED'],
  [NotAllowedError, 'FORBIDDEN'],
  [NotFoundError, 'NOT_FOUND'],
  [LimitReachedError, 'LIMIT_REACHED'],
];

/**
 * What leaves the server for an error: a UserError's own text with its code; for any other only an id, under which it is logged.
 */
export function maskError(error: unknown, log: Logger): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  if (original instanceof UserError) {
    const code = codes.find(([type]) => original instanceof type)?.[1] ?? 'BAD_USER_INPUT';
    const fieldErrors = original instanceof ValidationError ? { fieldErrors: original.fieldErrors } : {};
    return located(error, original.message, { code, ...fieldErrors });
  }
  if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) return error;
  const id = randomUUID();
  log.error({ err: original, errorId: id }, 'unexpected error');
  return located(error, 'Internal server error', { code: 'INTERNAL_SERVER_ERROR', errorId: id });
}

function located(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  const at = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
  return new GraphQLError(message, { ...at, extensions });
}

/** For fields that are null where the thing does not exist or may not be known. */
export async function nullIfNotFound<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
