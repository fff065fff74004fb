import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderComponent } from '../../../testing/screen.tsx';
import SharedStatisticsScreen from './SharedStatisticsScreen.tsx';

const stored = 'parlance.shared.';
const column = (name: string, unit: string) => ({ name, unit, header: notice(name), definition: null });
const notice = (message: string) => ({ code: 'NONE', parameters: {}, message });

it('asks for the password again if the file no longer opens', async () => {
  sessionStorage.setItem(stored, 'given-before');
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 403 }));
  onTestFinished(() => {
    sessionStorage.removeItem(stored);
    fetched.mockRestore();
  });
  const stage = await renderComponent(<SharedStatisticsScreen />);
  expect(stage.sent('SharedStatisticsScreenQuery')).toMatchObject({ key: 'given-before' });
  await stage.answer<{ SharedStatistics: object }>('SharedStatisticsScreenQuery', {
    SharedStatistics: () => ({
      project: 'Gazette',
      locked: false,
      title: notice('Plays by day'),
      statistics: {
        definition: notice('What listeners did.'),
        notice: null,
        from: '2026-11-23',
        to: '2026-11-23',
        timeZone: 'Europe/Berlin',
        rowCount: 1,
        labelColumn: column('date', 'DAY'),
        figureColumns: [column('plays', 'NUMBER')],
        rows: [{ label: '2026-11-23', figures: [5], articleId: null }],
        totals: [5],
        before: null,
        graph: { kind: 'LINE', labels: [], labelColumn: column('date', 'DAY'), datasets: [] },
      },
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText(/password/)).toBeTruthy();
  await waitFor(() => expect(stage.sent('SharedStatisticsScreenQuery')).toMatchObject({ key: null }));
  await stage.answer<{ SharedStatistics: object }>('SharedStatisticsScreenQuery', {
    SharedStatistics: () => ({ project: 'Gazette', locked: true, title: null, statistics: null }),
  });
  expect(screen.getByLabelText(/^Password/)).toBeTruthy();
  expect(sessionStorage.getItem(stored)).toBeNull();
});
