import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer, type RestAnswer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let base: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
  base = `/api/projects/${room.project.id}/articles`;
});

const call = (method: string, path: string, body?: unknown): Promise<RestAnswer> =>
  server.rest(method, path, { token, body });
const aDate = {
  date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
  timezone_type: 3,
  timezone: 'UTC',
};

describe('an article', () => {
  test('is returned with the fields of the edit screen', async () => {
    const { body } = await call('GET', `${base}/${room.article.id}`);
    expect(body).toEqual({
      article: {
        id: room.article.id,
        title: room.article.title,
        url: room.article.url,
        text: room.article.text,
        status: 'ready',
        file: `/download/audio/${room.audio.version}.mp3`,
        labels: [],
        errors: [],
        added: aDate,
        revision: 0,
        rssAutoUpdate: false,
        recrawlTime: null,
        source: { id: room.source.id, type: 'manual' },
        log: [],
        updateLog: [],
        recrawlLog: [],
      },
    });
  });

  test('is created with status waiting', async () => {
    const { status, body } = await call('POST', base, {
      title: 'Harbour opens',
      text: 'It opened today.',
      url: 'https://example.com/harbour',
    });
    expect([status, body.result, body.article.status]).toEqual([200, 'ok', 'waiting']);
    expect((await call('GET', `${base}/${body.article.id}`)).body.article).toMatchObject({
      title: 'Harbour opens',
      text: 'It opened today.',
    });
  });

  test('can be created from a form', async () => {
    const { body } = await server.rest('POST', base, {
      token,
      form: { title: 'Über', text: 'Ein Satz & mehr.', 'labels[]': 'Hafen' },
    });
    expect(body).toMatchObject({
      result: 'ok',
      article: { title: 'Über', text: 'Ein Satz & mehr.', labels: ['Hafen'] },
    });
  });

  test('can have the caller’s own id, with which a repeated request returns it', async () => {
    const add = () => call('POST', base, { title: 'Once', text: 'A text.', guid: 'cms/17' });
    const [{ body: first }, { body: second }] = [await add(), await add()];
    expect(second.article.id).toBe(first.article.id);
    const { data } = await server.graphql(
      `query ($id: ID!) { article(id: $id) { guid } }`,
      { id: String(first.article.id) },
      token,
    );
    expect(data).toEqual({ article: { guid: 'cms/17' } });
  });

  test('keeps fields that an update omits', async () => {
    const { body } = await call('PUT', `${base}/${room.article.id}`, { labels: ['a', 'b'] });
    expect(body).toMatchObject({
      result: 'ok',
      article: { title: room.article.title, text: room.article.text, labels: ['a', 'b'], status: 'ready' },
    });
  });

  test('is not overwritten with an outdated revision', async () => {
    const { revision } = (await call('GET', `${base}/${room.article.id}`)).body.article;
    expect(
      (await call('PUT', `${base}/${room.article.id}`, { revision, title: 'Theirs' })).body,
    ).toMatchObject({ result: 'ok', article: { revision: revision + 1 } });
    const { status, body } = await call('PUT', `${base}/${room.article.id}`, { revision, title: 'Mine' });
    expect([status, body.result]).toEqual([409, 'fail']);
    expect((await call('PUT', `${base}/${room.article.id}`, { title: 'Whatever' })).body.article.title).toBe(
      'Whatever',
    );
  });

  test('is regenerated when its text changes', async () => {
    const { body } = await call('PUT', `${base}/${room.article.id}`, { text: 'Something else.' });
    expect(body.article).toMatchObject({ text: 'Something else.', status: 'waiting' });
  });

  test('is recrawled in a minute', async () => {
    const before = Date.now();
    const { body } = await call('POST', `${base}/${room.article.id}/recrawl`);
    expect(body.article).toMatchObject({ file: expect.any(String), recrawlTime: aDate });
    const due = Date.parse(`${body.article.recrawlTime.date.slice(0, 19).replace(' ', 'T')}Z`);
    // Whole seconds.
    expect(due).toBeGreaterThan(before + 59_000);
    expect(due).toBeLessThan(Date.now() + 61_000);
  });

  test('is deleted with 204, and then not found', async () => {
    expect(await call('DELETE', `${base}/${room.article.id}`)).toMatchObject({ status: 204, body: '' });
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/recrawl'],
      ['GET', '/chunks'],
      ['GET', '/highlight'],
    ]) {
      expect(
        (await call(method!, `${base}/${room.article.id}${path}`, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404);
    }
    expect((await call('GET', `/articles/${room.article.id}/download`)).status).toBe(404);
    expect((await call('GET', base)).body).toMatchObject({ articles: [], total: 0 });
  });

  test('is not found under another project’s path, by any caller', async () => {
    const other = await server.make.project({ organizationId: room.organization.id });
    const path = `/api/projects/${other.id}/articles/${room.article.id}`;
    for (const [method, more] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/recrawl'],
      ['GET', '/chunks'],
      ['GET', '/highlight'],
    ]) {
      expect((await call(method!, path + more, method === 'PUT' ? { title: 'x' } : undefined)).status).toBe(
        404,
      );
    }
    expect((await call('GET', `${base}/${room.article.id}`)).body.article.title).toBe(room.article.title);
  });
});

