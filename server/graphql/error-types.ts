import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import {
  LimitReachedError,
  NotFoundError,
  UserError,
  userErrors,
  ValidationError,
  type FieldError,
  type UserErrorType,
} from '../kernel/errors.ts';
import { whyUnavailable } from '../kernel/unavailable.ts';
import type { Logger } from '../lib/logger.ts';
import { builder } from './builder.ts';

const ErrorInterface = builder
  .interfaceRef<Error>('Error')
  .implement({
    description: 'A failure that the caller can understand and correct.',
    fields: (t) => ({
      message: t.exposeString('message', {
        description: 'What is wrong, in a sentence that can be shown to people.',
      }),
    }),
  });

export const FieldErrorType = builder
  .objectRef<FieldError>('FieldError')
  .implement({
    description: 'What is wrong with one field of the input.',
    fields: (t) => ({
      field: t.exposeString('field', { description: 'Name of the input field.' }),
      message: t.exposeString('message', {
        description: 'What is wrong, in a sentence to show beside the field.',
      }),
    }),
  });

for (const type of userErrors as readonly UserErrorType[]) {
  const { name, description, restStatus } = type.declared;
  builder.objectType(type, { name, description, interfaces: [ErrorInterface], extensions: { restStatus } });
}
builder.objectField(ValidationError, 'fieldErrors', (t) =>
  t.expose('fieldErrors', { type: [FieldErrorType], description: 'One entry for each invalid field.' }),
);
builder.objectField(LimitReachedError, 'retryAfter', (t) =>
  t.int({
    nullable: true,
    description: 'Seconds to wait before trying again. Null when waiting alone does not help.',
    resolve: (error) => error.retryAfter ?? null,
  }),
);

/**
 * What leaves the server for an error: a UserError's own text with its code; for any other only an id, under
 * which it is logged.
 */
export function maskError(error: unknown, log: Logger): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  if (original instanceof UserError) {
    const { code } = original.declared;
    const fieldErrors = original instanceof ValidationError ? { fieldErrors: original.fieldErrors } : {};
    const retryAfter =
      original instanceof LimitReachedError && original.retryAfter !== undefined
        ? { retryAfter: original.retryAfter }
        : {};
    return located(error, original.message, { code, ...fieldErrors, ...retryAfter });
  }
  if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) return error;
  const id = randomUUID();
  const unavailable = whyUnavailable(original);
  log.error({ err: original, errorId: id }, unavailable ? 'unavailable' : 'unexpected error');
  if (unavailable)
    return located(error, unavailable.message, {
      code: 'SERVICE_UNAVAILABLE',
      errorId: id,
      retryAfter: unavailable.retryAfter,
    });
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
