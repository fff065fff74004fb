import type { Logger } from './logger.ts';

/** Milliseconds that closing may take after an uncaught error. */
const patience = 5_000;

/**
 * Makes uncaught errors and unhandled rejections end the process: each is logged, and the process exits with
 * code 1 after `close` or 5 seconds. Its state is unknown by then, so the supervisor has to restart it.
 */
export function endOnUncaught(log: Logger, close: () => Promise<void>): void {
  let ending = false;
  const end = (err: unknown): void => {
    log.fatal({ err }, ending ? 'another uncaught error' : 'uncaught error; the process exits');
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), patience).unref();
    close()
      .catch((error: unknown) => log.error({ err: error }, 'error while closing'))
      .finally(() => process.exit(1));
  };
  // Receives rejections too, unless they have a separate listener.
  process.on('uncaughtException', end);
}
