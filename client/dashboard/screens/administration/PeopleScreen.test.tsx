import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type PeopleScreenQuery } from '../../__generated__/PeopleScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import PeopleScreen from './PeopleScreen.tsx';

const user = userEvent.setup();
const person = (id: string, over: object = {}) => ({
  cursor: id,
  node: {
    __typename: 'User',
    id,
    name: 'Ada',
    email: `${id}@x.example`,
    role: 'VIEWER',
    verified: false,
    ...over,
  },
});
const found = (edges: object[], hasNextPage = false) =>
  ({ data: { users: { edges, pageInfo: { endCursor: 'end', hasNextPage } } } }) as never;

async function open(edges: object[], { search = '', more = false } = {}) {
  const path = '/projects/administration/people';
  const stage = await renderScreen<PeopleScreenQuery>(
    PeopleScreen,
    query,
    { search },
    { path, at: `${path}${search && `?q=${search}`}` },
  );
  await stage.answerWith('PeopleScreenQuery', found(edges, more));
  return stage;
}

it('lists users with distinguishing details, and links to each', async () => {
  await open([person('a/1=', { role: 'ADMIN' }), person('b', { name: '', verified: true })]);
  expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(
    '/projects/administration/people/a%2F1%3D',
  );
  const [first, second] = within(screen.getAllByRole('list').at(-1)!).getAllByRole('listitem');
  expect(first!.textContent).toBe('Adaa/1=@x.exampleAdministrator');
  // A user without a name is shown by email address, once.
  expect(second!.textContent).toBe('b@x.exampleVerified');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('People');
});

it('searches for the typed text, and shows when no people match', async () => {
  const stage = await open([person('a')]);
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), ' Zoe ');
  await waitFor(() => expect(stage.isPending('PeopleScreenPageQuery')).toBe(true));
  expect(stage.sent('PeopleScreenPageQuery')).toMatchObject({ search: 'Zoe', count: 20 });
  expect(stage.address()).toBe('/projects/administration/people?q=Zoe');
  await stage.answerWith('PeopleScreenPageQuery', found([]));
  expect(screen.getByRole('heading', { name: 'No people match “Zoe”' })).toBeTruthy();
});

it('loads the next page of the same search below', async () => {
  const stage = await open([person('a')], { search: 'x', more: true });
  await user.click(screen.getByRole('button', { name: 'Load more people' }));
  expect(stage.sent('PeopleScreenPageQuery')).toMatchObject({ cursor: 'end', search: 'x' });
  await stage.answerWith('PeopleScreenPageQuery', found([person('b', { name: 'Bea' })]));
  expect(screen.getByRole('link', { name: 'Bea' })).toBeTruthy();
});