describe('errors are listed under their field', () => {
  test.each([
    ['a blank title', { title: '  ', text: 'x' }, ['[title]']],
    ['no title', { text: 'x' }, ['[title]']],
    ['no text', { title: 'x' }, ['[text]']],
    ['an invalid URL', { title: 'x', text: 'x', url: 'javascript:alert(1)' }, ['[url]']],
    ['several errors', { title: '', text: '', url: 'nowhere' }, ['[text]', '[title]', '[url]']],
    ['an object as text', { title: { a: 1 }, text: 'x' }, ['[title]']],
  ])('%s', async (_, body, keys) => {
    const answer = await call('POST', base, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ result: 'fail', message: expect.any(String) });
    expect(Object.keys(answer.body.errors).sort()).toEqual(keys);
    for (const messages of Object.values(answer.body.errors))
      expect(messages).toEqual([expect.stringMatching(/./)]);
    expect((await call('GET', base)).body.total).toBe(1);
  });

  test('an empty text is not replaced with the page', async () => {
    const path = `${base}/${room.article.id}`;
    await call('PUT', path, { url: 'https://example.com/a' });
    expect((await call('PUT', path, { text: '' })).body).toMatchObject({
      result: 'fail',
      errors: { '[text]': ['Field is required and cannot be empty'] },
    });
    const { text, status } = room.article;
    expect((await call('GET', path)).body.article).toMatchObject({ text, status });
  });

  test('an update that is refused changes nothing', async () => {
    const answer = await call('PUT', `${base}/${room.article.id}`, { title: '', text: 'Other.' });
    expect(answer.body).toMatchObject({ result: 'fail', errors: { '[title]': [expect.any(String)] } });
    expect((await call('GET', `${base}/${room.article.id}`)).body.article).toMatchObject({
      title: room.article.title,
      text: room.article.text,
    });
  });

  test('a body that is not JSON gets 400, one too large 413, one of another type 415', async () => {
    const send = (body: string, type: string) =>
      fetch(server.url + base, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      });
    for (const [answer, status] of [
      [await send('{"title":', 'application/json'), 400],
      [await send(`{"title":"${'x'.repeat(17 * 1024 * 1024)}"}`, 'application/json'), 413],
      [await send('<title/>', 'application/xml'), 415],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ result: 'fail', message: expect.any(String) });
    }
  });
});

