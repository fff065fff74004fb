import type { Logger } from './logger.ts';

/** Milliseconds that all of it may take, less than what supervisors wait before they kill. */
export const endingMs = 20_000;

/**
 * Ends the process in order at SIGTERM or SIGINT, with code 0: what is under way ends first, for 20 seconds
 * at most. A second signal ends it at once, with code 1.
 */
export function endOnSignal(stop: () => Promise<void>, log: Logger): void {
  let ending = false;
  const end = (signal: NodeJS.Signals): void => {
    if (ending) process.exit(1);
    ending = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('work in progress did not finish in time');
      process.exit(0);
    }, endingMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'error while stopping');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
