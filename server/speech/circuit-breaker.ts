export type CircuitState = 'closed' | 'open' | 'half-open';

export interface CircuitOptions {
  /** Failures one after the other that open it. */
  failures: number;
  /** Milliseconds it stays open the first time; doubled each time the trial fails. */
  openMs: number;
  longestOpenMs: number;
  /** Milliseconds it stays open after refused credentials, which only a person mends. */
  credentialsMs: number;
}

/** Why it is open. */
export type CircuitReason = 'credentials' | 'unavailable';

/**
 * Keeps a failing service from being asked: closed lets through, open does not, half open (when its time is
 * over) lets one trial through, which closes or opens it again.
 */
export class CircuitBreaker {
  reason: CircuitReason | null = null;
  readonly #options: CircuitOptions;
  #failures = 0;
  #opened = 0;
  #openUntil = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  /** Milliseconds since the epoch until which nothing is let through; 0 when closed. */
  get openUntil(): number {
    return this.#openUntil;
  }

  state(now: number): CircuitState {
    return this.#openUntil === 0 ? 'closed' : now < this.#openUntil ? 'open' : 'half-open';
  }

  /** The service answered, be it with a refusal of this one request. */
  success(): void {
    this.#failures = 0;
    this.#opened = 0;
    this.#openUntil = 0;
    this.reason = null;
  }

  /** The service failed. `notBefore`: when it asked to be left alone until. */
  failure(reason: CircuitReason, now: number, notBefore = 0): void {
    this.#failures++;
    const trial = this.state(now) === 'half-open';
    if (reason === 'credentials') {
      this.#open(reason, now + this.#options.credentialsMs);
    } else if (trial || this.#failures >= this.#options.failures) {
      // Requests that were under way when it opened fail too: they are no further trial.
      if (this.state(now) !== 'open') this.#opened++;
      const openMs = Math.min(this.#options.openMs * 2 ** (this.#opened - 1), this.#options.longestOpenMs);
      this.#open(this.reason ?? reason, Math.max(this.#openUntil, now + openMs, notBefore));
    }
  }

  #open(reason: CircuitReason, until: number): void {
    this.reason = reason;
    this.#openUntil = until;
  }
}
