import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MockPayloadGenerator } from 'relay-test-utils';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ArticleMenu_article$data } from '../../../__generated__/ArticleMenu_article.graphql.ts';
import type { ArticleRow_article$data } from '../../../__generated__/ArticleRow_article.graphql.ts';
import query, {
  type ArticlesTableQuery,
  type ArticlesTableQuery$data,
} from '../../../__generated__/ArticlesTableQuery.graphql.ts';
import type { ArticleMenuRecrawlMutation } from '../../../__generated__/ArticleMenuRecrawlMutation.graphql.ts';
import type { DeleteArticleMutation } from '../../../__generated__/DeleteArticleMutation.graphql.ts';
import type { NoArticles_project$data } from '../../../__generated__/NoArticles_project.graphql.ts';
import type { projectPart_gate$data } from '../../../__generated__/projectPart_gate.graphql.ts';
import { renderScreen, type Fields } from '../../../../testing/screen.tsx';
import type { BulkDialogQuery } from '../../../__generated__/BulkDialogQuery.graphql.ts';
import { runByKeys } from '../../../ui/commands.ts';
import { chooseLanguage } from '../../../words/language.ts';
// What it loads when it is pressed is here before the tests begin.
import './ArticleMenu.tsx';
import './FiltersPopover.tsx';
import ArticlesTable from './ArticlesTable.tsx';
import { articleVariables } from './article-variables.ts';

type Project = Fields<NonNullable<ArticlesTableQuery$data['project']>> &
  Fields<NoArticles_project$data> &
  Fields<projectPart_gate$data>;
interface Types {
  Project: Project | NonNullable<ArticleRow_article$data['duplicateOf']>['project'];
  Article: Fields<ArticleRow_article$data> & Fields<ArticleMenu_article$data>;
}
type Source = Fields<NoArticles_project$data>['sources'][number];

const user = userEvent.setup();
const none = { totalCount: 0, totalIsCapped: false, pageInfo: { hasNextPage: false }, edges: [] };

async function open(
  project: Partial<Project>,
  segment = '1_none_none_none',
  titles: string[] = [],
  search = '',
  article: Partial<Types['Article']> = {},
) {
  const stage = await renderScreen<ArticlesTableQuery>(
    ArticlesTable,
    query,
    articleVariables('7', segment, new URLSearchParams(search)),
    { path: '/projects/:id/:tablePage', at: `/projects/7/${segment}${search}` },
  );
  const left = [...titles];
  await stage.answer<Types>('ArticlesTableQuery', {
    Project: (context) =>
      context.path?.includes('duplicateOf')
        ? { databaseId: 3, name: 'The parent' }
        : {
            id: 'p7',
            databaseId: 7,
            canWrite: true,
            canConfigure: true,
            entitlements: [],
            roles: [],
            sources: [],
            ...project,
          },
    Article: (context) => {
      if (context.path?.includes('duplicateOf')) return { databaseId: 12, title: 'Original' };
      const title = left.shift()!;
      return {
        id: title,
        title,
        status: 'REJECTED',
        publishAt: null,
        canEdit: true,
        error: null,
        holdReason: null,
        heldBy: null,
        labels: [],
        audio: null,
        addedAt: '2026-01-02T03:04:05.000Z',
        duplicateOf: null,
        ...article,
      };
    },
  });
  return stage;
}
const source = (given: Partial<Source>): Source => ({
  type: 'RSS',
  error: null,
  errorNotices: null,
  polledAt: null,
  ...given,
});

it.each<[string, Source, RegExp, string | null]>([
  [
    'a feed that cannot be read',
    source({ error: 'The address answered 404.' }),
    /Couldn’t read the feed: The address answered 404\./,
    'alert',
  ],
  [
    'a website that cannot be read',
    source({ type: 'PARSER', error: 'No answer.' }),
    /Couldn’t read the website: No answer\./,
    'alert',
  ],
  ['a feed that is being polled', source({}), /checking for the first time/, 'status'],
  ['an empty feed', source({ polledAt: '2026-01-01T00:00:00.000Z' }), /wait for the first ones/, null],
  ['a project without sources', source({ type: 'MANUAL' }), /^Add the first article\.$/, null],
])('shows why there are no results for %s', async (_, only, words, role) => {
  await open({ articles: none as never, sources: [only] });
  expect(screen.getByRole('heading', { name: 'No articles' })).toBeTruthy();
  const text = screen.getByText(words);
  expect(text.closest('[role]')?.getAttribute('role') ?? null).toBe(role);
  expect(screen.queryByText('Check the URL') !== null).toBe(role === 'alert');
});

