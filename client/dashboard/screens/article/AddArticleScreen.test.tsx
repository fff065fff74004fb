import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import query, { type AddArticleScreenQuery } from '../../__generated__/AddArticleScreenQuery.graphql.ts';
import type { useReadPageQuery } from '../../__generated__/useReadPageQuery.graphql.ts';
import type { useNewArticleMutation } from '../../__generated__/useNewArticleMutation.graphql.ts';
import type { ProjectPage_project$data } from '../../__generated__/ProjectPage_project.graphql.ts';
import type { projectPart_gate$data } from '../../__generated__/projectPart_gate.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import AddArticleScreen from './AddArticleScreen.tsx';

type Types = { Project: Fields<ProjectPage_project$data> & Fields<projectPart_gate$data> };

const user = userEvent.setup();
let stage: Awaited<ReturnType<typeof renderScreen>>;
beforeEach(async () => {
  stage = await renderScreen<AddArticleScreenQuery>(
    AddArticleScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/add-article/', at: '/projects/7/add-article/' },
  );
  await stage.answer<Types>('AddArticleScreenQuery', {
    Project: () => ({ databaseId: 7, name: 'Gazette', canWrite: true }),
  });
});
const create = () => user.click(screen.getByRole('button', { name: 'Create new Article' }));
const title = () => screen.getByRole('textbox', { name: 'Title' });

it('asks for a title in a dialog first, then at the field, which gets the focus', async () => {
  await create();
  expect(screen.getByRole('dialog', { name: 'Error' }).textContent).toContain('Title needs to be filled');
  expect(title().getAttribute('aria-invalid')).not.toBe('true');
  await user.click(screen.getByRole('button', { name: 'Ok' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(title().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Title needs to be filled')).toBeTruthy();
  expect(document.activeElement).toBe(title());
  await user.type(title(), 'A');
  expect(screen.queryByText('Title needs to be filled')).toBeNull();
  expect(stage.isPending('useNewArticleMutation')).toBe(false);
});

it('shows refusals at the field, keeps the input, and opens the project after success', async () => {
  await user.type(title(), 'The lamp');
  await user.type(screen.getByRole('textbox', { name: 'URL' }), 'lamp');
  await create();
  expect(stage.sent<useNewArticleMutation>('useNewArticleMutation').input).toMatchObject({
    title: 'The lamp',
    url: 'lamp',
    labels: [],
  });
  await stage.refuse('useNewArticleMutation', { url: 'Must be a web address.' });
  expect(screen.getByText('Must be a web address.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'URL' }));
  expect((title() as HTMLInputElement).value).toBe('The lamp');
  await create();
  await stage.succeed('useNewArticleMutation', 'CreateArticleSuccess', { article: { id: 'a1' } });
  expect(stage.address()).toBe('/projects/7');
  expect(sessionStorage.length).toBe(0);
});

const page = { title: 'Read there', text: 'What the page says.', confidence: 0.9 };

it('reads a pasted URL and fills in the editable fields before anything is created', async () => {
  expect(document.activeElement).toBe(title());
  await user.paste('https://example.com/lamp');
  expect(stage.sent<useReadPageQuery>('useReadPageQuery').input).toEqual({
    project: expect.any(String),
    url: 'https://example.com/lamp',
  });
  await stage.succeed('useReadPageQuery', 'ReadPageSuccess', { page });
  expect((title() as HTMLInputElement).value).toBe('Read there');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'URL' }).value).toBe(
    'https://example.com/lamp',
  );
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe(
    'What the page says.',
  );
  expect(stage.isPending('useNewArticleMutation')).toBe(false);
});

it('shows at the URL why a page cannot be read, and confirms before replacing text', async () => {
  await user.type(title(), 'Mine');
  await user.type(screen.getByRole('textbox', { name: 'URL' }), 'https://example.com/gone');
  await user.click(screen.getByRole('button', { name: 'Read page' }));
  await stage.refuse('useReadPageQuery', { url: 'The page answered 410.' });
  expect(screen.getByText('The page answered 410.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read page' }));
  await stage.succeed('useReadPageQuery', 'ReadPageSuccess', { page });
  expect((title() as HTMLInputElement).value).toBe('Mine');
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  expect((title() as HTMLInputElement).value).toBe('Read there');
});

it('schedules a new article, and shows an invalid time', async () => {
  await user.type(title(), 'The treaty');
  const day = await waitFor(() => {
    const field = screen.getByLabelText<HTMLInputElement>('Publish at: date');
    expect(field.readOnly).toBe(false);
    return field;
  });
  await user.type(day, '2030-03-02{Enter}');
  await create();
  const { input } = stage.sent<useNewArticleMutation>('useNewArticleMutation');
  expect(new Date(input.publishAt!).getTime()).toBe(new Date(2030, 2, 2).getTime());
  await stage.refuse('useNewArticleMutation', { publishAt: 'Must be a moment to come.' });
  expect(screen.getByText('Must be a moment to come.')).toBeTruthy();
});
