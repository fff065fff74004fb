import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { isFull } from '../support/full.ts';
import type { ReportedProject } from '../support/reported-project.ts';

/** Shared by all tests: the server and constant data. */
export interface Grounds {
  url: string;
  /** Where tests have made what they need. */
  door: string;
  /** The publisher's site. */
  site: string;
  /** Email of the maintainer of the demo, which tests read and leave unchanged. */
  demo: string;
}

/** What one test finds on the server; no other test knows of it. */
export interface Stage {
  /** Of all users. */
  password: string;
  /**
   * All but `admin`, `penniless` and `newcomer` belong to the organization. The newcomer has a balance, and
   * no project.
   */
  users: Record<'maintainer' | 'editor' | 'reader' | 'admin' | 'penniless' | 'newcomer', string>;
  /** Everything is booked, and its time zone is Berlin's. */
  organization: { slug: string; name: string };
  /** A project with 45 articles in three pages. */
  archive: number;
  /** A project with six articles. */
  attic: number;
  /** A project with two rules, `No live blogs` and `Louder obituaries`. */
  newsroom: number;
  /** Slug of an audio in the maintainer's studio. */
  audio: string;
  /** Of an organization without features; of the users only the maintainer and administrators may see it. */
  foreign: { organization: { slug: string; name: string }; project: number; article: number };
}

/** What only the pictures need beside a stage: nothing at all, and ten thousand of everything. */
export interface Gallery {
  /** Who has no project and is in no organization. */
  newcomer: string;
  /** Who has the empty project. */
  beginner: string;
  /** Who has the full one, and many others. */
  chief: string;
  empty: { organization: string; project: number };
  /** A project with 10,000 articles and dictionary entries; an article and a long playlist of it. */
  full: { organization: string; project: number; article: number; playlist: number };
}

/** Of the test that runs: a worker runs one at a time. */
let present: Stage | undefined;

export const grounds = (): Grounds => JSON.parse(process.env['E2E_GROUNDS'] ?? '{}') as Grounds;

/** What the test has to itself, and where the server and the publisher's site are. */
export function stage(): Stage & Grounds {
  if (!present) throw new Error('Only within a test there is a stage.');
  return { ...grounds(), ...present };
}

/** Has a new stage made, which is the present one from then on. */
export async function raiseStage(): Promise<void> {
  present = await knock<Stage>('/');
}

/** Has the gallery made; it takes some seconds. */
export const raiseGallery = () => knock<Gallery>('/?gallery=1');

/** Has the project of the reports made. */
export const raiseReports = () => knock<ReportedProject>('/?reports=1');

async function knock<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(grounds().door + path);
  if (!answer.ok) throw new Error(`The door for tests answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/**
 * Extends Playwright's test with a stage for each. A page is a new tab of a browser that has been here
 * before: it is signed out and stores nothing of earlier tests except the dashboard's files. Loading and
 * compiling those is most of a test's cost in a fresh browser.
 */
export const test = base.extend<{ ownStage: void }, { visited: BrowserContext }>({
  ownStage: [
    // Playwright reads from the braces what a fixture needs: nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await raiseStage();
      await use();
      present = undefined;
    },
    { auto: true },
  ],
  visited: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        reducedMotion: 'reduce',
      });
      // As long as a tab is open, its process is there for the next one.
      await (await context.newPage()).goto(`${grounds().url}/healthz`);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ visited }, use) => {
    const [first] = visited.pages();
    await use(visited);
    for (const page of visited.pages()) if (page !== first) await page.close();
    await visited.unrouteAll({ behavior: 'ignoreErrors' });
    await visited.setOffline(false);
    await visited.clearPermissions();
    await visited.clearCookies();
    await first!.evaluate(() => localStorage.clear());
  },
});

/** A test of what a cheaper one proves too: it runs before a release. */
export const testInFull = isFull ? test : test.skip;

/** Who signs in: a user of the stage, or the demo's maintainer. */
export type Who = keyof Stage['users'] | 'demo';

const addressOf = (who: Who) => (who === 'demo' ? grounds().demo : stage().users[who]);

const openSession = (email: string, minutesAgo = 0) =>
  knock<{ token: string }>(`/session?email=${encodeURIComponent(email)}&minutes=${minutesAgo}`);

/** Signs in without the screen; the cookie is the browser's from then on. */
export const signIn = (page: Page, who: Who = 'maintainer', minutesAgo = 0): Promise<void> =>
  signInAs(page, addressOf(who), minutesAgo);

/** Signs in the user with an address. */
export async function signInAs(page: Page, email: string, minutesAgo = 0): Promise<void> {
  const { token } = await openSession(email, minutesAgo);
  await page.context().addCookies([
    { name: 'jwt', value: token, url: grounds().url, httpOnly: true, sameSite: 'Lax' },
    // Words are followed when a test asks for it.
    { name: 't_hightlight', value: 'disable', url: grounds().url, sameSite: 'Lax' },
  ]);
}

/** The link in the only mail to an address that leads to a path here; waits until it was sent. */
export async function mailedLink(address: string, path: string): Promise<string> {
  const links = async () =>
    (await knock<string[]>(`/?mails=${encodeURIComponent(address)}`)).flatMap(
      (text) => new RegExp(`https?://\\S*(${path}[\\w#.%-]*)`).exec(text)?.[1] ?? [],
    );
  await expect.poll(links).toHaveLength(1);
  return (await links())[0]!;
}

/** Makes a browser arrive from an OpenID provider, with the address of an account. */
export async function arriveFromProvider(page: Page, address: string): Promise<void> {
  const given = await knock<{ linkSecret: string; kept: string }>(`/?arrives=${encodeURIComponent(address)}`);
  const cookie = { url: grounds().url, httpOnly: true, sameSite: 'Lax' } as const;
  await page.context().addCookies([{ name: 'linking', value: given.kept, ...cookie }]);
  await open(page, `/link-account#${given.linkSecret}`);
}

export const open = (page: Page, path: string) => page.goto(grounds().url + path);

/**
 * Sends a query as a user, outside the browser.
 * @returns the data
 * @throws Error with the response if it is not data
 */
export type Ask = (query: string, variables?: object) => Promise<any>;

export async function askAs(request: APIRequestContext, who: Who = 'maintainer'): Promise<Ask> {
  const { token } = await openSession(addressOf(who), 0);
  return async (query, variables = {}) => {
    const answer = await request.post(`${grounds().url}/graphql`, {
      headers: { authorization: `Bearer ${token}` },
      data: { query, variables },
    });
    const { data, errors } = (await answer.json()) as { data: any; errors?: { message: string }[] };
    if (errors) throw new Error(errors.map(({ message }) => message).join(' '));
    return data;
  };
}

/** Makes a project in the organization, by hand or from the address of a feed. @returns its database id */
export async function newProject(ask: Ask, name: string, feed?: string): Promise<number> {
  const { result } = await ask(
    `mutation ($input: CreateProjectInput!) {
      result: createProject(input: $input) { ... on CreateProjectSuccess { project { databaseId } } ... on Error { message } }
    }`,
    {
      input: {
        name,
        organization: stage().organization.slug,
        sources: [feed ? { type: 'RSS', url: feed } : { type: 'MANUAL' }],
      },
    },
  );
  return result.project.databaseId;
}
