import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ArticleAudio_article$data } from '../../__generated__/ArticleAudio_article.graphql.ts';
import type { ArticleLogs_article$data } from '../../__generated__/ArticleLogs_article.graphql.ts';
import type { EditArticleForm_article$data } from '../../__generated__/EditArticleForm_article.graphql.ts';
import type { EditArticleFormMutation } from '../../__generated__/EditArticleFormMutation.graphql.ts';
import query, { type EditArticleScreenQuery, type EditArticleScreenQuery$data } from '../../__generated__/EditArticleScreenQuery.graphql.ts';
import { ServerError } from '../../relay/failures.ts';
import { renderScreen, type Fields, type Values } from '../../../testing/screen.tsx';
import EditArticleScreen from './EditArticleScreen.tsx';

interface Types {
  Article: Omit<Fields<NonNullable<EditArticleScreenQuery$data['article']>>, 'project'> & Omit<Fields<EditArticleForm_article$data>, 'project'> & Fields<ArticleAudio_article$data> & Fields<ArticleLogs_article$data>;
  Project: { databaseId: number; name: string; sources: { type: string }[] };
}

const user = userEvent.setup();
let stage: Awaited<ReturnType<typeof renderScreen>>;
const values = (article: object = {}): Values<Types> => ({
  Article: () => ({
    id: 'a1', title: 'The lamp', url: null, text: 'It burns.', labels: ['sea'], rssAutoUpdate: false, status: 'ready', error: null, heldBy: null, canEdit: true,
    canReadLogs: true, audio: null, chunkSummary: { totalChunks: 3, totalCharactersVoiced: 1_500 }, ...article,
  }),
  Project: () => ({ databaseId: 7, name: 'Gazette', sources: [{ type: 'rss' }] }),
});
beforeEach(async () => {
  stage = await renderScreen<EditArticleScreenQuery>(EditArticleScreen, query, { id: '4' }, { path: '/projects/:id/:page/article/:articleId', at: '/projects/7/2_none_none_none/article/4' });
});
const save = () => user.click(screen.getByRole('button', { name: 'Save Article' }));
const title = () => screen.getByRole('textbox', { name: 'Title' });

it('does not save without a title: a dialog says so, then the field', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await user.clear(title());
  await save();
  expect(screen.getByRole('dialog', { name: 'Title needs to be filled' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ok' }));
  expect(document.activeElement).toBe(title());
  expect(stage.isPending('EditArticleFormMutation')).toBe(false);
});

it('sends what changed, and says that it is saved', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  expect((screen.getByRole('button', { name: 'Save Article' }) as HTMLButtonElement).disabled).toBe(true);
  await user.type(title(), ' on the pier');
  await user.click(screen.getByRole('checkbox', { name: 'rss auto update' }));
  await save();
  expect(stage.sent<EditArticleFormMutation>('EditArticleFormMutation').input).toEqual({ id: 'a1', title: 'The lamp on the pier', rssAutoUpdate: true });
  expect(screen.getByRole('button', { name: 'Saving Article...' })).toBeTruthy();
});

it('offers nothing that writes to who only reads, and no log to who may not see it', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values({ canEdit: false, canReadLogs: false }));
  for (const name of ['Save Article', 'Force Recrawl article', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect((title() as HTMLInputElement).disabled).toBe(true);
  expect(screen.queryByText('Voiced chunks')).toBeNull();
});

it('is not found below the address of another project', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', { ...values(), Project: () => ({ databaseId: 8, name: 'Other', sources: [] }) });
  expect(screen.getByRole('heading', { name: 'Not found' })).toBeTruthy();
});

it('keeps the form where the log cannot be read, which can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await stage.answer<Types>('EditArticleScreenQuery', values());
  expect(screen.getByText('3 chunks, 1,500 characters voiced')).toBeTruthy();
  await user.type(title(), '!');
  await user.click(screen.getByRole('heading', { name: 'Article log' }));
  await stage.fail('ArticleLogsQuery', new ServerError('Internal server error', 'INTERNAL_SERVER_ERROR', '7d1f'));
  expect(screen.getByText('Could not show the article log.')).toBeTruthy();
  expect((title() as HTMLInputElement).value).toBe('The lamp!');
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
  expect(stage.isPending('ArticleLogsQuery')).toBe(true);
});

it('shows what changed word by word, and where that cannot be read only this is missing', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await user.click(screen.getByRole('heading', { name: 'Article log' }));
  const changes = [[{ kind: 'kept', text: 'The ' }, { kind: 'removed', text: 'old' }, { kind: 'added', text: 'new' }, { kind: 'kept', text: ' lamp' }], [{ kind: 'kept', text: 'The lamp' }], []];
  const entries = ['title changed', 'text changed', 'labels changed'].map((action, index) => ({ id: action, action, date: '2026-01-02T03:04:05.000Z', text: null, rule: null, user: null, changes: changes[index] }));
  const article = { __typename: 'Article', id: 'a1', audio: null, log: entries, recrawlLog: [], chunks: [] };
  await stage.answerWith('ArticleLogsQuery', { data: { article: { ...article, log: entries.map((entry, index) => (index === 2 ? { ...entry, changes: null } : entry)) } }, errors: [{ message: 'Internal server error', path: ['article', 'log', 2, 'changes'] }] } as never);
  const shown = screen.getByRole('group', { name: 'Changes' });
  expect(shown.innerHTML).toBe('<span>The </span><del>old</del><ins>new</ins><span> lamp</span>');
  expect(screen.getByText('No changes detected')).toBeTruthy();
  expect(screen.getByText('Error parsing log data')).toBeTruthy();
  expect(screen.getByText('labels changed')).toBeTruthy();
});
