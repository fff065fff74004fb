import { articleEvent } from '../../server/areas/articles/articles/events.ts';
import { execute } from '../../server/lib/database/db.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseKind } from '../support/databases.ts';
import type { Newsroom } from '../support/factories.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';
import { graphql, useServer } from '../support/server.ts';
import { openSocket, type TestSocket } from '../support/test-socket.ts';

/**
 * Milliseconds within which a revoked right has ended in all processes, which are notified. (Rights that
 * expire are checked every four seconds in subscriptions.) The test prints the measured times, which are
 * longer on a busy machine.
 */
const bar = 1_000;
const barOfTime = 5_000;
const secret = 'x'.repeat(40);
const server = useServer({ env: { JWT_SECRET: secret } });
let room: Newsroom;
let other: ServerProcess | undefined;
const took: number[] = [];
const tookTime: number[] = [];
const lasted = (way: string, since: number): void =>
  void (way === 'expiry' ? tookTime : took).push(performance.now() - since);

beforeAll(async () => {
  if (databaseKind() !== 'postgres') return;
  const { databaseUrl, dataDir } = server.app.config;
  other = await startProcess('server/api.ts', {
    DATABASE_URL: databaseUrl!,
    DATA_DIR: dataDir,
    JWT_SECRET: secret,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    WORKERS: '1',
  });
});
beforeEach(async () => {
  room = await server.make.newsroom();
});
afterAll(async () => {
  await other?.stop();
  for (const [what, all, least] of [
    ['is taken away', took, bar],
    ['ends by time', tookTime, barOfTime],
  ] as const)
    console.log(
      `A right that ${what} has ended everywhere after at most ${(Math.max(...all) / 1000).toFixed(2)} s (bar ${least / 1000} s), ${all.length} times.`,
    );
});

interface Loss {
  /** Token of the affected caller. */
  token: string;
  /** Whether nothing is left of the credentials: the socket is closed. */
  credentialsEnd: boolean;
  /** Takes it away. @returns when it is gone, by `performance.now` */
  lose(): Promise<number>;
}

async function mutate(token: string, field: string, input: object): Promise<number> {
  const declared = `mutation ($input: ${field.charAt(0).toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { __typename } }`;
  const document = Object.keys(input).length > 0 ? declared : `mutation { ${field} { __typename } }`;
  const answer = await server.graphql(document, { input }, token);
  expect(answer).toMatchObject({ data: { [field]: { __typename: expect.stringMatching(/Success$/) } } });
  return performance.now();
}

const admin = () => server.signIn(room.admin);
const maintainer = () => server.signIn(room.maintainer);

