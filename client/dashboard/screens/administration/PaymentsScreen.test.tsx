import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import query, { type PaymentsScreenQuery } from '../../__generated__/PaymentsScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import PaymentsScreen from './PaymentsScreen.tsx';

async function open(paymentComparisons: object[]) {
  const path = '/projects/administration/payments';
  const stage = await renderScreen<PaymentsScreenQuery>(PaymentsScreen, query, {}, { path });
  await stage.answerWith('PaymentsScreenQuery', { data: { paymentComparisons } } as never);
}
const night = { startedAt: '2026-11-20T02:41:00Z', finishedAt: '2026-11-20T02:41:09Z', customers: 3 };
const difference = {
  kind: 'status',
  customer: 'cus_1',
  here: 'active',
  there: 'canceled',
  buyer: 'Ada',
  userId: 'u1',
  organizationId: null,
};

it('says what differed of whom, and what was done about it', async () => {
  await open([
    { ...night, differences: [] },
    {
      ...night,
      startedAt: '2026-11-19T02:41:00Z',
      differences: [
        difference,
        { ...difference, kind: 'period', here: 'none', there: '2026-12-01T00:00:00.000Z' },
        {
          ...difference,
          kind: 'payment',
          here: 'none',
          there: 'cs_1',
          buyer: 'Daily',
          userId: null,
          organizationId: 'o1',
        },
        { ...difference, customer: 'cus_gone', buyer: null, userId: null },
      ],
    },
    { ...night, startedAt: '2026-11-18T02:41:00Z', finishedAt: null, differences: [] },
  ]);
  expect(screen.getByText('Nothing differed.')).toBeTruthy();
  expect(screen.getByText('under way, or broken off')).toBeTruthy();
  const differing = screen.getByText('4 differences').closest('li')!;
  const [status, period, payment, gone] = within(differing).getAllByRole('listitem');
  expect(status!.textContent).toBe(
    'Ada Status of the subscriptionHereactiveAt StripecanceledAccess now follows Stripe.',
  );
  expect(within(status!).getByRole('link').getAttribute('href')).toBe('/projects/administration/people/u1');
  expect(period!.textContent).toMatch(/HerenoneAt Stripe.*2026/);
  expect(payment!.textContent).toMatch(
    /^Daily Paid for, but not credited.*The characters have been credited\.$/,
  );
  expect(within(payment!).getByRole('link').getAttribute('href')).toBe(
    '/projects/administration/organizations/o1',
  );
  expect(gone!.textContent).toMatch(/^Customer cus_gone/);
});

it('says when nothing has been compared yet', async () => {
  await open([]);
  expect(screen.getByText(/^No comparison has been made yet/)).toBeTruthy();
});
