import { speechMessages } from './messages.ts';
import { ExpectedError, type VoicingConsequence } from '../lib/expected-error.ts';

/**
 * What went wrong with a speech service, as far as the caller has to act differently:
 * - `bad_request`: this text, voice or setting is refused; asking again gives the same answer.
 * - `gone`: the service has no such model (any more); another one must be chosen, here or by an operator.
 * - `credentials`: the key is wrong, expired, lacks rights or its account has no funds; an operator must act.
 * - `rate_limited`: too much at once; `retryAfterMs` where the service named a time.
 * - `unavailable`: the service is down, unreachable, or fell silent.
 * - `bad_audio`: it answered, but not with sound: empty, cut off, another type, over the size limit.
 */
export type ProviderErrorKind =
  'bad_request' | 'gone' | 'credentials' | 'rate_limited' | 'unavailable' | 'bad_audio';

const refusals: Readonly<Record<ProviderErrorKind, (typeof speechMessages)['SPEECH_REFUSED']>> = {
  bad_request: speechMessages.SPEECH_REFUSED,
  gone: speechMessages.SPEECH_MODEL_GONE,
  credentials: speechMessages.SPEECH_CREDENTIALS_REFUSED,
  rate_limited: speechMessages.SPEECH_TOO_MUCH_ASKED,
  unavailable: speechMessages.SPEECH_NOT_AVAILABLE,
  bad_audio: speechMessages.SPEECH_BAD_AUDIO,
};

const pauses = {
  credentials: speechMessages.SPEECH_PAUSED_CREDENTIALS,
  rate_limited: speechMessages.SPEECH_PAUSED_RATE,
  unavailable: speechMessages.SPEECH_PAUSED_OUTAGE,
};

/** Milliseconds after which a service that is down is retried, unless it gave a time. */
const outageMs = 30_000;

/**
 * A speech service failed. The message is safe to log and to show to an administrator: it never holds a key.
 */
export class ProviderError extends ExpectedError {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly kind: ProviderErrorKind;
  /** Milliseconds the service asked us to wait, from the moment of its answer. */
  readonly retryAfterMs: number | undefined;

  constructor(
    provider: string,
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(refusals[kind]({ service: provider, said: message }), options);
    this.provider = provider;
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }

  get onVoicing(): VoicingConsequence {
    // What a service refuses or garbles now it may take the next time.
    if (isOutage(this)) return { waitMs: this.retryAfterMs ?? outageMs };
    return this.kind === 'gone' ? 'fail' : 'retry';
  }
}

/** Whether a service fails for every request, rather than refusing just this one. */
export const isOutage = ({ kind }: ProviderError): boolean =>
  kind === 'credentials' || kind === 'rate_limited' || kind === 'unavailable';

/**
 * Nothing is wrong with the request: the provider cannot take it now. What waits for it (an article) should
 * wait until `retryAt` and ask again, and is not to be reported as errored.
 */
export class ProviderWaitError extends ExpectedError {
  override readonly name = 'ProviderWaitError';
  readonly provider: string;
  readonly reason: 'credentials' | 'rate_limited' | 'unavailable';
  readonly retryAt: Date;

  constructor(
    provider: string,
    reason: 'credentials' | 'rate_limited' | 'unavailable',
    retryAt: Date,
    cause?: unknown,
  ) {
    super(
      pauses[reason]({ service: provider, at: retryAt.toISOString() }),
      cause === undefined ? undefined : { cause },
    );
    this.provider = provider;
    this.reason = reason;
    this.retryAt = retryAt;
  }

  get onVoicing(): VoicingConsequence {
    return { waitMs: this.retryAt.getTime() - Date.now() };
  }
}

/** Provider id that does not exist. */
export class UnknownProviderError extends ExpectedError {
  override readonly name = 'UnknownProviderError';
  readonly onVoicing = 'fail';
  readonly provider: string;

  constructor(provider: string) {
    super(speechMessages.SPEECH_NO_SUCH_SERVICE({ service: provider }));
    this.provider = provider;
  }
}
