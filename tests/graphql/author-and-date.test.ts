import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const update = `mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { __typename
  ... on ValidationError { fieldErrors { field message } }
  ... on UpdateArticleSuccess { article { author publishedAt labels } } } }`;
async function change(input: object): Promise<any> {
  const { data, errors } = await server.graphql(update, { input: { id: room.article.id, ...input } }, token);
  expect(errors).toBeUndefined();
  return data!['updateArticle'];
}
const row = () => server.app.db.prisma.article.findUniqueOrThrow({ where: { id: room.article.id } });
const log = () =>
  server.app.db.prisma.articleLog.findMany({ where: { articleId: room.article.id }, orderBy: { id: 'asc' } });

test('changes of author and date are normalized, counted as revisions, logged, and can be empty', async () => {
  const given = { author: '  Ada\u0007 Reed,\nBen Hale ', publishedAt: '2026-03-01T07:00:00+01:00' };
  expect((await change({ revision: 0, ...given })).article).toMatchObject({
    author: 'Ada Reed, Ben Hale',
    publishedAt: '2026-03-01T06:00:00.000Z',
  });
  expect(await row()).toMatchObject({ revision: 1, run: 0, audio: room.audio.version, status: 'ready' });
  const [author, date] = await log();
  expect([author, date]).toMatchObject([
    { kind: 'update', action: 'author changed', userId: room.editor.id },
    { kind: 'update', action: 'date of publication changed', userId: room.editor.id },
  ]);
  expect(JSON.parse(date!.diff!)).toContainEqual({ value: '2026-03-01 06:00 UTC', added: true });
  const late = (await change({ revision: 0, author: 'Somebody else' })).__typename;
  expect(late).toBe('ConflictError');
  const emptied = { author: ' ', publishedAt: null };
  expect((await change(emptied)).article).toMatchObject({ author: null, publishedAt: null });
});

test.each([
  ['an author of more than 200 characters', { author: 'x'.repeat(201) }, 'Enter up to 200 characters.'],
  ['NUL in the author', { author: 'a\0b' }, 'Must not contain NUL characters.'],
  ['a date long ago', { publishedAt: '1899-12-31T23:59:59Z' }, /between 1900 and one year/],
  ['a date far in the future', { publishedAt: '9999-01-01T00:00:00Z' }, /one year from now/],
])('%s is refused, and nothing changes', async (_, wrong, message) => {
  const before = await row();
  expect((await change(wrong)).fieldErrors).toEqual([
    { field: Object.keys(wrong)[0], message: expect.stringMatching(message) },
  ]);
  expect(await row()).toEqual(before);
});

test('an unlikely date that came from the source can be sent back', async () => {
  const publishedAt = '1815-06-18T10:00:00.000Z';
  await server.app.db.prisma.article.update({ where: { id: room.article.id }, data: { publishedAt } });
  expect((await change({ publishedAt, labels: ['old'] })).article).toMatchObject({ publishedAt });
});
