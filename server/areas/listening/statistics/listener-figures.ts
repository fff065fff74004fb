import { sql } from 'kysely';
import { HyperLogLog } from '../listening/hyperloglog.ts';
import { beginOf, everyDay, type Grain } from './report-days.ts';
import { percent, type ReportRequest, type Row } from './report.ts';

interface Day {
  day: string;
  listeners: number;
  teaserListeners: number;
  wholeListeners: number;
  bothListeners: number;
}

interface Sketches {
  sketch: Uint8Array;
  teaserSketch: Uint8Array | null;
  wholeSketch: Uint8Array | null;
}

/** Returns the days of a project that have plays. */
async function readDays({ sql: db, project, from, to }: ReportRequest): Promise<Day[]> {
  return db
    .selectFrom('ListenerDay')
    .where('projectId', '=', project.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select(({ cast }) => [
      cast<string>('day', 'text').as('day'),
      'listeners',
      'teaserListeners',
      'wholeListeners',
      'bothListeners',
    ])
    .execute();
}

/**
 * Sketches that together are of all days: of whole weeks or months where those are merged already, of the
 * days elsewhere. Each with the first day of its week or month.
 */
async function readSketches(
  { sql: db, project, from, to }: ReportRequest,
  grain: 'week' | 'month',
): Promise<(Sketches & { begin: string })[]> {
  const begin = sql<string>`date_trunc(${grain}, d."day"::timestamp)::date`;
  return db
    .with('merged', (eb) =>
      eb
        .selectFrom('ListenerPeriod')
        .where('projectId', '=', project.id)
        .where('grain', '=', grain)
        .where('begin', '>=', from)
        .where('end', '<=', to)
        .where('outdated', '=', false)
        .select(['begin', 'sketch', 'teaserSketch', 'wholeSketch']),
    )
    .selectFrom('merged')
    .select(({ cast }) => [
      cast<string>('begin', 'text').as('begin'),
      'sketch',
      'teaserSketch',
      'wholeSketch',
    ])
    .unionAll((eb) =>
      eb
        .selectFrom('ListenerDay as d')
        .where('d.projectId', '=', project.id)
        .where('d.day', '>=', from)
        .where('d.day', '<=', to)
        .where(begin, 'not in', (inner) => inner.selectFrom('merged').select('merged.begin'))
        .select([sql<string>`${begin}::text`.as('begin'), 'd.sketch', 'd.teaserSketch', 'd.wholeSketch']),
    )
    .execute();
}

/** Of one day exact, of several estimated by the sketches of those. */
function figuresOf(days: readonly Day[], sketches: readonly Sketches[]): Row {
  const [only, more] = days;
  const total = (count: (day: Day) => number): number => days.reduce((sum, day) => sum + count(day), 0);
  const merged = (count: (day: Day) => number, bytes: (of: Sketches) => Uint8Array | null): number => {
    if (!only || !more) return only ? count(only) : 0;
    const sketch = new HyperLogLog();
    for (const one of sketches) {
      const some = bytes(one);
      if (some) sketch.merge(some);
    }
    return sketch.count();
  };
  const all = merged(
    (day) => day.listeners,
    (of) => of.sketch,
  );
  const whole = merged(
    (day) => day.wholeListeners,
    // Without teasers, all listeners count.
    (of) => of.wholeSketch ?? of.sketch,
  );
  return {
    active_users: all,
    active_users_free: merged(
      (day) => day.teaserListeners,
      (of) => of.teaserSketch,
    ),
    active_users_premium: whole,
    // Two estimates may be out of order.
    premium_users_percent: percent(Math.min(whole, all), all),
    conversion: percent(
      total((day) => day.bothListeners),
      total((day) => day.teaserListeners),
    ),
  };
}

/** Who listened on all days together, in one row. */
export async function activeUsersTotal(asked: ReportRequest): Promise<Row> {
  const days = await readDays(asked);
  return figuresOf(days, days.length > 1 ? await readSketches(asked, 'month') : []);
}

/** Returns the listeners of each day, week or month, including periods without any. */
export async function activeUsersBy(asked: ReportRequest, grain: Grain): Promise<Map<string, Row>> {
  const found = Map.groupBy(await readDays(asked), ({ day }) => beginOf(grain, day));
  const sketches = Map.groupBy(grain === 'day' ? [] : await readSketches(asked, grain), ({ begin }) => begin);
  const begins = new Set(everyDay(asked).map((day) => beginOf(grain, day)));
  return new Map(
    [...begins].map((begin) => [begin, figuresOf(found.get(begin) ?? [], sketches.get(begin) ?? [])]),
  );
}
