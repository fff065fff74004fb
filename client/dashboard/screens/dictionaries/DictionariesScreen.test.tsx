import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import query, { type DictionariesScreenQuery } from '../../__generated__/DictionariesScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import DictionariesScreen from './DictionariesScreen.tsx';

const organization = {
  __typename: 'Organization',
  id: 'o1',
  databaseId: 1,
  slug: 'house',
  name: 'House',
  pseudo: null,
  timeZone: 'UTC',
};
const page = (numbers: number[], hasNextPage: boolean) => ({
  edges: numbers.map((number) => ({
    cursor: `c${number}`,
    node: {
      __typename: 'Project',
      id: `p${number}`,
      databaseId: number,
      name: `Project ${number}`,
      canConfigure: true,
      voice: { name: 'Ada', language: 'en-US' },
      sourceTypes: [],
      organization,
    },
  })),
  pageInfo: { endCursor: `c${numbers.at(-1)}`, hasNextPage },
});

async function open(search: string) {
  const stage = await renderScreen<DictionariesScreenQuery>(
    DictionariesScreen,
    query,
    {},
    { path: '/dictionaries/projects/:owner', at: `/dictionaries/projects/house${search}` },
  );
  await stage.answerWith('DictionariesScreenQuery', {
    data: {
      viewer: {
        __typename: 'Viewer',
        id: 'v1',
        user: { __typename: 'User', id: 'u1', role: 'ADMIN' },
        organizations: [],
        projects: page([1, 2], true),
      },
    },
  } as never);
  return stage;
}

const asked = (stage: Awaited<ReturnType<typeof open>>) =>
  stage.sent<{ variables: { project: string }; response: unknown }>('DictionaryListQuery').project;

it('finds the project in the URL beyond the first page, and shows no other in the meantime', async () => {
  const stage = await open('?project=7');
  expect(stage.isPending('DictionaryListQuery')).toBe(false);
  await waitFor(() => expect(stage.isPending('DictionariesScreenPageQuery')).toBe(true));
  await stage.answerWith('DictionariesScreenPageQuery', {
    data: { viewer: { __typename: 'Viewer', id: 'v1', projects: page([7], false) } },
  } as never);
  expect(asked(stage)).toBe('p7');
  expect(screen.getByRole('link', { name: 'Project 7' }).getAttribute('aria-current')).toBe('page');
});

it('shows the first project immediately if the URL names none', async () => {
  const stage = await open('');
  expect(asked(stage)).toBe('p1');
  expect(stage.isPending('DictionariesScreenPageQuery')).toBe(false);
});
