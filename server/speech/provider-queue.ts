import { CircuitBreaker, type CircuitOptions, type CircuitState } from './circuit-breaker.ts';
import { ProviderError, ProviderWaitError, type ProviderErrorKind } from './provider-errors.ts';
import type { Message } from '../lib/declare-messages.ts';

export interface ProviderQueueOptions {
  /** Requests under way at once. */
  concurrency: number;
  /** Requests begun in any 60 seconds; absent: as many as concurrency allows. */
  requestsPerMinute?: number | undefined;
  /** How often one request is tried when the service fails or delivers no sound. */
  attempts: number;
  /**
   * Milliseconds before the second try, doubled for each further one; the actual wait is a random part of it.
   */
  backoffMs: number;
  longestBackoffMs: number;
  /** Milliseconds that a request waits for a paused provider before its caller has to retry later. */
  longestWaitMs: number;
  /**
   * Milliseconds that a service's Retry-After holds it back at most: one that names next year would never be
   * asked again.
   */
  longestRetryAfterMs: number;
  circuit: CircuitOptions;
  /** Random number in [0, 1). */
  random: () => number;
}

export const QUEUE_DEFAULTS: Omit<ProviderQueueOptions, 'concurrency' | 'requestsPerMinute'> = {
  attempts: 3,
  backoffMs: 1000,
  longestBackoffMs: 30_000,
  longestWaitMs: 30_000,
  longestRetryAfterMs: 60 * 60_000,
  circuit: { failures: 5, openMs: 15_000, longestOpenMs: 10 * 60_000, credentialsMs: 15 * 60_000 },
  random: Math.random,
};

/**
 * How a provider is doing, for /metrics and for the administrator. Counters only grow, from the process's
 * start.
 */
export interface ProviderQueueSnapshot {
  provider: string;
  circuit: CircuitState;
  /** Why the circuit is not closed, or why requests are held back. */
  heldBack: 'credentials' | 'unavailable' | 'rate_limited' | null;
  /** Time of the next request to the provider; null when it is not paused. */
  retryAt: Date | null;
  waiting: number;
  active: number;
  concurrency: number;
  requestsPerMinute: number | null;
  /** Requests sent, each try counted. */
  started: number;
  succeeded: number;
  /** Tries after the first. */
  retried: number;
  /** Callers that were rejected with a retry time. */
  postponed: number;
  /** Failed tries by kind. */
  failures: Record<ProviderErrorKind, number>;
  lastError: { kind: ProviderErrorKind; told: Message; message: string; at: Date } | null;
}

interface Task {
  run: (signal: AbortSignal) => Promise<unknown>;
  signal: AbortSignal;
  urgent: boolean;
  tenant: string;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
  onAbort: () => void;
  enqueuedAt: number;
  notBefore: number;
  /** Times it was sent. */
  tries: number;
  /** Failures of the service at this request; a rate limit is not a failure. */
  failed: number;
}

/**
 * Queues requests to one speech service: keeps to its concurrency and rate limits, obeys Retry-After, retries
 * where useful with jittered exponential back-off, and pauses a service that is down or refuses the
 * credentials. Each provider has a separate queue, so one that is down does not delay the others. The limits
 * apply to this process: with several workers, set them to the service's limit divided by the number of
 * workers.
 */
