import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import query, { type ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import type { AccountBalances_accounts$data } from '../../__generated__/AccountBalances_accounts.graphql.ts';
import type { ProfileScreen_user$data } from '../../__generated__/ProfileScreen_user.graphql.ts';
import type { FirstOrganizationMutation } from '../../__generated__/FirstOrganizationMutation.graphql.ts';
import type { ProfileForm_user$data } from '../../__generated__/ProfileForm_user.graphql.ts';
import type { ProfileFormMutation } from '../../__generated__/ProfileFormMutation.graphql.ts';
import type { VerifiedOrganizationMutation } from '../../__generated__/VerifiedOrganizationMutation.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import ProfileScreen from './ProfileScreen.tsx';

type Profile = Fields<ProfileScreen_user$data> & Fields<ProfileForm_user$data> & { avatar: string | null };
interface Account extends Omit<Fields<AccountBalances_accounts$data>[number], 'organization'> {
  organization: { id: string; slug: string; name: string } | null;
}
interface Types {
  Viewer: { studioOnly: boolean; accounts: readonly Account[] };
  User: Profile;
}

const user = userEvent.setup();
const ada: Profile = {
  id: 'u1',
  email: 'ada@gazette.example',
  name: 'Ada',
  timeZone: 'Europe/Berlin',
  avatar: null,
  role: 'VIEWER',
  organizations: [{ role: 'EDITOR', organization: { id: 'o1', slug: 'daily', name: 'Daily' } }],
};

const own: Account = { organization: null, balance: 12_000, verified: false, daysLeft: 3 };

async function open(over: Partial<Profile> = {}, accounts: readonly Account[] = [own]) {
  const stage = await renderScreen<ProfileScreenQuery>(
    ProfileScreen,
    query,
    {},
    { path: '/projects/profile' },
  );
  await stage.answer<Types>('ProfileScreenQuery', {
    Viewer: () => ({ studioOnly: false, accounts }),
    User: () => ({ ...ada, ...over }),
  });
  return stage;
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' });
// The password has its own form and button.
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const zone = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });

it('shows name, balance and organizations', async () => {
  const organization = { id: 'o1', slug: 'daily', name: 'Daily' };
  await open({ role: 'ADMIN' }, [{ organization, balance: 80_000, verified: true, daysLeft: null }, own]);
  expect(screen.getByRole('heading', { level: 1, name: 'Hello, Ada' })).toBeTruthy();
  expect(screen.getByText('ada@gazette.example')).toBeTruthy();
  expect(screen.getByText('Administrator')).toBeTruthy();
  // Balances are shown separately: none covers a shortage of another.
  const left = within(screen.getByRole('heading', { name: 'Characters left' }).closest('section')!);
  expect(left.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    '80,000 (invoiced)',
    '12,000lasts 3 days at the pace of the last 7 days',
  ]);
  expect(left.getAllByRole('term').map((one) => one.textContent)).toEqual(['Daily', 'Private projects']);
  for (const link of screen.getAllByRole('link', { name: 'Daily' }))
    expect(link.getAttribute('href')).toBe('/projects/organization/daily');
});

it('omits what does not apply or may not be seen', async () => {
  await open({ organizations: [] }, []);
  expect(screen.queryByRole('heading', { name: 'Organizations' })).toBeNull();
  expect(screen.queryByText('Characters left')).toBeNull();
});

