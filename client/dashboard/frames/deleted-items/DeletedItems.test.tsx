import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderComponent, type Fields } from '../../../testing/screen.tsx';
import type { DeletedItems_page$data } from '../../__generated__/DeletedItems_page.graphql.ts';
import { RestorableDaysContext } from '../../ui/time/restorable-days.ts';
import { DeletedMenu } from './DeletedMenu.tsx';
import { useUndoArticles } from './use-undo.ts';

const user = userEvent.setup();
type Page = Fields<DeletedItems_page$data>;

const item = (itemId: string, name: string, who: string | null = 'Ada Example') => ({
  node: { itemId, name, deletedAt: '2026-11-05T17:04:00Z', deletedBy: who === null ? null : { name: who } },
});
const page = (edges: ReturnType<typeof item>[], endCursor: string | null = null) => ({
  DeletedItemsConnection: () => ({ edges, pageInfo: { hasNextPage: endCursor !== null, endCursor } }),
});

async function open() {
  const stage = await renderComponent(<DeletedMenu kind="channels" project="p1" list="Channels" />);
  await user.click(screen.getByRole('button', { name: 'More actions: Channels' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deleted channels' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deleted channels' }));
  const answer = (...given: Parameters<typeof page>) =>
    stage.answer<{ DeletedItemsConnection: Page }>('DeletedItemsQuery', page(...given));
  return { stage, dialog, answer };
}

it('lists deleted items with time and user, page by page', async () => {
  const { stage, dialog, answer } = await open();
  expect(stage.sent('DeletedItemsQuery')).toMatchObject({
    id: 'p1',
    after: null,
    channels: true,
    rules: false,
  });
  await answer([item('c2', 'Second'), item('c1', 'First', null)], 'cursor');
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^SecondDeleted .+ by Ada ExampleRestore$/),
    expect.stringMatching(/^FirstDeleted .+ by an API clientRestore$/),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Load more Deleted channels' }));
  expect(stage.sent('DeletedItemsQuery')).toMatchObject({ after: 'cursor' });
  await answer([item('c0', 'Third')]);
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.queryByRole('button', { name: /^Load more/ })).toBeNull();
});

it('restores an item, announces it, and focuses the next', async () => {
  const { stage, dialog, answer } = await open();
  await answer([item('c2', 'Second'), item('c1', 'First')]);
  await user.click(dialog.getByRole('button', { name: 'Restore Second' }));
  expect(stage.sent('restoreMutationsChannelMutation')).toEqual({ input: { id: 'c2' } });
  await stage.succeed('restoreMutationsChannelMutation', 'RestoreChannelSuccess', { project: null });
  expect(screen.getByText('Second restored')).toBeTruthy();
  expect(dialog.queryByText('Second')).toBeNull();
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Restore First' }));
});

it('removes items that someone else restored, and shows the empty state', async () => {
  const { stage, dialog, answer } = await open();
  await answer([item('c1', 'First')]);
  await user.click(dialog.getByRole('button', { name: 'Restore First' }));
  await stage.answerWith('restoreMutationsChannelMutation', {
    data: {
      result: {
        __typename: 'ConflictError',
        __isError: 'ConflictError',
        message: 'This channel isn’t deleted. It may have been restored already.',
        code: 'CHANNEL_NOT_DELETED',
        parameters: [],
      },
    },
  });
  expect(screen.getByText(/^This channel isn’t deleted/)).toBeTruthy();
  expect(dialog.getByText('Nothing was deleted in the last 7 days.')).toBeTruthy();
});

it('is hidden if the server stores no deleted items', async () => {
  await renderComponent(
    <RestorableDaysContext value={0}>
      <DeletedMenu kind="channels" project="p1" list="Channels" />
    </RestorableDaysContext>,
  );
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('can be retried if the list fails to load', async () => {
  const { stage, dialog, answer } = await open();
  await stage.fail('DeletedItemsQuery', new Error('No connection'));
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await answer([]);
  expect(dialog.getByText('Nothing was deleted in the last 7 days.')).toBeTruthy();
});

/** What deletes many articles together. */
function DeletesMany({ ids }: { ids: readonly string[] }) {
  const offer = useUndoArticles('p7');
  return <button onClick={() => offer(ids, 'Deleted 45 articles')}>Delete</button>;
}

const articleId = (number: number) => btoa(`Article:${number}`);

it('restores many in steps, oldest first, and stops at a failure', async () => {
  const newestFirst = Array.from({ length: 45 }, (_, index) => articleId(45 - index));
  const stage = await renderComponent(<DeletesMany ids={newestFirst} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stage.isPending('restoreDeletedArticlesMutation')).toBe(true));
  const sent = () => stage.sent('restoreDeletedArticlesMutation')['input'] as { articles: string[] };
  expect([sent().articles[0], sent().articles.at(-1), sent().articles.length]).toEqual([
    articleId(1),
    articleId(20),
    20,
  ]);
  await stage.succeed('restoreDeletedArticlesMutation', 'RestoreArticlesSuccess', { count: 20, failed: [] });
  await waitFor(() => expect(sent().articles[0]).toBe(articleId(21)));
  await stage.fail('restoreDeletedArticlesMutation', new Error('down'));
  // The articles restored before the failure are reported beside it.
  expect(await screen.findByText('20 articles restored')).toBeTruthy();
  expect(stage.isPending('restoreDeletedArticlesMutation')).toBe(false);
});
