import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/screen.tsx';
import shellQuery, { type ShellQuery } from '../../__generated__/ShellQuery.graphql.ts';
import type { SideBarPageQuery } from '../../__generated__/SideBarPageQuery.graphql.ts';
import Shell from './Shell.tsx';

type Placed = [name: string, organization: string | null, sources?: string[]];

const user = userEvent.setup();
const edge = ([name, organization, sources = ['RSS']]: Placed) => ({
  cursor: name,
  node: {
    __typename: 'Project',
    id: `p-${name}`,
    databaseId: name.length,
    name,
    organization: organization && {
      __typename: 'Organization',
      id: `o-${organization}`,
      name: organization,
      pseudo: organization === 'Daily' ? 'Big one' : null,
    },
    sourceTypes: sources,
  },
});
const connection = (projects: Placed[], hasNextPage = false) => ({
  edges: projects.map(edge),
  pageInfo: { endCursor: projects.at(-1)?.[0] ?? null, hasNextPage },
});

async function open(projects: Placed[], hasNextPage = false) {
  const stage = await renderScreen<ShellQuery>(Shell, shellQuery, {}, { path: '/projects' });
  await stage.answerWith('ShellQuery', {
    data: {
      viewer: {
        __typename: 'Viewer',
        contactEmail: '',
        studioOnly: false,
        restorableDays: 7,
        demoPath: null,
        user: null,
        projects: connection(projects, hasNextPage),
      },
    },
  } as never);
  return stage;
}
const bar = () => within(screen.getAllByRole('navigation', { name: 'Projects' })[0]!);
const groups = () =>
  bar()
    .getAllByRole('group')
    .map((group) => [
      group.querySelector('summary')!.textContent,
      ...within(group)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ]);

it('groups projects by organization, then private ones, sorted by name', async () => {
  await open([
    ['Zebra', 'Daily'],
    ['apple', 'Daily'],
    ['Diary', null],
    ['Bulletin', 'Annals'],
  ]);
  expect(groups()).toEqual([
    ['Annals', 'Bulletin'],
    ['DailyBig one', 'apple', 'Zebra'],
    ['Private projects', 'Diary'],
  ]);
});

it('shows the icon of a project’s only source type', async () => {
  await open([
    ['Feed', null, ['RSS']],
    ['Both', null, ['RSS', 'API']],
    ['None', null, []],
  ]);
  const kind = (name: string) =>
    bar().getByRole('link', { name }).querySelector('svg')!.getAttribute('data-source');
  expect(['Feed', 'Both', 'None'].map(kind)).toEqual(['RSS', 'several', 'several']);
});

it('shows an empty state', async () => {
  await open([]);
  expect(bar().getByText('No projects yet. Create the first one.')).toBeTruthy();
  expect(bar().queryByRole('button', { name: 'Load more projects' })).toBeNull();
});

it('shows more projects on demand, in their groups', async () => {
  const stage = await open(
    [
      ['Bulletin', 'Annals'],
      ['apple', 'Daily'],
    ],
    true,
  );
  await user.click(bar().getByRole('button', { name: 'Load more projects' }));
  expect(stage.sent<SideBarPageQuery>('SideBarPageQuery')).toEqual({ count: 100, cursor: 'apple' });
  await stage.answerWith('SideBarPageQuery', {
    data: {
      viewer: {
        __typename: 'Viewer',
        projects: connection([
          ['Zebra', 'Daily'],
          ['Diary', null],
        ]),
      },
    },
  } as never);
  expect(groups()).toEqual([
    ['Annals', 'Bulletin'],
    ['DailyBig one', 'apple', 'Zebra'],
    ['Private projects', 'Diary'],
  ]);
  expect(bar().queryByRole('button', { name: 'Load more projects' })).toBeNull();
});

it('links to the sign-in page if no user is signed in', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const stage = await renderScreen<ShellQuery>(Shell, shellQuery, {}, { path: '/projects' });
  await stage.answerWith('ShellQuery', { data: { viewer: null } } as never);
  expect(stage.address()).toBe('/');
});

it('links to a new project, dictionaries and documentation, and collapses groups', async () => {
  await open([['News', 'Daily']]);
  const addresses = bar()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  for (const address of ['/projects/create', '/dictionaries', '/projects/docs'])
    expect(addresses).toContain(address);
  const [group] = bar().getAllByRole<HTMLDetailsElement>('group');
  expect(group!.open).toBe(true);
  await user.click(group!.querySelector('summary')!);
  expect(group!.open).toBe(false);
});
