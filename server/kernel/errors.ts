/** A failure that whoever asked can cause and mend; every door shows its message. No other error's text leaves the server. */
export abstract class UserError extends Error {}

export interface FieldError {
  /** Named as the specification names it: `title`, `rssUrl`, … */
  field: string;
  message: string;
}

/** Of a field that was left empty. */
export const requiredMessage = 'This field is required';

/** Something that was sent is wrong. */
export class ValidationError extends UserError {
  override name = 'ValidationError';
  readonly fieldErrors: FieldError[];

  constructor(fieldErrors: FieldError[]) {
    super(fieldErrors.map((error) => error.message).join(' '));
    this.fieldErrors = fieldErrors;
  }
}

/** Nobody is signed in, or the token is wrong or has expired. */
export class NotSignedInError extends UserError {
  override name = 'NotSignedInError';

  constructor(message = 'Please sign in.') {
    super(message);
  }
}

/** Whoever asks may see the thing, but not do this. */
export class NotAllowedError extends UserError {
  override name = 'NotAllowedError';

  constructor(message = 'You have no rights to do this.') {
    super(message);
  }
}

/** There is no such thing, or whoever asks may not know that there is. */
export class NotFoundError extends UserError {
  override name = 'NotFoundError';

  constructor(what = 'This') {
    super(`${what} does not exist.`);
  }
}

/** A limit or a balance is used up. */
export class LimitReachedError extends UserError {
  override name = 'LimitReachedError';
}
