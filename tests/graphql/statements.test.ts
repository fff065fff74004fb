import { readFile } from 'node:fs/promises';
import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  subscribe,
  type FieldNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '../../server/graphql/context.ts';
import { statementsMax } from '../../server/graphql/statement-limit.ts';
import { statementsPerRow } from '../../server/graphql/statement-costs.ts';
import { schema } from '../../server/schema.ts';
import { actorOf, type KeyedSource, type Newsroom } from '../support/factories.ts';
import { wav } from '../support/media.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeNewsroomOf } from '../support/newsroom-of.ts';
import { takeSnapshot, type Snapshot } from '../support/snapshot.ts';
import { statementsOf } from '../support/statements.ts';
import { examples } from '../rest/rest-calls.ts';
import { globalId, inputOf, rootFields, valuesOf } from './calls.ts';

/** Every operation that a dashboard sends, as it was registered. */
const operations = Object.entries(
  JSON.parse(
    await readFile(new URL('../../client/dashboard/persisted.json', import.meta.url), 'utf8'),
  ) as Record<string, string>,
);

let server: TestServer;
let few: Newsroom;
let many: Newsroom;
let snapshot: Snapshot;
beforeAll(async () => {
  server = await startServer();
  const made = [await makeNewsroomOf(server, 2), await makeNewsroomOf(server, 9)] as const;
  [few, many] = [made[0].room, made[1].room];
  for (const { room, audio } of made) audios.set(room, audio);
  snapshot = await takeSnapshot(server.app.db);
});
afterEach(() => snapshot.restore());
afterAll(() => server?.close());

/** The slug of a studio audio of each room's maintainer. */
const audios = new Map<Newsroom, string>();

function rootOf(document: string): { operation: OperationDefinitionNode['operation']; field: string } {
  const { definitions } = parse(document);
  const operation = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)!;
  // A document for separate pagination has only a fragment.
  const fragment = definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const fields = [operation, fragment].flatMap((one) => one?.selectionSet.selections ?? []);
  return {
    operation: operation.operation,
    field: (fields.find((one) => one.kind === Kind.FIELD) as FieldNode).name.value,
  };
}

function variablesOf(document: string, room: Newsroom): Record<string, unknown> {
  const { operation, field } = rootOf(document);
  const root = rootFields.find((one) => one.operation === operation && one.field.name === field)!;
  const [, type = ''] =
    /(?:\.\.\.|fragment \w+) on (Article|Organization|Project|User)\b/.exec(document) ?? [];
  const nodes: Record<string, number> = {
    Article: room.article.id,
    Organization: room.organization.id,
    User: room.maintainer.id,
  };
  const node = type in nodes ? globalId(type, nodes[type]!) : globalId('Project', room.project.id);
  const values = valuesOf(room);
  const id = /^ {2}node\(id: \$id\)/m.test(document) ? node : (values.ids[root.name] ?? room.project.id);
  const all: Record<string, unknown> = {
    id: String(id),
    project: String(room.project.id),
    slug: root.name.includes('tudioAudio') ? audios.get(room) : room.organization.slug,
    first: 20,
    offset: 0,
    kind: 'LOG',
    channel: String(room.channel.id),
    playlist: String(room.playlist.id),
    webhook: globalId('Webhook', room.webhookDelivery.endpointId),
    ids: [globalId('WebhookDelivery', Number(room.webhookDelivery.id))],
    type: 'PODCAST',
    settings: { player: {} },
    url: values.texts['url'],
    language: 'en-US',
    provider: 'offline',
    query: 'One',
    name: 'en_US-none-medium',
    names: ['offline:en-US-Emil'],
    further: false,
    title: 'One',
    labels: ['One'],
    text: 'One sentence.',
    entry: { source: 'sentence', replacement: 'sen-tence' },
    level: 'PROJECT',
    format: 'CSV',
    isAdmin: false,
    isNew: true,
    entries: [String(values.ids['entries'])],
    secret: 'in_none',
    payment: 'cs_none',
    token: 'none',
    articleId: String(room.article.id),
    article: String(room.article.id),
    inProject: true,
    report: 'PlaysByDay',
    weeks: 12,
    ...(document.includes('$since: Date!') && { since: '2026-01-01' }),
    ...(document.includes('$articles: Boolean!') && {
      articles: true,
      channels: true,
      playlists: true,
      rules: true,
    }),
    canReview: true,
    compared: true,
    input:
      // One draft is tried at a time.
      field === 'draftPreview'
        ? { project: String(room.project.id), normalizationPrompt: 'Spell out every number.' }
        : // A name that is taken costs one more statement to find a distinct one.
          field === 'createOrganization'
          ? { name: `Beside ${room.organization.slug}` }
          : inputOf(root, values),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => document.includes(`$${name}:`)));
}

