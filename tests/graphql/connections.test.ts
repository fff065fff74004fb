import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

interface Connection<Node> {
  edges: { node: Node }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

const server = useServer();
let room: Newsroom;
let admin: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  admin = await server.signIn(room.admin);
});

const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** A page of a connection, by the path to it. */
async function pageOf<Node>(
  path: string[],
  args: string,
  node: string,
  token: string,
): Promise<Connection<Node> | null> {
  const field = `${path.at(-1)!.replace(')', `, ${args})`)}${path.at(-1)!.endsWith(')') ? '' : `(${args})`} { edges { node { ${node} } } ${pageInfo} }`;
  const document = [...path.slice(0, -1), ''].reduceRight(
    (inner, outer) => (outer ? `${outer} { ${inner} }` : inner),
    field,
  );
  const { data, errors } = await server.graphql(`{ ${document} }`, {}, token);
  expect(errors).toBeUndefined();
  return Object.values(path).reduce<any>(
    (object, key) => object?.[key.replace(/\(.*/, '')],
    data,
  ) as Connection<Node> | null;
}

/** All elements, two at a time. */
async function walk<Node>(path: string[], node: string, token: string, backwards = false): Promise<Node[]> {
  const found: Node[] = [];
  for (let args = backwards ? 'last: 2' : 'first: 2'; ;) {
    const { edges, pageInfo: info } = (await pageOf<Node>(path, args, node, token))!;
    const nodes = edges.map((edge) => edge.node);
    if (backwards) found.unshift(...nodes);
    else found.push(...nodes);
    expect(edges.length).toBeLessThanOrEqual(2);
    if (!(backwards ? info.hasPreviousPage : info.hasNextPage)) return found;
    args = backwards ? `last: 2, before: "${info.startCursor}"` : `first: 2, after: "${info.endCursor}"`;
  }
}

describe('paging through a connection returns each element once, in order, from either end', () => {
  test('projects: by organization, then private ones, sorted by name', async () => {
    const { organization, maintainer: owner } = room;
    const other = await server.make.organization({ name: '000 First' });
    await server.make.member(other.id, 'viewer', { id: owner.id });
    for (const name of ['zebra', 'Middle', 'apple']) {
      await server.make.project({ organizationId: organization.id, ownerId: owner.id, name });
      await server.make.project({ organizationId: other.id, ownerId: owner.id, name });
      await server.make.project({ organizationId: null, ownerId: owner.id, name });
    }
    const token = await server.signIn(owner);
    type Node = { name: string; organization: { name: string } | null };
    const forwards = await walk<Node>(['viewer', 'projects'], 'name organization { name }', token);
    const named = forwards.map((project) => `${project.organization?.name ?? 'private'}: ${project.name}`);
    expect(named).toHaveLength(10);
    expect(named.slice(0, 3)).toEqual(['000 First: apple', '000 First: Middle', '000 First: zebra']);
    expect(named.slice(7)).toEqual(['private: apple', 'private: Middle', 'private: zebra']);
    expect(new Set(named).size).toBe(10);
    expect(await walk<Node>(['viewer', 'projects'], 'name organization { name }', token, true)).toEqual(
      forwards,
    );
  });

  test("a project's log", async () => {
    await server.app.db.prisma.projectLog.createMany({
      data: Array.from({ length: 7 }, (_, index) => ({
        projectId: room.project.id,
        action: 'updated',
        body: { step: index },
      })),
    });
    const path = [`project(id: ${room.project.id})`, 'log'];
    type Node = { details: { values: { number: number }[] }[] };
    const forwards = await walk<Node>(path, 'details { values { ... on LoggedNumber { number } } }', admin);
    expect(forwards.map(({ details }) => details[0]!.values[0]!.number)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(
      await walk<Node>(path, 'details { values { ... on LoggedNumber { number } } }', admin, true),
    ).toEqual(forwards);
  });

  test.each(['log', 'update', 'recrawl'])("an article's %s log", async (kind) => {
    const kinds = ['log', 'update', 'recrawl'].flatMap((one) =>
      Array.from({ length: 5 }, (_, index) => ({
        articleId: room.article.id,
        kind: one,
        action: `${one} ${index}`,
        text: `Text ${index}`,
      })),
    );
    await server.app.db.prisma.articleLog.createMany({ data: kinds });
    const path = [`article(id: ${room.article.id})`, `log(kind: ${kind.toUpperCase()})`];
    type Node = { action: string; text: string };
    const forwards = await walk<Node>(path, 'action text', admin);
    expect(forwards.map(({ action, text }) => `${action}: ${text}`)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `${kind} ${index}: Text ${index}`),
    );
    expect(await walk<Node>(path, 'action text', admin, true)).toEqual(forwards);
  });

  test("an article's chunks: newest version first, each in order", async () => {
    const chunk = (version: string, position: number) => ({
      articleId: room.article.id,
      version,
      position,
      segmentKey: `k${version}${position}`,
      text: `${version} ${position}`,
      start: 0,
      pauseMs: 0,
    });
    // The order in which they were written is neither that of the versions' names nor of the positions.
    await server.app.db.prisma.chunk.createMany({
      data: [chunk('z', 1), chunk('z', 0), chunk('z', 2), chunk('a', 2), chunk('a', 0), chunk('a', 1)],
    });
    const path = [`article(id: ${room.article.id})`, 'chunks'];
    const forwards = await walk<{ spokenText: string }>(path, 'spokenText', admin);
    expect(forwards.map(({ spokenText }) => spokenText)).toEqual(['a 0', 'a 1', 'a 2', 'z 0', 'z 1', 'z 2']);
    expect(await walk(path, 'spokenText', admin, true)).toEqual(forwards);
  });
});

