import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ArticleMenu_article$data } from '../../__generated__/ArticleMenu_article.graphql.ts';
import type { ArticleRow_article$data } from '../../__generated__/ArticleRow_article.graphql.ts';
import query, { type ArticlesTableQuery, type ArticlesTableQuery$data } from '../../__generated__/ArticlesTableQuery.graphql.ts';
import type { DeleteArticleMutation } from '../../__generated__/DeleteArticleMutation.graphql.ts';
import type { NoArticles_project$data } from '../../__generated__/NoArticles_project.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import ArticlesTable from './ArticlesTable.tsx';
import { articleVariables } from './article-variables.ts';

type Project = Fields<NonNullable<ArticlesTableQuery$data['project']>> & Fields<NoArticles_project$data>;
interface Types {
  Project: Project;
  Article: Fields<ArticleRow_article$data> & Fields<ArticleMenu_article$data>;
}
type Source = NoArticles_project$data['sources'][number];

const user = userEvent.setup();
const none = { totalCount: 0, totalIsCapped: false, edges: [] };

async function open(project: Partial<Project>, segment = '1_none_none_none', titles: string[] = []) {
  const stage = await renderScreen<ArticlesTableQuery>(ArticlesTable, query, articleVariables('7', segment, null), {
    path: '/projects/:id/:tablePage',
    at: `/projects/7/${segment}`,
  });
  const left = [...titles];
  await stage.answer<Types>('ArticlesTableQuery', {
    Project: () => ({ id: 'p7', databaseId: 7, canWrite: true, canConfigure: true, entitlements: [], sources: [], ...project }),
    Article: () => {
      const title = left.shift()!;
      return {
        id: title,
        title,
        status: 'rejected',
        canEdit: true,
        error: null,
        heldBy: null,
        labels: [],
        audio: null,
        addedAt: '2026-01-02T03:04:05.000Z',
      };
    },
  });
  return stage;
}
const source = (given: Partial<Source>): Source => ({ id: 's1', type: 'rss', error: null, polledAt: null, ...given });

it.each<[string, Source, RegExp, string | null]>([
  [
    'a feed that cannot be read',
    source({ error: 'The address answered 404.' }),
    /The feed could not be read: The address answered 404\./,
    'alert',
  ],
  ['a website that cannot be read', source({ type: 'parser', error: 'No answer.' }), /The website could not be read: No answer\./, 'alert'],
  ['a feed that is being read', source({}), /being read for the first time/, 'status'],
  ['a feed that has nothing', source({ polledAt: '2026-01-01T00:00:00.000Z' }), /wait for the source/, null],
  ['a project that is written by hand', source({ type: 'manual' }), /^Add the first article\.$/, null],
])('says why there is nothing of %s', async (_, only, words, role) => {
  await open({ articles: none as never, sources: [only] });
  expect(screen.getByRole('heading', { name: 'No articles' })).toBeTruthy();
  const text = screen.getByText(words);
  expect(text.closest('[role]')?.getAttribute('role') ?? null).toBe(role);
  expect(screen.queryByText('Check the address') !== null).toBe(role === 'alert');
});

it('tells a filter that finds nothing from a project that has nothing', async () => {
  await open({ articles: none as never, sources: [source({ error: 'Gone.' })] }, '1_none_none_ready');
  expect(screen.getByText('Try another search, or clear the filters.')).toBeTruthy();
  expect(screen.queryByText(/Gone/)).toBeNull();
});

it('takes a deleted article out at once, and gives the focus to the next', async () => {
  const stage = await open({ articles: { totalCount: 3, totalIsCapped: false, edges: [{}, {}, {}] } as never }, '1_none_none_none', [
    'First',
    'Second',
    'Third',
  ]);
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
