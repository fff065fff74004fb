import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, {
  type AdministeredPersonScreenQuery,
} from '../../__generated__/AdministeredPersonScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import AdministeredPersonScreen from './AdministeredPersonScreen.tsx';

const user = userEvent.setup();
const ada = {
  __typename: 'User',
  __isNode: 'User',
  id: 'u1',
  name: 'Ada',
  email: 'ada@x.example',
  role: 'VIEWER',
  ownBalance: 1200,
  verified: false,
  suspendedAt: null,
  organizations: [
    {
      role: 'MAINTAINER',
      organization: { __typename: 'Organization', id: 'o7', databaseId: 7, name: 'Daily' },
    },
  ],
};

async function open(node: object | null = ada) {
  const stage = await renderScreen<AdministeredPersonScreenQuery>(
    AdministeredPersonScreen,
    query,
    { id: 'u1' },
    { path: '/projects/administration/people/:id', at: '/projects/administration/people/u1' },
  );
  await stage.answerWith('AdministeredPersonScreenQuery', { data: { node, platformFeatures: [] } } as never);
  return stage;
}

it('shows a person with account, role and organizations', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Ada' })).toBeTruthy();
  expect(screen.getByText('ada@x.example')).toBeTruthy();
  expect(screen.getByText('Not verified: articles wait when the balance runs out.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Daily' }).getAttribute('href')).toBe(
    '/projects/administration/organizations/7',
  );
});

it('shows when a person belongs to no organization, and shows emails of people without a name', async () => {
  await open({ ...ada, name: '', organizations: [] });
  expect(screen.getByRole('heading', { name: 'ada@x.example' })).toBeTruthy();
  expect(screen.getByText('Not a member of any organization.')).toBeTruthy();
});

it('makes a person an administrator only after a confirmation, and refetches the log', async () => {
  const stage = await open();
  const log = {
    data: { administrationLog: { edges: [], pageInfo: { endCursor: null, hasNextPage: false } } },
  } as never;
  await stage.answerWith('AdministrationRecordsQuery', log);
  await user.click(screen.getByRole('button', { name: 'Make administrator' }));
  const dialog = screen.getByRole('dialog', { name: 'Make Ada an administrator?' });
  expect(
    within(dialog).getByText('Ada will be able to see and change everything in all organizations.'),
  ).toBeTruthy();
  expect(stage.isPending('PlatformRoleMutation')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Make administrator' }));
  expect(stage.sent('PlatformRoleMutation')).toEqual({ input: { user: 'u1', role: 'ADMIN' } });
  await stage.succeed('PlatformRoleMutation', 'ChangeUserRoleSuccess', {
    user: { __typename: 'User', id: 'u1', role: 'ADMIN' },
  });
  expect(screen.getByRole('button', { name: 'Remove admin rights' })).toBeTruthy();
  expect(stage.isPending('AdministrationRecordsQuery')).toBe(true);
});

it('refuses to demote the last administrator, with the reason', async () => {
  const stage = await open({ ...ada, role: 'ADMIN' });
  await user.click(screen.getByRole('button', { name: 'Remove admin rights' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove admin rights' }));
  const reason = 'The platform needs at least one administrator. Appoint another one first.';
  await stage.refuse('PlatformRoleMutation', { role: reason });
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByText('Administrator', { selector: 'strong' })).toBeTruthy();
});

it('suspends an account after confirmation with a reason, and reactivates it', async () => {
  const stage = await open();
  await user.click(screen.getByRole('button', { name: 'Suspend account' }));
  const stop = within(screen.getByRole('dialog', { name: 'Suspend the account of Ada?' }));
  expect(stop.getByText(/^Ada is signed out everywhere right away/)).toBeTruthy();
  const reason = stop.getByRole('textbox', { name: 'Reason (for the log)' });
  await user.clear(reason);
  await user.click(stop.getByRole('button', { name: 'Suspend account' }));
  await stage.refuse('SuspendAccountMutation', { reason: 'Required.' });
  expect(stop.getByText('Required.')).toBeTruthy();
  await user.type(reason, 'Spam');
  await user.click(stop.getByRole('button', { name: 'Suspend account' }));
  expect(stage.sent('SuspendAccountMutation')).toEqual({ input: { user: 'u1', reason: 'Spam' } });
  const changed = (suspendedAt: string | null) => ({ user: { __typename: 'User', id: 'u1', suspendedAt } });
  await stage.succeed('SuspendAccountMutation', 'SuspendAccountSuccess', changed('2026-11-20T09:30:00Z'));
  expect(screen.getByText(/^The account is suspended/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reactivate account' }));
  const reopen = within(screen.getByRole('dialog', { name: 'Reactivate the account of Ada?' }));
  await user.click(reopen.getByRole('button', { name: 'Reactivate account' }));
  expect(stage.sent('SuspendAccountReactivateMutation')).toEqual({
    input: { user: 'u1', reason: 'Resolved' },
  });
  await stage.succeed('SuspendAccountReactivateMutation', 'ReactivateAccountSuccess', changed(null));
  expect(screen.getByText('The account is active.')).toBeTruthy();
});

it('shows that a user does not exist', async () => {
  await open(null);
  expect(screen.queryByRole('button', { name: 'Make administrator' })).toBeNull();
  expect(screen.getByRole('heading').textContent).toMatch(/not found/i);
});