describe('the list', () => {
  beforeEach(async () => {
    for (let index = 0; index < 44; index++) {
      await server.make.article(room.project.id, {
        title: `Story ${index} ${index % 11 === 0 ? 'harbour' : 'town'}`,
        status: index % 4 === 0 ? 'errored' : 'waiting',
        error: index % 4 === 0 ? 'There is no text.' : null,
        addedAt: new Date(Date.UTC(2026, 0, 1 + index, 12)),
      });
    }
  });

  test('has twenty per page, newest first, with total and balance', async () => {
    const pages = await Promise.all(
      [0, 20, 40].map((offset) => call('GET', `${base}?offset=${offset}&query=&date_from=&date_to=&status=`)),
    );
    expect(pages.map(({ body }) => body.articles.length)).toEqual([20, 20, 5]);
    expect(pages.map(({ body }) => [body.total, body.balance])).toEqual(
      Array.from({ length: 3 }, () => [45, 100_000]),
    );
    const ids = pages.flatMap(({ body }) => body.articles.map((article: { id: number }) => article.id));
    expect(new Set(ids).size).toBe(45);
    expect(pages[0]!.body.articles[1]).toMatchObject({
      title: 'Story 43 town',
      added: { date: '2026-02-13 12:00:00.000000' },
      errors: [],
    });
  });

  test('is filtered by title, status and days', async () => {
    const titles = async (query: string) =>
      (await call('GET', `${base}?${query}`)).body.articles.map(
        (article: { title: string }) => article.title,
      );
    expect(await titles('query=harbour')).toEqual([
      'Story 33 harbour',
      'Story 22 harbour',
      'Story 11 harbour',
      'Story 0 harbour',
    ]);
    expect(await titles('query=harbour&status=errored')).toEqual(['Story 0 harbour']);
    expect(await titles('date_from=2026-01-01&date_to=2026-01-02&status=none')).toEqual([
      'Story 1 town',
      'Story 0 harbour',
    ]);
    expect(await titles('query=nowhere')).toEqual([]);
  });

  test('contains the error of a failed article', async () => {
    const { body } = await call('GET', `${base}?status=errored&query=harbour`);
    expect(body.articles[0].errors).toEqual(['There is no text.']);
  });

  test.each([
    ['status=finished', '[status]'],
    ['date_from=yesterday', '[date_from]'],
    ['offset=many', '[offset]'],
  ])('refuses %s', async (query, key) => {
    const { status, body } = await call('GET', `${base}?${query}`);
    expect([status, body.result, Object.keys(body.errors)]).toEqual([200, 'fail', [key]]);
  });
});

