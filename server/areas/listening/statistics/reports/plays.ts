import type { Grain } from '../report-days.ts';
import { figuresOf, sumsByTime } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport } from '../report.ts';

const columnOf = { day: 'date', week: 'week', month: 'month' } as const;

const by = (name: string, grain: Grain, title: ReturnType<typeof say.STATISTICS_PLAYS_BY_DAY>) =>
  declareReport({
    name,
    title,
    definition: say.STATISTICS_PLAYS_REPORT_MEANING(),
    columns: [columnOf[grain], 'views', 'plays', 'finishes', 'ctr', 'ltr', 'minutes_heard'],
    graph: { kind: 'line', labels: columnOf[grain], datasets: ['views', 'plays', 'finishes'] },
    read: async (asked) =>
      [...(await sumsByTime(asked, grain))].map(([begin, sums]) => ({
        [columnOf[grain]]: begin,
        ...figuresOf(sums),
      })),
  });

export const playsByDay = by('PlaysByDay', 'day', say.STATISTICS_PLAYS_BY_DAY());

export const playsReports = [
  playsByDay,
  by('PlaysByWeek', 'week', say.STATISTICS_PLAYS_BY_WEEK()),
  by('PlaysByMonth', 'month', say.STATISTICS_PLAYS_BY_MONTH()),
];
