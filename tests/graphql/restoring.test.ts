import { beforeEach, describe, expect, test } from 'vitest';
import { outOfCharacters } from '../../server/areas/access/accounts/ledger.ts';
import { deleteArticle } from '../../server/areas/articles/articles/articles.ts';
import { restoreArticle } from '../../server/areas/articles/articles/restore-article.ts';
import { deleteChannel } from '../../server/areas/channels/channels/channels.ts';
import { restoreChannel } from '../../server/areas/channels/channels/restore-channel.ts';
import { publicPlaylist } from '../../server/areas/channels/playlists/public-items.ts';
import { deletePlaylist } from '../../server/areas/channels/playlists/playlists.ts';
import { refreshDuePlaylists } from '../../server/areas/channels/playlists/refresh-playlist.ts';
import { restorePlaylist } from '../../server/areas/channels/playlists/restore-playlist.ts';
import { loadRules } from '../../server/areas/library/rules/load-rules.ts';
import { restoreRule } from '../../server/areas/library/rules/restore-rule.ts';
import { createRule, deleteRule, replaceRules } from '../../server/areas/library/rules/rules.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../server/kernel/errors.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const server = useServer();
let room: Newsroom;
let editor: Actor;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  editor = actorOf(room.editor);
  token = await server.signIn(room.editor);
});

const kinds = {
  article: {
    of: () => room.article.id,
    type: 'Article',
    table: 'Article',
    remove: (id: number) => deleteArticle(server.app, editor, id),
    restore: (actor: Actor, id: number) => restoreArticle(server.app, actor, id),
    mutation: 'restoreArticle',
    list: 'deletedArticles',
    logged: 'article restored',
  },
  playlist: {
    of: () => room.playlist.id,
    type: 'Playlist',
    table: 'Playlist',
    remove: (id: number) => deletePlaylist(server.app, editor, id),
    restore: (actor: Actor, id: number) => restorePlaylist(server.app, actor, id),
    mutation: 'restorePlaylist',
    list: 'deletedPlaylists',
    logged: 'playlist restored',
  },
  channel: {
    of: () => room.channel.id,
    type: 'Channel',
    table: 'Channel',
    remove: (id: number) => deleteChannel(server.app, editor, id),
    restore: (actor: Actor, id: number) => restoreChannel(server.app, actor, id),
    mutation: 'restoreChannel',
    list: 'deletedChannels',
    logged: 'channel restored',
  },
  rule: {
    of: () => room.rule.id,
    type: 'ProcessingRule',
    table: 'DeletedRule',
    remove: (id: number) => deleteRule(server.app, editor, id),
    restore: (actor: Actor, id: number) => restoreRule(server.app, actor, id),
    mutation: 'restoreProcessingRule',
    list: 'deletedProcessingRules',
    logged: 'rule restored',
  },
} as const;

