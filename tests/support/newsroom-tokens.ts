import type { Newsroom } from './factories.ts';
import type { TestServer } from './server.ts';

const people = ['maintainer', 'editor', 'viewer', 'outsider', 'admin'] as const;

/** Bearer tokens of a newsroom's people. */
export type NewsroomTokens = Record<(typeof people)[number], string>;

/** Signs all of them in. */
export async function tokensOf(server: Pick<TestServer, 'signIn'>, room: Newsroom): Promise<NewsroomTokens> {
  const signedIn = people.map(async (person) => [person, await server.signIn(room[person])] as const);
  return Object.fromEntries(await Promise.all(signedIn)) as NewsroomTokens;
}
