import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../testing/screen.tsx';
import shellQuery, { type ShellQuery } from '../../__generated__/ShellQuery.graphql.ts';
import Shell from './Shell.tsx';

const person = {
  __typename: 'User',
  id: 'u1',
  name: 'Ada',
  email: 'ada@gazette.example',
  role: 'VIEWER',
  avatar: null,
  timeZone: null,
  balance: 0,
  ownBalance: 0,
  hasVerified: false,
  organizations: [
    {
      role: 'EDITOR',
      organization: {
        __typename: 'Organization',
        id: 'o1',
        databaseId: 1,
        slug: 'daily',
        name: 'Daily',
        balance: 0,
      },
    },
  ],
};

async function open(over: object) {
  const stage = await renderScreen<ShellQuery>(Shell, shellQuery, {}, { path: '/projects' });
  const projects = { edges: [], pageInfo: { endCursor: null, hasNextPage: false } };
  await stage.answerWith('ShellQuery', {
    data: {
      viewer: {
        __typename: 'Viewer',
        contactEmail: 'sales@gazette.example',
        studioOnly: false,
        restorableDays: 7,
        demoPath: null,
        user: { ...person, ...over },
        projects,
      },
    },
  } as never);
  return within(screen.getByRole('banner'));
}

it.each([
  ['VIEWER', ['/projects/profile', '/projects/organization/daily', '/logout']],
  [
    'ADMIN',
    [
      '/projects/profile',
      '/projects/providers',
      '/projects/administration',
      '/projects/organization/daily',
      '/logout',
    ],
  ],
])('the account menu of a %s', async (role, addresses) => {
  const bar = await open({ role });
  const menu = bar.getByText('ada@gazette.example').closest<HTMLElement>('[popover]')!;
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(addresses);
});

it.each<[string, object, string | null]>([
  ['characters left', { balance: 12_000 }, '12K characters left'],
  ['whom to contact without balance', {}, 'Contact sales'],
  ['nothing to invoiced organizations', { hasVerified: true }, null],
  ['nothing without permission', { balance: null }, null],
])('shows %s', async (_, over, shown) => {
  const bar = await open(over);
  const label = bar.queryByTitle(/characters left/) ?? bar.queryByRole('link', { name: 'Contact sales' });
  expect(label?.textContent ?? null).toBe(shown);
  if (label instanceof HTMLAnchorElement) expect(label.href).toBe('mailto:sales@gazette.example');
});

it('shows each account’s name if several have a balance', async () => {
  const [membership] = person.organizations;
  const bar = await open({
    balance: 1_094_380,
    ownBalance: 100_000,
    organizations: [{ ...membership, organization: { ...membership!.organization, balance: 994_380 } }],
  });
  const label = bar.getByRole('link', { name: '1.1M characters left across 2 accounts' });
  expect(label.title).toBe('Daily: 994,380 · Private projects: 100,000');
  expect(label.getAttribute('href')).toBe('/projects/profile');
});

it('accepts a developer token on the local machine, in the account menu', async () => {
  await open({});
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  const menu = document.getElementById('user-menu')!;
  await act(async () => {
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
  });
  expect(await screen.findByRole('button', { name: 'Apply', hidden: true })).toBeTruthy();
});
