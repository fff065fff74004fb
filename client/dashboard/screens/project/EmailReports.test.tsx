import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import query, { type ProjectScreenQuery } from '../../__generated__/ProjectScreenQuery.graphql.ts';
import type { EmailReports_project$data } from '../../__generated__/EmailReports_project.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import ProjectScreen from './ProjectScreen.tsx';

interface Types {
  Project: Fields<EmailReports_project$data> & Record<string, unknown>;
}

const user = userEvent.setup();

async function open(entitlements: string[], canConfigure = true) {
  const stage = await renderScreen<ProjectScreenQuery>(
    ProjectScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/:tablePage', at: '/projects/7/1_none_none_none' },
  );
  await stage.answer<Types>('ProjectScreenQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canConfigure,
      canDelete: false,
      entitlements,
      roles: [],
      sources: [],
      paywall: { enabled: false },
      reports: { enabled: true, period: 'WEEKLY', address: 'old@example.com' },
    }),
  });
  return stage;
}
// Menus open within the shell's content.
beforeEach(() => {
  const content = Object.assign(document.createElement('main'), { id: 'content' });
  document.body.append(content);
  return () => content.remove();
});
const menu = () => screen.queryByRole('button', { name: 'More' });
const openReports = async () => {
  await user.click(menu()!);
  await user.click(await screen.findByRole('menuitem', { name: 'Email reports' }));
};

it('is shown with the feature and permission to configure', async () => {
  await open([]);
  expect(menu()).toBeNull();
});

it('is hidden without permission to configure', async () => {
  await open(['REPORTS'], false);
  expect(menu()).toBeNull();
});

it('offers weekly reports, shows other periods disabled, and when they are sent', async () => {
  await open(['REPORTS']);
  await openReports();
  expect(
    screen.getAllByRole<HTMLOptionElement>('option').map(({ value, disabled }) => [value, disabled]),
  ).toEqual([
    ['DAILY', true],
    ['WEEKLY', false],
    ['MONTHLY', true],
  ]);
  expect(screen.getByText(/^The first report arrives within an hour/)).toBeTruthy();
});

it('saves an address on leaving its field, only if it is valid', async () => {
  const stage = await open(['REPORTS']);
  await openReports();
  const field = screen.getByLabelText('Email address');
  await user.clear(field);
  await user.type(field, 'new@exam');
  expect(screen.getByText('Invalid email')).toBeTruthy();
  await user.tab();
  expect(stage.isPending('EmailReportsMutation')).toBe(false);
  await user.click(field);
  await user.type(field, 'ple.com');
  expect(screen.getByText('Valid email')).toBeTruthy();
  expect(stage.isPending('EmailReportsMutation')).toBe(false);
  await user.tab();
  expect(stage.sent('EmailReportsMutation')).toEqual({
    input: { project: 'p7', reports: { address: 'new@example.com' } },
  });
  await stage.refuse('EmailReportsMutation', { 'reports.address': 'Not this one.' });
  expect(screen.getByText('Not this one.')).toBeTruthy();
  await user.type(field, '.au');
  await user.tab();
  await stage.succeed('EmailReportsMutation', 'UpdateProjectReportsSuccess', {
    project: { id: 'p7', reports: { enabled: true, period: 'WEEKLY', address: 'new@example.com.au' } },
  });
  expect(screen.getByText('Email saved')).toBeTruthy();
});
