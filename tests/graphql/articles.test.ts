import { beforeEach, describe, expect, test } from 'vitest';
import { updateArticle } from '../../server/areas/articles/articles/articles.ts';
import { ConflictError } from '../../server/kernel/errors.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ env: { ARTICLE_MAX_CHARACTERS: '2000' } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const failure = '... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const article = 'databaseId title url text labels author publishedAt status file rssAutoUpdate recrawlAt';
const create = `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename ${failure}
  ... on CreateArticleSuccess { article { id ${article} source { databaseId } } edge { cursor node { databaseId } } } } }`;
const update = `mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { __typename ${failure} ... on UpdateArticleSuccess { article { ${article} } } } }`;

async function run(document: string, input: object, as = token): Promise<any> {
  const { data, errors } = await server.graphql(document, { input }, as);
  expect(errors).toBeUndefined();
  return Object.values(data!)[0];
}

const rowOf = (id: number) => server.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
const jobsOf = async (id: number): Promise<number> =>
  (
    await server.app.db.pool.query(
      `SELECT 1 FROM pgboss.job WHERE name = 'article' AND data->>'articleId' = $1::text`,
      [id],
    )
  ).rows.length;
const logOf = async (id: number) =>
  (await server.app.db.prisma.articleLog.findMany({ where: { articleId: id }, orderBy: { id: 'asc' } })).map(
    ({ kind, action }) => `${kind}: ${action}`,
  );

