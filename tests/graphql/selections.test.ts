import { beforeEach, describe, expect, test } from 'vitest';
import { restoredMax } from '../../server/areas/projects/selections/restore-articles.ts';
import { stepMax } from '../../server/areas/projects/selections/selections.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let project: number;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
  project = (await server.make.project({ organizationId: room.organization.id, ownerId: room.maintainer.id }))
    .id;
});

const rest = 'count after failed { articleId message }';
const failure = '... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const mutation = (verb: 'delete' | 'revoice' | 'label', more: string) => {
  const name = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Articles`;
  return `mutation ($input: ${name}Input!) { result: ${verb}Articles(input: $input) { __typename ${failure} ... on ${name}Success { ${rest} ${more} } } }`;
};
const documents = {
  delete: mutation('delete', 'deletedIds'),
  revoice: mutation('revoice', 'articles { databaseId status }'),
  label: mutation('label', 'articles { databaseId labels } relabelled { articleId added removed }'),
};

async function run(verb: keyof typeof documents, input: object, as = token): Promise<any> {
  const { data, errors } = await server.graphql(documents[verb], { input: { project, ...input } }, as);
  expect(errors).toBeUndefined();
  return data!['result'];
}

async function quote(variables: object): Promise<any> {
  const { data, errors } = await server.graphql(
    `query ($id: ID!, $articles: [ID!], $filter: ArticleFilterInput) {
      project(id: $id) { articleSelection(articles: $articles, filter: $filter) { count characters cost } } }`,
    { id: project, ...variables },
    token,
  );
  expect(errors).toBeUndefined();
  return data!['project'].articleSelection;
}

const rows = () =>
  server.app.db.prisma.article.findMany({ where: { projectId: project }, orderBy: { id: 'asc' } });
const alive = async () => (await rows()).filter(({ deletedAt }) => deletedAt === null);
const global = (id: number) => Buffer.from(`Article:${id}`).toString('base64');

async function fill(count: number, given: object = {}): Promise<void> {
  await server.app.db.prisma.article.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      projectId: project,
      title: `No. ${index}`,
      text: 'Ten of them',
      status: 'errored' as const,
      ...given,
    })),
  });
}

test('all matches of a filter are changed, in steps, and nothing else', async () => {
  await fill(stepMax + 30);
  await fill(5, { status: 'ready' });
  const filter = { status: 'ERRORED', search: 'no.' };
  const { count, characters, cost } = await quote({ filter });
  expect(count).toBe(stepMax + 30);
  expect(characters).toBeGreaterThan(count * 'No. 1Ten of them'.length);
  expect(cost).toBeGreaterThanOrEqual(0);
  const first = await run('delete', { filter, expectedCount: count });
  expect(first).toMatchObject({
    __typename: 'DeleteArticlesSuccess',
    count: stepMax,
    failed: [],
    after: expect.any(String),
  });
  // Later arrivals are not in the confirmed selection.
  await fill(1, { title: 'No. new' });
  const second = await run('delete', { filter, after: first.after });
  expect(second).toMatchObject({ count: 30, after: null });
  expect(new Set([...first.deletedIds, ...second.deletedIds]).size).toBe(count);
  expect((await alive()).map(({ title, status }) => [title.replace(/\d/, 'n'), status])).toEqual([
    ...Array.from({ length: 5 }, () => ['No. n', 'ready']),
    ['No. new', 'errored'],
  ]);
  expect(
    await server.app.db.prisma.articleLog.count({
      where: { article: { projectId: project }, action: 'deleted' },
    }),
  ).toBe(count);
});

test('nothing is changed if the number of matches has changed', async () => {
  await fill(3);
  const refused = await run('delete', { filter: { status: 'ERRORED' }, expectedCount: 2 });
  expect(refused.fieldErrors).toEqual([
    {
      field: 'expectedCount',
      message: 'The filter now matches 3 articles instead of 2. Check the selection and try again.',
    },
  ]);
  expect(await alive()).toHaveLength(3);
});

test('a selection reports articles that cannot be changed, and changes the others', async () => {
  await fill(3);
  const [one, two, three] = await rows();
  await server.app.db.prisma.article.update({ where: { id: two!.id }, data: { status: 'processing' } });
  const elsewhere = room.article.id;
  const result = await run('revoice', {
    articles: [three, two, one].map((row) => String(row!.id)).concat(global(elsewhere), '999999'),
  });
  expect(result.count).toBe(2);
  expect(result.failed).toEqual([
    { articleId: global(two!.id), message: 'Audio of this article is already being generated.' },
    { articleId: global(elsewhere), message: 'We couldn’t find this article.' },
    { articleId: global(999_999), message: 'We couldn’t find this article.' },
  ]);
  expect(result.articles.map(({ databaseId, status }: any) => [databaseId, status]).sort()).toEqual([
    [one!.id, 'WAITING'],
    [three!.id, 'WAITING'],
  ]);
  expect((await rows()).map(({ run }) => run)).toEqual([1, 0, 1]);
});

test('labels are added and removed where possible', async () => {
  await fill(1, { labels: ['old', 'kept'] });
  await fill(1, { labels: Array.from({ length: 50 }, (_, index) => `l${index}`) });
  await fill(1, { labels: ['new'] });
  const [first, full] = await rows();
  const result = await run('label', { filter: {}, expectedCount: 3, add: [' new ', 'new'], remove: ['old'] });
  expect(result).toMatchObject({
    count: 2,
    failed: [{ articleId: global(full!.id), message: 'Use up to 50 labels.' }],
  });
  expect((await rows()).map(({ labels }) => labels.length > 3 || labels)).toEqual([
    ['kept', 'new'],
    true,
    ['new'],
  ]);
  const log = await server.app.db.prisma.articleLog.findMany({ where: { article: { projectId: project } } });
  expect(log.map(({ articleId, action, kind }) => [articleId, action, kind])).toEqual([
    [first!.id, 'labels changed', 'update'],
  ]);
});

test('labels are equal ignoring case, and changes are returned for undo', async () => {
  await fill(1, { labels: ['Notices', 'sea'] });
  await fill(1, { labels: ['sea'] });
  const [first, second] = await rows();
  const result = await run('label', { filter: {}, expectedCount: 2, add: ['notices'], remove: ['SEA'] });
  expect((await rows()).map(({ labels }) => labels)).toEqual([['Notices'], ['notices']]);
  expect(result.relabelled).toHaveLength(2);
  expect(result.relabelled).toEqual(
    expect.arrayContaining([
      { articleId: global(first!.id), added: [], removed: ['sea'] },
      { articleId: global(second!.id), added: ['notices'], removed: ['sea'] },
    ]),
  );
  for (const { articleId, added, removed } of result.relabelled)
    await run('label', { articles: [articleId], add: removed, remove: added });
  expect((await rows()).map(({ labels }) => labels)).toEqual([['Notices', 'sea'], ['sea']]);
});

describe('a selection is refused', () => {
  test.each<[string, keyof typeof documents, object, string]>([
    ['nothing', 'delete', {}, 'articles'],
    ['both', 'delete', { articles: ['1'], filter: {}, expectedCount: 1 }, 'articles'],
    ['none', 'delete', { articles: [] }, 'articles'],
    [
      'too many',
      'delete',
      { articles: Array.from({ length: stepMax + 1 }, (_, index) => String(index + 1)) },
      'articles',
    ],
    ['a filter without a number', 'revoice', { filter: {} }, 'expectedCount'],
    ['a wrong filter', 'revoice', { filter: { search: 'x'.repeat(201) }, expectedCount: 1 }, 'search'],
    ['a wrong position', 'revoice', { filter: {}, after: 'nonsense' }, 'after'],
    ['no label', 'label', { articles: ['1'], add: [' '] }, 'add'],
    ['a long label', 'label', { articles: ['1'], add: ['x'.repeat(101)] }, 'add'],
  ])('%s', async (_, verb, input, field) => {
    await fill(1);
    const articles =
      'articles' in input && verb === 'label' ? { articles: [String((await rows())[0]!.id)] } : {};
    expect(await run(verb, { ...input, ...articles })).toMatchObject({ fieldErrors: [{ field }] });
    expect(await alive()).toHaveLength(1);
  });

  test.each(['delete', 'revoice', 'label'] as const)('to viewers: %s', async (verb) => {
    await fill(1);
    const input = { filter: {}, expectedCount: 1, ...(verb === 'label' && { add: ['x'] }) };
    expect((await run(verb, input, await server.signIn(room.viewer))).__typename).toBe('NotAllowedError');
    expect((await run(verb, input, await server.signIn(room.outsider))).__typename).toBe('NotFoundError');
    expect((await rows())[0]).toMatchObject({ deletedAt: null, status: 'errored', labels: [] });
  });
});

test('two concurrent deletions do not block each other, and delete each article once', async () => {
  await fill(40);
  const ids = (await rows()).map(({ id }) => String(id));
  const results = await Promise.all([
    run('delete', { articles: ids }),
    run('delete', { articles: ids.toReversed() }),
  ]);
  expect(results.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 40]);
  expect(await alive()).toEqual([]);
});

test('articles deleted in any order are restored over several calls, and duplicates still follow their originals', async () => {
  const { prisma } = server.app.db;
  await fill(restoredMax + 2, { status: 'ready' });
  const ids = (await rows()).map(({ id }) => id).toSorted((a, b) => a - b);
  const [original, ...duplicates] = ids;
  await prisma.article.updateMany({
    where: { id: { in: duplicates } },
    data: { duplicateOfId: original!, followsOriginal: true },
  });
  // The duplicates were ticked first.
  const { deletedIds } = await run('delete', { articles: [...duplicates, original].map(String) });
  const oldestFirst = (deletedIds as string[]).toReversed();
  for (let from = 0; from < oldestFirst.length; from += restoredMax)
    await server.graphql(
      'mutation ($input: RestoreArticlesInput!) { restoreArticles(input: $input) { __typename } }',
      { input: { project, articles: oldestFirst.slice(from, from + restoredMax) } },
      token,
    );
  const there = await alive();
  expect(there).toHaveLength(ids.length);
  expect(there.filter(({ followsOriginal }) => followsOriginal)).toHaveLength(duplicates.length);
});

test('articles deleted together are restored together, each with its original, and others are named', async () => {
  const { prisma } = server.app.db;
  await fill(3, { status: 'ready' });
  const [first, duplicate, third] = (await rows()).map(({ id }) => id);
  // Its original comes later, by its id.
  await prisma.article.update({
    where: { id: duplicate! },
    data: { duplicateOfId: third!, followsOriginal: true },
  });
  const foreign = await server.make.article(room.project.id);
  const { deletedIds } = await run('delete', { articles: [first, duplicate, third] });
  await server.app.db.pool.query(
    `UPDATE "Article" SET "deletedAt" = now() - interval '8 days' WHERE id = $1`,
    [first],
  );
  const restore = async (articles: unknown[], as = token): Promise<any> =>
    (
      await server.graphql(
        `mutation ($input: RestoreArticlesInput!) { result: restoreArticles(input: $input) {
          __typename ${failure} ... on RestoreArticlesSuccess { count failed { articleId code } } } }`,
        { input: { project, articles } },
        as,
      )
    ).data!['result'];
  expect(await restore([...deletedIds, foreign.id])).toEqual({
    __typename: 'RestoreArticlesSuccess',
    count: 2,
    failed: [
      { articleId: global(first!), code: 'SELECTED_ARTICLE_NOT_FOUND' },
      { articleId: global(foreign.id), code: 'SELECTED_ARTICLE_NOT_FOUND' },
    ],
  });
  expect((await alive()).map(({ id, followsOriginal }) => [id, followsOriginal])).toEqual([
    [duplicate, true],
    [third, false],
  ]);
  expect(await restore([duplicate])).toMatchObject({ count: 0, failed: [{ code: 'ARTICLE_NOT_DELETED' }] });
  expect(await restore([])).toMatchObject({ fieldErrors: [{ field: 'articles' }] });
  expect(await restore(Array.from({ length: restoredMax + 1 }, (_, id) => id + 1))).toMatchObject({
    fieldErrors: [{ field: 'articles' }],
  });
  const viewer = await server.signIn(room.viewer);
  expect(await restore([first], viewer)).toMatchObject({ __typename: 'NotAllowedError' });
});
