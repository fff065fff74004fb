import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openStudio } from '../../../../testing/studio-screen.tsx';
import query, { type StudioListScreenQuery } from '../../../__generated__/StudioListScreenQuery.graphql.ts';
import { pageSizes } from '../../../generated/limits.ts';
import StudioListScreen from './StudioListScreen.tsx';

const user = userEvent.setup();

const audio = (number: number, over: object = {}) => ({
  id: `a${number}`,
  slug: `slug-${number}`,
  title: `Text ${number}`,
  status: 'READY',
  error: null,
  errorNotices: null,
  createdAt: '2026-11-05T17:04:00Z',
  url: `http://localhost/download/audio/f${number}.mp3`,
  durationMs: 61_000,
  downloadUrl: `http://localhost/download/audio/f${number}.mp3?download=Text`,
  downloadName: `Text ${number}`,
  ...over,
});

async function open(
  search = '',
  audios: readonly object[] = [audio(2), audio(1)],
  totalCount = audios.length,
  studio = {},
) {
  const stage = await openStudio<StudioListScreenQuery>(
    StudioListScreen,
    query,
    { first: pageSizes.list, offset: 0 },
    { path: '/studio', at: `/studio${search}` },
    studio,
  );
  await stage.answer<{ StudioAudiosConnection: object }>('StudioListScreenQuery', {
    StudioAudiosConnection: () => ({ totalCount, edges: audios.map((node) => ({ node })) }),
  });
  return stage;
}
const rows = () => screen.getAllByTestId('studio-audio');
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

it('lists audios with date, time and status', async () => {
  await open('', [audio(3, { status: 'PROCESSING', url: null }), audio(2), audio(1, { status: 'ERRORED' })]);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Play',
    'Contents of your audio',
    'Date created',
    'Status',
    'Actions',
  ]);
  expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual([
    'Text 3',
    'Text 2',
    'Text 1',
  ]);
  // In the reader's time zone.
  expect(rows()[1]!.textContent).toContain('5 Nov, 18:04');
  expect(rows().map((row) => row.querySelector('[data-status]')!.textContent!.trim())).toEqual([
    'Processing',
    'Ready',
    'Errored',
  ]);
});

it('plays and downloads only finished audio', async () => {
  await open('', [audio(2), audio(1, { status: 'PROCESSING' })]);
  expect(within(rows()[0]!).getByRole<HTMLButtonElement>('button', { name: 'Play Text 2' }).disabled).toBe(
    false,
  );
  expect(
    within(rows()[1]!).getByRole<HTMLButtonElement>('button', { name: 'Text 1 has no audio yet' }).disabled,
  ).toBe(true);
});