describe('creating an article', () => {
  test('adds the article, returns it with its position, and starts generating audio', async () => {
    const input = {
      project: room.project.id,
      title: '  A  new\ntitle ',
      text: 'One.\r\n\r\nTwo.\u0007',
      url: 'https://example.com/new',
      labels: ['Politics', ' Politics', 'Sport', ''],
    };
    const { article: made, edge, __typename } = await run(create, input);
    expect(__typename).toBe('CreateArticleSuccess');
    expect(made).toMatchObject({
      title: 'A new title',
      text: 'One.\n\nTwo.',
      url: 'https://example.com/new',
      labels: ['Politics', 'Sport'],
      status: 'WAITING',
      file: null,
      rssAutoUpdate: false,
      source: { databaseId: room.source.id },
    });
    expect(edge.node.databaseId).toBe(made.databaseId);
    expect(await rowOf(made.databaseId)).toMatchObject({
      run: 1,
      step: 'queued',
      fetchPage: false,
      projectId: room.project.id,
    });
    expect(await jobsOf(made.databaseId)).toBe(1);
    expect(await logOf(made.databaseId)).toEqual(['log: created']);
    const { data } = await server.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Article { databaseId } } }',
      { id: made.id },
      token,
    );
    expect(data!['node'].databaseId).toBe(made.databaseId);
  });

  test('reads the page if there is no text', async () => {
    const { article: made } = await run(create, {
      project: room.project.id,
      title: 'Read it',
      url: 'https://example.com/page',
    });
    expect(await rowOf(made.databaseId)).toMatchObject({ text: '', fetchPage: true });
  });

  test('with an existing guid returns the existing article, also for concurrent requests', async () => {
    const input = { project: room.project.id, title: 'Once', text: 'A text.', guid: 'story-1' };
    const made = await Promise.all([
      run(create, input),
      run(create, input),
      run(create, { ...input, title: 'Twice' }),
    ]);
    const ids = new Set(made.map((answer) => answer.article.databaseId));
    expect(ids.size).toBe(1);
    expect(await server.app.db.prisma.article.count({ where: { guid: 'story-1' } })).toBe(1);
    expect(await jobsOf([...ids][0] as number)).toBe(1);
  });

  test('an API key sets its own source', async () => {
    const { apiKey, source } = await server.make.apiKey(room.project.id);
    const { article: made } = await run(
      create,
      { project: room.project.id, title: 'By key', text: 'A text.' },
      apiKey,
    );
    expect(made.source.databaseId).toBe(source.id);
  });

  test.each([
    ['an empty title', { title: '' }, { title: 'Title needs to be filled' }],
    ['a blank title', { title: ' \t\n\u200B\u00A0' }, { title: 'Title needs to be filled' }],
    ['a title of control characters', { title: '\u0001\u0002' }, { title: 'Title needs to be filled' }],
    ['a title that is too long', { title: 'x'.repeat(501) }, { title: 'Enter up to 500 characters.' }],
    ['NUL in the title', { title: 'a\0b' }, { title: 'Must not contain NUL characters.' }],
    ['neither text nor URL', { text: '' }, { text: 'Field is required and cannot be empty' }],
    ['a blank text', { text: ' \n\u200B ' }, { text: 'Field is required and cannot be empty' }],
    [
      'a text that is too long',
      { text: 'x'.repeat(2001) },
      { text: 'Enter up to 2000 characters; this has 2001.' },
    ],
    ['NUL in the text', { text: 'a\0b' }, { text: 'Must not contain NUL characters.' }],
    ['a URL without scheme', { url: 'example.com/a' }, { url: 'Enter a complete web address (https://…).' }],
    ['a script URL', { url: 'javascript:alert(1)' }, { url: 'Enter a complete web address (https://…).' }],
    ['a file URL', { url: 'file:///etc/passwd' }, { url: 'Enter a complete web address (https://…).' }],
    [
      'a URL with a password',
      { url: 'https://a:b@example.com/' },
      { url: 'The address must not contain a user name or password.' },
    ],
    [
      'a URL that is too long',
      { url: `https://example.com/${'x'.repeat(2048)}` },
      { url: 'Enter up to 2048 characters.' },
    ],
    [
      'too many labels',
      { labels: Array.from({ length: 51 }, (_, index) => `label ${index}`) },
      { labels: 'Use up to 50 labels.' },
    ],
    [
      'a label that is too long',
      { labels: ['x'.repeat(101)] },
      { labels: 'Labels can have up to 100 characters.' },
    ],
    [
      'a voice tag that is never closed',
      { text: 'One.\nTwo <voice name="a">three.' },
      { text: 'A voice tag is never closed; add </voice>. (line 2, column 5)' },
    ],
    [
      'a voice tag without a name',
      { text: '<voice>a</voice>' },
      { text: 'A voice tag has no name; write <voice name="…">. (line 1, column 1)' },
    ],
    [
      'an unknown voice',
      { text: '<voice name="Nobody">a</voice>' },
      { text: 'The voice "Nobody" is unknown. (line 1, column 22)' },
    ],
    [
      'all of these together',
      { title: '', text: '', url: 'nowhere' },
      {
        title: 'Title needs to be filled',
        url: 'Enter a complete web address (https://…).',
        text: 'Field is required and cannot be empty',
      },
    ],
  ])('refuses %s, and stores nothing', async (_, wrong, messages) => {
    const answer = await run(create, {
      project: room.project.id,
      title: 'A title',
      text: 'A text.',
      ...wrong,
    });
    expect(answer.__typename).toBe('ValidationError');
    expect(Object.fromEntries(answer.fieldErrors.map(({ field, message }: any) => [field, message]))).toEqual(
      messages,
    );
    expect(await server.app.db.prisma.article.count()).toBe(1);
  });

  test.each([
    ['right-to-left text', 'مرحبا بالعالم. هذا مقال.'],
    ['emoji alone', '🎉🎉 👩‍👩‍👧'],
    ['half of a character', 'One \ud83c two.'],
    ['text that looks like markup', '3 < 5 & <b>bold</b> "quoted" \\ \' $1 %s'],
  ])('accepts %s', async (_, text) => {
    const { article: made } = await run(create, { project: room.project.id, title: text, text });
    expect(made.text).toBe(text.toWellFormed());
  });
});