test('voices filtered by language, service and name', async () => {
  type Voice = { name: string; language: string; provider: string; label: string };
  const fields = 'name language provider label';
  const { data } = await server.graphql(
    `{ voiceLanguages { language providers { provider voices { ${fields} } } } }`,
    {},
    admin,
  );
  const all = (data!['voiceLanguages'] as { providers: { voices: Voice[] }[] }[]).flatMap(({ providers }) =>
    providers.flatMap(({ voices }) => voices),
  );
  const english = all.filter(({ language }) => language === 'en-US');
  expect(english.length).toBeGreaterThan(2);
  expect(await walk<Voice>(['voices(language: "en-US")'], fields, admin)).toEqual(english);
  const [{ label, provider }] = english as [Voice];
  const found = await pageOf<Voice>(
    [`voices(provider: "${provider}", search: " ${label.toUpperCase()} ")`],
    'first: 100',
    fields,
    admin,
  );
  expect(found!.edges.map(({ node }) => node)).toEqual(
    all
      .filter(
        (voice) => voice.provider === provider && voice.label.toLowerCase().includes(label.toLowerCase()),
      )
      .slice(0, 100),
  );
  // In words of any order and case, of the voice and of its service.
  const { data: served } = await server.graphql(
    `{ voices(first: 1, language: "en-US") { edges { node { label name providerTitle } } } }`,
    {},
    admin,
  );
  const { node } = served!['voices'].edges[0] as {
    node: { label: string; name: string; providerTitle: string };
  };
  const words = `${node.providerTitle.split(' ')[0]!.toUpperCase()} ${node.label.split(' ')[0]!.toLowerCase()}`;
  const sought = await pageOf<Voice>(
    [`voices(language: "en-US", search: ${JSON.stringify(words)})`],
    'first: 100',
    fields,
    admin,
  );
  expect(sought!.edges.map((edge) => edge.node.name)).toContain(node.name);
  const nowhere = await pageOf<Voice>(
    [`voices(language: "en-US", search: "${words} zzzz")`],
    'first: 100',
    fields,
    admin,
  );
  expect(nowhere!.edges).toEqual([]);
  // By their names, each once; and the caller's favourites apart from the others.
  const two = [english[0]!.name, english[1]!.name];
  const named = await pageOf<Voice>(
    [`voices(names: ${JSON.stringify([...two, 'nobody:none'])})`],
    'first: 100',
    fields,
    admin,
  );
  expect(named!.edges.map((edge) => edge.node.name).sort()).toEqual([...two].sort());
  await server.graphql(
    `mutation { setFavoriteVoice(input: { voice: "${two[1]}", favorite: true }) { __typename } }`,
    {},
    admin,
  );
  const favorites = await pageOf<Voice>(
    ['voices(language: "en-US", favorite: true)'],
    'first: 100',
    fields,
    admin,
  );
  expect(favorites!.edges.map((edge) => edge.node.name)).toEqual([two[1]]);
  const others = await pageOf<Voice>(
    ['voices(language: "en-US", favorite: false)'],
    'first: 100',
    fields,
    admin,
  );
  expect(others!.edges).toHaveLength(Math.min(100, english.length - 1));
  await server.graphql(
    `mutation { setFavoriteVoice(input: { voice: "${two[1]}", favorite: false }) { __typename } }`,
    {},
    admin,
  );
  expect((await pageOf<Voice>(['voices(provider: "nobody")'], 'first: 1', fields, admin))!.edges).toEqual([]);
  const whole = await pageOf<Voice>(['voices(search: "")'], 'first: 100', fields, admin);
  expect(whole!.edges.map(({ node }) => node)).toEqual(all.slice(0, 100));
});