it('confirms a deletion, shows it for two seconds, and can undo it', async () => {
  const stage = await open();
  await user.click(screen.getByRole('button', { name: 'Actions for “Text 2”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = dialog('Do you want delete this audio?');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(stage.isPending('DeleteAudioMutation')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Actions for “Text 2”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(dialog('Do you want delete this audio?').getByRole('button', { name: 'Yes' }));
  expect(stage.sent('DeleteAudioMutation')).toEqual({ input: { slug: 'slug-2' } });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await stage.succeed('DeleteAudioMutation', 'DeleteStudioAudioSuccess', { deletedId: 'a2' });
  expect(screen.getByText('Your audio has been deleted')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(screen.queryByText('Your audio has been deleted')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.queryByText('Your audio has been deleted')).toBeNull();
  vi.useRealTimers();
  // The list is refetched.
  expect(stage.isPending('StudioListScreenQuery')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(stage.sent('useRestoreAudioMutation')).toEqual({ input: { slug: 'slug-2' } });
});

it.each([
  ['true', 'Success', 'Thank you for supporting the product and becoming Premium Member!'],
  ['false', 'Payment cancelled', 'Your payment has been cancelled'],
])('shows the result of a payment: payment-success=%s', async (flag, title, text) => {
  const stage = await open(`?payment-success=${flag}`);
  expect(dialog(title).getByText(text)).toBeTruthy();
  // What was paid for is there at once.
  expect(stage.isPending('useRefreshedUsageQuery')).toBe(flag === 'true');
  await user.click(dialog(title).getByRole('button', { name: 'Ok' }));
  expect(stage.address()).toBe('/studio');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('records a sign-up once, and opens the list', async () => {
  const stage = await open('?registered=true');
  expect(stage.isPending('FlagDialogsRegistrationMutation')).toBe(true);
  expect(stage.address()).toBe('/studio');
});

it('shows once per session that no minutes are left', async () => {
  const usage = { balanceMs: 0, usedMs: 600_000, totalMs: 600_000, paid: false, periodEndsAt: null };
  await open('', [], 0, { usage });
  const told = dialog('YOU HAVE NO CHARACTERS LEFT');
  expect(
    told.getByText('In order to continue using the product you need to become a Premium Subscriber'),
  ).toBeTruthy();
  await user.click(told.getByRole('button', { name: 'Ok, Got it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  document.body.replaceChildren();
  await open('', [], 0, { usage });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('guides a user without audios to the first one', async () => {
  await open('', [], 0);
  expect(screen.getAllByRole('link', { name: 'Create New' })).toHaveLength(2);
});

it('shows minutes used, and a link to more', async () => {
  const stage = await open();
  expect(screen.getByRole('heading', { name: 'MINUTES USED' })).toBeTruthy();
  expect(screen.getByText('1 of 10 minutes used')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(stage.sent('usePremiumCheckoutMutation')).toEqual({ input: {} });
});

it('links subscribers to their plan, and shows where nothing can be bought', async () => {
  const premium = {
    available: true,
    manageable: true,
    cancelsAtPeriodEnd: false,
    graceEndsAt: null,
    plans: [],
  };
  const stage = await open('', [], 0, {
    premium,
    usage: { balanceMs: 1, usedMs: 24_000, totalMs: 7_200_000, paid: true, periodEndsAt: null },
  });
  expect(screen.getByText('0.4 of 120 minutes used')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Manage Premium' }));
  expect(stage.isPending('usePremiumPortalMutation')).toBe(true);
  document.body.replaceChildren();
  await open('', [], 0, { premium: { ...premium, available: false, manageable: false } });
  expect(screen.getByText('Upgrades aren’t available on this server.')).toBeTruthy();
});

it('offers several plans to choose from', async () => {
  const plan = { key: 'plus', name: 'Plus', amount: '€9', minutes: 120 };
  const premium = {
    available: true,
    manageable: false,
    cancelsAtPeriodEnd: false,
    graceEndsAt: null,
    plans: [plan, { ...plan, key: 'max', name: 'Max', amount: '', minutes: 600 }],
  };
  const stage = await open('', [], 0, { premium });
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  const choice = dialog('Choose a plan');
  expect(choice.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Plus120 minutes per billing period€9',
    'Max600 minutes per billing period',
  ]);
  expect(stage.isPending('usePremiumCheckoutMutation')).toBe(false);
  await user.click(choice.getByRole('button', { name: /^Max/ }));
  expect(stage.sent('usePremiumCheckoutMutation')).toEqual({ input: { plan: 'max' } });
  expect(choice.getByRole<HTMLButtonElement>('button', { name: /^Plus/ }).disabled).toBe(true);
  await user.click(choice.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['when premium ends', { cancelsAtPeriodEnd: true }, 'Premium ends on 1 December'],
  ['when minutes are renewed', {}, 'New minutes on 1 December'],
  [
    'the grace period after a failed payment',
    { graceEndsAt: '2026-12-08T11:00:00Z' },
    'Your last payment failed. Premium ends on 8 December unless you update your payment details.',
  ],
])('shows subscribers %s', async (_, over, told) => {
  await open('', [], 0, {
    premium: {
      available: true,
      manageable: true,
      cancelsAtPeriodEnd: false,
      graceEndsAt: null,
      plans: [],
      ...over,
    },
    usage: { balanceMs: 1, usedMs: 1, totalMs: 2, paid: true, periodEndsAt: '2026-12-01T11:00:00Z' },
  });
  expect(screen.getByText(told)).toBeTruthy();
});
