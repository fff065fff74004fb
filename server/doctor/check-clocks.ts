import type pg from 'pg';
import type { Config } from '../config.ts';
import { readDatabaseClock } from '../lib/database/database-clock.ts';
import { databaseName } from './check-database.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

/** Differences from which a clock is reported, seconds. */
const differences = { warning: 5, wrong: 60 } as const;

/** Compares the clock of this machine with that of the database. @throws pg errors */
export async function checkDatabaseClock(config: Config, pool: pg.Pool): Promise<Finding> {
  const { time, at } = await readDatabaseClock(pool);
  return clockFinding(databaseName(config), time - (Date.now() - (performance.now() - at)));
}

/** Compares the clock of this machine with that of a server. @param date of its response's header */
export function checkHttpClock(address: string, date: string | undefined, now: number): Finding[] {
  const time = Date.parse(date ?? '');
  // The header has whole seconds.
  return Number.isNaN(time) ? [] : [clockFinding(address, time + 500 - now)];
}

function clockFinding(examined: string, differenceMs: number): Finding {
  const { fine, warning, wrong } = findingsAbout('CLOCK', examined);
  const seconds = Math.abs(differenceMs) / 1000;
  if (seconds < differences.warning) return fine(m.CHECK_CLOCK_FINE({ seconds }));
  return (seconds < differences.wrong ? warning : wrong)(m.CHECK_CLOCK_OFF({ seconds }));
}