it('sends name and time zone, shows saving, and reloads the page', async () => {
  const reloads = vi.fn<() => void>();
  addEventListener('parlance:reload', reloads, { once: true });
  const stage = await open();
  await user.clear(name());
  expect(save().disabled).toBe(true);
  await user.type(name(), 'Ada L.');
  await user.click(save());
  expect(stage.sent<ProfileFormMutation>('ProfileFormMutation').input).toEqual({
    name: 'Ada L.',
    timeZone: 'Europe/Berlin',
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Saving...' }).disabled).toBe(true);
  await stage.succeed('ProfileFormMutation', 'UpdateUserSuccess', {
    user: { __typename: 'User', id: ada.id, name: 'Ada L.', timeZone: ada.timeZone },
  });
  expect(reloads).toHaveBeenCalledOnce();
});

it('asks for a time zone in a dialog, and sends nothing without one', async () => {
  const stage = await open({ timeZone: null });
  expect(zone().value).toBe('-');
  await user.click(zone());
  const offered = screen.getAllByRole('option').map((option) => option.textContent!);
  expect(offered[0]).toBe('-');
  expect(offered.slice(1)).toEqual(offered.slice(1).toSorted());
  await user.click(screen.getByRole('option', { name: '-' }));
  await user.click(save());
  expect(screen.getByRole('dialog').textContent).toContain('Choose a time zone.');
  expect(stage.isPending('ProfileFormMutation')).toBe(false);
});

it('ends saving when it fails, and shows the error at the field', async () => {
  const stage = await open();
  await user.type(name(), '!');
  await user.click(save());
  await stage.refuse('ProfileFormMutation', { name: 'Enter up to 200 characters.' });
  expect(save().disabled).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Enter up to 200 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(name());
  expect(name().value).toBe('Ada!');
  await user.type(name(), '?');
  expect(screen.queryByText('Enter up to 200 characters.')).toBeNull();
});

it('asks a user without an organization to create one, which can be postponed', async () => {
  const stage = await open({ organizations: [] });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value).toBe('My Organization');
  const form = within(field.closest('form')!);
  await user.clear(field);
  await user.type(field, '   ');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Required')).toBeTruthy();
  await user.type(field, ' Daily ');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(stage.sent<FirstOrganizationMutation>('FirstOrganizationMutation').input).toEqual({ name: 'Daily' });
  await stage.refuse('FirstOrganizationMutation', { name: 'Too long.' });
  expect(form.getByText('Too long.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

it('shows administrators hidden features, stored in this browser', async () => {
  localStorage.clear();
  await open();
  expect(screen.queryByText('Administrator Settings')).toBeNull();
  cleanup();
  await open({ role: 'ADMIN' });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Developer token in profile' });
  expect(box.checked).toBe(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  expect(screen.getByText('Saved')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(2_999));
  expect(screen.getByText('Saved')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('Saved')).toBeNull();
  expect(localStorage.getItem('parlance.hidden-features')).toBe('developerToken');
});

it('lets administrators switch platform flags, stored on the server', async () => {
  const stage = await open({ role: 'ADMIN' });
  await vi.waitFor(() => expect(stage.isPending('PlatformFlagsSectionQuery')).toBe(true));
  await stage.answerWith('PlatformFlagsSectionQuery', { data: { platformFeatures: ['PLAYER_V4'] } } as never);
  const flag = screen.getByLabelText<HTMLInputElement>('Player version 4');
  expect(flag.checked).toBe(true);
  await user.click(flag);
  expect(stage.sent('PlatformFlagsMutation')).toEqual({ input: { on: [], off: ['PLAYER_V4'] } });
  await stage.succeed('PlatformFlagsMutation', 'SetPlatformFeaturesSuccess', { features: [] });
  expect(screen.getByLabelText<HTMLInputElement>('Player version 4').checked).toBe(false);
});

it('lets administrators create a verified organization, once it has a name', async () => {
  const stage = await open({ role: 'ADMIN' });
  await user.click(screen.getByRole('button', { name: 'Create verified organization' }));
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create', hidden: true });
  expect(create.disabled).toBe(true);
  await user.type(dialog.getByLabelText('Name'), ' ');
  expect(create.disabled).toBe(true);
  await user.type(dialog.getByLabelText('Name'), 'Daily');
  await user.type(dialog.getByLabelText('VAT number'), 'XX1');
  await user.click(create);
  expect(stage.sent<VerifiedOrganizationMutation>('VerifiedOrganizationMutation').input).toEqual({
    name: 'Daily',
    address: null,
    vat: 'XX1',
    verified: true,
  });
  await stage.refuse('VerifiedOrganizationMutation', { vat: 'This is no VAT number.' });
  expect(dialog.getByText('This is no VAT number.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel', hidden: true }));
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});

it('lists sessions, and signs out another device', async () => {
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
  expect(screen.getByText('Unknown device was signed out')).toBeTruthy();
  await answer([here]);
  expect(screen.queryByRole('button', { name: 'Sign out Unknown device' })).toBeNull();
});

it('is not available to API tokens', async () => {
  const stage = await renderScreen<ProfileScreenQuery>(
    ProfileScreen,
    query,
    {},
    { path: '/projects/profile' },
  );
  await stage.answerWith('ProfileScreenQuery', {
    data: { viewer: { __typename: 'Viewer', studioOnly: false, accounts: [], user: null } },
  } as never);
  expect(screen.getByRole('heading', { name: 'Not found' })).toBeTruthy();
});
