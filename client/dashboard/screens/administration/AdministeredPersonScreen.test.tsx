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
  expect(screen.getByText('Not verified: articles wait when the balance is used up.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Daily' }).getAttribute('href')).toBe(
    '/projects/administration/organizations/7',
  );
});

it('says that somebody belongs to no organization, and calls nameless people by their address', async () => {
  await open({ ...ada, name: '', organizations: [] });
  expect(screen.getByRole('heading', { name: 'ada@x.example' })).toBeTruthy();
  expect(screen.getByText('Belongs to no organization.')).toBeTruthy();
});

it('makes somebody an administrator only after saying what that means, and reads the log again', async () => {
  const stage = await open();
  const log = {
    data: { administrationLog: { edges: [], pageInfo: { endCursor: null, hasNextPage: false } } },
  } as never;
  await stage.answerWith('AdministrationRecordsQuery', log);
  await user.click(screen.getByRole('button', { name: 'Make administrator' }));
  const dialog = screen.getByRole('dialog', { name: 'Make Ada an administrator?' });
  expect(
    within(dialog).getByText('Ada will be able to read and change everything, in all organizations.'),
  ).toBeTruthy();
  expect(stage.isPending('PlatformRoleMutation')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Make administrator' }));
  expect(stage.sent('PlatformRoleMutation')).toEqual({ input: { user: 'u1', role: 'ADMIN' } });
  await stage.succeed('PlatformRoleMutation', 'ChangeUserRoleSuccess', {
    user: { __typename: 'User', id: 'u1', role: 'ADMIN' },
  });
  expect(screen.getByRole('button', { name: 'No longer administrator' })).toBeTruthy();
  expect(stage.isPending('AdministrationRecordsQuery')).toBe(true);
});

it('keeps the last administrator, and says why', async () => {
  const stage = await open({ ...ada, role: 'ADMIN' });
  await user.click(screen.getByRole('button', { name: 'No longer administrator' }));
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'No longer administrator' }),
  );
  const why = 'The platform needs at least one administrator. Appoint another one first.';
  await stage.refuse('PlatformRoleMutation', { role: why });
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.getByText('Administrator', { selector: 'strong' })).toBeTruthy();
});

it('shows nothing of whom there is not', async () => {
  await open(null);
  expect(screen.queryByRole('button', { name: 'Make administrator' })).toBeNull();
  expect(screen.getByRole('heading').textContent).toMatch(/not found/i);
});