/** Fields that a maintainer may not query: the error would not wait for the other fields. */
const forAdministrators =
  /^ {2}(administrationLog|emailDelivery|organizations|platformFeatures|revoicingJobs?|users)\b/m;

/** What mutations take that take a file. */
const files: Record<string, File> = {
  readStudioDocument: new File(['Something to say.'], 'text.txt'),
  importDictionary: new File(['source,dest\nword,werd\n'], 'words.csv'),
  uploadAvatar: new File([wav()], 'sound.wav'),
  uploadImage: new File([wav()], 'sound.wav'),
  uploadSound: new File([wav()], 'sound.wav'),
};

async function send(document: string, room: Newsroom): Promise<void> {
  const variables = variablesOf(document, room);
  const { operation, field } = rootOf(document);
  const token = await server.signIn(forAdministrators.test(document) ? room.admin : room.maintainer);
  if (operation === 'subscription') return watch(document, variables, room);
  const file = files[field];
  const { errors } = file
    ? await sendFile(document, variables, file, token)
    : await server.graphql(document, variables, token);
  // Fields for administrators are refused before any statement.
  expect((errors ?? []).filter(({ extensions }) => extensions?.['code'] !== 'FORBIDDEN')).toEqual([]);
}

async function sendFile(
  query: string,
  variables: object,
  file: File,
  token: string,
): Promise<{ errors?: { extensions?: Record<string, unknown> }[] }> {
  const form = new FormData();
  form.set(
    'operations',
    JSON.stringify({
      query,
      variables: { input: { ...(variables as { input: object }).input, file: null } },
    }),
  );
  form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
  form.set('0', file);
  const headers = { accept: 'application/json', 'x-parlance-upload': '1', authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: form })).json() as never;
}

/** Receives the first event of a subscription. */
async function watch(document: string, variables: Record<string, unknown>, room: Newsroom): Promise<void> {
  const actor = actorOf(forAdministrators.test(document) ? room.admin : room.maintainer);
  const contextValue: Context = { app: server.app, actor, actorNow: async () => actor, remoteAddress: '' };
  const events = (await subscribe({
    schema,
    document: parse(document),
    variableValues: variables,
    contextValue,
  })) as AsyncGenerator<{ errors?: unknown }>;
  const { prisma } = server.app.db;
  const of = { where: { projectId: room.project.id } };
  const counts: Record<string, () => Promise<number>> = {
    projectArticles: () => prisma.article.count(of),
    projectChannels: () => prisma.channel.count(of),
  };
  const count = (await counts[rootOf(document).field]?.()) ?? 1;
  for (let told = 0; told < count; told++) expect((await events.next()).value.errors).toBeUndefined();
  await events.return(undefined);
}

