import { parse, subscribe } from 'graphql';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { anonymous, type Actor } from '../../server/kernel/actor.ts';
import {
  createArticle,
  deleteArticle,
  updateArticle,
} from '../../server/areas/articles/articles/articles.ts';
import { watchArticle, watchProjectArticles } from '../../server/areas/articles/articles/watch.ts';
import { schema } from '../../server/schema.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const server = useServer();
let room: Newsroom;
let editor: Actor;
let viewer: Actor;
beforeEach(async () => {
  room = await server.make.newsroom();
  [editor, viewer] = [actorOf(room.editor), actorOf(room.viewer)];
});

/** The events of a watcher until one fits. */
async function until<T>(events: AsyncIterator<T>, fits: (event: T) => boolean): Promise<T[]> {
  const seen: T[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error(`It ended after ${JSON.stringify(seen)}.`);
    seen.push(value);
    if (fits(value)) return seen;
  }
}

describe('one article', () => {
  test('sends the current state first, then each change, and completes on deletion', async () => {
    const events = await watchArticle(server.app, async () => viewer, room.article.id);
    expect((await events.next()).value).toMatchObject({
      kind: 'changed',
      article: { title: room.article.title, status: 'ready' },
    });
    await updateArticle(server.app, editor, { id: room.article.id, title: 'Changed' });
    expect((await until(events, (event) => event.kind === 'changed'))[0]).toMatchObject({
      article: { title: 'Changed', status: 'waiting' },
    });
    await deleteArticle(server.app, editor, room.article.id);
    expect(await until(events, (event) => event.kind === 'deleted')).toContainEqual({
      kind: 'deleted',
      articleId: room.article.id,
      article: null,
    });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('misses no change between subscribing and the first response', async () => {
    const events = await watchArticle(server.app, async () => viewer, room.article.id);
    await updateArticle(server.app, editor, { id: room.article.id, title: 'In between' });
    expect((await events.next()).value).toMatchObject({ article: { title: 'In between' } });
    await events.return?.();
  });

  test('each state is sent once, for any number of changes that led to it', async () => {
    const events = await watchArticle(server.app, async () => viewer, room.article.id);
    // These events arrive before the current state is read, which includes all of them.
    for (const title of ['First', 'Second', 'Third'])
      await updateArticle(server.app, editor, { id: room.article.id, title });
    expect((await events.next()).value).toMatchObject({ article: { title: 'Third' } });
    await updateArticle(server.app, editor, { id: room.article.id, labels: ['told'] });
    expect((await events.next()).value).toMatchObject({ article: { labels: ['told'] } });
    await events.return?.();
  });

  test('a waiting subscription ends when the client leaves', async () => {
    const events = await watchArticle(server.app, async () => viewer, room.article.id);
    await events.next();
    const waiting = events.next();
    await events.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });
});

describe('a project', () => {
  test('sends the state of the newest articles, then additions, changes and deletions', async () => {
    const other = await server.make.article((await server.make.project()).id);
    const events = await watchProjectArticles(server.app, async () => viewer, room.project.id);
    expect((await events.next()).value).toMatchObject({ kind: 'changed', articleId: room.article.id });
    const made = await createArticle(server.app, editor, {
      projectId: room.project.id,
      title: 'New',
      text: 'A text.',
    });
    expect((await events.next()).value).toMatchObject({
      kind: 'added',
      articleId: made.id,
      article: { title: 'New', status: 'waiting' },
    });
    await updateArticle(server.app, editor, { id: made.id, title: 'Renamed' });
    // The `waiting` status was sent when the article was added.
    expect((await events.next()).value).toMatchObject({
      kind: 'changed',
      articleId: made.id,
      article: { title: 'Renamed' },
    });
    await updateArticle(server.app, { kind: 'system' }, { id: other.id, title: 'Elsewhere' });
    await deleteArticle(server.app, editor, made.id);
    expect(
      (await until(events, (event) => event.kind === 'deleted')).every(
        ({ articleId }) => articleId === made.id,
      ),
    ).toBe(true);
    await events.return?.();
  });

  test('articles in progress are sent first, even old ones', async () => {
    const old = await server.make.article(room.project.id, {
      status: 'processing',
      addedAt: new Date('2020-01-01'),
    });
    for (let count = 0; count < 21; count++) await server.make.article(room.project.id, { status: 'ready' });
    const events = await watchProjectArticles(server.app, async () => viewer, room.project.id);
    expect((await events.next()).value).toMatchObject({ articleId: old.id });
    await events.return?.();
  });

  test('ends the events when the permission is revoked', async () => {
    const events = await watchProjectArticles(server.app, async () => viewer, room.project.id);
    await events.next();
    await server.app.db.prisma.member.deleteMany({ where: { userId: room.viewer.id } });
    await updateArticle(server.app, editor, { id: room.article.id, title: 'Secret' });
    await expect(events.next()).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

const ofProject =
  'subscription ($project: ID!) { projectArticles(project: $project) { kind deletedId article { databaseId status title project { ' +
  'name } source { type } } } }';

describe('subscriptions over GraphQL', () => {
  const watch = (document: string, variables: object, actor: Actor) =>
    subscribe({
      schema,
      document: parse(document),
      variableValues: { ...variables },
      contextValue: { app: server.app, actor, actorNow: async () => actor, remoteAddress: '' },
    }) as Promise<any>;

  test('events contain the article, or the id of a deleted one', async () => {
    const events = await watch(ofProject, { project: room.project.id }, viewer);
    expect((await events.next()).value).toEqual({
      data: {
        projectArticles: {
          kind: 'CHANGED',
          deletedId: null,
          article: {
            databaseId: room.article.id,
            status: 'READY',
            title: room.article.title,
            project: { name: room.project.name },
            source: { type: 'MANUAL' },
          },
        },
      },
    });
    await deleteArticle(server.app, editor, room.article.id);
    expect((await events.next()).value).toEqual({
      data: {
        projectArticles: {
          kind: 'DELETED',
          deletedId: Buffer.from(`Article:${room.article.id}`).toString('base64'),
          article: null,
        },
      },
    });
    await events.return();
  });

  test.each([
    ['nobody', 'NotSignedInError'],
    ['a stranger', 'NotFoundError'],
  ])('%s receives no events', async (who, name) => {
    const actor = who === 'nobody' ? anonymous : actorOf(room.outsider);
    for (const [document, variables] of [
      [ofProject, { project: room.project.id }],
      ['subscription ($id: ID!) { article(id: $id) { kind } }', { id: room.article.id }],
    ] as const) {
      const { errors } = await watch(document, variables, actor);
      expect(errors[0].originalError.name).toBe(name);
    }
  });
});

describe('subscriptions over a socket', () => {
  test.each<[string, (token: string) => object]>([
    ['authorization', (token) => ({ authorization: `Bearer ${token}` })],
    ['Authorization', (token) => ({ Authorization: `bearer ${token}` })],
    ['token', (token) => ({ token })],
  ])('a client authenticates with %s when it connects', async (_, payload) => {
    const { apiKey } = await server.make.apiKey(room.project.id);
    const socket = await openSocket(server.url, { payload: payload(apiKey) });
    onTestFinished(() => socket.close());
    const arrived = (type: string) =>
      vi.waitFor(() => socket.messages.find((message) => message.type === type) ?? expect.fail(`no ${type}`));
    await arrived('connection_ack');
    socket.send({
      id: '1',
      type: 'subscribe',
      payload: { query: ofProject, variables: { project: room.project.id } },
    });
    expect((await arrived('next')).payload.data.projectArticles.article).toMatchObject({
      databaseId: room.article.id,
    });
  });

  test('a socket with an invalid token is refused', async () => {
    const socket = await openSocket(server.url, { payload: { authorization: 'Bearer pk_wrong' } });
    onTestFinished(() => socket.close());
    await vi.waitFor(() => expect(socket.closed?.code).toBe(4403));
  });
});
