import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../server/schema.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
});

interface Sent {
  key?: string | undefined;
  as?: string;
}
async function send(
  path: string,
  body: unknown,
  { key, as = token }: Sent,
): Promise<{ status: number; body: any }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${as}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const rest = (body: object, sent: Sent) => send(`/api/projects/${room.project.id}/articles`, body, sent);
const graphql = (query: string, input: object, sent: Sent) =>
  send('/graphql', { query, variables: { input } }, sent);
const article = { title: 'Once', text: 'A text.' };
const count = () =>
  server.app.db.prisma.article.count({ where: { projectId: room.project.id, title: 'Once' } });

/** Calls that create, with their inputs; each returns what it created. */
const creations: Record<string, { input: () => object; fields: string; table: string }> = {
  createArticle: {
    input: () => ({ project: room.project.id, ...article }),
    fields: 'article { databaseId status }',
    table: 'Article',
  },
  createStudioAudio: {
    input: () => ({ language: 'en-US', voice: 'offline:en-US-Otto', text: 'Something to say.' }),
    fields: 'audio { slug }',
    table: 'StudioAudio',
  },
  createSource: {
    input: () => ({ project: room.project.id, type: 'API' }),
    fields: 'apiKey source { databaseId }',
    table: 'Source',
  },
  createPartnerToken: {
    input: () => ({ organization: room.organization.id, name: 'Partner' }),
    fields: 'secret token { name }',
    table: 'PartnerToken',
  },
  createPlaylist: {
    input: () => ({ project: room.project.id, playlist: { name: 'Morning' } }),
    fields: 'playlist { databaseId }',
    table: 'Playlist',
  },
  createChannel: {
    input: () => ({ project: room.project.id, settings: { player: {} } }),
    fields: 'channel { databaseId slug }',
    table: 'Channel',
  },
  createDictionary: {
    input: () => ({ level: 'PROJECT', project: room.project.id, name: 'Names' }),
    fields: 'dictionary { databaseId name }',
    table: 'Dictionary',
  },
  createProcessingRule: {
    input: () => ({
      project: room.project.id,
      predicates: [{ subject: 'title', operator: 'contains', value: 'Sport' }],
      actions: [{ action: 'skip_title' }],
    }),
    fields: 'rule { databaseId }',
    table: 'ProcessingRule',
  },
  createOrganization: {
    input: () => ({ name: 'Another' }),
    fields: 'organization { slug }',
    table: 'Organization',
  },
  createProject: {
    input: () => ({ name: 'Another', organization: room.organization.id }),
    fields: 'project { databaseId }',
    table: 'Project',
  },
};

/** What cannot be doubled anyway, and why. */
const single: Record<string, string> = {
  createVerifiedOrganization: 'for administrators alone, who see what there is',
  createAdUnit: 'a campaign has an ad of a name once',
  createDeployment: 'a channel has one under way at most',
  createWebhook: 'its secret is shown once, and a second endpoint can be deleted',
};

test('every mutation that creates something is tested', () => {
  const names = Object.keys(schema.getMutationType()!.getFields()).filter((name) =>
    name.startsWith('create'),
  );
  expect(names.sort()).toEqual([...Object.keys(creations), ...Object.keys(single)].sort());
});

