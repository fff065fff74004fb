import { onTestFinished } from 'vitest';
import { startProcess, type ServerProcess } from '../support/process.ts';

/** Full service is back within 30 s of the end of an outage; a busy machine has ten times as long. */
const recovery = 300_000;

/** The first administrator, whom the server makes. */
export const administrator = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'correct horse' };

interface Told {
  status: number;
  /** All that the answer says. */
  text: string;
  data?: any;
}

/** Waits for a condition. @throws Error that says what was waited for, and what was last seen instead */
export async function until(
  what: string,
  condition: () => Promise<unknown>,
  patience = recovery,
): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    const seen = await condition().catch((error: unknown) => String(error));
    if (seen === true) return;
    if (performance.now() > deadline)
      throw new Error(`Waited in vain for ${what}; last: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Adds articles like an editor, remembers which were acknowledged, and records the errors of the others. */
export class Newsdesk {
  readonly acknowledged = new Set<string>();
  readonly refusals: string[] = [];
  #url: string;
  #token = '';
  #project = '';
  #count = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Switches to the server at another URL after a restart. */
  moveTo(url: string): void {
    this.#url = url;
  }

  async open(): Promise<void> {
    const signedIn = await this.post('/auth/sign-in', {
      email: administrator.ADMIN_EMAIL,
      password: administrator.ADMIN_PASSWORD,
    });
    this.#token = JSON.parse(signedIn.text).token;
    const { data } = await this.ask(
      'mutation { createProject(input: { name: "Desk", sources: [{ type: MANUAL }] }) { ... on CreateProjectSuccess { project { id } } } }',
    );
    this.#project = data.createProject.project.id;
  }

  async post(path: string, body: object): Promise<Told> {
    const response = await fetch(this.#url + path, {
      method: 'POST',
      signal: AbortSignal.timeout(60_000),
      headers: {
        'content-type': 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  async ask(query: string, variables: object = {}): Promise<Told> {
    const told = await this.post('/graphql', { query, variables });
    return { ...told, data: told.text.startsWith('{') ? JSON.parse(told.text).data : undefined };
  }

  /** Whether the article was acknowledged. */
  async add(text = 'One sentence.'): Promise<boolean> {
    const title = `Article ${++this.#count}`;
    const input = { project: this.#project, title, text: `${text} This is article ${this.#count}.` };
    const told = await this.ask(
      'mutation($input: CreateArticleInput!) { createArticle(input: $input) { __typename ... on Error { message } } }',
      { input },
    ).catch((error: unknown) => ({ status: 0, text: String(error), data: undefined }));
    if (told.data?.createArticle?.__typename !== 'CreateArticleSuccess') {
      this.refusals.push(`${told.status} ${told.text}`);
      return false;
    }
    this.acknowledged.add(title);
    return true;
  }

  /** Titles of the acknowledged articles that are not there. */
  async lost(): Promise<string[]> {
    const there = new Set((await this.#articles()).map(({ title }) => title));
    return [...this.acknowledged].filter((title) => !there.has(title));
  }

  /** Returns whether every acknowledged article is playable; else the states of those that are not. */
  async allReady(): Promise<unknown> {
    const waiting = (await this.#articles()).filter(({ status }) => status !== 'READY');
    return waiting.length === 0 || waiting.slice(0, 5);
  }

  async #articles(): Promise<{ title: string; status: string; error: string | null }[]> {
    const { data, text } = await this.ask(
      'query($id: ID!) { project(id: $id) { articles(first: 100) { edges { node { title status error } } } } }',
      { id: this.#project },
    );
    if (!data?.project) throw new Error(text);
    return data.project.articles.edges.map(({ node }: any) => node);
  }

  /** What articles that wait say of why. */
  async reasons(): Promise<string[]> {
    return (await this.#articles()).map(({ error }) => error ?? '').filter(Boolean);
  }

  async readiness(): Promise<string> {
    const response = await fetch(`${this.#url}/readyz`);
    return `${response.status} ${await response.text()}`;
  }

  /**
   * Waits until the server is ready, every acknowledged article exists and is playable, and so is a new one.
   * @returns milliseconds since then
   */
  async fullService(from: number): Promise<number> {
    await until(
      'the server to be ready',
      async () => (await this.readiness()).startsWith('200') || this.readiness(),
    );
    await until('a new article to be taken', async () => (await this.add()) || this.refusals.at(-1));
    await until('all articles to be heard', () => this.allReady());
    return performance.now() - from;
  }
}

/**
 * The real server, with a worker; it is killed when the test ends.
 * @param atEnd of the test; one that runs beside others has its own
 */
export async function startServer(
  env: Record<string, string>,
  wrapper: string[] = [],
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<ServerProcess> {
  const server = await startProcess(
    'server/api.ts',
    { ...administrator, ...env, LOG_LEVEL: 'warn' },
    undefined,
    ['--worker'],
    [],
    wrapper,
  );
  atEnd(() => void server.child.kill('SIGKILL'));
  return server;
}
