import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();

/** Runs a job: every outbound call made within it ends with `signal`, without being handed it. */
export const runAsJob = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  current.run(signal, work);

/**
 * Returns a signal for one outbound call: it aborts with any of `signals` and with the job that makes the
 * call. Undefined if nothing can end it.
 */
export function outboundSignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const present = [...signals, current.getStore()].filter((signal) => signal !== undefined);
  return present.length > 1 ? AbortSignal.any(present) : present[0];
}