export class ProviderQueue {
  readonly provider: string;
  readonly #options: ProviderQueueOptions;
  readonly #circuit: CircuitBreaker;
  readonly #waiting: Task[] = [];
  /** When the requests of the last minute began, oldest first; kept only where the rate is limited. */
  readonly #begun: number[] = [];
  #active = 0;
  /** The same by tenant. */
  readonly #activeBy = new Map<string, number>();
  #pausedUntil = 0;
  #pausedFor: 'rate_limited' | 'unavailable' = 'rate_limited';
  #rateLimitsInARow = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #counters = { started: 0, succeeded: 0, retried: 0, postponed: 0 };
  readonly #failures: Record<ProviderErrorKind, number> = {
    bad_request: 0,
    gone: 0,
    credentials: 0,
    rate_limited: 0,
    unavailable: 0,
    bad_audio: 0,
  };
  #lastError: ProviderQueueSnapshot['lastError'] = null;

  constructor(
    provider: string,
    options: Partial<ProviderQueueOptions> & Pick<ProviderQueueOptions, 'concurrency'>,
  ) {
    this.provider = provider;
    this.#options = { ...QUEUE_DEFAULTS, ...options };
    this.#circuit = new CircuitBreaker(this.#options.circuit);
  }

  /**
   * Runs a request in its turn: `urgent` ones first, then that of the tenant with the fewest running, so that
   * no batch delays other tenants.
   * @throws ProviderError when this request is refused, or returned no audio in all attempts
   * @throws ProviderWaitError when the provider is unavailable for longer than `longestWaitMs`
   */
  run<T>(
    request: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    { urgent = false, tenant = '' }: { urgent?: boolean; tenant?: string } = {},
  ): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    return new Promise<T>((resolve, reject) => {
      const task: Task = {
        run: request,
        signal,
        urgent,
        tenant,
        resolve,
        reject,
        onAbort: () => this.#drop(task),
        enqueuedAt: Date.now(),
        notBefore: 0,
        tries: 0,
        failed: 0,
      };
      signal.addEventListener('abort', task.onAbort, { once: true });
      if (urgent) this.#waiting.unshift(task);
      else this.#waiting.push(task);
      this.#pump();
    });
  }

  snapshot(): ProviderQueueSnapshot {
    const now = Date.now();
    const circuit = this.#circuit.state(now);
    const until = Math.max(this.#circuit.openUntil, this.#pausedUntil);
    return {
      provider: this.provider,
      circuit,
      heldBack:
        circuit !== 'closed' ? this.#circuit.reason : this.#pausedUntil > now ? this.#pausedFor : null,
      retryAt: until > now ? new Date(until) : null,
      waiting: this.#waiting.length,
      active: this.#active,
      concurrency: this.#options.concurrency,
      requestsPerMinute: this.#options.requestsPerMinute ?? null,
      ...this.#counters,
      failures: { ...this.#failures },
      lastError: this.#lastError,
    };
  }

  /**
   * Starts what may start, tells those to come back who would wait too long, and sets the clock for the rest.
   */
  #pump(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const now = Date.now();
      // A trial of a service that was down is made alone.
      const places = this.#circuit.state(now) === 'half-open' ? 1 : this.#options.concurrency;
      if (this.#waiting.length === 0 || this.#active >= places) return;
      const held = this.#heldUntil(now);
      if (held.until > now) {
        this.#postpone(held);
        if (this.#waiting.length) this.#wakeAt(held.until, now);
        return;
      }
      const next = this.#next(now);
      if (!next) {
        this.#wakeAt(Math.min(...this.#waiting.map((task) => task.notBefore)), now);
        return;
      }
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      void this.#start(next, now);
    }
  }

  /** Whose turn it is of those that may be sent now. */
  #next(now: number): Task | undefined {
    let first: Task | undefined;
    for (const task of this.#waiting) {
      if (task.notBefore > now) continue;
      if (task.urgent) return task;
      if (!first || this.#activeOf(task) < this.#activeOf(first)) first = task;
    }
    return first;
  }

  #activeOf({ tenant }: Task): number {
    return this.#activeBy.get(tenant) ?? 0;
  }

  /** Until when nothing may start, and why. */
  #heldUntil(now: number): { until: number; reason: ProviderWaitError['reason'] } {
    if (this.#circuit.state(now) === 'open')
      return { until: this.#circuit.openUntil, reason: this.#circuit.reason ?? 'unavailable' };
    const { requestsPerMinute } = this.#options;
    if (this.#pausedUntil > now || requestsPerMinute === undefined)
      return { until: this.#pausedUntil, reason: this.#pausedFor };
    while (this.#begun.length && this.#begun[0]! <= now - 60_000) this.#begun.shift();
    const free =
      this.#begun.length < requestsPerMinute
        ? 0
        : this.#begun[this.#begun.length - requestsPerMinute]! + 60_000;
    return { until: free, reason: 'rate_limited' };
  }

  #postpone({ until, reason }: { until: number; reason: ProviderWaitError['reason'] }): void {
    for (const task of this.#waiting.filter(
      (task) => until > task.enqueuedAt + this.#options.longestWaitMs,
    )) {
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      this.#settle(task, () => task.reject(this.#waitError(reason, until, this.#lastError?.message)));
    }
  }

  #waitError(reason: ProviderWaitError['reason'], until: number, cause: unknown): ProviderWaitError {
    this.#counters.postponed++;
    return new ProviderWaitError(this.provider, reason, new Date(until), cause);
  }

  async #start(task: Task, now: number): Promise<void> {
    this.#active++;
    this.#activeBy.set(task.tenant, this.#activeOf(task) + 1);
    this.#counters.started++;
    if (task.tries++ > 0) this.#counters.retried++;
    if (this.#options.requestsPerMinute !== undefined) this.#begun.push(now);
    try {
      const value = await task.run(task.signal);
      this.#circuit.success();
      this.#rateLimitsInARow = 0;
      this.#counters.succeeded++;
      // A task's own value: the queue holds tasks of all types.
      this.#settle(task, () => task.resolve(value as never));
    } catch (error) {
      if (error instanceof ProviderError) this.#failed(task, error);
      else this.#settle(task, () => task.reject(error));
    } finally {
      this.#active--;
      const left = this.#activeOf(task) - 1;
      if (left > 0) this.#activeBy.set(task.tenant, left);
      else this.#activeBy.delete(task.tenant);
      this.#pump();
    }
  }

  #failed(task: Task, error: ProviderError): void {
    const now = Date.now();
    const { attempts, random, longestRetryAfterMs } = this.#options;
    const retryAfterMs = Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs);
    this.#failures[error.kind]++;
    this.#lastError = { kind: error.kind, told: error.told, message: error.message, at: new Date(now) };
    switch (error.kind) {
      case 'bad_request':
      case 'gone':
        this.#circuit.success();
        return this.#settle(task, () => task.reject(error));
      case 'credentials':
        this.#circuit.failure('credentials', now);
        return this.#settle(task, () =>
          task.reject(this.#waitError('credentials', this.#circuit.openUntil, error)),
        );
      case 'rate_limited': {
        // Requests that were under way together are refused together: that is one refusal.
        if (this.#pausedUntil <= now) this.#rateLimitsInARow++;
        this.#pause(
          'rate_limited',
          now + (retryAfterMs || this.#backoff(this.#rateLimitsInARow) * (0.5 + random() / 2)),
        );
        // A trial that meets the rate limit shows that the service is up.
        if (this.#circuit.state(now) === 'half-open') this.#circuit.success();
        return this.#again(task, 0);
      }
      case 'unavailable':
        this.#circuit.failure('unavailable', now, now + retryAfterMs);
        if (retryAfterMs > 0) this.#pause('unavailable', now + retryAfterMs);
        if (++task.failed < attempts) return this.#again(task, now + this.#backoff(task.failed) * random());
        return this.#settle(task, () =>
          task.reject(
            this.#waitError(
              'unavailable',
              Math.max(this.#circuit.openUntil, this.#pausedUntil, now + this.#backoff(task.failed)),
              error,
            ),
          ),
        );
      case 'bad_audio':
        if (++task.failed < attempts) return this.#again(task, now + this.#backoff(task.failed) * random());
        // One text may be at fault, so this counts once a request; a service that sends nothing else opens
        // the circuit too.
        this.#circuit.failure('unavailable', now);
        return this.#settle(task, () => task.reject(error));
    }
  }

  #pause(reason: 'rate_limited' | 'unavailable', until: number): void {
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#pausedFor = reason;
  }

  #backoff(failures: number): number {
    return Math.min(this.#options.backoffMs * 2 ** (failures - 1), this.#options.longestBackoffMs);
  }

  /**
   * Returns a task to the head of the queue, so that started tasks finish first; unless its caller no longer
   * waits.
   */
  #again(task: Task, notBefore: number): void {
    if (task.signal.aborted) return task.reject(task.signal.reason);
    task.notBefore = notBefore;
    this.#waiting.unshift(task);
  }

  #drop(task: Task): void {
    const at = this.#waiting.indexOf(task);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    task.reject(task.signal.reason);
    this.#pump();
  }

  #settle(task: Task, settle: () => void): void {
    task.signal.removeEventListener('abort', task.onAbort);
    settle();
  }

  #wakeAt(at: number, now: number): void {
    this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.min(at - now, 2 ** 31 - 1)));
  }
}
