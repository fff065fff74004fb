import { expect, it } from 'vitest';
import { addressOf, parseReportParams, periodNames, type ReportParams } from './report-params.ts';

const read = (search: string) => parseReportParams(new URLSearchParams(search));

it('default to the standard report and period', () => {
  expect(read('')).toEqual({
    report: 'ActiveUsersTotal',
    period: 'LAST_30_DAYS',
    from: null,
    to: null,
    compared: true,
  });
});

it('are restored from their own URL', () => {
  const days: Pick<ReportParams, 'period' | 'from' | 'to'>[] = [
    ...periodNames.map((period) => ({ period, from: null, to: null })),
    { period: null, from: '2026-02-01', to: '2026-02-28' },
    { period: null, from: '2026-02-01', to: null },
  ];
  for (const report of ['ActiveUsersTotal', 'PlaysByDay'])
    for (const range of days)
      for (const compared of [true, false]) {
        const asked: ReportParams = { report, ...range, compared };
        expect(read(addressOf(asked))).toEqual(asked);
      }
});

it('ignore invalid values in the URL', () => {
  expect(read('?report=<script>&range=always&from=2026-02-30&to=tomorrow')).toEqual(read(''));
});