/** Moves a deletion so many seconds into the past. */
const age = (table: string, id: number, seconds: number) =>
  server.app.db.pool.query(
    `UPDATE "${table}" SET "deletedAt" = now() - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );
const days = (count: number): number => count * 86_400;
const listed = async (list: string, args = 'first: 20', as = token): Promise<any> =>
  (
    (
      await server.graphql(
        `{ project(id: ${room.project.id}) { ${list}(${args}) { edges { cursor node { itemId name deletedAt deletedBy { name } } } pageInfo { hasNextPage endCursor } } } }`,
        {},
        as,
      )
    ).data as any
  ).project[list];

describe.each(Object.entries(kinds))('a deleted %s', (_, kind) => {
  const call = (id: number) =>
    server.graphql(
      `mutation { ${kind.mutation}(input: { id: "${globalId(kind.type, id)}" }) { __typename ... on Error { code } } }`,
      {},
      token,
    );

  test('is listed with time and user, can be restored, and the restoration is logged', async () => {
    const id = kind.of();
    expect((await listed(kind.list)).edges).toEqual([]);
    await kind.remove(id);
    expect((await listed(kind.list)).edges.map(({ node }: any) => node)).toEqual([
      {
        itemId: globalId(kind.type, id),
        name: expect.stringMatching(/./),
        deletedAt: expect.any(String),
        deletedBy: { name: room.editor.fullname },
      },
    ]);
    expect((await call(id)).data).toMatchObject({
      [kind.mutation]: { __typename: expect.stringMatching(/Success$/) },
    });
    expect((await listed(kind.list)).edges).toEqual([]);
    const [entry] = await server.app.db.prisma.projectLog.findMany({
      where: { projectId: room.project.id },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(entry).toMatchObject({ action: kind.logged, userId: room.editor.id });
    // Another caller with the same request gets a conflict.
    expect((await call(id)).data).toMatchObject({ [kind.mutation]: { __typename: 'ConflictError' } });
    // After another deletion it can be restored once more.
    await kind.remove(id);
    await kind.restore(editor, id);
  });

  test('is restored by one of two concurrent requests', async () => {
    const id = kind.of();
    await kind.remove(id);
    const outcomes = await Promise.allSettled([
      kind.restore(editor, id),
      kind.restore(actorOf(room.maintainer), id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')!;
    expect(failed.reason).toBeInstanceOf(ConflictError);
  });

  test('cannot be restored after seven days, or from another organization', async () => {
    const id = kind.of();
    await kind.remove(id);
    const stranger = actorOf(room.outsider);
    await expect(kind.restore(stranger, id)).rejects.toThrow(NotFoundError);
    await age(kind.table, id, days(7));
    await expect(kind.restore(editor, id)).rejects.toThrow(NotFoundError);
    expect((await listed(kind.list)).edges).toEqual([]);
    await age(kind.table, id, days(7) - 3_600);
    expect((await listed(kind.list)).edges).toHaveLength(1);
    await kind.restore(editor, id);
  });
});

test('an article is removed from feed, playlist and list, and served from the same file when restored', async () => {
  const { app } = server;
  const file = `audio/${room.audio.version}.mp3`;
  await app.storage.put(file, Buffer.from('the sound'));
  const download = async () => {
    const answer = await fetch(`${server.url}/download/${file}`);
    return answer.status === 200 ? answer.text() : answer.status;
  };
  const inFeed = async () =>
    (await (await fetch(`${server.url}/json/${room.channel.slug}`)).text()).includes(room.audio.version);
  const inList = async () =>
    (
      (await server.graphql(`{ project(id: ${room.project.id}) { articles { totalCount } } }`, {}, token))
        .data as any
    ).project.articles.totalCount;
  const seen = async () => [
    await download(),
    await inFeed(),
    await inList(),
    (await publicPlaylist(app, room.playlist.id))?.items.length ?? 0,
  ];
  const ledger = () => app.db.prisma.ledgerEntry.count();
  const [before, entries, row] = [await seen(), await ledger(), await articleRow()];
  expect(before).toEqual(['the sound', true, 1, 1]);
  await deleteArticle(app, editor, room.article.id);
  await expect.poll(seen).toEqual([404, false, 0, 0]);
  await restoreArticle(app, editor, room.article.id);
  await expect.poll(seen).toEqual(before);
  expect(await articleRow()).toEqual({ ...row, run: row.run + 1, updatedAt: expect.any(Date) });
  expect(await ledger()).toBe(entries);
  expect(await jobs('article')).toEqual([]);
});

const articleRow = () => server.app.db.prisma.article.findUniqueOrThrow({ where: { id: room.article.id } });
const jobs = async (name: string): Promise<object[]> =>
  (await server.app.db.pool.query('SELECT data, start_after FROM pgboss.job WHERE name = $1', [name])).rows;

test.each([
  ['waiting', {}, true],
  ['waiting', { heldBy: 'A rule' }, false],
  ['processing', { step: 'chunked' }, true],
  ['retry', { retryAt: new Date(Date.now() + 600_000) }, true],
  ['limit_reached', {}, true],
  ['errored', { error: 'Why' }, false],
  ['errored', { error: outOfCharacters }, true],
  ['rejected', {}, false],
] as const)('an article that was %s with %o resumes or keeps its state', async (status, given, goesOn) => {
  const { app } = server;
  const { id } = await server.make.article(room.project.id, { status, ...given });
  await deleteArticle(app, editor, id);
  await app.db.pool.query(`DELETE FROM pgboss.job WHERE name = 'article'`);
  const { run, ...after } = await restoreArticle(app, editor, id);
  // What a limit or an empty account stopped is tried again, and stops again where it still does.
  const isTriedAgain = status === 'limit_reached' || (status === 'errored' && goesOn);
  expect(after).toMatchObject(isTriedAgain ? { status: 'waiting' } : { status, ...given });
  expect(await jobs('article')).toMatchObject(goesOn ? [{ data: { articleId: id, run } }] : []);
  if (status === 'retry') expect(await jobs('article')).toMatchObject([{ start_after: given.retryAt }]);
});

test('items that the clean-up has removed are not offered for restoring', async () => {
  const { app } = server;
  const { id } = await server.make.article(room.project.id, { text: 'Words' });
  for (const each of [id, room.article.id]) await deleteArticle(app, editor, each);
  await app.db.prisma.article.update({ where: { id }, data: { text: '', fetchPage: false } });
  await app.db.pool.query('DELETE FROM "Audio" WHERE "articleId" = $1', [room.article.id]);
  expect((await listed('deletedArticles')).edges).toEqual([]);
  for (const each of [id, room.article.id])
    await expect(restoreArticle(app, editor, each)).rejects.toThrow(NotFoundError);
});

test('a requested recrawl is due again after restoring', async () => {
  const { app } = server;
  const recrawlTime = new Date(Date.now() + 50_000);
  const { id } = await server.make.article(room.project.id, { recrawlTime });
  await deleteArticle(app, editor, id);
  await restoreArticle(app, editor, id);
  expect(await jobs('article-recrawl')).toMatchObject([
    { data: { articleId: id }, start_after: recrawlTime },
  ]);
});

test('a channel responds at its former URL again', async () => {
  const status = async () => (await fetch(`${server.url}/json/${room.channel.slug}`)).status;
  expect(await status()).toBe(200);
  await deleteChannel(server.app, editor, room.channel.id);
  await expect.poll(status).toBe(410);
  const { channel } = await restoreChannel(server.app, editor, room.channel.id);
  await expect.poll(status).toBe(200);
  expect(channel).toMatchObject({ slug: room.channel.slug, settings: room.channel.settings });
});

test('a channel cannot be restored above the channel limit of its project', async () => {
  await deleteChannel(server.app, editor, room.channel.id);
  await server.app.db.pool.query(
    `INSERT INTO "Channel" ("projectId", "type", "slug") SELECT $1, 'jsonFeed', 'many-' || n FROM generate_series(1, 200) n`,
    [room.project.id],
  );
  await expect(restoreChannel(server.app, editor, room.channel.id)).rejects.toThrow(ValidationError);
});

test('a playlist contains its articles again', async () => {
  const { app } = server;
  const items = () => app.db.prisma.playlistItem.findMany({ where: { playlistId: room.playlist.id } });
  const before = await items();
  expect(before.length).toBeGreaterThan(0);
  await deletePlaylist(app, editor, room.playlist.id);
  await restorePlaylist(app, editor, room.playlist.id);
  expect(await items()).toEqual(before);
  // It follows the changes of its articles in the meantime.
  expect(await refreshDuePlaylists(app)).toMatchObject({ refreshed: 1, failed: 0 });
  const { joined } = await app.db.prisma.playlist.findUniqueOrThrow({ where: { id: room.playlist.id } });
  expect(joined).not.toBeNull();
});

describe('rules', () => {
  const input = (name: string) => ({
    name,
    predicates: [{ operator: 'contains', subject: 'title', value: 'Sport' }],
    actions: [{ action: 'skip_title', values: [] }],
  });
  const all = () => loadRules(server.app.db.sql, room.project.id);
  const names = async () => (await all()).map(({ name }) => name).join('');
  let ids: Record<string, number>;
  beforeEach(async () => {
    await deleteRule(server.app, editor, room.rule.id);
    ids = {};
    for (const name of ['a', 'b', 'c', 'd']) {
      const made = await createRule(server.app, editor, { projectId: room.project.id, ...input(name) });
      ids[name] = made.rule.id;
    }
  });

  test('return to their positions unchanged, in any order of restoring', async () => {
    await server.app.db.prisma.processingRule.update({ where: { id: ids['b']! }, data: { enabled: false } });
    const before = await all();
    for (const name of ['c', 'b', 'a']) await deleteRule(server.app, editor, ids[name]!);
    expect(await names()).toBe('d');
    for (const [name, order] of [
      ['c', 'cd'],
      ['a', 'acd'],
      ['b', 'abcd'],
    ] as const) {
      const { rule } = await restoreRule(server.app, editor, ids[name]!);
      expect([rule.name, await names()]).toEqual([name, order]);
    }
    expect(await all()).toEqual(before);
  });

  test('that were removed by replacing the list can be restored, too', async () => {
    const listedOnes = (await all()).filter(({ name }) => name !== 'b');
    await replaceRules(server.app, editor, { projectId: room.project.id, rules: listedOnes });
    expect(await names()).toBe('acd');
    await restoreRule(server.app, editor, ids['b']!);
    expect(await names()).toBe('abcd');
  });
});

test('deleted items are paged, most recently deleted first, even if some are restored in between', async () => {
  const { app } = server;
  const made: number[] = [];
  for (let count = 0; count < 5; count++) {
    const { id } = await server.make.article(room.project.id, { title: `Number ${count}` });
    await deleteArticle(app, editor, id);
    // Two of them in the same moment.
    await age('Article', id, 100 - 10 * Math.min(count, 3));
    made.push(id);
  }
  const at = (await app.db.prisma.article.findUniqueOrThrow({ where: { id: made[3]! } })).deletedAt;
  await app.db.prisma.article.update({ where: { id: made[4]! }, data: { deletedAt: at } });
  const idsOf = (page: any) => page.edges.map(({ node }: any) => node.itemId);
  const expected = made.toReversed().map((id) => globalId('Article', id));
  expect(idsOf(await listed('deletedArticles'))).toEqual(expected);
  const first = await listed('deletedArticles', 'first: 2');
  expect(idsOf(first)).toEqual(expected.slice(0, 2));
  await restoreArticle(app, editor, made[3]!);
  const second = await listed('deletedArticles', `first: 2, after: "${first.pageInfo.endCursor}"`);
  expect(idsOf(second)).toEqual(expected.slice(2, 4));
  expect(second.pageInfo.hasNextPage).toBe(true);
  const last = await listed('deletedArticles', `last: 1, before: "${second.edges[1].cursor}"`);
  expect(idsOf(last)).toEqual(expected.slice(2, 3));
  const viewer = await server.signIn(room.viewer);
  expect(await listed('deletedArticles', 'first: 2', viewer)).toBeNull();
});

test('the clean-up keeps restorable items, and removes them afterwards', async () => {
  const { app } = server;
  const file = `audio/${room.audio.version}.mp3`;
  await app.storage.put(file, Buffer.from('the sound'));
  for (const kind of Object.values(kinds)) {
    await kind.remove(kind.of());
    await age(kind.table, kind.of(), days(7) - 3_600);
  }
  await cleanUp(app);
  expect(await app.storage.stat(file)).not.toBeNull();
  for (const kind of Object.values(kinds)) await kind.restore(editor, kind.of());
  expect(await articleRow()).toMatchObject({ status: 'ready', audio: room.audio.version });
  for (const kind of Object.values(kinds)) {
    await kind.remove(kind.of());
    await age(kind.table, kind.of(), days(7) + 60);
  }
  expect(await cleanUp(app)).toMatchObject({ deletedArticles: 1, rules: 1 });
  expect(await app.storage.stat(file)).toBeNull();
  for (const kind of Object.values(kinds))
    await expect(kind.restore(editor, kind.of())).rejects.toThrow(NotFoundError);
});
