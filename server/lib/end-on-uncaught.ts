import type { Logger } from './logger.ts';

/** Milliseconds that closing may take after an error that nobody caught. */
const patience = 5_000;

/**
 * From now on an error that nobody catches, or a promise that is rejected unheard, is logged and ends the
 * process in order: with code 1, after `close` or 5 seconds. What state it is in nobody knows any more;
 * whoever runs it starts it anew.
 */
export function endOnUncaught(log: Logger, close: () => Promise<void>): void {
  let ending = false;
  const end = (err: unknown): void => {
    log.fatal(
      { err },
      ending ? 'another error that nobody caught' : 'an error that nobody caught: the process ends',
    );
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), patience).unref();
    close()
      .catch((error: unknown) => log.error({ err: error }, 'closing'))
      .finally(() => process.exit(1));
  };
  // Rejections come here too, unless something of its own listens for them.
  process.on('uncaughtException', end);
}
