import type { LogFn, Logger } from 'pino';
import { databaseOutage } from './database/database-errors.ts';

/** Milliseconds without an error of an outage after which it counts as over. */
const quietMs = 30_000;
/** pino's number of the level below which nothing is collapsed. */
const infoLevel = 30;

interface Outage {
  began: number;
  count: number;
  timer: NodeJS.Timeout;
}

/**
 * Returns a hook of pino that logs an outage of the database or the storage once, however many requests and
 * jobs fail by it, and once when it is over. Which outage an error belongs to says the field `outage` of what
 * is logged, or the error in `err`. The single errors are logged at level debug.
 */
export function collapseOutages() {
  const outages = new Map<string, Outage>();

  function note(log: Logger, kind: string, error: unknown): void {
    const known = outages.get(kind);
    if (known) {
      known.count++;
      known.timer.refresh();
      return;
    }
    const outage: Outage = {
      began: performance.now(),
      count: 1,
      timer: setTimeout(() => {
        outages.delete(kind);
        const seconds = Math.round((performance.now() - outage.began - quietMs) / 1_000);
        log.info({ kind, errors: outage.count, seconds }, 'outage ended');
      }, quietMs).unref(),
    };
    outages.set(kind, outage);
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ kind, reason }, 'outage started; individual errors are logged at debug level');
  }

  return {
    logMethod(this: Logger, words: Parameters<LogFn>, method: LogFn, level: number): void {
      const [fields] = words as [unknown];
      if (level <= infoLevel || typeof fields !== 'object' || fields === null)
        return method.apply(this, words);
      const { err, outage } = fields as { err?: unknown; outage?: unknown };
      const kind = typeof outage === 'string' ? outage : err === undefined ? null : databaseOutage(err);
      if (kind === null) return method.apply(this, words);
      note(this, kind, err);
      this.debug(...(words as [object, string]));
    },
  };
}
