import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import query, { type OrganizationScreenQuery } from '../../__generated__/OrganizationScreenQuery.graphql.ts';
import { renderComponent, renderScreen } from '../../../testing/screen.tsx';
import { useMessages } from '../../ui/messages.ts';
import { OutOfCharacters } from '../buying/OutOfCharacters.tsx';
import { usePremium } from '../buying/use-premium.ts';
import OrganizationScreen from './OrganizationScreen.tsx';

const user = userEvent.setup();
const large = {
  __typename: 'PremiumPlan',
  key: 'large',
  name: 'A million',
  amount: '€90',
  characters: 1_000_000,
};
const daily = {
  __typename: 'Organization',
  __isNode: 'Organization',
  id: 'o1',
  databaseId: 1,
  slug: 'daily',
  name: 'Daily',
  pseudo: null,
  balance: 0,
  verified: false,
  timeZone: 'UTC',
  billingEmail: null,
  secondFactorDueAt: null,
  entitlements: [],
  partnerTokens: [],
  members: null,
};

async function open(purchasing: object | null, over: object = {}, search = '') {
  const path = '/projects/organization/daily';
  const stage = await renderScreen<OrganizationScreenQuery>(
    OrganizationScreen,
    query,
    { slug: 'daily' },
    { path, at: path + search },
  );
  await stage.answerWith('OrganizationScreenQuery', {
    data: {
      viewer: { __typename: 'Viewer', contactEmail: 'sales@parlance.example' },
      organization: {
        ...daily,
        purchasing: purchasing && { __typename: 'OrganizationPurchasing', manageable: false, ...purchasing },
        ...over,
      },
    },
  } as never);
  return stage;
}

it('sells characters to permitted users, on the page of the payment service', async () => {
  const stage = await open({ plans: [large], manageable: true });
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(screen.getByText('1,000,000 characters')).toBeTruthy();
  expect(screen.getByText('€90')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Buy A million' }));
  expect(stage.sent('usePremiumCheckoutMutation')).toEqual({
    input: { organization: 'daily', plan: 'large' },
  });
  await stage.succeed('usePremiumCheckoutMutation', 'OpenCheckoutSuccess', { url: 'https://pay.example/1' });
  expect(assign).toHaveBeenCalledWith('https://pay.example/1');
  await user.click(screen.getByRole('button', { name: 'Invoices and receipts' }));
  expect(stage.sent('usePremiumPortalMutation')).toEqual({ input: { organization: 'daily' } });
});

it.each([
  ['shows that payments are not set up', { plans: [] }, {}, 'You can’t buy characters on this server.'],
  ['offers nothing without permission to buy', null, {}, null],
  ['offers nothing to invoiced organizations', { plans: [large] }, { verified: true }, null],
])('%s', async (_, purchasing, over, said) => {
  await open(purchasing, over);
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
  expect(screen.queryByText('You can’t buy characters on this server.')?.textContent ?? null).toBe(said);
});

it.each([
  ['waits for the characters after the payment, and shows their number', [null, null, 1_000_000]],
  ['shows the characters immediately if the payment arrived before the browser', [1_000_000]],
])('%s', async (_, answers) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const stage = await open({ plans: [large] }, {}, '?payment-success=true&payment=cs_1');
  const dialog = screen.getByRole('dialog', { name: 'Thank you' });
  expect(within(dialog).getByText(/usually arrive within a minute/)).toBeTruthy();
  for (const [look, added] of answers.entries()) {
    await act(() => vi.advanceTimersByTimeAsync(look === 0 ? 0 : 2_000));
    expect(stage.sent('PaymentResultQuery')).toEqual({ slug: 'daily', payment: 'cs_1' });
    await stage.answerWith('PaymentResultQuery', {
      data: {
        organization: {
          ...daily,
          // Audio was generated in the meantime.
          balance: added === null ? 0 : 998_000,
          purchasing: { __typename: 'OrganizationPurchasing', plans: [large], manageable: true, added },
        },
      },
    } as never);
  }
  expect(within(dialog).getByText('1,000,000 characters added')).toBeTruthy();
  expect(screen.getByText('998,000 characters left')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(stage.isPending('PaymentResultQuery')).toBe(false);
  await act(() => within(dialog).getByRole('button', { name: 'Ok' }).click());
  expect(stage.address()).toBe('/projects/organization/daily');
});

it('shows that nothing was charged when the payment was canceled', async () => {
  const stage = await open({ plans: [large] }, {}, '?payment-success=false');
  expect(screen.getByText('You weren’t charged.')).toBeTruthy();
  expect(stage.isPending('PaymentResultQuery')).toBe(false);
});

it('shows the payment in the history of the balance', async () => {
  const stage = await open({ plans: [large] });
  const title = screen.getByText('Balance history');
  await act(async () => {
    const details = title.closest('details')!;
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
  const entry = (id: string, over: object) => ({
    cursor: id,
    node: {
      __typename: 'LedgerEntry',
      id,
      kind: 'CREDITED',
      amount: 1_000_000,
      charactersSaved: 0,
      reason: 'Bought: large, payment cs_1',
      reversal: null,
      paymentId: null,
      createdAt: '2026-11-20T09:30:00Z',
      ...over,
    },
  });
  await stage.answerWith('BalanceHistoryQuery', {
    data: {
      organization: {
        ...daily,
        ledger: {
          edges: [
            entry('l1', { paymentId: 'cs_1' }),
            entry('l2', { kind: 'CHARGED', amount: -1_200, reason: 'Voicing' }),
            entry('l3', { kind: 'GRANTED', amount: 500, reason: 'A welcome' }),
            entry('l4', { amount: -500_000, reversal: 'REFUNDED', paymentId: 'cs_1' }),
          ],
          pageInfo: { endCursor: 'l3', hasNextPage: false },
        },
      },
    },
  } as never);
  const rows = screen.getAllByRole('listitem').filter((item) => item.querySelector('time'));
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^PurchasePayment cs_1.*\+1,000,000$/),
    expect.stringMatching(/^Audio generated20 Nov.*\u22121,200$/),
    expect.stringMatching(/^GiftA welcome.*\+500$/),
    expect.stringMatching(/^RefundedPayment cs_1.*\u2212500,000$/),
  ]);
});