describe('changing an article', () => {
  test('a new text starts a new run, with the change in the log', async () => {
    const answer = await run(update, { id: room.article.id, text: 'One sentence. And a third one.' });
    expect(answer.article).toMatchObject({
      text: 'One sentence. And a third one.',
      status: 'WAITING',
      file: `/download/audio/${room.audio.version}.mp3`,
    });
    expect(await rowOf(room.article.id)).toMatchObject({
      run: 1,
      step: 'queued',
      audio: room.audio.version,
      version: null,
    });
    expect(await jobsOf(room.article.id)).toBe(1);
    expect(await logOf(room.article.id)).toEqual(['update: text changed', 'log: edited']);
    const { diff } = await server.app.db.prisma.articleLog.findFirstOrThrow({ where: { kind: 'update' } });
    const parts = JSON.parse(diff!) as { value: string; added?: true; removed?: true }[];
    expect(
      parts
        .filter(({ added }) => !added)
        .map(({ value }) => value)
        .join(''),
    ).toBe('One sentence. And another one.');
    expect(
      parts
        .filter(({ removed }) => !removed)
        .map(({ value }) => value)
        .join(''),
    ).toBe('One sentence. And a third one.');
    expect(parts[0]).toEqual({ value: 'One sentence. And ' });
  });

  test.each([
    ['a title', { title: 'Another' }, 1],
    ['labels', { labels: ['x'] }, 0],
    ['an address', { url: 'https://example.com/b' }, 0],
    ['no address', { url: null }, 0],
    ['rssAutoUpdate', { rssAutoUpdate: true }, 0],
    ['an author', { author: 'Ada Reed, Ben Hale' }, 0],
    ['a date', { publishedAt: '2026-03-01T06:00:00.000Z' }, 0],
  ])('%s causes audio generation only if it is spoken', async (_, change, jobs) => {
    expect((await run(update, { id: room.article.id, ...change })).article).toMatchObject(change);
    expect([await jobsOf(room.article.id), (await rowOf(room.article.id)).run]).toEqual([jobs, jobs]);
  });

  test('sending back what is stored changes nothing', async () => {
    const before = await rowOf(room.article.id);
    const { title, url, text, labels, author, publishedAt, rssAutoUpdate } = before;
    const stored = { title, url, text, labels, author, publishedAt, rssAutoUpdate };
    expect((await run(update, { id: room.article.id, ...stored })).__typename).toBe('UpdateArticleSuccess');
    expect(await rowOf(room.article.id)).toEqual(before);
    expect(await logOf(room.article.id)).toEqual([]);
  });

  test('an emptied text is not replaced with the page', async () => {
    const before = await rowOf(room.article.id);
    for (const text of ['', ' \n\u200b'])
      expect((await run(update, { id: room.article.id, text })).fieldErrors).toEqual([
        { field: 'text', message: 'Field is required and cannot be empty' },
      ]);
    expect(await rowOf(room.article.id)).toEqual(before);
  });

  test('an article without text and URL is refused, and nothing changes', async () => {
    const before = await rowOf(room.article.id);
    expect((await run(update, { id: room.article.id, text: '', url: null })).fieldErrors).toEqual([
      { field: 'text', message: 'Field is required and cannot be empty' },
    ]);
    expect((await run(update, { id: room.article.id, title: ' ' })).fieldErrors).toEqual([
      { field: 'title', message: 'Title needs to be filled' },
    ]);
    expect(await rowOf(room.article.id)).toEqual(before);
  });

  test('concurrent changes by several editors are all kept', async () => {
    await Promise.all([
      run(update, { id: room.article.id, title: 'New title' }),
      run(update, { id: room.article.id, text: 'New text.' }),
      run(update, { id: room.article.id, labels: ['new'] }),
    ]);
    expect(await rowOf(room.article.id)).toMatchObject({
      title: 'New title',
      text: 'New text.',
      labels: ['new'],
      run: 2,
    });
  });

  test('a change saved by someone else in the meantime is a conflict, unless nothing would be lost', async () => {
    const revised = `${update.slice(0, update.indexOf('{ article {'))}{ article { revision editedBy { name } } } } }`;
    const { article: first } = await run(revised, { id: room.article.id, revision: 0, title: 'Theirs' });
    expect(first).toEqual({ revision: 1, editedBy: { name: room.editor.fullname } });
    expect(await run(update, { id: room.article.id, revision: 0, title: 'Mine' })).toEqual({
      __typename: 'ConflictError',
      message: 'Someone else has changed this article in the meantime.',
    });
    expect(await rowOf(room.article.id)).toMatchObject({ title: 'Theirs', revision: 1, run: 1 });
    expect((await run(revised, { id: room.article.id, revision: 0, title: 'Theirs' })).article.revision).toBe(
      1,
    );
    expect((await run(revised, { id: room.article.id, title: 'Mine' })).article.revision).toBe(2);
  });

  test('every change to editable fields increases the revision, and nothing else does', async () => {
    const { db } = server.app;
    const changes: [object, number][] = [
      [{ labels: ['by many at once'] }, 1],
      [{ text: 'Read from the page again.' }, 2],
      [{ text: 'Read from the page again.' }, 2],
      [{ status: 'errored', error: 'The page is gone.' }, 2],
      [{ rssAutoUpdate: true }, 3],
    ];
    for (const [change, revision] of changes) {
      await db.sql.updateTable('Article').set(change).where('id', '=', room.article.id).execute();
      expect((await rowOf(room.article.id)).revision).toBe(revision);
    }
  });

  test('of a hundred concurrent saves of one revision exactly one succeeds, every time', async () => {
    // Behind the door, which would tell some of so many to try again in a moment.
    const actor = actorOf(room.editor);
    for (const revision of [0, 1]) {
      const answers = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          updateArticle(server.app, actor, {
            id: room.article.id,
            revision,
            text: `Save ${revision} by number ${index}.`,
          }),
        ),
      );
      const won = answers.filter((answer) => answer.status === 'fulfilled');
      const lost = answers.filter(
        (answer) => answer.status === 'rejected' && answer.reason instanceof ConflictError,
      );
      expect([won.length, lost.length]).toEqual([1, 99]);
      expect(await rowOf(room.article.id)).toMatchObject({
        text: won[0]!.value.text,
        revision: revision + 1,
        run: revision + 1,
      });
    }
    expect((await logOf(room.article.id)).filter((entry) => entry === 'update: text changed').length).toBe(2);
  });
});

