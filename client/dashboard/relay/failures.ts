/** The server could not be reached at all. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  constructor(options?: ErrorOptions) {
    super('The server cannot be reached. Check the connection and try again.', options);
  }
}

/** The server answered with a failure. An unexpected one carries the id under which the server logged it. */
export class ServerError extends Error {
  override name = 'ServerError';
  readonly code: string | null;
  readonly errorId: string | null;
  constructor(message: string, code: string | null = null, errorId: string | null = null) {
    super(message);
    this.code = code;
    this.errorId = errorId;
  }
}

interface AnswerError {
  message: string;
  extensions?: { code?: string; errorId?: string };
}

/** The failure that an answer's `errors` stand for; null when there are none. */
export function failureOf(status: number, errors: readonly AnswerError[] | undefined): ServerError | null {
  const first = errors?.[0];
  if (first) return new ServerError(first.message, first.extensions?.code ?? (status === 401 ? 'UNAUTHENTICATED' : null), first.extensions?.errorId ?? null);
  if (status === 401) return new ServerError('You are not signed in.', 'UNAUTHENTICATED');
  if (status >= 500) return new ServerError('Internal server error');
  if (status >= 400) return new ServerError(`The server refused the request (${status}).`);
  return null;
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ServerError && error.code === 'UNAUTHENTICATED';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ServerError && error.code === 'NOT_FOUND';
}
