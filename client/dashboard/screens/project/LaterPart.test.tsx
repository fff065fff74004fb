import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import query, { type LaterPartQuery } from '../../__generated__/LaterPartQuery.graphql.ts';
import type { ProjectPage_project$data } from '../../__generated__/ProjectPage_project.graphql.ts';
import type { projectPart_gate$data } from '../../__generated__/projectPart_gate.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import LaterPart from './LaterPart.tsx';

interface Types {
  Project: Fields<ProjectPage_project$data> &
    Fields<projectPart_gate$data> & { id: string; databaseId: number; name: string };
}

async function open(path: string, at: string) {
  const stage = await renderScreen<LaterPartQuery>(
    LaterPart,
    query,
    { id: '7' },
    { path: `/projects/:id/${path}`, at: `/projects/7/${at}` },
  );
  await stage.answer<Types>('LaterPartQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canWrite: true,
      canConfigure: true,
      entitlements: ['QA'],
      roles: ['MAINTAINER'],
    }),
  });
  return stage;
}

it.each([
  [0, 'No articles', null],
  [3, '3 articles to review', '/projects/7/1_none_none_ready?qastatus=new'],
])('says how many articles wait for a review, and leads to them: %i', async (needReview, title, address) => {
  const stage = await open('qa', 'qa');
  await stage.answer<{ Project: { id: string }; ReviewCounters: { needReview: number } }>(
    'LaterPartReviewQuery',
    { Project: () => ({ id: 'p7' }), ReviewCounters: () => ({ needReview }) },
  );
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Show the articles' })?.getAttribute('href') ?? null).toBe(
    address,
  );
});

it('says of one article that it is one, and leads to it', async () => {
  await open('qa/:articleId/edit', 'qa/4/edit');
  expect(screen.queryByRole('heading', { name: 'No articles' })).toBeNull();
  expect(screen.getByRole('link', { name: 'To the article' }).getAttribute('href')).toBe(
    '/projects/7/articles/4',
  );
});
