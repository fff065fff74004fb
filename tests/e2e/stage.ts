import type { APIRequestContext, Page } from '@playwright/test';

/** What the tests find on the server. */
export interface Stage {
  url: string;
  /** Of everybody but the administrator. */
  password: string;
  adminPassword: string;
  /** `careful` changes the password, and signs out everywhere. */
  users: { admin: string; editor: string; reader: string; careful: string; penniless: string };
  /** A project with 45 articles that nothing is done to. */
  archive: number;
  /** A project with six articles that may be deleted. */
  attic: number;
  /** A project with two rules, `No live blogs` and `Louder obituaries`. */
  newsroom: number;
  /** Belongs to an organization without features that only its own members and administrators may see. */
  foreign: { project: number; article: number };
}

/** The stage, and the publisher's site beside it. */
export function stage(): Stage & { site: string } {
  return JSON.parse(process.env['E2E_STAGE'] ?? '') as Stage & { site: string };
}

/** Signs in without the screen; the cookie is the browser's from then on. */
export async function signIn(page: Page, who: keyof Stage['users'] = 'admin'): Promise<void> {
  const { url, users, password, adminPassword } = stage();
  const answer = await page.request.post(`${url}/auth/sign-in`, {
    data: { email: users[who], password: who === 'admin' ? adminPassword : password },
  });
  if (!answer.ok()) throw new Error(`Signing in as ${who} answered ${answer.status()}`);
}

export const open = (page: Page, path: string) => page.goto(stage().url + path);

/** Signs an administrator in. @returns what asks in his name, and answers the data */
export async function askAsAdministrator(
  request: APIRequestContext,
): Promise<(query: string, variables?: object) => Promise<any>> {
  const { url, users, adminPassword } = stage();
  const { token } = await (
    await request.post(`${url}/auth/sign-in`, { data: { email: users.admin, password: adminPassword } })
  ).json();
  return async (query, variables = {}) =>
    (
      await (
        await request.post(`${url}/graphql`, {
          headers: { authorization: `Bearer ${token}` },
          data: { query, variables },
        })
      ).json()
    ).data;
}