describe('the number of statements does not depend on the number of rows for', () => {
  const named = operations.map(([id, document]): [name: string, document: string] => [
    `${/\w+ (\w+)/.exec(document)![1]!} (${id.slice(0, 6)})`,
    document,
  ]);
  const isQuery = (document: string) => rootOf(document).operation === 'query';
  const compare = async (name: string, document: string) => {
    const [forFew, forMany] = [
      await statementsOf(() => send(document, few)),
      await statementsOf(() => send(document, many)),
    ];
    expect
      .soft(forMany.length, `${name}:\n${forFew.join('\n')}\n\nbecame\n\n${forMany.join('\n')}`)
      .toBeLessThanOrEqual(forFew.length);
    expect.soft(forMany.length, name).toBeLessThan(statementsMax / 5);
  };

  // What only reads leaves everything as it was for the next one.
  test('every query type', async () => {
    for (const [name, document] of named) if (isQuery(document)) await compare(name, document);
  });

  test.each(named.filter(([, document]) => !isQuery(document)))('%s', compare);

  test('every REST call that reads', async () => {
    let answered = 0;
    for (const [key, example] of Object.entries(examples).filter(([name]) => name.startsWith('GET '))) {
      const counts = [];
      for (const room of [few, many]) {
        const sound = { soundFile: `sound-${room.project.id}-0`, studioAudio: { slug: audios.get(room)! } };
        // What calls that change something are about.
        const others = { invited: room.viewer, apiSource: {} as KeyedSource, page: '' };
        const { path } = example({ ...room, ...sound, ...others });
        const token = await server.signIn(room.maintainer);
        const statements = await statementsOf(async () => {
          const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
          await answer.arrayBuffer();
          if (answer.ok) answered += 1;
        });
        counts.push(statements);
      }
      const [forFew, forMany] = counts as [string[], string[]];
      const became = `${key}:\n${forFew.join('\n')}\n\nbecame\n\n${forMany.join('\n')}`;
      expect.soft(forMany.length, became).toBeLessThanOrEqual(forFew.length);
    }
    expect(answered).toBeGreaterThan(60);
  });
});

const node = schema.getType('Node');
const nodeTypes = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];

/** Rows of each type with a global id, of which a newsroom has several. */
const rowsOf: Record<string, (room: Newsroom) => Promise<{ id: number | string | bigint }[]>> = {
  Article: ({ project: { id: projectId } }) => prisma().article.findMany({ where: { projectId } }),
  ArticleLogEntry: ({ article: { id: articleId } }) => prisma().articleLog.findMany({ where: { articleId } }),
  Channel: ({ project: { id: projectId } }) => prisma().channel.findMany({ where: { projectId } }),
  Chunk: ({ article: { id: articleId } }) => prisma().chunk.findMany({ where: { articleId } }),
  ExtractorRule: ({ project: { id: projectId } }) =>
    prisma().extractorRule.findMany({ where: { projectId } }),
  Organization: ({ maintainer: { id: userId } }) =>
    prisma().organization.findMany({ where: { members: { some: { userId } } } }),
  Playlist: ({ project: { id: projectId } }) => prisma().playlist.findMany({ where: { projectId } }),
  ProcessingRule: ({ project: { id: projectId } }) =>
    prisma().processingRule.findMany({ where: { projectId } }),
  Project: ({ organization: { id: organizationId } }) =>
    prisma().project.findMany({ where: { organizationId } }),
  ProjectLogEntry: ({ project: { id: projectId } }) => prisma().projectLog.findMany({ where: { projectId } }),
  Sound: async ({ project: { id: projectId } }) =>
    (await prisma().sound.findMany({ where: { projectId } })).map(({ file }) => ({
      id: `${projectId}/${file}`,
    })),
  Source: ({ project: { id: projectId } }) => prisma().source.findMany({ where: { projectId } }),
  StudioAudio: ({ maintainer: { id: userId } }) => prisma().studioAudio.findMany({ where: { userId } }),
  UrlReplacement: ({ project: { id: projectId } }) =>
    prisma().urlReplacement.findMany({ where: { projectId } }),
};
const prisma = () => server.app.db.prisma;
const idsOf = async (type: string, room: Newsroom): Promise<string[]> =>
  (await rowsOf[type]!(room)).map(({ id }) => globalId(type, String(id)));

