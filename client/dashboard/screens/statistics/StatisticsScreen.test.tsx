import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type StatisticsScreenQuery } from '../../__generated__/StatisticsScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import StatisticsScreen from './StatisticsScreen.tsx';

const user = userEvent.setup();
const notice = (message: string) => ({ code: 'NONE', parameters: {}, message });
const column = (name: string, unit: string, header: string, definition: string | null = null) => ({
  __typename: 'StatisticsColumn',
  name,
  unit,
  header: notice(header),
  definition: definition === null ? null : notice(definition),
});
const days = ['2026-11-23', '2026-11-24', '2026-11-25'];
const figures = [
  column('plays', 'NUMBER', 'Plays', 'Times that an article was begun.'),
  column('ctr_free', 'PERCENT', 'CTR free'),
];
const graphOf = (data: (number | null)[]) => ({
  kind: 'LINE',
  labels: data.length > 0 ? days : [],
  labelColumn: column('date', 'DAY', 'Date'),
  datasets: [{ column: figures[0], data }],
});

async function open(search = '', rows: (readonly [string, number, number | null])[] = []) {
  const stage = await renderScreen<StatisticsScreenQuery>(
    StatisticsScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/stats', at: `/projects/7/stats${search}` },
  );
  const report = (name: string, title: string) => ({
    __typename: 'StatisticsReport',
    name,
    title: notice(title),
    parameters: [
      { name: 'date_from', default: '2026-10-27', label: notice('From') },
      { name: 'date_to', default: '2026-11-25', label: notice('To') },
    ],
  });
  await stage.answer<{ Project: object }>('StatisticsScreenQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canWrite: true,
      canConfigure: true,
      entitlements: [],
      roles: ['MAINTAINER'],
      statisticsReports: [
        report('ActiveUsersTotal', 'Active users: total'),
        report('PlaysByDay', 'Plays by day'),
      ],
    }),
  });
  // No current listeners. Only the report waits for React: see `answer`.
  await stage.answerWith('LiveListenersQuery', {
    data: { project: { __typename: 'Project', id: 'p7', live: null } },
  });
  const answerReport = () =>
    stage.answer<{ Project: object }>('ReportPartQuery', {
      Project: () => ({
        id: 'p7',
        statisticsPinned: false,
        keyFigures: {
          from: '2026-11-23',
          to: '2026-11-25',
          timeZone: 'Europe/Berlin',
          beforeFrom: '2026-11-20',
          beforeTo: '2026-11-22',
          figures: [{ column: figures[0], value: 30, before: 20 }],
        },
        statistics: {
          name: 'PlaysByDay',
          title: notice('Plays by day'),
          definition: notice('What listeners did.'),
          notice: notice('These figures are exact.'),
          from: '2026-11-23',
          to: '2026-11-25',
          timeZone: 'Europe/Berlin',
          rowCount: rows.length,
          labelColumn: column('date', 'DAY', 'Date'),
          figureColumns: figures,
          rows: rows.map(([label, ...values]) => ({ label, figures: values, articleId: null })),
          totals: [30, null],
          before: {
            from: '2026-11-20',
            to: '2026-11-22',
            totals: [20, null],
            graph: { datasets: [{ data: [5, 5, 10] }] },
          },
          graph: graphOf(rows.length ? rows.map(([, plays]) => plays) : []),
        },
      }),
    });
  return { ...stage, answerReport };
}
const some = [
  ['2026-11-23', 5, 12.5],
  ['2026-11-24', 10, null],
  ['2026-11-25', 15, 33.33],
] as const;

it('starts with active users of the last thirty days, and shows loading', async () => {
  const stage = await open();
  expect(stage.sent('ReportPartQuery')).toMatchObject({
    report: 'ActiveUsersTotal',
    period: 'LAST_30_DAYS',
    from: null,
    to: null,
  });
  expect(screen.getByText('Loading report…')).toBeTruthy();
});

it('keeps the selection in the URL', async () => {
  const stage = await open();
  const field = () => screen.findByLabelText('From', { selector: 'input:not(:disabled)' });
  await field();
  await user.selectOptions(screen.getByLabelText('Report'), 'PlaysByDay');
  await waitFor(() => expect(stage.address()).toBe('/projects/7/stats?report=PlaysByDay'));
  await user.selectOptions(screen.getByLabelText('Period'), 'LAST_7_DAYS');
  await waitFor(() => expect(stage.address()).toBe('/projects/7/stats?report=PlaysByDay&range=last-7-days'));
  await waitFor(() =>
    expect(stage.sent('ReportPartQuery')).toMatchObject({ report: 'PlaysByDay', period: 'LAST_7_DAYS' }),
  );
  await user.type(await field(), '2026-02-30{Enter}');
  expect(stage.address()).not.toContain('from=');
  await user.clear(await field());
  await user.type(await field(), '2026-02-28{Enter}');
  await waitFor(() => expect(stage.address()).toContain('from=2026-02-28'));
});

it('keeps a change that is followed by another before it is shown', async () => {
  const stage = await open();
  await screen.findByLabelText('From', { selector: 'input:not(:disabled)' });
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Report'), { target: { value: 'PlaysByDay' } });
    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'LAST_7_DAYS' } });
  });
  await waitFor(() => expect(stage.address()).toBe('/projects/7/stats?report=PlaysByDay&range=last-7-days'));
});

it('shows figures, changes, a table and explanations', async () => {
  const stage = await open('?report=PlaysByDay', [...some]);
  await stage.answerReport();
  expect(within(screen.getByLabelText('Key figures')).getByText('+50%')).toBeTruthy();
  expect(screen.getByText('These figures are exact.')).toBeTruthy();
  const table = screen.getByRole('region', { name: 'Table: Plays by day' });
  expect(within(table).getByText('CTR Teaser')).toBeTruthy();
  expect(within(table).getByText('33.3%')).toBeTruthy();
  expect(within(table).getByRole('row', { name: /^Total 30/ })).toBeTruthy();
  await user.click(within(table).getByRole('button', { name: 'What “Plays” means' }));
  expect(await screen.findByText('Times that an article was begun.')).toBeTruthy();
  expect(screen.getByText(/Europe\/Berlin time zone/)).toBeTruthy();
});

it('has a chart that works with the keyboard', async () => {
  const stage = await open('?report=PlaysByDay', [...some]);
  await stage.answerReport();
  act(() => screen.getByRole('img', { name: 'Chart: Plays by day' }).focus());
  await user.keyboard('{ArrowLeft}');
  const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(told()).toContain('Wed, 25 Nov 2026: Plays 15, Plays, previous period (Sun, 22 Nov 2026) 10');
  await user.keyboard('{Home}');
  expect(told()).toContain('Mon, 23 Nov 2026: Plays 5, Plays, previous period (Fri, 20 Nov 2026) 5');
});

it('shows an empty state without a file', async () => {
  const stage = await open('?report=PlaysByDay');
  await stage.answerReport();
  expect(screen.getByText('no results found')).toBeTruthy();
  expect(screen.getByText('No data to display')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download CSV' }).disabled).toBe(true);
});
