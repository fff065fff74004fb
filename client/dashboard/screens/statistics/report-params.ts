/** Ranges of days by name, in the order in which they are offered. */
export const periodNames = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'LAST_90_DAYS',
  'LAST_365_DAYS',
  'LAST_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
  'THIS_YEAR',
] as const;
export type PeriodName = (typeof periodNames)[number];

/** Default report (specification, section 9). */
export const defaultReport = 'ActiveUsersTotal';
export const defaultPeriod: PeriodName = 'LAST_30_DAYS';

/** What is looked at, as the address has it: `?report=PlaysByDay&range=last-7-days` or `&from=…&to=…`. */
export interface ReportParams {
  report: string;
  /** Null: the days count. */
  period: PeriodName | null;
  /** `YYYY-MM-DD`. */
  from: string | null;
  to: string | null;
  compared: boolean;
}

const inAddress = (period: PeriodName): string => period.toLowerCase().replaceAll('_', '-');

/** Whether this is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Parses the query string. Invalid values fall back to defaults. */
export function parseReportParams(search: URLSearchParams): ReportParams {
  const day = (name: string): string | null => {
    const text = search.get(name) ?? '';
    return isDay(text) ? text : null;
  };
  const [from, to] = [day('from'), day('to')];
  const named = periodNames.find((period) => inAddress(period) === search.get('range'));
  const report = search.get('report') ?? '';
  return {
    report: /^[A-Za-z]{1,60}$/.test(report) ? report : defaultReport,
    period: from || to ? null : (named ?? defaultPeriod),
    from,
    to,
    compared: search.get('compare') !== 'no',
  };
}

/** Returns the shortest address for the parameters. */
export function addressOf({ report, period, from, to, compared }: ReportParams): string {
  const search = new URLSearchParams();
  if (report !== defaultReport) search.set('report', report);
  if (period === null) {
    if (from) search.set('from', from);
    if (to) search.set('to', to);
  } else if (period !== defaultPeriod) search.set('range', inAddress(period));
  if (!compared) search.set('compare', 'no');
  return search.size > 0 ? `?${search}` : '';
}
