/** The clock of the server jumps an hour, forward and back. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../support/server.ts';
import { until } from './newsdesk.ts';

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a clock that jumps an hour %s does not stop any process', async (_, jump) => {
  const server = await startServer({ worker: true });
  onTestFinished(() => server.close());
  onTestFinished(() => void vi.useRealTimers());
  const room = await server.make.newsroom();
  const token = await server.signIn(room.editor);
  const create =
    'mutation($input: CreateArticleInput!) { createArticle(input: $input) { __typename ... on CreateArticleSuccess { article { id } } } }';
  const add = async (title: string): Promise<string> => {
    const { data } = await server.graphql(
      create,
      { input: { project: String(room.project.id), title, text: `The article ${title}.` } },
      token,
    );
    return data!['createArticle'].article.id;
  };
  const ready = async (id: string) =>
    (await server.graphql('query($id: ID!) { article(id: $id) { status } }', { id }, token)).data!['article']
      .status === 'READY';
  const before = await add('before the jump');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
  // The clock advances from there.
  const ticking = setInterval(() => vi.setSystemTime(Date.now() + 100), 100);
  onTestFinished(() => clearInterval(ticking));
  const after = await add('after the jump');
  for (const id of [before, after]) await until('the article to be heard', () => ready(id));
  const signedIn = await server.graphql(
    '{ viewer { user { email } } }',
    {},
    await server.signIn(room.viewer),
  );
  expect(signedIn.data!['viewer'].user.email).toBe(room.viewer.email);
});
