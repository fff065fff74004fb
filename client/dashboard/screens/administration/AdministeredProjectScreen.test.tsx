import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, {
  type AdministeredProjectScreenQuery,
} from '../../__generated__/AdministeredProjectScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import AdministeredProjectScreen from './AdministeredProjectScreen.tsx';

const user = userEvent.setup();
const rita = { __typename: 'User', id: 'u2', name: 'Rita Reader', email: 'rita@x.example' };

async function open(roleGrants: object[], over: object = {}) {
  const stage = await renderScreen<AdministeredProjectScreenQuery>(
    AdministeredProjectScreen,
    query,
    { id: '31' },
    { path: '/projects/administration/projects/:id', at: '/projects/administration/projects/31' },
  );
  await stage.answerWith('AdministeredProjectScreenQuery', {
    data: {
      platformFeatures: ['PLAYER_V4'],
      project: {
        __typename: 'Project',
        id: 'p1',
        databaseId: 31,
        name: 'Front page',
        ownFeatures: ['QA'],
        organization: {
          __typename: 'Organization',
          id: 'o1',
          databaseId: 7,
          name: 'Daily',
          entitlements: ['PAYWALL'],
        },
        roleGrants,
        ...over,
      },
    },
  } as never);
  return stage;
}

it('shows where each feature comes from, and grants it to the project only', async () => {
  const stage = await open([]);
  const paywall = screen.getByLabelText<HTMLInputElement>('Paywall');
  expect(paywall.checked).toBe(false);
  expect(screen.getByText('From the organization')).toBeTruthy();
  expect(screen.getByText('On for everyone')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Daily' }).getAttribute('href')).toBe(
    '/projects/administration/organizations/7',
  );
  await user.click(screen.getByLabelText('Review'));
  expect(stage.sent('AdministeredProjectScreenMutation')).toEqual({
    input: { project: 'p1', on: [], off: ['QA'] },
  });
});

it('assigns a role to a user found by name', async () => {
  const stage = await open([]);
  expect(screen.getByText('No one has a role in this project only.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add role' }));
  expect(screen.getByText('Choose a person')).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: 'Person' }), 'rita');
  await waitFor(() => expect(stage.isPending('PersonSelectQuery')).toBe(true));
  expect(stage.sent('PersonSelectQuery')).toEqual({ search: 'rita' });
  await stage.answerWith('PersonSelectQuery', { data: { users: { edges: [{ node: rita }] } } } as never);
  await user.click(screen.getByRole('option', { name: 'Rita Reader · rita@x.example' }));
  await user.click(screen.getByRole('button', { name: 'Add role' }));
  expect(stage.sent('ProjectRolesMutation')).toEqual({
    input: { project: 'p1', user: 'u2', role: 'QA', granted: true },
  });
  await stage.succeed('ProjectRolesMutation', 'SetProjectRoleSuccess', {
    project: {
      __typename: 'Project',
      id: 'p1',
      roleGrants: [{ __typename: 'ProjectRoleGrant', role: 'QA', user: rita }],
    },
  });
  expect(screen.getByText('Rita Reader now has the role Review')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Rita Reader' })).toBeTruthy();
});

it('removes a role, and shows refusals of the server at the field', async () => {
  const stage = await open([{ __typename: 'ProjectRoleGrant', role: 'STATS', user: rita }]);
  await user.click(screen.getByRole('button', { name: 'Remove role Statistics from Rita Reader' }));
  expect(stage.sent('ProjectRolesMutation')).toEqual({
    input: { project: 'p1', user: 'u2', role: 'STATS', granted: false },
  });
  await stage.succeed('ProjectRolesMutation', 'SetProjectRoleSuccess', {
    project: { __typename: 'Project', id: 'p1', roleGrants: [] },
  });
  expect(screen.getByText('No one has a role in this project only.')).toBeTruthy();
  expect(within(document.body).queryByRole('button', { name: /^Take Statistics/ })).toBeNull();
});

it('shows a private project', async () => {
  await open([], { organization: null });
  expect(screen.getByText('Private project')).toBeTruthy();
});
