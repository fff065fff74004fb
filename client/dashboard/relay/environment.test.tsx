import { fetchQuery } from 'react-relay';
import { commitMutation, type GraphQLTaggedNode } from 'relay-runtime';
import { expect, it, onTestFinished, vi } from 'vitest';
import query from '../__generated__/ArticleChunksQuery.graphql.ts';
import hear from '../__generated__/useVoiceSamplePreviewMutation.graphql.ts';
import move from '../__generated__/RuleListMoveMutation.graphql.ts';
import rename from '../__generated__/OrganizationNameMutation.graphql.ts';
import { createEnvironment } from './environment.ts';
import { keepMutationOrder } from './mutation-order.ts';

/**
 * Asks the server, which answers with these errors. @returns whether one was sent away, to sign in or for
 * want of voices
 */
async function refused(errors: object[]): Promise<{ signedOut: boolean; noVoices: boolean }> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: null, errors })));
  onTestFinished(() => void vi.unstubAllGlobals());
  const [signedOut, noVoices] = [vi.fn(), vi.fn()];
  await fetchQuery(createEnvironment(signedOut, noVoices), query, { id: '1' })
    .toPromise()
    .catch(() => {});
  return { signedOut: signedOut.mock.calls.length > 0, noVoices: noVoices.mock.calls.length > 0 };
}
const error = (code: string, ...path: string[]) => ({ message: 'No.', path, extensions: { code } });

it.each([
  [error('FORBIDDEN', 'voices'), { signedOut: false, noVoices: true }],
  [error('FORBIDDEN', 'project', 'statisticsReports'), { signedOut: false, noVoices: true }],
  [error('FORBIDDEN', 'project', 'log'), { signedOut: false, noVoices: false }],
  [error('UNAUTHENTICATED', 'voices'), { signedOut: true, noVoices: false }],
])('%j navigates as specified', async (given, outcome) => {
  expect(await refused([given])).toEqual(outcome);
});

/** Returns a server that responds on command. */
function heldServer() {
  const sent: { words: string; keepalive: boolean; answer: () => void; fail: () => void }[] = [];
  vi.stubGlobal('fetch', (_url: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { operationName, variables } = JSON.parse(body);
    sent.push({
      words: `${operationName} ${variables.input?.name ?? variables.id}`,
      keepalive,
      answer: () => resolve(Response.json({ data: { article: null, result: { __typename: 'No' } } })),
      fail: () => reject(new TypeError('Failed to fetch')),
    });
    return promise;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  keepMutationOrder();
  const environment = createEnvironment(vi.fn(), vi.fn());
  return {
    sent,
    words: () => sent.map(({ words }) => words),
    change: (mutation: GraphQLTaggedNode, name: string) =>
      void commitMutation(environment, { mutation, variables: { input: { name } }, onError: () => {} }),
    ask: (id: string) => void fetchQuery(environment, query, { id }).subscribe({}),
    settle: () => Promise.allSettled(sent.map(async (request) => request.answer())),
  };
}

it('sends mutations of one kind in sequence, even after a failure, and others in parallel', async () => {
  const server = heldServer();
  for (const name of ['first', 'second', 'third']) server.change(move, name);
  server.change(rename, 'other');
  server.change(hear, 'Ada');
  server.change(hear, 'Grace');
  server.ask('7');
  const atOnce = [
    'RuleListMoveMutation first',
    'OrganizationNameMutation other',
    'useVoiceSamplePreviewMutation Ada',
    'useVoiceSamplePreviewMutation Grace',
    'ArticleChunksQuery 7',
  ];
  expect(server.words()).toEqual(atOnce);
  server.sent[0]!.fail();
  await vi.waitFor(() => expect(server.words()).toEqual([...atOnce, 'RuleListMoveMutation second']));
  server.sent.at(-1)!.answer();
  await vi.waitFor(() => expect(server.words().at(-1)).toBe('RuleListMoveMutation third'));
  await server.settle();
});

it('sends mutations even if the page is left, queued ones too', async () => {
  const server = heldServer();
  server.change(move, 'first');
  server.change(move, 'second');
  server.ask('7');
  expect(server.sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(server.words().at(-1)).toBe('RuleListMoveMutation second'));
  expect(server.sent.at(-1)!.keepalive).toBe(true);
  // More than a browser keeps goes as any other request.
  server.change(rename, 'long'.repeat(8 * 1024));
  expect(server.sent.at(-1)!.keepalive).toBe(false);
  await server.settle();
});
