import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  const organization = await server.make.organization({ name: 'Ärztekammer' });
  const { id: ownerId } = await server.make.user({ fullname: 'Ärztin Öztürk' });
  await server.make.project({ name: 'Ärzteblatt', organizationId: organization.id, ownerId });
  // Sees all.
  token = await server.signIn(room.admin);
  const article = await server.make.article(room.project.id, {
    title: 'Ärzte fordern “Ruhe”',
    labels: ['Ärzte & Öffentlichkeit'],
    status: 'ready',
  });
  await server.make.audio(article.id);
});

const ask = async (document: string, variables: object): Promise<any> => {
  const { data, errors } = await server.graphql(document, { id: room.project.id, ...variables }, token);
  expect(errors).toBeUndefined();
  return data;
};

/** Every search for a title, a label or a name: what it finds. */
const searches: Record<string, (text: string) => Promise<string[]>> = {
  'the list of articles': async (query) =>
    (
      await ask(
        'query ($id: ID!, $query: String) { project(id: $id) { articles(search: $query) { edges { node { title } } } } }',
        { query },
      )
    ).project.articles.edges.map(({ node }: any) => node.title),
  'the search of everything': async (query) =>
    (
      await ask(
        'query ($query: String!, $id: ID) { search(query: $query, project: $id) { articles { title } } }',
        { query },
      )
    ).search.articles.map(({ title }: any) => title),
  'the search of everything, for projects': async (query) =>
    (
      await ask('query ($query: String!) { search(query: $query) { projects { name } } }', { query })
    ).search.projects.map(({ name }: any) => name),
  'the list of projects': async (search) =>
    (
      await ask(
        'query ($search: String) { viewer { projects(search: $search) { edges { node { name } } } } }',
        { search },
      )
    ).viewer.projects.edges.map(({ node }: any) => node.name),
  'the list of organizations': async (search) =>
    (
      await ask('query ($search: String) { organizations(search: $search) { edges { node { name } } } }', {
        search,
      })
    ).organizations.edges.map(({ node }: any) => node.name),
  'the list of users': async (search) =>
    (
      await ask('query ($search: String) { users(search: $search) { edges { node { name } } } }', { search })
    ).users.edges.map(({ node }: any) => node.name),
  'an automatic playlist': async (queryText) =>
    (
      await ask(
        'query ($id: ID!, $queryText: String) { project(id: $id) { automaticArticles(queryText: $queryText) { article { title } } } }',
        { queryText },
      )
    ).project.automaticArticles.map(({ article }: any) => article.title),
  'the labels that are suggested': async (search) =>
    (
      await ask('query ($id: ID!, $search: String) { project(id: $id) { labels(search: $search) } }', {
        search,
      })
    ).project.labels,
};

test.each(Object.keys(searches))('%s is found in any case and with or without accents', async (name) => {
  for (const text of ['Ärzt', 'ärzt', 'ARZT', 'arzt', 'a\u0308rzt'])
    expect(await searches[name]!(text), text).toEqual([expect.stringContaining('Ärzt')]);
  expect(await searches[name]!('%rzt')).toEqual([]);
});