describe('deleting, recrawling and retrying an article', () => {
  const remove = `mutation ($input: DeleteArticleInput!) { deleteArticle(input: $input) { __typename ... on DeleteArticleSuccess { deletedId } } }`;
  const recrawl = `mutation ($input: RecrawlArticleInput!) { recrawlArticle(input: $input) { __typename ${failure} ... on RecrawlArticleSuccess { article { ${article} } } } }`;
  const retry = `mutation ($input: RetryArticleInput!) { retryArticle(input: $input) { __typename ... on RetryArticleSuccess { article { ${article} } } } }`;

  test('a deleted article is missing in lists, nodes and queries, and its run is stale', async () => {
    const global = Buffer.from(`Article:${room.article.id}`).toString('base64');
    expect(await run(remove, { id: global })).toEqual({
      __typename: 'DeleteArticleSuccess',
      deletedId: global,
    });
    const { data } = await server.graphql(
      `{ node(id: "${global}") { id } article(id: ${room.article.id}) { id } project(id: ${room.project.id}) { articles { totalCount edges { cursor } } } }`,
      {},
      token,
    );
    expect(data).toEqual({ node: null, article: null, project: { articles: { totalCount: 0, edges: [] } } });
    expect(await rowOf(room.article.id)).toMatchObject({ run: 1, deletedAt: expect.any(Date) });
    expect((await run(remove, { id: global })).__typename).toBe('NotFoundError');
  });

  test('a recrawl is due in a minute, and a repeated request does not postpone it', async () => {
    const before = Date.now();
    const first = await run(recrawl, { id: room.article.id });
    expect(Date.parse(first.article.recrawlAt)).toBeGreaterThanOrEqual(before + 60_000);
    expect(Date.parse(first.article.recrawlAt)).toBeLessThan(Date.now() + 61_000);
    expect((await run(recrawl, { id: room.article.id })).article.recrawlAt).toBe(first.article.recrawlAt);
    expect(
      (await server.app.db.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'article-recrawl'`)).rows,
    ).toHaveLength(1);
  });

  test('an article without URL cannot be recrawled', async () => {
    const made = await server.make.article(room.project.id, { url: null });
    expect((await run(recrawl, { id: made.id })).fieldErrors).toEqual([
      { field: 'url', message: expect.stringContaining('no URL') },
    ]);
  });

  test.each([
    ['errored', 1],
    ['limit_reached', 1],
    ['rejected', 1],
    ['retry', 1],
    ['ready', 0],
    ['waiting', 0],
    ['processing', 0],
  ] as const)('retrying an article that is %s enqueues %i jobs', async (status, jobs) => {
    const made = await server.make.article(room.project.id, {
      status,
      error: status === 'errored' ? 'out of chars' : null,
    });
    expect((await run(retry, { id: made.id })).article.status).toBe(jobs ? 'WAITING' : status.toUpperCase());
    expect(await jobsOf(made.id)).toBe(jobs);
    expect((await rowOf(made.id)).error).toBeNull();
  });
});

describe('releasing an article', () => {
  const outcome = (name: string) =>
    `${name}Article(input: $input) { __typename ${failure} ... on ${name[0]!.toUpperCase()}${name.slice(1)}ArticleSuccess { article { status heldBy audio { version teaser { durationMs } } } } }`;
  const release = `mutation ($input: ReleaseArticleInput!) { ${outcome('release')} }`;
  const revoice = `mutation ($input: RevoiceArticleInput!) { ${outcome('revoice')} }`;

  test('an article on hold by a rule is released once', async () => {
    const made = await server.make.article(room.project.id, {
      run: 1,
      status: 'waiting',
      step: 'parsed',
      heldBy: 'Listen first',
    });
    expect((await run(release, { id: made.id })).article).toMatchObject({ status: 'WAITING', heldBy: null });
    expect((await run(release, { id: made.id })).article).toMatchObject({ status: 'WAITING', heldBy: null });
    expect(await jobsOf(made.id)).toBe(1);
  });

  test('an article on hold before publication is published when released', async () => {
    const made = await server.make.article(room.project.id, {
      status: 'waiting',
      step: 'assembled',
      heldBy: 'Listen first',
      version: 'v2',
    });
    expect((await run(release, { id: made.id })).article).toMatchObject({ status: 'READY', heldBy: null });
    expect(await rowOf(made.id)).toMatchObject({ audio: 'v2' });
    expect(await jobsOf(made.id)).toBe(0);
  });

  test.each([
    ['ready', null, 1],
    ['errored', null, 1],
    ['rejected', null, 1],
    ['waiting', 'Listen first', 1],
    ['waiting', null, 0],
    ['processing', null, 0],
  ] as const)(
    'an article that is %s, on hold by %s, is regenerated in %i job',
    async (status, heldBy, jobs) => {
      const made = await server.make.article(room.project.id, { status, heldBy });
      expect((await run(revoice, { id: made.id })).article).toMatchObject({
        status: jobs ? 'WAITING' : status.toUpperCase(),
        heldBy: null,
      });
      expect(await jobsOf(made.id)).toBe(jobs);
    },
  );
});
