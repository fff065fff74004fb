import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type PaymentsScreenQuery } from '../../__generated__/PaymentsScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import PaymentsScreen from './PaymentsScreen.tsx';

async function open(paymentComparisons: object[], over: object = {}) {
  const path = '/projects/administration/payments';
  const stage = await renderScreen<PaymentsScreenQuery>(PaymentsScreen, query, {}, { path });
  const data = {
    paymentInstallation: null,
    subscriptionIssues: [],
    reversedPayments: [],
    failedPaymentEvents: [],
    paymentComparisons,
    ...over,
  };
  await stage.answerWith('PaymentsScreenQuery', { data } as never);
  return stage;
}
const user = userEvent.setup();
const night = {
  startedAt: '2026-11-20T02:41:00Z',
  finishedAt: '2026-11-20T02:41:09Z',
  customers: 3,
  failures: 0,
};
const difference = {
  kind: 'status',
  customer: 'cus_1',
  parlanceValue: 'active',
  serviceValue: 'canceled',
  buyer: 'Ada',
  userId: 'u1',
  organizationId: null,
};

it('shows differences by customer, with their correction', async () => {
  await open([
    { ...night, differences: [] },
    {
      ...night,
      startedAt: '2026-11-19T02:41:00Z',
      differences: [
        difference,
        { ...difference, kind: 'period', parlanceValue: 'none', serviceValue: '2026-12-01T00:00:00.000Z' },
        {
          ...difference,
          kind: 'payment',
          parlanceValue: 'none',
          serviceValue: 'cs_1',
          buyer: 'Daily',
          userId: null,
          organizationId: 'o1',
        },
        { ...difference, customer: 'cus_gone', buyer: null, userId: null },
      ],
    },
    { ...night, startedAt: '2026-11-18T02:41:00Z', finishedAt: null, differences: [] },
  ]);
  expect(screen.getByText('No differences.')).toBeTruthy();
  expect(screen.getByText('running or interrupted')).toBeTruthy();
  const differing = screen.getByText('4 differences').closest('li')!;
  const [status, period, payment, gone] = within(differing).getAllByRole('listitem');
  expect(status!.textContent).toBe(
    'Ada Subscription statusIn ParlanceactiveIn StripecanceledAccess now matches Stripe.',
  );
  expect(within(status!).getByRole('link').getAttribute('href')).toBe('/projects/administration/people/u1');
  expect(period!.textContent).toMatch(/In ParlancenoneIn Stripe.*2026/);
  expect(payment!.textContent).toMatch(/^Daily Paid but not credited.*The characters have been credited\.$/);
  expect(within(payment!).getByRole('link').getAttribute('href')).toBe(
    '/projects/administration/organizations/o1',
  );
  expect(gone!.textContent).toMatch(/^Customer cus_gone/);
});

it('shows when no comparison has run yet', async () => {
  await open([]);
  expect(screen.getByText(/^No comparison yet/)).toBeTruthy();
});

const ada = { customer: 'cus_1', buyer: 'Ada', userId: 'u1', organizationId: null };

it('ends a second subscription with the chosen refund', async () => {
  const stage = await open([], {
    subscriptionIssues: [
      {
        __typename: 'SubscriptionIssue',
        kind: 'SURPLUS',
        subscription: 'sub_2',
        status: 'active',
        startedAt: '2026-11-01T00:00:00Z',
        ...ada,
      },
    ],
  });
  expect(screen.getByText(/this customer pays twice/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'End subscription sub_2 of Ada' }));
  const dialog = await screen.findByRole('dialog', { name: 'End the subscription of Ada?' });
  await user.click(within(dialog).getByRole('button', { name: 'End subscription' }));
  expect(stage.sent('SubscriptionIssuesEndMutation')).toEqual({
    input: { subscription: 'sub_2', refund: 'ALL', reason: 'Paid twice' },
  });
  await stage.succeed('SubscriptionIssuesEndMutation', 'EndSubscriptionSuccess', { refunds: 1 });
  expect(stage.isPending('PaymentsScreenQuery')).toBe(true);
});

it('lists refunds, disputes and withdrawn balance', async () => {
  const payment = {
    __typename: 'ReversedPayment',
    payment: 'pi_1',
    currency: 'eur',
    total: 9_000,
    refunded: 3_000,
    disputed: 0,
    disputeStatus: null,
    charactersDeducted: 333_333,
    createdAt: '2026-11-01T00:00:00Z',
    ...ada,
  };
  await open([], {
    reversedPayments: [
      payment,
      {
        ...payment,
        currency: 'jpy',
        refunded: 0,
        disputed: 9_000,
        disputeStatus: 'lost',
        charactersDeducted: null,
      },
    ],
  });
  expect(screen.getByText('€30.00 of €90.00 refunded · 333,333 characters reclaimed')).toBeTruthy();
  expect(screen.getByText('¥9,000 of ¥9,000 disputed · Dispute: lost')).toBeTruthy();
});

it('shows failed events and retries them', async () => {
  const stage = await open([], {
    failedPaymentEvents: [
      {
        __typename: 'FailedPaymentEvent',
        event: 'evt_1',
        type: 'invoice.paid',
        error: 'No such customer',
        parkedAt: '2026-11-01T00:00:00Z',
      },
    ],
  });
  expect(screen.getByText('No such customer')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry events' }));
  await stage.succeed('FailedPaymentEventsRetryMutation', 'RetryPaymentEventsSuccess', { events: 1 });
  expect(stage.isPending('PaymentsScreenQuery')).toBe(true);
});

it('asks about a server at a different URL', async () => {
  const stage = await open([], {
    paymentInstallation: {
      __typename: 'PaymentInstallation',
      publicUrl: 'https://first.example',
      isCurrent: false,
    },
  });
  expect(screen.getByText(/belongs to the server at https:\/\/first\.example/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'This is a copy' }));
  expect(stage.sent('ClaimPaymentsMutation')).toEqual({ input: { isCopy: true } });
});
