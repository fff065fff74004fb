import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import query, { type ReviewListScreenQuery } from '../../__generated__/ReviewListScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import ReviewListScreen from './ReviewListScreen.tsx';

async function open(ratings: (number | null)[]) {
  const stage = await renderScreen<ReviewListScreenQuery>(
    ReviewListScreen,
    query,
    { id: '7', offset: 0, isNew: false },
    { path: '/projects/:id/qa', at: '/projects/7/qa?tab=reviewed' },
  );
  const left = [...ratings];
  await stage.answer<Record<string, object>>('ReviewListScreenQuery', {
    Project: () => ({ id: 'p7', databaseId: 7, name: 'Gazette', entitlements: ['QA'], roles: ['QA'] }),
    ProjectArticlesConnection: () => ({ totalCount: left.length, edges: left.map(() => ({})) }),
    Article: () => ({ databaseId: left.length, title: `Ferry ${left.length}`, qaRating: left.shift() }),
  });
  return stage;
}

it('shows for two seconds that there are no new articles', async () => {
  const stage = await open([]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Start QA' })));
  expect(stage.sent('useNextReviewMutation')).toEqual({ input: { project: '7' } });
  await stage.succeed('useNextReviewMutation', 'ClaimNextReviewSuccess', { article: null });
  act(() => void vi.advanceTimersByTime(1_999));
  expect(screen.getByText('no new articles')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('no new articles')).toBeNull();
});

it('shows stars, or Pending without a rating', async () => {
  await open([5, 0, null]);
  const rows = screen.getAllByRole('link', { name: /^Ferry/ }).map((link) => link.nextSibling?.textContent);
  expect(rows).toEqual(['5 stars', 'Pending', 'Pending']);
});
