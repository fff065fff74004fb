import { isInterfaceType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../server/schema.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const node = schema.getType('Node');
const nodeTypes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];

/** A thing of each type that has a global id, belonging to the newsroom. */
const things: Record<string, (room: Newsroom) => number> = {
  Article: ({ article }) => article.id,
  Project: ({ project }) => project.id,
  Source: ({ source }) => source.id,
  ProcessingRule: ({ rule }) => rule.id,
  Organization: ({ organization }) => organization.id,
  User: ({ editor }) => editor.id,
  Channel: ({ channel }) => channel.id,
  Deployment: ({ deployment }) => deployment.id,
  Episode: ({ episode }) => episode.id,
  Playlist: ({ playlist }) => playlist.id,
};

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const refetch = async (id: string, token?: string): Promise<{ one: unknown; many: unknown[] }> => {
  const [one, many] = await Promise.all([
    server.graphql('query Refetch($id: ID!) { node(id: $id) { __typename id } }', { id }, token),
    server.graphql('query Refetch($id: ID!) { nodes(ids: [$id]) { __typename id } }', { id }, token),
  ]);
  const unexpected = [...(one.errors ?? []), ...(many.errors ?? [])].filter(
    ({ extensions }) => extensions?.['code'] !== 'UNAUTHENTICATED',
  );
  if (unexpected.length) throw new Error(JSON.stringify(unexpected));
  return { one: one.data?.['node'] ?? null, many: many.data?.['nodes'] ?? [null] };
};

test('each type with a global id is tried here', () => {
  expect(nodeTypes.toSorted()).toEqual(Object.keys(things).sort());
});

describe.each(Object.keys(things))('%s', (type) => {
  test('is refetched by who may read it', async () => {
    const id = globalId(type, things[type]!(room));
    const found = { __typename: type, id };
    expect(await refetch(id, await server.signIn(room.editor))).toEqual({ one: found, many: [found] });
  });

  test('is null for somebody of another organization, a foreign key and token, and nobody', async () => {
    const id = globalId(type, things[type]!(room));
    const foreign = await server.make.project();
    const { apiKey } = await server.make.apiKey(foreign.id);
    const { token: partner } = await server.make.partnerToken((await server.make.organization()).id);
    for (const token of [await server.signIn(room.outsider), apiKey, partner, undefined]) {
      expect(await refetch(id, token)).toEqual({ one: null, many: [null] });
    }
  });
});

test.each(['Project', 'Article', 'Source', 'ProcessingRule'])(
  'a %s that was deleted is gone for its maintainer, too',
  async (type) => {
    const id = globalId(type, things[type]!(room));
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { deletedAt: new Date() },
    });
    expect((await refetch(id, await server.signIn(room.maintainer))).one).toBeNull();
  },
);

test.each([
  '',
  'nonsense',
  globalId('Project', 0),
  globalId('Project', 2 ** 40),
  globalId('Nothing', 1),
  Buffer.from('Project:1;DROP').toString('base64'),
  Buffer.from('ProjectRoleGrant:1').toString('base64'),
])('the id %j leads to nothing, and breaks nothing', async (id) => {
  const { status, data } = await server.graphql(
    'query Refetch($id: ID!) { node(id: $id) { id } }',
    { id },
    await server.signIn(room.editor),
  );
  expect(status).toBe(200);
  expect(data?.['node'] ?? null).toBeNull();
});

test('a thing is refetched twice in one operation', async () => {
  const id = globalId('Project', room.project.id);
  const { data, errors } = await server.graphql(
    'query Twice($id: ID!) { a: node(id: $id) { id } b: nodes(ids: [$id]) { id } }',
    { id },
    await server.signIn(room.editor),
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ a: { id }, b: [{ id }] });
});

test('what one may see does not lead to what one may not', async () => {
  const token = await server.signIn(room.outsider);
  const { data } = await server.graphql(
    '{ viewer { organizations { organization { id } } projects { edges { node { id } } } } }',
    {},
    token,
  );
  const seen = JSON.stringify(data);
  for (const id of [globalId('Project', room.project.id), globalId('Organization', room.organization.id)])
    expect(seen).not.toContain(id);
});
