import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import {
  LimitReachedError,
  NotAllowedError,
  NotFoundError,
  NotSignedInError,
  UserError,
  userErrors,
  ValidationError,
  type FieldError,
  type UserErrorType,
} from '../kernel/errors.ts';
import { kernelMessages } from '../kernel/messages.ts';
import { currentRequestId } from '../lib/database/statement-caller.ts';
import { outageOf, toUnavailable } from '../kernel/unavailable.ts';
import type { Message } from '../lib/declare-messages.ts';
import type { Logger } from '../lib/logger.ts';
import { builder } from './builder.ts';
import { codeDescription, parametersDescription } from './scalars.ts';

/** Common failures of mutations: missing permissions and objects. */
export const accessErrors = [NotSignedInError, NotAllowedError, NotFoundError] as const;

const ErrorInterface = builder
  .interfaceRef<UserError>('Error')
  .implement({
    description: 'A failure that the caller can understand and correct.',
    fields: (t) => ({
      message: t.exposeString('message', {
        description: 'What is wrong, in an English sentence to show to users.',
      }),
      code: t.string({ description: codeDescription, resolve: ({ told }) => told.code }),
      parameters: t.field({
        type: 'MessageParameters',
        description: parametersDescription,
        resolve: ({ told }) => told.parameters,
      }),
    }),
  });

export const FieldErrorType = builder
  .objectRef<FieldError>('FieldError')
  .implement({
    description: 'An error of one input field.',
    fields: (t) => ({
      field: t.exposeString('field', { description: 'Name of the input field.' }),
      message: t.exposeString('message', {
        description: 'What is wrong, in an English sentence to show beside the field.',
      }),
      code: t.exposeString('code', { description: codeDescription }),
      parameters: t.expose('parameters', { type: 'MessageParameters', description: parametersDescription }),
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
    description: 'Seconds to wait before trying again. Null if waiting alone does not help.',
    resolve: (error) => error.retryAfter ?? null,
  }),
);

/**
 * What leaves the server for an error: a UserError's own text with the code of its class, and what it tells
 * as `reason` and `parameters`; for any other only an id, under which it is logged.
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
    return located(error, original.message, {
      code,
      ...reasonOf(original.told),
      ...fieldErrors,
      ...retryAfter,
    });
  }
  if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) return error;
  const id = currentRequestId() ?? randomUUID();
  const unavailable = toUnavailable(original);
  log.error(
    { err: original, errorId: id, ...(unavailable && outageOf(unavailable)) },
    unavailable ? 'unavailable' : 'unexpected error',
  );
  if (unavailable)
    return located(error, unavailable.message, {
      code: 'SERVICE_UNAVAILABLE',
      ...reasonOf(unavailable),
      errorId: id,
      retryAfter: unavailable.retryAfter,
    });
  const internal = kernelMessages.INTERNAL_ERROR();
  return located(error, internal.message, {
    code: 'INTERNAL_SERVER_ERROR',
    ...reasonOf(internal),
    errorId: id,
  });
}

/** What a message adds to an error's `extensions`, beside the code of its class. */
export const reasonOf = ({ code, parameters }: Pick<Message, 'code' | 'parameters'>) => ({
  reason: code,
  parameters,
});

/** Refuses an operation as a whole. @param code of the class of errors that it belongs to */
export const refusalWith = (told: Message, code: string): GraphQLError =>
  new GraphQLError(told.message, { extensions: { code, ...reasonOf(told) } });

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
