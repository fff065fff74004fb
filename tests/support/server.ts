import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type RunningApi } from '../../server/api.ts';
import type { App } from '../../server/kernel/app.ts';
import { forgetRefusals } from '../../server/kernel/rate-limit.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { audioFile } from '../../server/storage/files.ts';
import { checkConnectionsReturned, emptyTables, forwardTo, prepareConfig } from './databases.ts';
import { factories, type Factories } from './factories.ts';

export interface GraphQLAnswer<Data = Record<string, any>> {
  status: number;
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  /** As it was sent. */
  text: string;
  /** Parsed when it is JSON, else the text. */
  body: any;
}

/** A running server with everything a test wants of it. */
export interface TestServer {
  url: string;
  app: App;
  make: Factories;
  /** A bearer token of a new session. */
  signIn(user: { id: number }): Promise<string>;
  graphql<Data = Record<string, any>>(
    document: string,
    variables?: object,
    token?: string,
  ): Promise<GraphQLAnswer<Data>>;
  /**
   * Sends an operation with a file for its variable `file`, as the GraphQL multipart request specification
   * has it.
   */
  upload<Data = Record<string, any>>(
    document: string,
    variables: object,
    file: File,
    token?: string,
  ): Promise<GraphQLAnswer<Data>>;
  rest(
    method: string,
    path: string,
    options?: {
      token?: string | undefined;
      body?: unknown;
      form?: Record<string, string>;
      file?: File | undefined;
    },
  ): Promise<RestAnswer>;
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Whether articles are voiced; else they stay waiting. */
  worker?: boolean;
  env?: Record<string, string>;
}

/** Starts the real server on a free port, with a separate database. */
export async function startServer({ worker = false, env = {} }: ServerOptions = {}): Promise<TestServer> {
  const prepared = await prepareConfig(env);
  let api: RunningApi;
  try {
    api = await startApi(prepared.config, { worker, log: createLogger(prepared.config.logLevel) });
  } catch (error) {
    await prepared.remove();
    throw error;
  }
  return {
    url: api.url,
    app: api.app,
    make: factories(api.app.db),
    signIn: async (user) => (await openSession(api.app, user.id)).token,
    graphql: (document, variables, token) => graphql(api.url, document, variables, token),
    upload: (document, variables, file, token) => upload(api.url, document, variables, file, token),
    rest: (method, path, options) => rest(api.url, method, path, options),
    async close() {
      await api.close();
      await prepared.remove();
    },
  };
}

/**
 * Server shared by all files of a worker that need no specific environment, so that none of them waits for
 * its start. It ends with the worker; its files are deleted with the run.
 */
let shared: Promise<TestServer> | undefined;

/**
 * Provides a server for the tests of a file, whose tables are emptied before each.
 * @param options of a separate server: also `{}`, for tests of what a process stores in memory
 */
export function useServer(options?: ServerOptions): TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await (options ? startServer(options) : (shared ??= startServer()));
  });
  beforeEach(async () => {
    if (!options?.worker) await checkConnectionsReturned(server!.app.db);
    await deleteAudio(server!.app);
    await emptyTables(server!.app.db);
    forgetRefusals(server!.app);
  });
  if (options) afterAll(() => server?.close());
  return forwardTo(() => server, 'The server runs only while tests do.');
}

/** Rows that are put there again (kept-rows.ts) have the same files, which a test before may have made. */
async function deleteAudio({ db, storage }: App): Promise<void> {
  const audios = await db.prisma.audio.findMany({ select: { version: true } });
  await Promise.all(audios.map(({ version }) => storage.delete(audioFile(version))));
}

export async function graphql<Data>(
  url: string,
  query: string,
  variables: object = {},
  token?: string,
): Promise<GraphQLAnswer<Data>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

export async function upload<Data>(
  url: string,
  query: string,
  variables: object,
  file: File,
  token?: string,
): Promise<GraphQLAnswer<Data>> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', file);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'x-parlance-upload': '1',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: form,
  });
  return { status: response.status, ...((await response.json()) as object) };
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

export async function rest(
  url: string,
  method: string,
  path: string,
  {
    token,
    body,
    form,
    file,
  }: {
    token?: string | undefined;
    body?: unknown;
    form?: Record<string, string>;
    file?: File | undefined;
  } = {},
): Promise<RestAnswer> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form) }),
    ...(file && { body: formOf(file) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : text,
  };
}