const ways: Record<string, () => Promise<Loss>> = {
  async 'sign-out'() {
    const token = await server.signIn(room.viewer);
    return { token, credentialsEnd: true, lose: () => mutate(token, 'signOut', {}) };
  },
  async 'all sessions ended'() {
    const token = await server.signIn(room.viewer);
    const elsewhere = await server.signIn(room.viewer);
    return { token, credentialsEnd: true, lose: () => mutate(elsewhere, 'signOutEverywhere', {}) };
  },
  async expiry() {
    const ends = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2_000);
    const { id } = await server.app.db.prisma.session.create({
      data: { userId: room.viewer.id, expiresAt: ends },
    });
    const token = server.app.tokens.sign({ sid: id }, ends);
    return {
      token,
      credentialsEnd: true,
      async lose() {
        await new Promise((resolve) => setTimeout(resolve, ends.getTime() - Date.now()));
        return performance.now();
      },
    };
  },
  async 'key refreshed'() {
    const { apiKey, source } = await server.make.apiKey(room.project.id, 'api_readonly');
    const by = await maintainer();
    return {
      token: apiKey,
      credentialsEnd: true,
      lose: () => mutate(by, 'refreshApiKey', { source: String(source.id) }),
    };
  },
  async 'token revoked'() {
    const { token, row } = await server.make.partnerToken(room.organization.id, { readOnly: true });
    const by = await maintainer();
    return {
      token,
      credentialsEnd: true,
      lose: () => mutate(by, 'revokePartnerToken', { id: String(row.id) }),
    };
  },
  async 'role lost'() {
    const former = await server.make.admin();
    const token = await server.signIn(former);
    const by = await admin();
    return {
      token,
      credentialsEnd: false,
      lose: () => mutate(by, 'changeUserRole', { user: String(former.id), role: 'VIEWER' }),
    };
  },
  async 'account stopped'() {
    const token = await server.signIn(room.viewer);
    const by = await admin();
    return {
      token,
      credentialsEnd: true,
      lose: () => mutate(by, 'suspendAccount', { user: String(room.viewer.id), reason: 'Spam' }),
    };
  },
  async 'account deleted'() {
    const token = await server.signIn(room.viewer);
    const elsewhere = await server.signIn(room.viewer);
    return {
      token,
      credentialsEnd: true,
      lose: () => mutate(elsewhere, 'deleteOwnAccount', { password: '' }),
    };
  },
  async 'membership lost'() {
    const token = await server.signIn(room.viewer);
    const by = await maintainer();
    return {
      token,
      credentialsEnd: false,
      lose: () =>
        mutate(by, 'removeMember', {
          organization: String(room.organization.id),
          user: String(room.viewer.id),
        }),
    };
  },
  async 'project deleted'() {
    const token = await server.signIn(room.viewer);
    const by = await maintainer();
    return {
      token,
      credentialsEnd: false,
      lose: () => mutate(by, 'deleteProject', { id: String(room.project.id) }),
    };
  },
};

const watching =
  'subscription ($project: ID!) { projectArticles(project: $project) { kind article { title } } }';
const reading = 'query ($project: ID!) { project(id: $project) { articles { edges { node { title } } } } }';

/** What the credentials see over HTTP: the project, or nothing. */
const sees = async (url: string, token: string): Promise<boolean> =>
  Boolean((await graphql<any>(url, reading, { project: String(room.project.id) }, token)).data?.project);

async function watch(url: string, token: string): Promise<TestSocket> {
  const socket = await openSocket(url, { token });
  onTestFinished(() => socket.close());
  await expect.poll(() => socket.messages).toContainEqual({ type: 'connection_ack' });
  socket.send({
    id: 'watch',
    type: 'subscribe',
    payload: { query: watching, variables: { project: String(room.project.id) } },
  });
  await expect.poll(() => socket.messages.filter(({ type }) => type === 'next').length).toBe(1);
  return socket;
}

const changeTitle = (title: string) =>
  server.app.db.transaction(async (sql) => {
    await execute(sql, 'UPDATE "Article" SET title = $2 WHERE id = $1', [room.article.id, title]);
    await server.app.pubsub.publish(sql, articleEvent, {
      kind: 'changed',
      articleId: room.article.id,
      projectId: room.project.id,
    });
  });

const places = databaseKind() === 'postgres' ? ['the same process', 'another process'] : ['the same process'];
const urlOf = (place: string): string => (place === 'another process' ? other!.url : server.url);

describe.each(places)('in %s', (place) => {
  test.each(Object.keys(ways))('%s: HTTP', async (way) => {
    const { token, lose } = await ways[way]!();
    expect(await sees(urlOf(place), token)).toBe(true);
    const since = await lose();
    await expect.poll(() => sees(urlOf(place), token)).toBe(false);
    lasted(way, since);
  });

  test.each(Object.keys(ways))('%s: an open socket', async (way) => {
    const { token, credentialsEnd, lose } = await ways[way]!();
    const socket = await watch(urlOf(place), token);
    const since = await lose();
    // What happens from now on is not for these eyes, however soon it happens.
    await changeTitle('Secret');
    const ended = () =>
      credentialsEnd
        ? socket.closed !== null
        : socket.messages.some(({ type, id }) => (type === 'complete' || type === 'error') && id === 'watch');
    await expect.poll(ended, { interval: 20 }).toBe(true);
    lasted(way, since);
    if (credentialsEnd)
      return void expect([socket.closed!.code, JSON.stringify(socket.messages)]).toEqual([
        4403,
        expect.not.stringContaining('Secret'),
      ]);
    // Another operation on the same socket sees nothing either, and the socket stays for what is left.
    socket.send({
      id: 'read',
      type: 'subscribe',
      payload: { query: reading, variables: { project: String(room.project.id) } },
    });
    await expect
      .poll(() => socket.messages.find(({ type, id }) => type === 'next' && id === 'read'))
      .toMatchObject({ payload: { data: { project: null } } });
    expect(JSON.stringify(socket.messages)).not.toContain('Secret');
    expect(socket.closed).toBeNull();
  });
});

