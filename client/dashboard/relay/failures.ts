import { formatServerMessage } from '../words/server-words.ts';
import { uiWords } from '../generated/words/ui.ts';
import type { ServerMessage } from '../words/server-message.ts';
import { currentWords } from '../words/word-catalogue.ts';

/** The server could not be reached at all. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly told: ServerMessage;
  constructor(options?: ErrorOptions) {
    super('We can’t reach the server. Check your connection and try again.', options);
    this.told = { code: 'SERVER_UNREACHABLE', message: this.message };
  }
}

/** The server answered with a failure. An unexpected one carries the id under which the server logged it. */
export class ServerError extends Error {
  override name = 'ServerError';
  /** Of the class of errors that it belongs to. */
  readonly code: string | null;
  readonly errorId: string | null;
  /** What the server tells, for words in the reader's language. */
  readonly told: ServerMessage;
  /** What is wrong with fields of the input. */
  readonly fields: readonly ServerMessage[];
  constructor(
    message: string,
    code: string | null = null,
    errorId: string | null = null,
    told: ServerMessage = { message },
    fields: readonly ServerMessage[] = [],
  ) {
    super(message);
    this.told = told;
    this.fields = fields;
    this.code = code;
    this.errorId = errorId;
  }
}

const internal: ServerMessage = { code: 'INTERNAL_ERROR', message: 'Internal server error' };
const notSignedIn: ServerMessage = { code: 'NOT_SIGNED_IN', message: 'Sign in to continue.' };
const otherRelease: ServerMessage = {
  code: 'OTHER_RELEASE',
  message:
    'This page is from a different version than the server. Reload it and try again; your changes are kept.',
};
const refused = (status: number): ServerMessage => ({
  code: 'REQUEST_REFUSED',
  parameters: { status },
  message: `The server refused the request (${status}).`,
});

export interface AnswerError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: {
    code?: string;
    errorId?: string;
    reason?: string;
    parameters?: Readonly<Record<string, string | number>>;
    fieldErrors?: readonly ServerMessage[];
  };
}

/** Whose messages are written for the person who asked. All others are the server's own affair. */
const forPeople = new Set([
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'LIMIT_REACHED',
  'PAYLOAD_TOO_LARGE',
]);

/** Returns the failure that a response's `errors` represent, or null if there are none. */
export function failureOf(status: number, errors: readonly AnswerError[] | undefined): ServerError | null {
  const first = errors?.[0];
  const code = first?.extensions?.code ?? (status === 401 ? 'UNAUTHENTICATED' : null);
  if (code?.startsWith('PERSISTED_QUERY_'))
    return new ServerError(otherRelease.message, code, null, otherRelease);
  if (first) {
    const { errorId = null, reason, parameters, fieldErrors } = first.extensions ?? {};
    return code !== null && forPeople.has(code)
      ? new ServerError(
          first.message,
          code,
          errorId,
          { message: first.message, code: reason, parameters },
          fieldErrors,
        )
      : new ServerError(internal.message, code, errorId, internal);
  }
  if (status === 401) return new ServerError(notSignedIn.message, 'UNAUTHENTICATED', null, notSignedIn);
  if (status >= 500) return new ServerError(internal.message, null, null, internal);
  if (status >= 400) return new ServerError(refused(status).message, null, null, refused(status));
  return null;
}

/**
 * Where an answer says that the voices, or the statistics, are not for the caller: as a 403 of the REST call
 * that lists them.
 */
export const isRedirectingRefusal = ({ path, extensions }: AnswerError): boolean =>
  extensions?.code === 'FORBIDDEN' &&
  (path?.[0] === 'voices' || (path?.[0] === 'project' && path[1] === 'statisticsReports'));

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ServerError && error.code === 'UNAUTHENTICATED';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ServerError && error.code === 'NOT_FOUND';
}

/** A piece of the program could not be loaded: the network failed, or a new release took it away. */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}

/** What a person reads of a failure: the server's and the network's own words, and of anything else none. */
export function failureMessage(error: unknown): { message: string; errorId: string | null } {
  const isTold = error instanceof ServerError || error instanceof NetworkError;
  return {
    message: isTold ? formatServerMessage(error.told) : currentWords(uiWords).tryLater,
    errorId: error instanceof ServerError ? error.errorId : null,
  };
}

/** The same of a failure with the reasons that fields of the input were refused for, where there are any. */
export function failureReason(error: unknown): string {
  const fields = error instanceof ServerError ? error.fields.map((field) => formatServerMessage(field)) : [];
  return fields.length > 0 ? fields.join(' ') : failureMessage(error).message;
}
