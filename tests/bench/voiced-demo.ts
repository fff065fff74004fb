import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../support/process.ts';

/** Asks for the state of every article of the viewer. */
export const ofArticles =
  '{ viewer { projects(first: 10) { edges { node { articles(first: 100) { edges { node { status } } } } } } } }';

/** Status of an article whose audio is there. */
export const voiced = 'READY';

/**
 * Waits until the first articles of a new installation are voiced: that must not be measured.
 * @throws Error when it is still at work after ten minutes
 */
export async function untilVoiced(
  { url }: ServerProcess,
  administrator: { email: string; password: string },
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const post = async (path: string, body: object, more: object = {}): Promise<any> =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      })
    ).json();
  const { token } = await post('/auth/sign-in', administrator);
  for (let look = 0; look < 300; look++) {
    const { data } = await post('/graphql', { query: ofArticles }, { authorization: `Bearer ${token}` });
    const articles = data.viewer.projects.edges.flatMap(({ node }: any) => node.articles.edges);
    if (articles.length > 0 && articles.every(({ node }: any) => node.status === voiced)) return;
    await wait(2_000);
  }
  throw new Error('The first articles are not voiced.');
}