/** Returns a field with its selection, without arguments; null: it needs some. */
function selectionOf(field: GraphQLField<unknown, unknown>): string | null {
  if (field.args.some(isRequiredArgument)) return null;
  const type = getNamedType(field.type);
  if (isLeafType(type)) return field.name;
  const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : '';
  if (!isObjectType(type)) return `${field.name} { __typename }`;
  const isList = type.name.endsWith('Connection');
  return `${field.name}${page} { ${isList ? 'edges { node { __typename } }' : leavesOf(type)} }`;
}

/**
 * Returns the leaf fields of a type; none if it has a global id, because such types are tested separately.
 */
function leavesOf(type: GraphQLObjectType): string {
  const leaves = type.getInterfaces().includes(node as GraphQLInterfaceType)
    ? []
    : Object.values(type.getFields()).filter(
        (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
      );
  return ['__typename', ...leaves.map(({ name }) => name)].join(' ');
}

describe('the number of statements for nodes', () => {
  const all = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

  test.each(Object.keys(rowsOf))('is the same for a hundred ids of %s as for two', async (type) => {
    const token = await server.signIn(many.maintainer);
    const ids = await idsOf(type, many);
    expect(ids.length).toBeGreaterThan(2);
    const missing = Array.from({ length: 100 - ids.length }, (_, index) => globalId(type, 2_000_000 + index));
    const ask = (asked: string[]) => async () => {
      const { data, errors } = await server.graphql(all, { ids: asked }, token);
      expect(errors).toBeUndefined();
      expect(data!['nodes'].filter(Boolean)).toHaveLength(Math.min(asked.length, ids.length));
    };
    const two = await statementsOf(ask(ids.slice(0, 2)));
    const hundred = await statementsOf(ask([...ids, ...missing]));
    expect(hundred.length, hundred.join('\n')).toBe(two.length);
    expect(two.length).toBeLessThanOrEqual(4);
  });

  test('is limited: a query with statements per row is refused before they are sent', async () => {
    const token = await server.signIn(many.maintainer);
    const ids = Array.from({ length: 100 }, () => globalId('Project', many.project.id));
    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Project { keyFigures { from } } } }';
    let answer: any;
    const statements = await statementsOf(
      async () => void (answer = await server.graphql(document, { ids }, token)),
    );
    expect(answer.errors[0].extensions).toMatchObject({ reason: 'OPERATION_TOO_COMPLEX' });
    expect(statements).toEqual([]);
  });

  test('is small per type for ids of objects that the caller may not see', async () => {
    const token = await server.signIn(many.outsider);
    const ids = Array.from({ length: 100 }, (_, index) =>
      globalId(nodeTypes[index % nodeTypes.length]!.name, index + 1),
    );
    let answer: any;
    const statements = await statementsOf(
      async () => void (answer = await server.graphql(all, { ids }, token)),
    );
    expect(answer.errors).toBeUndefined();
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(2 * nodeTypes.length);
  });

  test.each(Object.keys(rowsOf))('per %s is what its fields are charged for', async (type) => {
    const [fewIds, manyIds] = [await idsOf(type, few), await idsOf(type, many)];
    const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
    /** Statements that each further row takes. */
    const perRow = async (selection: string): Promise<number> => {
      const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { ${selection} } } }`;
      const count = async (ids: string[], room: Newsroom) => {
        const token = await server.signIn(room.maintainer);
        const statements = await statementsOf(async () => {
          const { errors } = await server.graphql(document, { ids }, token);
          const unexpected = errors?.filter(({ extensions }) => extensions?.['code'] !== 'FORBIDDEN');
          expect(unexpected ?? [], document).toEqual([]);
        });
        return statements.length;
      };
      const [least, most] = [await count(fewIds.slice(0, 2), few), await count(manyIds, many)];
      return Math.max(0, Math.ceil((most - least) / (manyIds.length - 2)));
    };
    const charged = (field: string): number => statementsPerRow[`${type}.${field}`] ?? 0;
    const selections = new Map(
      fields.flatMap((field) => {
        const selection = selectionOf(field);
        return selection === null ? [] : [[field.name, selection] as const];
      }),
    );
    // Nearly all leaves are columns of their row: together they are one question.
    const leaves = [...selections].filter(([name, selection]) => name === selection && charged(name) === 0);
    const together = await perRow(leaves.map(([name]) => name).join(' '));
    if (together === 0) for (const [name] of leaves) selections.delete(name);
    const sent: Record<string, number> = {};
    for (const [name, selection] of selections) sent[name] = await perRow(selection);
    const expected = Object.fromEntries([...selections.keys()].map((name) => [name, charged(name)]));
    expect(sent).toEqual(expected);
  });
});

describe('the list of articles', () => {
  const list = `query ($id: ID!, $first: Int, $after: String, $query: String) {
    project(id: $id) { id articles(first: $first, after: $after, search: $query) { totalCount pageInfo { hasNextPage } edges { cursor node { id title status labels file } } } }
  }`;
  /** All that a call asks the database, the session's check too. */
  const asked = async (variables: object, token: string) => {
    let data: any;
    const statements = await statementsOf(
      async () =>
        ({ data } = await server.graphql(list, { id: String(many.project.id), ...variables }, token)),
      { session: true },
    );
    return { data, statements };
  };

  test.each<[string, object]>([
    ['a page', {}],
    ['a search', { query: 'article' }],
    ['a short page', { first: 3 }],
  ])('%s takes two statements: one for the session, and one for all data', async (_, variables) => {
    const { data, statements } = await asked(variables, await server.signIn(many.maintainer));
    expect(data.project.articles.totalCount).toBe(9);
    expect(data.project.articles.edges).toHaveLength((variables as { first?: number }).first ?? 9);
    expect(statements, statements.join('\n\n')).toHaveLength(2);
  });

  const twice = `query ($id: ID!, $first: Int) { a: project(id: $id) { ...List } b: project(id: $id) { ...List } }
    fragment List on Project { id articles(first: $first) { totalCount edges { node { id title } } } }`;

  test('two fields with the same arguments share a query', async () => {
    const token = await server.signIn(many.maintainer);
    let answer: any;
    const ask = async () =>
      void (answer = await server.graphql(twice, { id: String(many.project.id) }, token));
    const statements = await statementsOf(ask, { session: true });
    expect(statements, statements.join('\n\n')).toHaveLength(2);
    expect(answer.data.a.articles.totalCount).toBe(9);
    expect(answer.data.b).toEqual(answer.data.a);
  });

  test('errors are reported at each field, with no unhandled rejection', async () => {
    const unheard = vi.fn();
    process.on('unhandledRejection', unheard);
    onTestFinished(() => void process.off('unhandledRejection', unheard));
    const variables = { id: String(many.project.id), first: -1 };
    const { errors } = await server.graphql(twice, variables, await server.signIn(many.maintainer));
    // Both wait for the same result, so their order is undefined.
    expect(errors?.map(({ path }) => path).toSorted()).toEqual([
      ['a', 'articles'],
      ['b', 'articles'],
    ]);
    expect(unheard).not.toHaveBeenCalled();
  });

  test('returns nothing to callers who may not read the project, and counts nothing for them', async () => {
    const { data, statements } = await asked({}, await server.signIn(many.outsider));
    expect(data).toEqual({ project: null });
    expect(statements).toHaveLength(2);
  });

  test('invalid arguments are reported in place, but not to callers who may not read the project', async () => {
    const refused = await server.graphql(
      list,
      { id: String(many.project.id), first: -1 },
      await server.signIn(many.maintainer),
    );
    expect(refused.errors).toMatchObject([{ path: ['project', 'articles'] }]);
    const hidden = await server.graphql(
      list,
      { id: String(many.project.id), first: -1 },
      await server.signIn(many.outsider),
    );
    expect(hidden).toMatchObject({ data: { project: null } });
    expect(hidden.errors).toBeUndefined();
  });
});
