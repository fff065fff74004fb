import { activeUsersBy, activeUsersTotal } from '../listener-figures.ts';
import type { Grain } from '../report-days.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, type ReportRequest } from '../report.ts';

const figures = [
  'active_users',
  'active_users_free',
  'active_users_premium',
  'premium_users_percent',
  'conversion',
] as const;
const columnOf = { day: 'date', week: 'week', month: 'month' } as const;

const rowsBy = async (asked: ReportRequest, grain: Grain) =>
  [...(await activeUsersBy(asked, grain))].map(([begin, row]) => ({ [columnOf[grain]]: begin, ...row }));

const by = (name: string, grain: Grain, title: ReturnType<typeof say.STATISTICS_ACTIVE_USERS_BY_DAY>) =>
  declareReport({
    name,
    title,
    definition: say.STATISTICS_ACTIVE_USERS_REPORT_MEANING(),
    columns: [columnOf[grain], ...figures],
    graph: { kind: 'line', labels: columnOf[grain], datasets: ['active_users'] },
    notice: () => (grain === 'day' ? say.STATISTICS_EXACT() : say.STATISTICS_ESTIMATED()),
    read: (asked) => rowsBy(asked, grain),
    readTotal: activeUsersTotal,
  });

export const activeUsersReports = [
  declareReport({
    name: 'ActiveUsersTotal',
    title: say.STATISTICS_ACTIVE_USERS_TOTAL(),
    definition: say.STATISTICS_ACTIVE_USERS_REPORT_MEANING(),
    columns: figures,
    graph: { kind: 'line', labels: 'date', datasets: ['active_users'] },
    notice: ({ from, to }) => (from === to ? say.STATISTICS_EXACT() : say.STATISTICS_ESTIMATED()),
    read: async (asked) => {
      const row = await activeUsersTotal(asked);
      return row.active_users ? [row] : [];
    },
    readGraph: (asked) => rowsBy(asked, 'day'),
    readTotal: activeUsersTotal,
  }),
  by('ActiveUsersByDay', 'day', say.STATISTICS_ACTIVE_USERS_BY_DAY()),
  by('ActiveUsersByWeek', 'week', say.STATISTICS_ACTIVE_USERS_BY_WEEK()),
  by('ActiveUsersByMonth', 'month', say.STATISTICS_ACTIVE_USERS_BY_MONTH()),
];
