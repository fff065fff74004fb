import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type SystemScreenQuery } from '../../__generated__/SystemScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import SystemScreen from './SystemScreen.tsx';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const usual = {
  place: 's3://backups',
  isEncrypted: true,
  intervalHours: 24,
  keepDays: 30,
  testedBackupAt: hoursAgo(5),
  runs: [
    {
      startedAt: hoursAgo(5),
      state: 'TESTED',
      name: 'a',
      rows: 1200,
      files: 1,
      bytes: 2_500_000,
      error: null,
    },
    {
      startedAt: hoursAgo(29),
      state: 'FAILED',
      name: null,
      rows: 0,
      files: 0,
      bytes: 0,
      error: 'The disk is full.',
    },
  ],
};

async function open(installationBackups: object) {
  const path = '/projects/administration/system';
  const stage = await renderScreen<SystemScreenQuery>(SystemScreen, query, {}, { path });
  await stage.answerWith('SystemScreenQuery', { data: { installationBackups } } as never);
  return stage;
}

it('shows the age of the last tested backup, how they are made, and what failed', async () => {
  await open(usual);
  expect(screen.getByText('5 hours ago')).toBeTruthy();
  expect(screen.getByText('every 24 hours')).toBeTruthy();
  expect(screen.getByText('1,200 rows, 1 file, 3 MB')).toBeTruthy();
  expect(screen.getByText('The disk is full.')).toBeTruthy();
  expect(screen.queryByText(/backup is too old/)).toBeNull();
});

it('says when the last tested backup is too old, and when none are made', async () => {
  await open({ ...usual, isEncrypted: false, testedBackupAt: hoursAgo(72) });
  expect(screen.getByText('3 days ago')).toBeTruthy();
  expect(screen.getByText(/backup is too old/)).toBeTruthy();
  expect(screen.getByText(/set BACKUP_KEY/)).toBeTruthy();
});

it('says that no backups are made', async () => {
  await open({ ...usual, place: null, testedBackupAt: null, runs: [] });
  expect(screen.getByText(/No backups are made/)).toBeTruthy();
});

it('lists what is wrong first, and checks again', async () => {
  const stage = await open(usual);
  const finding = (check: string, state: string, message: string) => ({
    check,
    examined: '/data',
    state,
    message,
    messageNotice: null,
  });
  expect(screen.getByText(/Checking/)).toBeTruthy();
  const found = [finding('DISK', 'FINE', 'Free.'), finding('DATABASE', 'WRONG', 'It is read-only.')];
  await stage.answerWith('InstallationChecksQuery', { data: { installationChecks: found } } as never);
  expect(screen.getByText('1 thing needs your attention.')).toBeTruthy();
  const [first] = within(screen.getByText('It is read-only.').closest('ul')!).getAllByRole('listitem');
  expect(first!.textContent).toBe('ErrorDatabase/dataIt is read-only.');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await stage.answerWith('InstallationChecksQuery', {
    data: { installationChecks: [finding('DISK', 'FINE', 'Free.')] },
  } as never);
  expect(screen.getByText('Everything is fine.')).toBeTruthy();
});
