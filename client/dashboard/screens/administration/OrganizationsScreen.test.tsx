import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, {
  type OrganizationsScreenQuery,
} from '../../__generated__/OrganizationsScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { NetworkError, ServerError } from '../../relay/failures.ts';
import OrganizationsScreen from './OrganizationsScreen.tsx';

const user = userEvent.setup();
const edge = (number: number, over: object = {}) => ({
  cursor: `c${number}`,
  node: {
    __typename: 'Organization',
    id: `o${number}`,
    databaseId: number,
    name: `House ${number}`,
    pseudo: null,
    balance: 1200,
    verified: false,
    ...over,
  },
});
const found = (edges: object[], hasNextPage = false) => ({
  data: { organizations: { edges, pageInfo: { endCursor: 'end', hasNextPage } } },
});

async function open(edges: object[], { search = '', more = false } = {}) {
  const stage = await renderScreen<OrganizationsScreenQuery>(
    OrganizationsScreen,
    query,
    { search },
    { path: '/projects/administration', at: `/projects/administration${search && `?q=${search}`}` },
  );
  await stage.answerWith('OrganizationsScreenQuery', found(edges, more) as never);
  return stage;
}

const untilAsked = (stage: Awaited<ReturnType<typeof open>>) =>
  waitFor(() => expect(stage.isPending('OrganizationsScreenPageQuery')).toBe(true));

it('lists organizations with their balance, and links to each', async () => {
  await open([edge(1, { pseudo: 'hs1' }), edge(2, { verified: true, balance: -5 })]);
  expect(screen.getByRole('link', { name: 'House 1' }).getAttribute('href')).toBe(
    '/projects/administration/organizations/1',
  );
  expect(screen.getByText('hs1')).toBeTruthy();
  expect(screen.getByText('1,200 characters left')).toBeTruthy();
  expect(screen.getByText('Verified')).toBeTruthy();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('Organizations');
});

it('shows an empty state', async () => {
  await open([]);
  expect(screen.getByRole('heading', { name: 'There are no organizations yet.' })).toBeTruthy();
});

it('searches for the input, keeps it in the URL, and shows when nothing matches', async () => {
  const stage = await open([edge(1)]);
  await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), ' Daily ');
  // Slow typing sends queries for parts of the term first.
  await waitFor(() =>
    expect(stage.sent('OrganizationsScreenPageQuery')).toMatchObject({ search: 'Daily', count: 20 }),
  );
  expect(stage.address()).toBe('/projects/administration?q=Daily');
  // What is shown stays until the answer is there.
  expect(screen.getByRole('link', { name: 'House 1' })).toBeTruthy();
  await stage.answerWith('OrganizationsScreenPageQuery', found([]) as never);
  expect(screen.getByRole('heading', { name: 'No organizations match “Daily”' })).toBeTruthy();
});

it('starts with the search in the URL', async () => {
  const stage = await open([edge(3)], { search: 'House' });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('House');
  expect(stage.isPending('OrganizationsScreenPageQuery')).toBe(false);
});

it('loads the next page', async () => {
  const stage = await open([edge(1)], { more: true });
  await user.click(screen.getByRole('button', { name: 'Load more organizations' }));
  expect(stage.sent('OrganizationsScreenPageQuery')).toMatchObject({ cursor: 'end', search: '' });
  await stage.answerWith('OrganizationsScreenPageQuery', found([edge(2)]) as never);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('keeps the input if a search fails, and can retry', async () => {
  const stage = await open([edge(1)]);
  await user.type(screen.getByRole('searchbox'), 'x');
  await untilAsked(stage);
  await stage.fail('OrganizationsScreenPageQuery', new NetworkError());
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the organizations.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await untilAsked(stage);
  await stage.answerWith('OrganizationsScreenPageQuery', found([edge(7)]) as never);
  expect(screen.getByRole('link', { name: 'House 7' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('x');
});

it('shows why access is refused, even inside the frame', async () => {
  const stage = await renderScreen<OrganizationsScreenQuery>(
    OrganizationsScreen,
    query,
    { search: '' },
    { path: '/projects/administration', at: '/projects/administration' },
  );
  expect(screen.getByRole('searchbox', { name: 'Search organizations' })).toBeTruthy();
  const message = 'Only administrators can do this.';
  await stage.fail('OrganizationsScreenQuery', new ServerError(message, 'FORBIDDEN'));
  expect(screen.getByRole('alert').textContent).toBe(`Not allowed${message}`);
  expect(screen.queryByRole('searchbox')).toBeNull();
});
