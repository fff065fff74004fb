import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import query, { type ArticlesTableQuery } from '../../../__generated__/ArticlesTableQuery.graphql.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
// What it loads when it is pressed is here before the tests begin.
import './ArticleMenu.tsx';
import ArticlesTable from './ArticlesTable.tsx';
import { articleVariables } from './article-variables.ts';

const user = userEvent.setup();
const path = '/download/audio/k.mp3';

/** Opens the menu of a ready article. */
async function open(entitlements: string[] = []) {
  const stage = await renderScreen<ArticlesTableQuery>(
    ArticlesTable,
    query,
    articleVariables('7', '1_none_none_none', new URLSearchParams()),
    { path: '/projects/:id/:tablePage', at: '/projects/7/1_none_none_none' },
  );
  await stage.answer<Record<string, object>>('ArticlesTableQuery', {
    Project: () => ({ id: 'p7', databaseId: 7, canWrite: true, entitlements, roles: [], sources: [] }),
    ProjectArticlesConnection: () => ({ totalCount: 1, totalIsCapped: false, edges: [{}] }),
    Article: () => ({
      id: 'a1',
      databaseId: 1,
      title: 'Ferry',
      url: null,
      status: 'READY',
      canEdit: true,
      publishAt: null,
      error: null,
      holdReason: null,
      labels: [],
      duplicateOf: null,
      addedAt: '2026-01-02T03:04:05.000Z',
      audio: { url: `http://localhost${path}`, durationMs: 1_000 },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Actions for Ferry' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  return stage;
}
const item = (name: string | RegExp) => screen.getByRole('menuitem', { name });
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('offers the actions for a ready article', async () => {
  await open();
  for (const name of ['Edit', 'Download', 'Copy audio URL', 'Delete'])
    expect(item(name).getAttribute('data-disabled')).toBeNull();
  expect(item('Download').getAttribute('href')).toBe(path);
});

it.each([
  [[], false],
  [['DOWNLOAD_HIGHRES'], true],
])('offers high resolution only with the feature: %j', async (entitlements, offered) => {
  await open(entitlements);
  expect(screen.queryByRole('menuitem', { name: /high resolution/i }) !== null).toBe(offered);
});

it('shows for a second that the URL is copied', async () => {
  await open();
  stopClock();
  await act(async () => void fireEvent.click(item('Copy audio URL')));
  expect(await navigator.clipboard.readText()).toBe(`http://localhost${path}`);
  act(() => void vi.advanceTimersByTime(999));
  expect(screen.getByText('URL copied to clipboard!')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('URL copied to clipboard!')).toBeNull();
});

it('polls for a high-resolution file every three seconds until it exists', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const stage = await open(['DOWNLOAD_HIGHRES']);
  stopClock();
  const answer = (status: string, progress: number, url: string | null) =>
    stage.succeed('useHighResMutation', 'RequestHighResSuccess', {
      status,
      progress,
      url,
      error: null,
      errorNotices: null,
    });
  await act(async () => void fireEvent.click(item(/high resolution/i)));
  for (const progress of [20, 60]) {
    await answer('PROCESSING', progress, null);
    expect(item(new RegExp(`${progress}\\s?%`))).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(stage.isPending('useHighResMutation')).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(stage.sent('useHighResMutation')).toEqual({ input: { article: 'a1', format: 'MP3' } });
  }
  expect(saved).not.toHaveBeenCalled();
  await answer('READY', 100, '/download/audio/high.mp3');
  expect((saved.mock.contexts as HTMLAnchorElement[]).map((link) => [link.pathname, link.download])).toEqual([
    ['/download/audio/high.mp3', 'Ferry.mp3'],
  ]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(stage.isPending('useHighResMutation')).toBe(false);
});
