import { beforeEach, expect, test } from 'vitest';
import { anonymous, type Actor } from '../../server/kernel/actor.ts';
import { NotSignedInError, ValidationError } from '../../server/kernel/errors.ts';
import { searchReadable } from '../../server/areas/articles/search/search-readable.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let harbour: { id: number };
beforeEach(async () => {
  room = await server.make.newsroom();
  harbour = await server.make.project({ organizationId: room.organization.id, name: 'Harbour news' });
  await server.make.article(harbour.id, { title: 'The harbour opens' });
  await server.make.article(room.project.id, { title: 'A storm in the harbour' });
});
const find = async (actor: Actor, text: string, over: { projectId?: number; first?: number } = {}) => {
  const { projects, articles } = await searchReadable(
    server.app,
    actor,
    { text, first: 8, ...over },
    { select: { title: true } },
  );
  return [projects.map(({ name }) => name), articles.map(({ title }) => title)];
};

test('search finds projects by name and articles by title, ignoring case, current project first', async () => {
  const editor = actorOf(room.editor);
  expect(await find(editor, ' HARBOUR ')).toEqual([
    ['Harbour news'],
    ['A storm in the harbour', 'The harbour opens'],
  ]);
  expect(await find(editor, 'harbour', { projectId: harbour.id })).toEqual([
    ['Harbour news'],
    ['The harbour opens', 'A storm in the harbour'],
  ]);
  expect(await find(editor, 'harbour', { first: 1 })).toEqual([['Harbour news'], ['A storm in the harbour']]);
});

test('search takes the input literally, and finds nothing for empty input', async () => {
  const editor = actorOf(room.editor);
  for (const text of ['', '  ', '\0', '%', '___', 'har%our', '\\'])
    expect(await find(editor, text), JSON.stringify(text)).toEqual([[], []]);
});

test('search shows only readable results', async () => {
  const stranger = actorOf(await server.make.user());
  expect(await find(stranger, 'harbour', { projectId: harbour.id })).toEqual([[], []]);
  await expect(find(anonymous, 'harbour')).rejects.toThrow(NotSignedInError);
  const key: Actor = { kind: 'key', projectId: room.project.id, readOnly: true, sourceId: room.source.id };
  expect(await find(key, 'harbour', { projectId: harbour.id })).toEqual([[], ['A storm in the harbour']]);
});

test('search refuses input that is too long', async () => {
  const editor = actorOf(room.editor);
  await expect(find(editor, 'x'.repeat(201))).rejects.toThrow(ValidationError);
  for (const first of [0, -1, 21])
    await expect(find(editor, 'x', { first })).rejects.toThrow(ValidationError);
});

test('search returns the fields requested over GraphQL', async () => {
  const answer = await server.graphql(
    'query ($query: String!, $project: ID) { search(query: $query, project: $project, first: 1) { projects { name } articles { title project { name } } } }',
    { query: 'harbour', project: String(harbour.id) },
    await server.signIn(room.editor),
  );
  expect(answer).toMatchObject({
    data: {
      search: {
        projects: [{ name: 'Harbour news' }],
        articles: [{ title: 'The harbour opens', project: { name: 'Harbour news' } }],
      },
    },
  });
});

test('search finds words in any order, and articles by any spelling of their URL', async () => {
  const editor = actorOf(room.editor);
  await server.make.article(harbour.id, {
    title: 'Night ferry',
    url: 'https://www.gazette.example/ferry?utm_source=feed',
  });
  expect(await find(editor, 'news harb')).toEqual([['Harbour news'], []]);
  expect(await find(editor, 'opens harbour')).toEqual([[], ['The harbour opens']]);
  expect(await find(editor, 'opens storm')).toEqual([[], []]);
  for (const address of ['https://gazette.example/ferry', 'http://www.gazette.example/ferry/#top'])
    expect(await find(editor, address), address).toEqual([[], ['Night ferry']]);
  expect(await find(editor, 'https://gazette.example/other')).toEqual([[], []]);
});

test('the list of a project finds and counts an article by its URL', async () => {
  await server.make.article(harbour.id, { title: 'Night ferry', url: 'https://gazette.example/ferry' });
  const answer = await server.graphql(
    'query ($id: ID!, $search: String) { project(id: $id) { articles(search: $search) { totalCount edges { node { title } } } } }',
    { id: String(harbour.id), search: ' https://www.gazette.example/ferry#top ' },
    await server.signIn(room.editor),
  );
  expect(answer).toMatchObject({
    data: { project: { articles: { totalCount: 1, edges: [{ node: { title: 'Night ferry' } }] } } },
  });
});