test('a page has at most a hundred elements, and twenty by default', async () => {
  await server.app.db.prisma.projectLog.createMany({
    data: Array.from({ length: 130 }, () => ({ projectId: room.project.id, action: 'updated' })),
  });
  const sizes = await Promise.all(
    ['first: 100', 'first: 5000', 'after: null', 'first: 0'].map((args) =>
      pageOf([`project(id: ${room.project.id})`, 'log'], args, 'id', admin),
    ),
  );
  expect(sizes.map((page) => page!.edges.length)).toEqual([100, 100, 20, 0]);
});

test.each([
  ['log(kind: LOG, after: "nonsense")', 'This is not a valid cursor for this list.'],
  ['chunks(before: "aWQgMTIzNDU2Nzg5MDEyMzQ1")', 'This is not a valid cursor for this list.'],
  ['log(kind: LOG, first: -1)', /must be a non-negative integer/],
])('%s is refused with a message', async (field, message) => {
  const { errors } = await server.graphql(
    `{ article(id: ${room.article.id}) { ${field} { edges { node { id } } } } }`,
    {},
    admin,
  );
  expect(JSON.stringify(errors)).not.toContain('Internal server error');
  const fieldErrors = (errors![0]!.extensions?.['fieldErrors'] ?? []) as { message: string }[];
  expect([errors![0]!.message, ...fieldErrors.map((error) => error.message)].join(' ')).toMatch(message);
});

describe('connections are null rather than empty without permission', () => {
  beforeEach(async () => {
    room = await server.make.newsroom({ features: [] });
    admin = await server.signIn(room.admin);
  });
  const article =
    'log(kind: LOG) { edges { node { id } } } chunks { edges { node { id } } } chunkSummary { chunks }';

  async function seen(token: string): Promise<Record<string, boolean>> {
    const document = `{
      article(id: ${room.article.id}) { ${article} }
      project(id: ${room.project.id}) { projectLog: log { edges { node { id } } } organization { members { role } partnerTokens { id } ledger { edges { node { id } } } } }
    }`;
    const { data, errors } = await server.graphql(document, {}, token);
    expect(errors).toBeUndefined();
    const { organization, ...project } = data!['project'];
    const all = { ...data!['article'], ...project, ...organization } as Record<string, unknown>;
    return Object.fromEntries(Object.entries(all).map(([field, value]) => [field, value !== null]));
  }
  const nothing = {
    log: false,
    chunks: false,
    chunkSummary: false,
    projectLog: false,
    members: false,
    partnerTokens: false,
    ledger: false,
  };

  test('for an administrator, a maintainer, a viewer and a program', async () => {
    const everything = Object.fromEntries(Object.keys(nothing).map((field) => [field, true]));
    expect(await seen(admin)).toEqual(everything);
    expect(await seen(await server.signIn(room.maintainer))).toEqual({
      ...nothing,
      projectLog: true,
      members: true,
      partnerTokens: true,
      ledger: true,
    });
    expect(await seen(await server.signIn(room.viewer))).toEqual({ ...nothing, members: true });
    expect(await seen((await server.make.partnerToken(room.organization.id)).token)).toEqual(nothing);
  });

  test('for a user with a role in one project only', async () => {
    const guest = await server.make.user();
    await server.make.grant(room.project.id, guest.id, 'qa');
    expect(await seen(await server.signIn(guest))).toEqual(nothing);
  });

  test('for data of another account', async () => {
    const { data } = await server.graphql(
      `{ organization(id: ${room.organization.id}) { members { user { databaseId balance organizations { role } } } } }`,
      {},
      await server.signIn(room.editor),
    );
    const members = data!['organization'].members as {
      user: { databaseId: number; balance: number | null; organizations: object[] | null };
    }[];
    for (const { user } of members) {
      const own = user.databaseId === room.editor.id;
      expect([user.balance !== null, user.organizations !== null]).toEqual([own, own]);
    }
    expect(members.length).toBeGreaterThan(2);
  });
});
