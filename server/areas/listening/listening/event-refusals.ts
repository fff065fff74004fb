import type { App } from '../../../kernel/app.ts';
import { execute } from '../../../lib/database/db.ts';
import { metrics } from '../../../lib/metrics.ts';
import type { EventRefusal } from './event-actions.ts';

/** Milliseconds for which counts are gathered. */
const gatherMs = 1_000;

interface Count {
  /** Of the hour's beginning. */
  hour: number;
  projectId: number;
  reason: EventRefusal;
  count: number;
}

/**
 * Counts events that are not counted. Gathered for a second, so that a million of them cost a row; what is
 * gathered when a process is killed is lost, unlike what counts.
 */
export class Refusals {
  readonly #app: Pick<App, 'db' | 'log'>;
  #gathered = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: Pick<App, 'db' | 'log'>) {
    this.#app = app;
  }

  /** @param projectId zero: not known */
  count(reason: EventRefusal, projectId: number, count = 1): void {
    metrics.eventsRefused.inc({ reason }, count);
    this.#gather(reason, projectId, count);
  }

  #gather(reason: EventRefusal, projectId: number, count: number): void {
    const now = Date.now();
    const hour = now - (now % 3_600_000);
    const key = `${hour} ${projectId} ${reason}`;
    const found = this.#gathered.get(key);
    if (found) found.count += count;
    else this.#gathered.set(key, { hour, projectId, reason, count });
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs).unref();
  }

  /** Writes what was gathered. Where that fails it is kept until it does not. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // In one order, so that two processes do not wait for each other.
    const counts = [...this.#gathered.values()].sort(
      (a, b) => a.hour - b.hour || a.projectId - b.projectId || (a.reason < b.reason ? -1 : 1),
    );
    if (counts.length === 0) return;
    this.#gathered = new Map();
    try {
      await execute(
        this.#app.db.sql,
        `INSERT INTO "RefusedEvents" ("hour", "projectId", "reason", "count")
         SELECT to_timestamp(e.hour / 1000.0), e.project, e.reason, e.count
         FROM unnest($1::float8[], $2::int[], $3::"EventRefusal"[], $4::int[]) AS e(hour, project, reason, count)
         ON CONFLICT ("hour", "projectId", "reason") DO UPDATE SET "count" = "RefusedEvents"."count" + excluded."count"`,
        [
          counts.map(({ hour }) => hour),
          counts.map(({ projectId }) => projectId),
          counts.map(({ reason }) => reason),
          counts.map(({ count }) => count),
        ],
      );
    } catch (error) {
      this.#app.log.warn({ err: error }, 'refused player events not counted yet; retrying later');
      for (const { reason, projectId, count } of counts) this.#gather(reason, projectId, count);
    }
  }
}
