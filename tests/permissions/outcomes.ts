/**
 * What a cell came to. `unknown`: as if there were no such thing. `refused`: not for this caller. `locked`:
 * not without the feature. `broken`: the server's own failure, which no call may come to. Everything else got
 * past the authorisation: `allowed`.
 */
export type Outcome = 'unauthenticated' | 'unknown' | 'refused' | 'locked' | 'broken' | 'allowed';

/** A failure of either door, in the words that both have. */
export interface Said {
  /** Of GraphQL: name of the error's type, or its code. Of REST: the HTTP status. */
  what: string;
  /** All messages. */
  words: string;
}

const locked = 'This feature is not enabled in your organization. Want to unlock it?';
const administratorsOnly = 'Only administrators can change this.';

const outcomes: Readonly<Record<string, Outcome>> = {
  UNAUTHENTICATED: 'unauthenticated',
  NotSignedInError: 'unauthenticated',
  401: 'unauthenticated',
  NOT_FOUND: 'unknown',
  NotFoundError: 'unknown',
  404: 'unknown',
  FORBIDDEN: 'refused',
  NotAllowedError: 'refused',
  403: 'refused',
  INTERNAL_SERVER_ERROR: 'broken',
  SERVICE_UNAVAILABLE: 'broken',
};

export function outcomeOf({ what, words }: Said): Outcome {
  if (words.includes(locked)) return 'locked';
  if (words.includes(administratorsOnly)) return 'refused';
  return outcomes[what] ?? (/^5\d\d$/.test(what) ? 'broken' : 'allowed');
}
