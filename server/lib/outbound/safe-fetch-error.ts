import type { Message } from '../declare-messages.ts';
import { fetchMessages } from '../messages.ts';
import { ExpectedError, type VoicingConsequence } from '../expected-error.ts';

export type FetchErrorKind =
  | 'invalid-url'
  | 'forbidden-scheme'
  | 'credentials'
  | 'private-address'
  | 'unknown-host'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'redirect-loop'
  | 'bad-redirect'
  | 'bad-encoding'
  | 'bad-response'
  | 'status'
  | 'aborted';

/** Worth another try later: the other side may be down; what is about the URL itself stays. */
const passing: ReadonlySet<FetchErrorKind> = new Set([
  'unknown-host',
  'unreachable',
  'timeout',
  'bad-response',
]);

/**
 * A fetch that was refused or failed. The message is a sentence that a publisher understands; `kind` is for
 * programs.
 */
export class FetchError extends ExpectedError {
  override readonly name = 'FetchError';
  readonly kind: FetchErrorKind;
  /** Whether the same request may well succeed later. */
  readonly retryable: boolean;
  /** HTTP status, when kind is `status`. */
  readonly status: number | undefined;

  constructor(kind: FetchErrorKind, told: Message, options: { cause?: unknown; status?: number } = {}) {
    super(told, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.retryable =
      passing.has(kind) ||
      (options.status !== undefined &&
        (options.status >= 500 || options.status === 429 || options.status === 408));
  }

  get onVoicing(): VoicingConsequence {
    return this.retryable ? 'retry' : 'fail';
  }
}

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|EPROTO)/;

/** Turns what undici, the resolver and zlib throw into a FetchError. */
export function asFetchError(error: unknown, url: URL): FetchError {
  if (error instanceof FetchError) return error;
  const nested = error instanceof AggregateError ? error.errors[0] : error;
  const cause = nested instanceof Error && nested.cause instanceof FetchError ? nested.cause : nested;
  if (cause instanceof FetchError) return cause;
  const code = String((cause as { code?: unknown } | undefined)?.code ?? '');
  const options = { cause: error };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return new FetchError('unknown-host', fetchMessages.FETCH_UNKNOWN_HOST({ host: url.hostname }), options);
  if (
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code === 'ETIMEDOUT'
  ) {
    return new FetchError('timeout', fetchMessages.FETCH_NO_RESPONSE_IN_TIME({ host: url.host }), options);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return new FetchError('too-large', fetchMessages.FETCH_HEADERS_TOO_LARGE({ host: url.host }), options);
  if (code === 'UND_ERR_INVALID_ARG')
    return new FetchError('invalid-url', fetchMessages.FETCH_MALFORMED_REQUEST(), options);
  if (tlsCode.test(code))
    return new FetchError('tls', fetchMessages.FETCH_NOT_SECURE({ host: url.host }), options);
  if (
    code === 'ECONNREFUSED' ||
    code === 'EHOSTUNREACH' ||
    code === 'ENETUNREACH' ||
    code === 'ENETDOWN' ||
    code === 'EADDRNOTAVAIL' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE'
  ) {
    return new FetchError('unreachable', fetchMessages.FETCH_UNREACHABLE({ host: url.host }), options);
  }
  return new FetchError('bad-response', fetchMessages.FETCH_BAD_RESPONSE({ host: url.host }), options);
}
