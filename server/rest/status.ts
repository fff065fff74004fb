import type { Failure } from './row.ts';

/**
 * HTTP statuses of failures. Legacy clients read `result: "fail"` and the errors under their fields from answers that HTTP
 * calls successful, and take every other status but 401 and 403 for a broken network; so what a person can mend in the form
 * answers 200. 401 sends them to the start page; on the voices, 403 to the sign-in with Google.
 */
export const statuses = {
  ValidationError: 200,
  LimitReachedError: 200,
  NotSignedInError: 401,
  NotAllowedError: 403,
  NotFoundError: 404,
  /** The body cannot be read at all. */
  MalformedError: 400,
  InternalError: 500,
} as const satisfies Record<string, number>;

export type FailureType = keyof typeof statuses;

export const statusOf = (failure: Failure): number => statuses[failure.type as FailureType] ?? statuses.InternalError;

/** The body of a failure: errors keyed literally with brackets, `{"[title]": ["…"]}`, a nested one `[0][source]`. */
export function failureBody({ message, fieldErrors }: Failure): Record<string, unknown> {
  const errors: Record<string, string[]> = {};
  for (const error of fieldErrors) (errors[bracketed(error.field)] ??= []).push(error.message);
  return { result: 'fail', message, ...(fieldErrors.length > 0 && { errors }) };
}

const bracketed = (field: string): string => field.split('.').map((part) => `[${part}]`).join('');
