import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import query, { type FailingItemsScreenQuery } from '../../__generated__/FailingItemsScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import FailingItemsScreen from './FailingItemsScreen.tsx';

async function open(failingItems: object[]) {
  const path = '/projects/administration/jobs';
  const stage = await renderScreen<FailingItemsScreenQuery>(FailingItemsScreen, query, {}, { path });
  await stage.answerWith('FailingItemsScreenQuery', { data: { failingItems } } as never);
}

it('lists failing items with count, start and reason', async () => {
  await open([
    {
      job: 'studio-allowances',
      item: 'user 5',
      failures: 3,
      firstFailedAt: '2026-11-20T02:00:00Z',
      failedAt: '2026-11-20T04:00:00Z',
      error: 'The zone is not known.',
    },
  ]);
  const item = screen.getByText('studio-allowances: user 5').closest('li')!;
  expect(item.textContent).toMatch(
    /The zone is not known\.3 failures since .*2026.*, most recently at .*2026/,
  );
});

it('shows an empty state', async () => {
  await open([]);
  expect(screen.getByText('No failing items.')).toBeTruthy();
});
