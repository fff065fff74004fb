import { beforeEach, expect, test } from 'vitest';
import { duplicateArticle } from '../../server/areas/articles/duplicates/duplicate-article.ts';
import { releaseDue } from '../../server/areas/articles/articles/schedule-embargo.ts';
import { release } from '../../server/areas/articles/articles/article-states.ts';
import { rankedArticles } from '../../server/areas/channels/playlists/ranking.ts';
import { context } from '../pipeline/pipeline.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const failure = `... on Error { message } ... on ValidationError { fieldErrors { field message code } }`;
const update = `mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { __typename ${failure}
  ... on UpdateArticleSuccess { article { publishAt publishedAt status revision } } } }`;
async function change(input: object, as = token): Promise<any> {
  const { data, errors } = await server.graphql(update, { input: { id: room.article.id, ...input } }, as);
  expect(errors).toBeUndefined();
  return data!['updateArticle'];
}
const row = () => server.app.db.prisma.article.findUniqueOrThrow({ where: { id: room.article.id } });
const log = () =>
  server.app.db.prisma.articleLog.findMany({
    where: { articleId: room.article.id },
    orderBy: { id: 'asc' },
    select: { action: true, kind: true, userId: true, diff: true },
  });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('changes of an embargo are logged and counted as revisions, and regenerate nothing', async () => {
  const [first, second] = [inHours(2), inHours(50)];
  expect((await change({ revision: 0, publishAt: first })).article).toMatchObject({
    publishAt: first,
    revision: 1,
  });
  expect((await change({ revision: 1, publishAt: second })).article.publishAt).toBe(second);
  expect((await change({ revision: 1, publishAt: first })).__typename).toBe('ConflictError');
  expect(await row()).toMatchObject({
    run: 0,
    status: 'ready',
    audio: room.audio.version,
    isEmbargoed: true,
  });
  const before = Date.now();
  const { article } = await change({ publishAt: null });
  expect(article.publishAt).toBeNull();
  expect(Date.parse(article.publishedAt)).toBeGreaterThan(before - 60_000);
  expect(await row()).toMatchObject({ isEmbargoed: false, run: 0 });
  expect((await log()).map(({ action, kind, userId }) => [action, kind, userId])).toEqual([
    ['embargo changed', 'update', room.editor.id],
    ['embargo changed', 'update', room.editor.id],
    ['embargo changed', 'update', room.editor.id],
    ['published', 'log', room.editor.id],
    ['date of publication changed', 'update', room.editor.id],
  ]);
  const [set] = await log();
  expect(set!.diff).toContain(first.slice(0, 10));
});

test.each([
  ['a past time', () => inHours(-1)],
  ['a time far in the future', () => inHours(24 * 400)],
])('%s is refused, and nothing changes', async (_, at) => {
  const before = await row();
  expect((await change({ publishAt: at() })).fieldErrors).toEqual([
    {
      field: 'publishAt',
      message: 'Enter a time in the future, at most a year ahead.',
      code: 'PUBLISH_AT_UNLIKELY',
    },
  ]);
  expect(await row()).toEqual(before);
});

test('only editors can set an embargo; removing none, or sending the same value, changes nothing', async () => {
  const before = await row();
  const viewer = await server.signIn(room.viewer);
  expect((await change({ publishAt: inHours(1) }, viewer)).__typename).toBe('NotAllowedError');
  expect((await change({ publishAt: null })).__typename).toBe('UpdateArticleSuccess');
  expect(await row()).toEqual(before);
  const at = inHours(1);
  await change({ publishAt: at });
  const set = await row();
  await change({ publishAt: at, title: set.title });
  expect(await row()).toEqual(set);
});

test('an article can be under embargo from its creation', async () => {
  const at = inHours(3);
  const create = (publishAt: string) =>
    server.graphql(
      `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename ${failure}
        ... on CreateArticleSuccess { article { databaseId publishAt } } } }`,
      { input: { project: String(room.project.id), title: 'Soon', text: 'Soon.', publishAt } },
      token,
    );
  const { data } = await create(at);
  const { databaseId, publishAt } = data!['createArticle'].article;
  expect(publishAt).toBe(at);
  expect(await server.app.db.prisma.article.findUnique({ where: { id: databaseId } })).toMatchObject({
    isEmbargoed: true,
    status: 'waiting',
    heldBy: null,
  });
  expect((await create(inHours(-1))).data!['createArticle'].fieldErrors[0].field).toBe('publishAt');
});

test('neither an edit nor a release from hold ends an embargo', async () => {
  const at = inHours(1);
  await change({ publishAt: at, text: 'Another text.' });
  expect(await row()).toMatchObject({
    run: 1,
    status: 'waiting',
    isEmbargoed: true,
    publishAt: new Date(at),
  });
  await server.app.db.prisma.article.update({
    where: { id: room.article.id },
    data: { heldBy: 'A rule', isBurst: true },
  });
  await server.app.db.transaction((sql) => release(server.app, sql, { articleId: room.article.id }));
  expect(await row()).toMatchObject({ heldBy: null, isEmbargoed: true, publishAt: new Date(at) });
});

test('an automatic playlist omits an article under embargo', async () => {
  const { id, projectId } = { ...room.article };
  await server.app.db.prisma.article.update({ where: { id }, data: { addedAt: new Date() } });
  const ranked = async () =>
    (
      await rankedArticles(server.app.db.sql, projectId, {
        limitCount: 5,
        limitInterval: 'weekly',
        limitSortBy: 'views',
        limitTimeFrom: null,
        limitTimeTo: null,
        queryText: '',
      })
    ).map(({ articleId }) => articleId);
  expect(await ranked()).toEqual([id]);
  await change({ publishAt: inHours(1) });
  expect(await ranked()).toEqual([]);
});

test('a duplicate is under embargo as long as its original', async () => {
  const { prisma } = server.app.db;
  const child = await server.make.project({ organizationId: room.organization.id });
  await prisma.projectChild.create({
    data: { parentId: room.project.id, childId: child.id, createdAt: new Date(0) },
  });
  await change({ publishAt: inHours(5) });
  await duplicateArticle(server.app, { articleId: room.article.id }, context);
  const copy = () => prisma.article.findFirstOrThrow({ where: { projectId: child.id } });
  const { publishAt } = await row();
  expect(await copy()).toMatchObject({ publishAt, isEmbargoed: true });
  await change({ publishAt: inHours(9), author: 'Ada' });
  await duplicateArticle(server.app, { articleId: room.article.id }, context);
  const { publishAt: later } = await row();
  expect(await copy()).toMatchObject({ author: 'Ada', publishAt: later, isEmbargoed: true });
  // An embargo also hides an article that is already public.
  await prisma.article.update({
    where: { id: (await copy()).id },
    data: { publishAt: null, isEmbargoed: false },
  });
  expect(await duplicateArticle(server.app, { articleId: room.article.id }, context)).toBe('done');
  expect(await copy()).toMatchObject({ publishAt: later, isEmbargoed: true });
  expect(await duplicateArticle(server.app, { articleId: room.article.id }, context)).toBe('skipped');
  await change({ publishAt: inHours(2) });
  await duplicateArticle(server.app, { articleId: room.article.id }, context);
  expect(await copy()).toMatchObject({ publishAt: (await row()).publishAt, isEmbargoed: true });
  await prisma.article.update({
    where: { id: (await copy()).id },
    data: { publishAt: new Date(Date.now() - 1_000) },
  });
  expect(await releaseDue(server.app)).toBe(1);
  expect(await row()).toMatchObject({ isEmbargoed: true });
});
