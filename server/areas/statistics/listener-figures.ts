import { Sketch } from '../listening/sketch.ts';
import { beginOf, everyDay, type Grain } from './days.ts';
import { percent, type Asked, type Row } from './report.ts';

interface Day {
  day: string;
  listeners: number;
  teaserListeners: number;
  wholeListeners: number;
  bothListeners: number;
  sketch: Uint8Array;
  teaserSketch: Uint8Array | null;
  wholeSketch: Uint8Array | null;
}

/** The days of a project on which somebody listened. */
async function readDays({ sql, project, from, to }: Asked): Promise<Day[]> {
  return sql
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
      'sketch',
      'teaserSketch',
      'wholeSketch',
    ])
    .execute();
}

/** Of one day exact, of several estimated. */
function figuresOf(days: readonly Day[]): Row {
  const [only, more] = days;
  const total = (count: (day: Day) => number): number => days.reduce((sum, day) => sum + count(day), 0);
  const merged = (count: (day: Day) => number, bytes: (day: Day) => Uint8Array | null): number => {
    if (!only || !more) return only ? count(only) : 0;
    const sketch = new Sketch();
    for (const day of days) {
      const some = bytes(day);
      if (some) sketch.merge(some);
    }
    return sketch.count();
  };
  const all = merged(
    (day) => day.listeners,
    (day) => day.sketch,
  );
  const whole = merged(
    (day) => day.wholeListeners,
    // Where nobody began a teaser, they are all.
    (day) => day.wholeSketch ?? day.sketch,
  );
  return {
    active_users: all,
    active_users_free: merged(
      (day) => day.teaserListeners,
      (day) => day.teaserSketch,
    ),
    active_users_premium: whole,
    // Two estimates may stand the wrong way round.
    premium_users_percent: percent(Math.min(whole, all), all),
    conversion: percent(
      total((day) => day.bothListeners),
      total((day) => day.teaserListeners),
    ),
  };
}

/** Who listened on all days together, in one row. */
export const activeUsersTotal = async (asked: Asked): Promise<Row> => figuresOf(await readDays(asked));

/** Who listened in each day, week or month, also in those in which nobody did. */
export async function activeUsersBy(asked: Asked, grain: Grain): Promise<Map<string, Row>> {
  const found = Map.groupBy(await readDays(asked), ({ day }) => beginOf(grain, day));
  const begins = new Set(everyDay(asked).map((day) => beginOf(grain, day)));
  return new Map([...begins].map((begin) => [begin, figuresOf(found.get(begin) ?? [])]));
}