describe('a request that is repeated with its idempotency key', () => {
  test.each(Object.keys(creations))('%s creates once, and returns the same', async (name) => {
    const { input, fields, table } = creations[name]!;
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const document = `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename ... on ${type}Success { ${fields} } ... on Error { message } } }`;
    const rows = async () =>
      Number((await server.app.db.pool.query(`SELECT count(*) AS n FROM "${table}"`)).rows[0].n);
    const before = await rows();
    const first = await graphql(document, input(), { key: 'k-1' });
    expect(first.body.data[name].__typename).toBe(`${type}Success`);
    expect(await graphql(document, input(), { key: 'k-1' })).toEqual(first);
    expect(await rows()).toBe(before + 1);
    // As where the process died before it had answered.
    await server.app.db.pool.query('UPDATE "CallStep" SET "answer" = NULL');
    expect(await graphql(document, input(), { key: 'k-1' })).toEqual(first);
    expect(await rows()).toBe(before + 1);
    // Secrets that are shown only once are not readable here either.
    const kept = JSON.stringify(await server.app.db.prisma.callStep.findMany());
    for (const secret of ['apiKey', 'secret'])
      if (first.body.data[name][secret]) expect(kept).not.toContain(first.body.data[name][secret]);
    await graphql(document, input(), { key: 'k-2' });
    expect(await rows()).toBe(before + 2);
  });

  test('over REST creates once, and returns the same', async () => {
    const first = await rest(article, { key: 'again' });
    expect(first).toMatchObject({ status: 200, body: { result: 'ok' } });
    expect(await rest(article, { key: 'again' })).toEqual(first);
    await server.app.db.pool.query('UPDATE "CallStep" SET "answer" = NULL');
    expect((await rest(article, { key: 'again' })).body.article.id).toBe(first.body.article.id);
    expect(await count()).toBe(1);
    await rest(article, {});
    expect(await count()).toBe(2);
  });

  test('at the same time waits for the first, and creates once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => rest(article, { key: 'at once' })));
    expect(new Set(answers.map(({ body }) => body.article.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  test('with a different content is refused', async () => {
    await rest(article, { key: 'taken' });
    expect(await rest({ ...article, text: 'Another.' }, { key: 'taken' })).toMatchObject({
      status: 422,
      body: { result: 'fail', message: expect.stringContaining('another request') },
    });
    expect(
      await graphql(
        'mutation ($input: SignInInput!) { signIn(input: $input) { __typename } }',
        {},
        { key: 'taken' },
      ),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ message: expect.stringContaining('another request') }] },
    });
    const both = await Promise.all([
      rest(article, { key: 'both' }),
      rest({ ...article, text: 'Another.' }, { key: 'both' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('by another caller is a different request', async () => {
    await rest(article, { key: 'shared' });
    await rest(article, { key: 'shared', as: await server.signIn(room.editor) });
    const { apiKey } = await server.make.apiKey(room.project.id);
    await rest(article, { key: 'shared', as: apiKey });
    expect(await count()).toBe(3);
  });

  test('runs again after a failure', async () => {
    expect((await rest({ title: '' }, { key: 'corrected' })).body.result).toBe('fail');
    expect((await rest(article, { key: 'corrected' })).body.result).toBe('ok');
  });

  test('runs again after a day, and the clean-up deletes the key', async () => {
    await rest(article, { key: 'old' });
    const age = () =>
      server.app.db.pool.query(`UPDATE "CallStep" SET "createdAt" = now() - interval '25 hours'`);
    await age();
    await rest({ ...article, text: 'Another.' }, { key: 'old' });
    expect(await count()).toBe(2);
    await cleanUp(server.app);
    expect(await server.app.db.prisma.callStep.count()).toBeGreaterThan(0);
    await age();
    await cleanUp(server.app);
    expect(await server.app.db.prisma.callStep.count()).toBe(0);
  });
});

test.each(['', 'x'.repeat(256), 'tschüss'])('is refused with an invalid key such as %j', async (key) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api/projects/${room.project.id}/articles`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(article),
  });
  expect([response.status, await count()]).toEqual([400, 0]);
});

describe('a stored response is returned only to callers who still have the rights', () => {
  const input = () => ({ project: room.project.id, ...article });
  const document = `mutation ($input: CreateArticleInput!) { createArticle(input: $input) {
    __typename ... on CreateArticleSuccess { article { databaseId title } } ... on Error { message } } }`;

  const losses: Record<string, () => Promise<unknown>> = {
    'a member who was removed': () =>
      server.app.db.prisma.member.deleteMany({ where: { userId: room.editor.id } }),
    'a member who may only read by now': () =>
      server.app.db.prisma.member.updateMany({ where: { userId: room.editor.id }, data: { role: 'viewer' } }),
    'a member whose project is another organization’s by now': async () => {
      const other = await server.make.organization();
      await server.app.db.prisma.project.update({
        where: { id: room.project.id },
        data: { organizationId: other.id },
      });
    },
    'a member whose project was deleted': () =>
      server.app.db.prisma.project.update({
        where: { id: room.project.id },
        data: { deletedAt: new Date() },
      }),
  };

  test.each(Object.keys(losses))('%s', async (who) => {
    const as = await server.signIn(room.editor);
    const sent = { key: 'one of an editor', as };
    const first = await graphql(document, input(), sent);
    expect(first.body.data.createArticle.__typename).toBe('CreateArticleSuccess');
    expect(await graphql(document, input(), sent)).toEqual(first);
    await losses[who]!();
    const answers = [await graphql(document, input(), sent)];
    const path = `/api/projects/${room.project.id}/articles`;
    answers.push(await send(path, article, { key: 'one over REST', as }));
    for (const { status, body } of answers) {
      expect([403, 404]).toContain(status);
      expect(JSON.stringify(body)).not.toContain(article.title);
    }
    expect(await count()).toBe(1);
  });

  test('for an editor who has more rights by now', async () => {
    const as = await server.signIn(room.editor);
    const sent = { key: 'one of an editor', as };
    const first = await graphql(document, input(), sent);
    await server.app.db.prisma.member.updateMany({
      where: { userId: room.editor.id },
      data: { role: 'maintainer' },
    });
    expect(await graphql(document, input(), sent)).toEqual(first);
  });

  test('not for an API token that was revoked, restricted or made read-only', async () => {
    const changes = [{ revokedAt: new Date() }, { readOnly: true }, { projectIds: [room.project.id + 1] }];
    for (const [index, data] of changes.entries()) {
      const { token: as } = await server.make.partnerToken(room.organization.id, {});
      const sent = { key: `one of a partner ${index}`, as };
      const first = await graphql(document, input(), sent);
      expect(first.body.data.createArticle.__typename).toBe('CreateArticleSuccess');
      await server.app.db.prisma.partnerToken.updateMany({
        where: { organizationId: room.organization.id },
        data,
      });
      const { status, body } = await graphql(document, input(), sent);
      expect([401, 403]).toContain(status);
      expect(JSON.stringify(body)).not.toContain(article.title);
    }
  });
});
