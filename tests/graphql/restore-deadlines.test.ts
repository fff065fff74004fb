import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

interface Deleted {
  table: string;
  id: number;
  input: object;
  by: Newsroom['editor'];
}

/** Deletes something, for each mutation that brings such things back. */
const deletions: Record<string, () => Promise<Deleted>> = {
  restoreArticle: async () => {
    const { id } = room.article;
    await call('deleteArticle', { id }, room.editor);
    return { table: 'Article', id, input: { id }, by: room.editor };
  },
  restoreArticles: async () => {
    const { id } = room.article;
    await call('deleteArticle', { id }, room.editor);
    return { table: 'Article', id, input: { project: room.project.id, articles: [id] }, by: room.editor };
  },
  restoreChannel: async () => ofNewsroom('Channel', room.channel.id),
  restorePlaylist: async () => ofNewsroom('Playlist', room.playlist.id),
  restoreProcessingRule: async () => ofNewsroom('ProcessingRule', room.rule.id, 'DeletedRule'),
  restoreDictionary: async () => {
    const projectId = room.project.id;
    const { id } = await server.app.db.prisma.dictionary.create({
      data: { level: 'project', projectId, name: 'Another' },
    });
    return ofNewsroom('Dictionary', id);
  },
  restoreDictionaryEntry: async () => ofNewsroom('DictionaryEntry', room.entry.id),
  restoreStudioAudio: async () => {
    const { id, slug } = await server.make.studioAudio(room.editor.id);
    await call('deleteStudioAudio', { slug }, room.editor);
    return { table: 'StudioAudio', id, input: { slug }, by: room.editor };
  },
};

async function ofNewsroom(type: string, id: number, table = type): Promise<Deleted> {
  await call(`delete${type}`, { id }, room.maintainer);
  return { table, id, input: { id }, by: room.maintainer };
}

async function call(name: string, input: object, by: Newsroom['editor']): Promise<any> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const more = name === 'restoreArticles' ? `... on ${type}Success { count }` : '';
  const { data, errors } = await server.graphql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename ${more} } }`,
    { input },
    await server.signIn(by),
  );
  expect(errors, name).toBeUndefined();
  return data![name];
}

const age = ({ table, id }: Deleted, seconds: number) =>
  server.app.db.pool.query(
    `UPDATE "${table}" SET "deletedAt" = now() - make_interval(secs => $2) WHERE "id" = $1`,
    [id, seconds],
  );

/** Makes an earlier version of an article current again. It was never deleted, so it has no deadline. */
const restoresNothingDeleted = 'restoreArticleVersion';

test('the table has every mutation that restores something deleted', () => {
  const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()!.getFields();
  expect(Object.keys(mutations).filter((name) => name.startsWith('restore'))).toEqual(
    [...Object.keys(deletions), restoresNothingDeleted].sort(),
  );
});

test.each(Object.keys(deletions))('%s respects the deadline', async (name) => {
  const deleted = await deletions[name]!();
  const { deletedDays } = server.app.config.retention;
  const isBack = async (): Promise<boolean> => {
    const answer = await call(name, deleted.input, deleted.by);
    return name === 'restoreArticles' ? answer.count === 1 : answer.__typename.endsWith('Success');
  };
  const failure = { restoreArticles: 'RestoreArticlesSuccess' }[name] ?? 'NotFoundError';
  for (const days of [deletedDays, 400]) {
    await age(deleted, days * 86_400);
    expect(await isBack()).toBe(false);
    expect((await call(name, deleted.input, deleted.by)).__typename).toBe(failure);
  }
  await age(deleted, deletedDays * 86_400 - 3_600);
  expect(await isBack()).toBe(true);
});

test('a studio audio whose text was cleaned up cannot be restored', async () => {
  const deleted = await deletions['restoreStudioAudio']!();
  await server.app.db.prisma.article.updateMany({
    where: { studioAudio: { id: deleted.id } },
    data: { text: '' },
  });
  expect((await call('restoreStudioAudio', deleted.input, deleted.by)).__typename).toBe('NotFoundError');
});

test('a studio audio without audio yet can be restored within the limits of new ones', async () => {
  const deleted = await deletions['restoreStudioAudio']!();
  const { prisma } = server.app.db;
  await prisma.article.updateMany({
    where: { studioAudio: { id: deleted.id } },
    data: { status: 'errored' },
  });
  await prisma.account.update({ where: { studioUserId: room.editor.id }, data: { balance: 0 } });
  await prisma.studio.update({
    where: { userId: room.editor.id },
    data: { period: 'free 9999-12', periodEndsAt: new Date('9999-12-31') },
  });
  expect((await call('restoreStudioAudio', deleted.input, deleted.by)).__typename).toBe('LimitReachedError');
  expect(await prisma.studioAudio.count({ where: { id: deleted.id, deletedAt: null } })).toBe(0);
});