describe('chunks, highlight and download', () => {
  test('chunks have totals', async () => {
    const chunk = {
      articleId: room.article.id,
      position: 0,
      segmentKey: 'k1',
      text: 'One sentence.',
      start: 0,
      pauseMs: 0,
      charactersVoiced: 13,
    };
    const { version } = room.audio;
    await server.app.db.prisma.chunk.createMany({
      data: ['older', version].map((of) => ({ ...chunk, version: of })),
    });
    const { body } = await call('GET', `${base}/${room.article.id}/chunks`);
    expect(body).toMatchObject({ result: 'ok', summary: { totalChunks: 2, totalCharactersVoiced: 26 } });
    expect(body.chunks).toHaveLength(body.summary.totalChunks);
    expect(body.chunks[0]).toMatchObject({
      createdAt: aDate,
      charactersVoiced: 13,
      chunkText: 'One sentence.',
      isCached: false,
      diff: null,
      version: room.audio.version,
    });
  });

  test('words have times', async () => {
    const { body } = await call('GET', `${base}/${room.article.id}/highlight`);
    expect(body.data).toEqual([
      { word: 'One', start: 0, length: 3, startMs: 0, endMs: 400 },
      { word: 'sentence', start: 4, length: 8, startMs: 400, endMs: 1_100 },
    ]);
  });

  test('a high-resolution download starts once, and is ok when its file exists', async () => {
    const file = `audio/${room.audio.version}-highres.mp3`;
    const ask = async () => (await call('GET', `/articles/${room.article.id}/download`)).body;
    expect(await ask()).toEqual({ status: 'processing', url: null, progress: 0 });
    expect(await ask()).toEqual({ status: 'processing', url: null, progress: 0 });
    expect(
      (await server.app.db.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'article-high-res'`)).rows,
    ).toHaveLength(1);
    await server.app.storage.put(file, new Uint8Array([1]));
    await server.app.db.pool.query('UPDATE "Rendition" SET progress = 100');
    expect(await ask()).toEqual({ status: 'ok', url: `/download/${file}`, progress: 100 });
    const waiting = await server.make.article(room.project.id);
    expect((await call('GET', `/articles/${waiting.id}/download`)).body).toEqual({
      status: 'processing',
      url: null,
      progress: 0,
    });
    const errored = await server.make.article(room.project.id, {
      status: 'errored',
      error: 'There is no text.',
    });
    expect((await call('GET', `/articles/${errored.id}/download`)).body).toMatchObject({
      status: 'fail',
      message: 'There is no text.',
    });
    await server.app.db.pool.query(`UPDATE "Organization" SET features = '{}'`);
    expect((await call('GET', `/articles/${room.article.id}/download`)).status).toBe(403);
  });
});

test('started high-resolution files count against the rate limit of every caller, their progress does not', async () => {
  const articles = await Promise.all(Array.from({ length: 70 }, () => server.make.article(room.project.id)));
  await Promise.all(articles.map(({ id }) => server.make.audio(id)));
  const callers = [token, (await server.make.apiKey(room.project.id)).apiKey];
  for (const [index, caller] of callers.entries()) {
    const format = index === 0 ? 'mp3' : 'wav';
    const ask = (id: number) =>
      fetch(`${server.url}/articles/${id}/download?format=${format}`, {
        headers: { authorization: `Bearer ${caller}` },
      });
    const answers: Response[] = [];
    for (const { id } of articles) answers.push(await ask(id));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(60);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(articles[0]!.id)).status).toBe(200);
  }
});

describe('API keys and tokens', () => {
  test('a key can write articles of its project only', async () => {
    const { apiKey } = await server.make.apiKey(room.project.id);
    const other = await server.make.project({ organizationId: room.organization.id });
    const as = (method: string, path: string, body?: unknown) =>
      server.rest(method, path, { token: apiKey, body });
    expect((await as('POST', base, { title: 'By key', text: 'A text.' })).body.result).toBe('ok');
    expect(
      (await as('GET', '/api/projects')).body.projects.map((project: { id: number }) => project.id),
    ).toEqual([room.project.id]);
    expect((await as('GET', `/api/projects/${other.id}`)).status).toBe(404);
    expect((await as('PUT', `/api/projects/${room.project.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await as('GET', '/api/user')).body.user).toMatchObject({
      id: null,
      name: room.project.name,
      organizations: [],
    });
  });

  test('a read-only key can read', async () => {
    const { apiKey } = await server.make.apiKey(room.project.id, 'api_readonly');
    expect((await server.rest('GET', base, { token: apiKey })).status).toBe(200);
    expect((await server.rest('POST', base, { token: apiKey, body: { title: 'x', text: 'y' } })).status).toBe(
      403,
    );
    expect((await server.rest('DELETE', `${base}/${room.article.id}`, { token: apiKey })).status).toBe(403);
  });

  test('a token gives access to its organization’s projects until it is revoked', async () => {
    const { token: secret, row } = await server.make.partnerToken(room.organization.id);
    expect(
      (await server.rest('POST', base, { token: secret, body: { title: 'By partner', text: 'A text.' } }))
        .body.result,
    ).toBe('ok');
    expect((await server.rest('GET', '/api/user', { token: secret })).body.user).toEqual({
      id: null,
      name: room.organization.name,
      fullname: room.organization.name,
      avatar: null,
      email: null,
      balance: expect.any(Number),
      hasVerified: expect.any(Boolean),
      role: 'viewer',
      timezone: expect.any(String),
      organizations: [
        {
          id: room.organization.slug,
          name: room.organization.name,
          pseudo: null,
          features: expect.any(Array),
          role: 'editor',
        },
      ],
    });
    const foreign = await server.make.project();
    expect((await server.rest('GET', `/api/projects/${foreign.id}`, { token: secret })).status).toBe(404);
    await server.app.db.prisma.partnerToken.update({
      where: { id: row.id },
      data: { revokedAt: new Date() },
    });
    expect((await server.rest('GET', base, { token: secret })).status).toBe(401);
  });
});

test.each([
  ['POST', () => `/api/projects/${room.project.id}/articles`, { title: null, text: 'A text.' }, '[title]'],
  [
    'PUT',
    () => `/api/projects/${room.project.id}/extractor-rules`,
    { extractorRules: [{ rule: 'should' }] },
    '[extractorRules][0][selector]',
  ],
  [
    'POST',
    () => `/api/projects/${room.project.id}/url_replacements_try`,
    { url: null, rules: null },
    '[url]',
  ],
])('a missing or null required field is named: %s %s', async (method, path, body, field) => {
  const answer = await server.rest(method, path(), { token, body });
  expect({ status: answer.status, errors: Object.keys(answer.body.errors ?? {}) }).toEqual({
    status: 200,
    errors: [field],
  });
});