it.each([
  ['links to the purchase if articles wait for characters', 'daily', 1],
  ['shows no link if nothing can be bought', null, 0],
])('%s', async (_, charactersSoldBy, links) => {
  const stage = await renderComponent(<OutOfCharacters project="p1" waits />);
  await vi.waitFor(() => expect(stage.isPending('BuyCharactersQuery')).toBe(true));
  await stage.answerWith('BuyCharactersQuery', {
    data: { project: { __typename: 'Project', id: 'p1', charactersSoldBy } },
  } as never);
  const found = screen.queryAllByRole('link', { name: 'Buy characters' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array(links).fill('/projects/organization/daily'),
  );
});

it('stores the recipient of invoices', async () => {
  const stage = await open({ plans: [large], manageable: true });
  const field = screen.getByRole('textbox', { name: 'Email for invoices' });
  await user.type(field, 'invoices@example.com');
  await user.click(screen.getByRole('button', { name: 'Save billing contact' }));
  expect(stage.sent('BillingContactMutation')).toEqual({
    input: { id: 'o1', billingEmail: 'invoices@example.com' },
  });
});

it('links to the existing plan when a second one is refused', async () => {
  const stage = await renderComponent(<Upgrade />);
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  await stage.refuse('usePremiumCheckoutMutation', { plan: 'You have a plan already.' });
  await user.click(screen.getByRole('button', { name: 'You have a plan already. Manage Premium' }));
  expect(stage.sent('usePremiumPortalMutation')).toEqual({ input: {} });
});

function Upgrade() {
  const { open: openPage } = usePremium();
  const { notices } = useMessages();
  return (
    <>
      <button type="button" onClick={() => void openPage('checkout')}>
        Upgrade
      </button>
      {notices.map(({ id, text, action }) => (
        <button key={id} type="button" onClick={action?.run}>
          {text} {action?.label}
        </button>
      ))}
    </>
  );
}
