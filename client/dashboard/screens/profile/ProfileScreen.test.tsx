import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import type { ProfileScreen_user$data } from '../../__generated__/ProfileScreen_user.graphql.ts';
import type { ProfileScreenMutation } from '../../__generated__/ProfileScreenMutation.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import ProfileScreen from './ProfileScreen.tsx';

type Profile = Fields<ProfileScreen_user$data>;
interface Types {
  User: Profile;
}

const user = userEvent.setup();
const ada: Profile = {
  id: 'u1',
  email: 'ada@gazette.example',
  name: 'Ada',
  timeZone: null,
  role: 'VIEWER',
  balance: 12_000,
  hasVerified: false,
  organizations: [{ role: 'EDITOR', organization: { id: 'o1', slug: 'daily', name: 'Daily' } }],
};

async function open(over: Partial<Profile> = {}) {
  const stage = await renderScreen<ProfileScreenQuery>(
    ProfileScreen,
    query,
    {},
    { path: '/projects/profile' },
  );
  await stage.answer<Types>('ProfileScreenQuery', { User: () => ({ ...ada, ...over }) });
  return stage;
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' });
// The password has a form, and a button, of its own.
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const answered = (over: object) => ({
  user: {
    __typename: 'User',
    avatar: null,
    ...ada,
    ...over,
    organizations: ada.organizations!.map(({ role, organization }) => ({
      role,
      organization: { __typename: 'Organization', ...organization },
    })),
  },
});

it('shows who one is, what is left, and where one belongs', async () => {
  await open({ role: 'ADMIN', hasVerified: true });
  expect(screen.getByText('ada@gazette.example')).toBeTruthy();
  expect(screen.getByText('Administrator')).toBeTruthy();
  expect(screen.getByText('12,000 (invoiced)')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Daily' }).getAttribute('href')).toBe(
    '/projects/organization/daily',
  );
});

it('leaves out what belongs to no one, or may not be seen', async () => {
  await open({ organizations: [], balance: null });
  expect(screen.queryByRole('heading', { name: 'Organizations' })).toBeNull();
  expect(screen.queryByText('Characters left')).toBeNull();
});

it('sends only what was changed, and nothing without a name', async () => {
  const stage = await open();
  expect(save().disabled).toBe(true);
  await user.clear(name());
  expect(save().disabled).toBe(true);
  await user.type(name(), 'Ada L.');
  await user.click(save());
  expect(stage.sent<ProfileScreenMutation>('ProfileScreenMutation').input).toEqual({ name: 'Ada L.' });
  await stage.succeed('ProfileScreenMutation', 'UpdateUserSuccess', answered({ name: 'Ada L.' }));
  expect(screen.getByText('Profile saved')).toBeTruthy();
  expect(save().disabled).toBe(true);
  expect(name().value).toBe('Ada L.');
});

it('shows what the server refuses at its field, until that is edited', async () => {
  const stage = await open();
  await user.type(name(), '!');
  await user.click(save());
  await stage.refuse('ProfileScreenMutation', { name: 'At most 200 characters.' });
  expect(screen.getByText('At most 200 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(name());
  expect(name().value).toBe('Ada!');
  await user.type(name(), '?');
  expect(screen.queryByText('At most 200 characters.')).toBeNull();
});

it('lists where one is signed in, and signs out another device', async () => {
  const stage = await open();
  const session = (key: string, over: object) => ({
    key,
    current: false,
    device: null,
    network: null,
    createdAt: '2026-11-20T09:30:00Z',
    lastSeenAt: '2026-11-21T09:30:00Z',
    ...over,
  });
  const answer = (sessions: object[]) =>
    stage.answerWith('SessionsQuery', { data: { viewer: { __typename: 'Viewer', sessions } } } as never);
  const here = session('s1', { current: true, device: 'Firefox · Linux', network: '192.0.2.1' });
  await answer([here, session('s2', {})]);
  const list = within(screen.getByRole('list', { name: 'Signed-in devices' }));
  expect(list.getByText('This device')).toBeTruthy();
  expect(list.getByText(/^Network 192\.0\.2\.1/)).toBeTruthy();
  // The one that is in use has no button.
  await user.click(list.getByRole('button', { name: 'Sign out Unknown device' }));
  expect(list.getAllByRole('button')).toHaveLength(1);
  expect(stage.sent('SessionsEndMutation')).toEqual({ input: { session: 's2' } });
  await stage.succeed('SessionsEndMutation', 'EndSessionSuccess', {});
  expect(screen.getByText('Unknown device is signed out')).toBeTruthy();
  await answer([here]);
  expect(screen.queryByRole('button', { name: 'Sign out Unknown device' })).toBeNull();
});

it('is not there for a program', async () => {
  const stage = await renderScreen<ProfileScreenQuery>(
    ProfileScreen,
    query,
    {},
    { path: '/projects/profile' },
  );
  await stage.answerWith('ProfileScreenQuery', {
    data: { viewer: { __typename: 'Viewer', user: null } },
  } as never);
  expect(screen.getByRole('heading', { name: 'Not found' })).toBeTruthy();
});
