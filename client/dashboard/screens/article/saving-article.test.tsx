import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openArticle } from '../../../testing/open-article.tsx';
import type { Stage } from '../../../testing/screen.tsx';

let stage: Stage;
const project = { __typename: 'Project', id: 'p7', databaseId: 7, name: 'Gazette', sourceTypes: [] };
const article = {
  __typename: 'Article',
  id: 'a1',
  databaseId: 4,
  title: 'The lamp',
  url: 'https://example.org/lamp',
  text: 'It burns.',
  labels: [],
  author: null,
  publishedAt: null,
  publishAt: null,
  imageUrl: null,
  rssAutoUpdate: false,
  revision: 3,
  status: 'READY',
  error: null,
  errorNotices: null,
  confidence: null,
  lastVoicing: null,
  followsOriginal: false,
  duplicateOf: null,
  holdReason: null,
  heldBy: null,
  isBurst: false,
  isUnsure: false,
  awaitsReview: false,
  canEdit: true,
  canReadLogs: false,
  audio: null,
};

beforeEach(async () => {
  stage = await openArticle();
  await stage.answer<Record<string, object>>('EditArticleScreenQuery', {
    Article: () => article,
    Project: () => ({ ...project, entitlements: [], roles: [] }),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function save(status: string): Promise<void> {
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'The lamp burns' } });
  await press('Save Article');
  await stage.succeed('useSaveArticleMutation', 'UpdateArticleSuccess', {
    article: { ...article, title: 'The lamp burns', revision: 4, status, project },
  });
}
const read = (status: string) =>
  stage.answerWith('usePollUntilSettledQuery', {
    data: { article: { ...article, title: 'The lamp burns', revision: 4, status, project } },
  } as never);

it('confirms a save for two seconds', async () => {
  await save('PROCESSING');
  await pass(1_999);
  expect(screen.getByText('Article saved')).toBeTruthy();
  await pass(1);
  expect(screen.queryByText('Article saved')).toBeNull();
});

it('refetches the article two seconds after a save, then every second, up to ten times', async () => {
  await save('PROCESSING');
  for (const pause of [2_000, ...Array<number>(9).fill(1_000)]) {
    expect(screen.getByRole('img', { name: 'Generating audio' })).toBeTruthy();
    await pass(pause - 1);
    expect(stage.isPending('usePollUntilSettledQuery')).toBe(false);
    await pass(1);
    expect(stage.sent('usePollUntilSettledQuery')).toEqual({ id: 'a1' });
    await read('PROCESSING');
  }
  await pass(10_000);
  expect(stage.isPending('usePollUntilSettledQuery')).toBe(false);
});

it.each(['READY', 'ERRORED', 'REJECTED'])('stops refetching once the audio is final: %s', async (status) => {
  await save('PROCESSING');
  await pass(2_000);
  await read(status);
  await pass(10_000);
  expect(stage.isPending('usePollUntilSettledQuery')).toBe(false);
});

it('announces a recrawl for four seconds', async () => {
  const announcement = 'Article update is scheduled to occur in 1 minute';
  await press('More actions');
  await pass(500);
  await act(
    async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Force Recrawl article' })),
  );
  await stage.succeed('ArticleActionsRecrawlMutation', 'RecrawlArticleSuccess', {
    article: { __typename: 'Article', id: 'a1', recrawlAt: '2026-01-02T03:05:05.000Z' },
  });
  await pass(3_999);
  expect(screen.getByText(announcement)).toBeTruthy();
  await pass(1);
  expect(screen.queryByText(announcement)).toBeNull();
});

it('shows a hint for adding labels if there are none', async () => {
  await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'Publishing' })));
  expect(screen.getByText('Start typing to create new label')).toBeTruthy();
});