it('distinguishes a filter without matches from an empty project', async () => {
  await open({ articles: none as never, sources: [source({ error: 'Gone.' })] }, '1_none_none_ready');
  expect(screen.getByText('Try another search, or clear the filters.')).toBeTruthy();
  expect(screen.queryByText(/Gone/)).toBeNull();
});

it('recrawls a page from the table if administrators have enabled its buttons', async () => {
  const articles = { totalCount: 1, totalIsCapped: false, edges: [{}] } as never;
  const url = 'https://example.org/first';
  const stage = await open(
    { articles, entitlements: ['RELOAD_ARTICLE_BUTTONS'] },
    '1_none_none_none',
    ['First'],
    '',
    { url },
  );
  await user.click(screen.getByRole('button', { name: 'Actions for First' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Force Recrawl article' }));
  expect(stage.sent<ArticleMenuRecrawlMutation>('ArticleMenuRecrawlMutation').input).toEqual({ id: 'First' });
  await stage.succeed('ArticleMenuRecrawlMutation', 'RecrawlArticleSuccess', { article: {} });
  expect(screen.getByText('Article update is scheduled to occur in 1 minute')).toBeTruthy();
  cleanup();
  await open({ articles }, '1_none_none_none', ['First'], '', { url });
  await user.click(screen.getByRole('button', { name: 'Actions for First' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Force Recrawl article' })).toBeNull();
});

it('removes a deleted article immediately, and focuses the next', async () => {
  const stage = await open(
    { articles: { totalCount: 3, totalIsCapped: false, edges: [{}, {}, {}] } as never },
    '1_none_none_none',
    ['First', 'Second', 'Third'],
  );
  await user.click(screen.getByRole('button', { name: 'Actions for Second' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(stage.sent<DeleteArticleMutation>('DeleteArticleMutation').input).toEqual({ id: 'Second' });
  await stage.succeed('DeleteArticleMutation', 'DeleteArticleSuccess', { deletedId: 'Second' });
  expect(screen.getAllByTestId('article').map((article) => article.textContent)).toEqual([
    expect.stringContaining('First'),
    expect.stringContaining('Third'),
  ]);
  expect(screen.getAllByTestId('article')[1]!.contains(document.activeElement)).toBe(true);
  expect(screen.getByText('Deleted Second')).toBeTruthy();
});

it.each([
  ['is refetched for an article that was added before the subscription started', '1_none_none_none', true],
  ['is not refetched if the new article would not be shown', '2_none_none_none', false],
])('the list %s', async (_, segment, again) => {
  const stage = await open(
    { articles: { totalCount: 1, totalIsCapped: false, edges: [{}] } as never },
    segment,
    ['First'],
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { mock } = stage.environment;
  const tell = (id: string) =>
    act(async () => {
      const watching = mock.findOperation(
        ({ request }) => request.node.params.name === 'ProjectEventsSubscription',
      );
      const told = MockPayloadGenerator.generate(watching, {
        ArticleEvent: () => ({ kind: 'CHANGED' }),
        Article: () => ({
          id,
          title: id,
          addedAt: '2026-01-02T03:04:05.000Z',
          publishAt: null,
          audio: null,
          duplicateOf: null,
        }),
      });
      mock.nextValue(watching, told as never);
    });
  await tell('First');
  await tell('Second');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(stage.isPending('ArticlesTableQuery')).toBe(again);
});

const three = { totalCount: 4_512, totalIsCapped: false, edges: [{}, {}, {}] } as never;

it('is sorted by a column, and keeps the filters', async () => {
  const stage = await open(
    { articles: three },
    '2_none_none_ready',
    ['First', 'Second', 'Third'],
    '?query=news',
  );
  const title = screen.getByRole('columnheader', { name: 'Title' });
  expect(title.getAttribute('aria-sort')).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'Date added' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await user.click(within(title).getByRole('link'));
  expect(stage.address()).toBe('/projects/7/1_none_none_ready?query=news&sort=title');
});

it('filters by review for reviewers, and keeps the filter in the URL', async () => {
  const stage = await open(
    { articles: three, roles: ['QA'] },
    '2_none_none_ready',
    ['First', 'Second', 'Third'],
    '?sort=title',
  );
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Review' }), 'To review');
  await waitFor(() => expect(stage.address()).toBe('/projects/7/1_none_none_ready?sort=title&qastatus=new'));
});

it('offers other users no review filter, except to remove the one in the URL', async () => {
  await open({ articles: three }, undefined, ['First', 'Second', 'Third']);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('combobox', { name: 'Status' });
  expect(screen.queryByRole('combobox', { name: 'Review' })).toBeNull();
  cleanup();
  const stage = await open({ articles: none as never }, '1_none_none_none', [], '?qastatus=reviewed');
  expect(screen.getByText('Try another search, or clear the filters.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove filter Reviewed' }));
  await waitFor(() => expect(stage.address()).toBe('/projects/7/1_none_none_none'));
});

it('shows the origin of a duplicate, with a link', async () => {
  await open({ articles: { ...(three as object), edges: [{}] } as never }, undefined, ['Copy'], '', {
    duplicateOf: {} as never,
  });
  expect(screen.getByRole('link', { name: 'From The parent' }).getAttribute('href')).toBe(
    '/projects/3/articles/12',
  );
  expect(screen.getByRole('link', { name: 'Copy' })).toBeTruthy();
});

it('reverses the order when a sorted column is clicked', async () => {
  await open({ articles: three }, '1_none_none_none', ['First', 'Second', 'Third'], '?sort=title');
  const title = screen.getByRole('columnheader', { name: 'Title' });
  expect(title.getAttribute('aria-sort')).toBe('ascending');
  expect(within(title).getByRole('link').getAttribute('href')).toBe(
    '/projects/7/1_none_none_none?sort=title&order=desc',
  );
});

it('deletes selected articles after confirming their number, and shows unchanged ones', async () => {
  const stage = await open({ articles: three }, undefined, ['First', 'Second', 'Third']);
  await user.click(screen.getByRole('checkbox', { name: 'Select First' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Third' }));
  const bar = screen.getByRole('region', { name: 'Selected articles' });
  expect(within(bar).getByText('2 selected')).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Delete' }));
  expect(stage.sent<BulkDialogQuery>('BulkDialogQuery')).toEqual({
    project: 'p7',
    articles: ['First', 'Third'],
    filter: null,
  });
  await stage.answer('BulkDialogQuery', {
    ArticleSelection: () => ({ count: 2, characters: 10, cost: 0.1 }),
  });
  const dialog = screen.getByRole('dialog', { name: 'Delete 2 articles?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(stage.sent('useBulkDeleteMutation')).toEqual({
    input: { project: 'p7', articles: ['First', 'Third'] },
  });
  await stage.succeed('useBulkDeleteMutation', 'DeleteArticlesSuccess', {
    count: 1,
    after: null,
    failed: [{ message: 'We couldn’t find this article.' }],
  });
  expect(screen.getByRole('dialog', { name: '1 article was deleted' })).toBeTruthy();
  expect(screen.getByText('1 article wasn’t changed:')).toBeTruthy();
  expect(screen.getByText('1: We couldn’t find this article.')).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Selected articles' })).toBeNull();
  expect(stage.isPending('ArticlesTableQuery')).toBe(true);
});

it('processes all matching articles in batches, after confirming their number and cost', async () => {
  const stage = await open({ articles: three }, '1_2026-01-01_none_errored', ['First', 'Second', 'Third']);
  await user.click(screen.getByRole('checkbox', { name: 'Select all articles on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 4,512' }));
  expect(screen.getByText('All 4,512 matching articles selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Regenerate audio' }));
  const filter = {
    search: null,
    label: null,
    qaStatus: null,
    dateFrom: '2026-01-01',
    dateTo: null,
    status: 'ERRORED',
  };
  expect(stage.sent('BulkDialogQuery')).toEqual({ project: 'p7', articles: null, filter });
  await stage.answer('BulkDialogQuery', {
    ArticleSelection: () => ({ count: 4_512, characters: 1_234_567, cost: 19.8 }),
  });
  expect(screen.getByText(/^Uses up to 1,234,567 characters, €19\.80\./)).toBeTruthy();
  await user.click(
    within(screen.getByRole('dialog', { name: 'Regenerate the audio of 4,512 articles?' })).getByRole(
      'button',
      { name: 'Regenerate audio' },
    ),
  );
  expect(stage.sent('useBulkVoiceMutation')).toEqual({
    input: { project: 'p7', filter, expectedCount: 4_512 },
  });
  await stage.succeed('useBulkVoiceMutation', 'RevoiceArticlesSuccess', {
    count: 200,
    after: 'here',
    failed: [],
  });
  expect(screen.getByText('200 of 4,512')).toBeTruthy();
  expect(stage.sent('useBulkVoiceMutation')).toEqual({ input: { project: 'p7', filter, after: 'here' } });
  // Stopped, it goes no further.
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await stage.succeed('useBulkVoiceMutation', 'RevoiceArticlesSuccess', {
    count: 200,
    after: 'there',
    failed: [],
  });
  expect(stage.isPending('useBulkVoiceMutation')).toBe(false);
  expect(screen.getByText('Regenerating the audio of 400 articles')).toBeTruthy();
});

it('shows refusals of the server, and that nothing was done', async () => {
  const stage = await open({ articles: three, entitlements: ['LABELS'] }, undefined, [
    'First',
    'Second',
    'Third',
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Select Second' }));
  await user.click(
    within(screen.getByRole('region', { name: 'Selected articles' })).getByRole('button', { name: 'Label' }),
  );
  await stage.answer('BulkDialogQuery', { ArticleSelection: () => ({ count: 1, characters: 1, cost: 0 }) });
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
  expect(apply.disabled).toBe(true);
  await user.type(screen.getByLabelText('Add labels'), 'sport, , local ');
  await user.click(apply);
  expect(stage.sent('useBulkLabelMutation')).toEqual({
    input: { project: 'p7', articles: ['Second'], add: ['sport', 'local'], remove: [] },
  });
  await stage.refuse('useBulkLabelMutation', { add: 'Use up to 50 labels.' });
  expect(screen.getByRole('alert').textContent).toBe('Use up to 50 labels.');
});

it('shows how many were labeled, and can restore exactly their labels from the notice', async () => {
  const stage = await open({ articles: three, entitlements: ['LABELS'] }, undefined, [
    'First',
    'Second',
    'Third',
  ]);
  for (const name of ['First', 'Second', 'Third'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.click(
    within(screen.getByRole('region', { name: 'Selected articles' })).getByRole('button', { name: 'Label' }),
  );
  await stage.answer('BulkDialogQuery', { ArticleSelection: () => ({ count: 3, characters: 1, cost: 0 }) });
  await user.type(screen.getByLabelText('Add labels'), 'sport');
  await user.type(screen.getByLabelText('Remove labels'), 'sea');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  // One had the label already.
  const relabelled = [
    { articleId: 'First', added: ['sport'], removed: [] },
    { articleId: 'Third', added: ['sport'], removed: ['sea'] },
  ];
  const changed = (count: number, more: object[]) =>
    stage.succeed('useBulkLabelMutation', 'LabelArticlesSuccess', {
      count,
      after: null,
      failed: [],
      relabelled: more,
    });
  await changed(3, relabelled);
  expect(screen.getByText('3 articles were labeled')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(stage.sent('useBulkLabelMutation')).toEqual({
    input: { project: 'p7', articles: ['First'], add: [], remove: ['sport'] },
  });
  await changed(1, []);
  expect(stage.sent('useBulkLabelMutation')).toEqual({
    input: { project: 'p7', articles: ['Third'], add: ['sea'], remove: ['sport'] },
  });
  await changed(1, []);
  expect(await screen.findByText('Labels of 2 articles were restored')).toBeTruthy();
});

it('shows when a scheduled article goes public', async () => {
  await open({ articles: three }, '1_none_none_none', ['First'], '', {
    status: 'READY',
    publishAt: '2030-01-02T12:00:00.000Z',
  });
  const rows = screen.getAllByTestId('article');
  expect(screen.getAllByText(/^Scheduled for .*2030/)).toHaveLength(rows.length);
});

it('moves through rows by keyboard, and acts on one', async () => {
  const stage = await open(
    { articles: three, entitlements: ['LABELS'] },
    '1_none_none_none',
    ['First', 'Second', 'Third'],
    '',
    {
      status: 'READY',
      audio: { url: '/download/a.mp3', durationMs: 26_740 },
      labels: ['sea', 'sport', 'local', 'long read'],
    },
  );
  addEventListener('keydown', runByKeys);
  onTestFinished(() => removeEventListener('keydown', runByKeys));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const row = () => document.activeElement?.closest('tr');
  await user.keyboard('k');
  expect(row()?.textContent).toContain('First');
  await user.keyboard('jjj');
  expect(row()?.textContent).toContain('Third');
  await user.keyboard('kx');
  expect(row()?.textContent).toContain('Second');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Second' }).checked).toBe(true);
  await user.keyboard('x');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Second' }).checked).toBe(false);
  // A whole second is shown once it has played, as in the players.
  expect(within(row()!).getByText('0:26')).toBeTruthy();
  const [narrow, wide] = within(row()!).getAllByText('+2');
  for (const more of [narrow, wide]) expect(more?.parentElement?.title).toBe('local, long read');
  await user.keyboard(' ');
  expect(within(row()!).getByRole('button', { name: 'Pause Second' })).toBeTruthy();
  await user.keyboard('e');
  expect(stage.address()).toMatch(/^\/projects\/7\/1_none_none_none\/article\/./);
});

it('restores articles that were deleted together from the notice', async () => {
  const stage = await open({ articles: three }, undefined, ['First', 'Second', 'Third']);
  for (const name of ['First', 'Third'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.click(
    within(screen.getByRole('region', { name: 'Selected articles' })).getByRole('button', { name: 'Delete' }),
  );
  await stage.answer('BulkDialogQuery', { ArticleSelection: () => ({ count: 2, characters: 1, cost: 0 }) });
  const dialog = within(screen.getByRole('dialog', { name: 'Delete 2 articles?' }));
  expect(dialog.getByText(/You can restore them for 7 days\.$/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await stage.succeed('useBulkDeleteMutation', 'DeleteArticlesSuccess', {
    count: 2,
    // As they were ticked: the oldest comes back first, which others may be duplicates of.
    deletedIds: [btoa('Article:9'), btoa('Article:10')],
    after: null,
    failed: [],
  });
  expect(screen.getByText('2 articles were deleted')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(stage.sent('restoreDeletedArticlesMutation')).toEqual({
      input: { project: 'p7', articles: [btoa('Article:9'), btoa('Article:10')] },
    }),
  );
  await stage.succeed('restoreDeletedArticlesMutation', 'RestoreArticlesSuccess', {
    count: 0,
    failed: [{ articleId: 'Third' }, { articleId: 'First' }],
  });
  expect(await screen.findByText('2 articles couldn’t be restored')).toBeTruthy();
  expect(screen.queryByText(/^\d+ articles? restored$/)).toBeNull();
});

it('offers viewers no selection', async () => {
  await open({ articles: three, canWrite: false }, undefined, ['First', 'Second', 'Third']);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

it('is translated to German', async () => {
  await open({ articles: three }, undefined, ['First', 'Second', 'Third']);
  await act(() => chooseLanguage('de'));
  expect(screen.getByRole('columnheader', { name: 'Hinzugefügt' })).toBeTruthy();
  expect(screen.getAllByText('Abgelehnt').length).toBeGreaterThan(0);
  await act(() => chooseLanguage('en'));
});
