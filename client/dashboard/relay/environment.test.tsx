import { fetchQuery } from 'react-relay';
import { expect, it, onTestFinished, vi } from 'vitest';
import query from '../__generated__/ArticleChunksQuery.graphql.ts';
import { createEnvironment } from './environment.ts';

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
])('%j leads where the specification says', async (given, outcome) => {
  expect(await refused([given])).toEqual(outcome);
});
