import { ExpectedError } from '../lib/expected-error.ts';
import type { Message } from '../lib/declare-messages.ts';
import { joinedMessages } from '../lib/requests/joined-messages.ts';
import { kernelMessages } from './messages.ts';

/** What every door has to know of an error. */
export interface UserErrorDeclaration {
  /** Of its GraphQL type too. */
  name: string;
  /** Description of its GraphQL type. */
  description: string;
  /** `extensions.code`, where it is no member of a result union. */
  code: string;
  /** Where it answers an HTTP request that is neither GraphQL nor REST. */
  httpStatus: number;
  /**
   * Legacy clients read `result: "fail"` and the errors under their fields from answers that HTTP calls
   * successful, and take every other status but 401 and 403 for a broken network; so what a person can mend
   * in the form answers 200. 401 sends them to the start page; on the voices, 403 to the sign-in with Google.
   * 409 answers only those who sent the revision that they had read.
   */
  restStatus: number;
}

/**
 * A failure that the caller can cause and fix; every endpoint shows its message. No other error's text leaves
 * the server.
 */
export abstract class UserError extends ExpectedError {
  readonly onVoicing = 'fail';

  /** @param declared must be one of `userErrors`, by which every door knows it */
  constructor(declared: (typeof userErrors)[number]['declared'], told: Message) {
    super(told);
    this.name = declared.name;
  }

  get declared(): UserErrorDeclaration {
    return (this.constructor as unknown as { declared: UserErrorDeclaration }).declared;
  }
}

/** The class of a failure. */
export interface UserErrorType {
  new (...args: any[]): UserError;
  readonly declared: UserErrorDeclaration;
}

/** What is wrong with a field: `{ field: 'title', ...kernelMessages.NOT_A_TEXT() }`. */
export interface FieldError extends Pick<Message, 'code' | 'parameters' | 'message'> {
  /** Named as the specification names it: `title`, `rssUrl`, … */
  field: string;
}

/** Something that was sent is wrong. */
export class ValidationError extends UserError {
  static readonly declared = {
    name: 'ValidationError',
    description: 'The input is invalid. Nothing was changed.',
    code: 'BAD_USER_INPUT',
    httpStatus: 400,
    restStatus: 200,
  } as const;
  readonly fieldErrors: FieldError[];

  /** @param fieldErrors of which the first hundred are reported, more than a person fixes at once */
  constructor(fieldErrors: FieldError[]) {
    const told = fieldErrors.slice(0, 100);
    super(ValidationError.declared, kernelMessages.INVALID_INPUT());
    this.message = joinedMessages(told);
    this.fieldErrors = told;
  }
}

/** The caller is not signed in, or the token is wrong or has expired. */
export class NotSignedInError extends UserError {
  static readonly declared = {
    name: 'NotSignedInError',
    description: 'The request has no credentials, or they are invalid or expired.',
    code: 'UNAUTHENTICATED',
    httpStatus: 401,
    restStatus: 401,
  } as const;

  constructor(message: Message = kernelMessages.NOT_SIGNED_IN()) {
    super(NotSignedInError.declared, message);
  }
}

/** The caller may see the thing, but not do this. */
export class NotAllowedError extends UserError {
  static readonly declared = {
    name: 'NotAllowedError',
    description: 'The credentials do not permit the operation.',
    code: 'FORBIDDEN',
    httpStatus: 403,
    restStatus: 403,
  } as const;

  constructor(message: Message = kernelMessages.NOT_PERMITTED()) {
    super(NotAllowedError.declared, message);
  }
}

/** The thing does not exist, or the caller may not know that it does. */
export class NotFoundError extends UserError {
  static readonly declared = {
    name: 'NotFoundError',
    description: 'The object does not exist, or the caller cannot see it.',
    code: 'NOT_FOUND',
    httpStatus: 404,
    restStatus: 404,
  } as const;

  constructor(message: Message) {
    super(NotFoundError.declared, message);
  }
}

/** A limit or a balance is used up. */
export class LimitReachedError extends UserError {
  static readonly declared = {
    name: 'LimitReachedError',
    description: 'A limit or balance is used up.',
    code: 'LIMIT_REACHED',
    httpStatus: 429,
    restStatus: 200,
  } as const;
  /** Seconds after which it is worth another try, where it is a matter of time. */
  readonly retryAfter: number | undefined;

  constructor(message: Message, { retryAfter }: { retryAfter?: number } = {}) {
    super(LimitReachedError.declared, message);
    this.retryAfter = retryAfter;
  }
}

/** The thing has changed since the caller read it. */
export class ConflictError extends UserError {
  static readonly declared = {
    name: 'ConflictError',
    description:
      'Someone else has changed the object since it was read. Nothing was changed: read it again ' +
      'before you decide.',
    code: 'CONFLICT',
    httpStatus: 409,
    restStatus: 409,
  } as const;

  constructor(message: Message) {
    super(ConflictError.declared, message);
  }
}

/** The person has to confirm who it is before this: see areas/access/identity/recent-proof.ts. */
export class ReauthenticationRequiredError extends UserError {
  static readonly declared = {
    name: 'ReauthenticationRequiredError',
    description:
      "The user's last identity confirmation is too old. Nothing was changed: call " +
      '`confirmIdentity`, then repeat the call.',
    code: 'REAUTHENTICATION_REQUIRED',
    httpStatus: 403,
    restStatus: 403,
  } as const;

  constructor(message: Message) {
    super(ReauthenticationRequiredError.declared, message);
  }
}

/** All of them. One that is missing here cannot be made: see the constructor of `UserError`. */
export const userErrors = [
  ValidationError,
  NotAllowedError,
  NotFoundError,
  LimitReachedError,
  NotSignedInError,
  ConflictError,
  ReauthenticationRequiredError,
] as const satisfies readonly UserErrorType[];