test('losing a role also changes what an open subscription shows of other objects', async () => {
  const former = await server.make.member(room.organization.id, 'viewer', {
    id: (await server.make.admin()).id,
  });
  await server.app.db.prisma.organization.update({
    where: { id: room.organization.id },
    data: { pseudo: 'inner name' },
  });
  const socket = await openSocket(server.url, { token: await server.signIn(former) });
  onTestFinished(() => socket.close());
  const query = `subscription ($project: ID!) { projectArticles(project: $project) { article { title project { organization { pseudo } } } } }`;
  await expect.poll(() => socket.messages).toContainEqual({ type: 'connection_ack' });
  socket.send({
    id: 'watch',
    type: 'subscribe',
    payload: { query, variables: { project: String(room.project.id) } },
  });
  const pseudos = () =>
    socket.messages
      .filter(({ type }) => type === 'next')
      .map(({ payload }) => payload.data.projectArticles.article.project.organization.pseudo);
  await expect.poll(pseudos).toEqual(['inner name']);
  await mutate(await admin(), 'changeUserRole', { user: String(former.id), role: 'VIEWER' });
  await changeTitle('Changed');
  await expect.poll(pseudos).toEqual(['inner name', null]);
});

test('a subscription alone does not keep a session alive: it ends after the idle time', async () => {
  const token = await server.signIn(room.viewer);
  const socket = await watch(server.url, token);
  await server.app.db.pool.query(`UPDATE "Session" SET "lastSeenAt" = now() - make_interval(hours => $1)`, [
    server.app.config.sessionIdleHours,
  ]);
  await expect.poll(() => socket.closed).toMatchObject({ code: 4403 });
  expect((await server.graphql('{ viewer { user { id } } }', {}, token)).status).toBe(401);
});

test('a session in use does not expire', async () => {
  const token = await server.signIn(room.viewer);
  const seen = async () =>
    (
      await server.app.db.prisma.session.findFirstOrThrow({ where: { userId: room.viewer.id } })
    ).lastSeenAt.getTime();
  await server.app.db.pool.query(
    `UPDATE "Session" SET "lastSeenAt" = now() - make_interval(hours => $1) + interval '1 minute'`,
    [server.app.config.sessionIdleHours],
  );
  expect((await server.graphql('{ viewer { user { id } } }', {}, token)).status).toBe(200);
  expect(await seen()).toBeGreaterThan(Date.now() - 60_000);
});

test('a role that is deleted directly in the database is lost, too', async () => {
  const former = await server.make.admin();
  const socket = await watch(server.url, await server.signIn(former));
  await server.app.db.pool.query(`UPDATE "User" SET "role" = 'viewer' WHERE "id" = $1`, [former.id]);
  await expect
    .poll(() => socket.messages.some(({ type }) => type === 'error' || type === 'complete'))
    .toBe(true);
});

test('subscriptions are available only over sockets', async () => {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${await server.signIn(room.viewer)}`,
    },
    body: JSON.stringify({ query: watching, variables: { project: String(room.project.id) } }),
  });
  const text = await answer.text();
  expect(text).toContain('WebSocket');
  expect(text).not.toContain(room.article.title);
});
