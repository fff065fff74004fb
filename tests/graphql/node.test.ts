import { isInterfaceType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../server/schema.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const node = schema.getType('Node');
const nodeTypes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];

type Key = number | string;

/** A thing of each type that has a global id, belonging to the newsroom. */
const things: Record<string, (room: Newsroom) => Key | Promise<Key>> = {
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
  AdCampaign: ({ adUnit }) => adUnit.campaignId,
  AdUnit: ({ adUnit }) => adUnit.id,
  PartnerToken: ({ partnerToken }) => partnerToken.id,
  Email: ({ mail }) => mail.id,
  Dictionary: ({ dictionary }) => dictionary.id,
  DictionaryEntry: ({ entry }) => entry.id,
  RevoicingJob: ({ resounding }) => resounding.id,
  StatisticsShare: ({ statisticsShare }) => statisticsShare.id,
  Webhook: ({ webhookDelivery }) => webhookDelivery.endpointId,
  WebhookDelivery: ({ webhookDelivery }) => Number(webhookDelivery.id),
  StatisticsPin: ({ project, maintainer }) =>
    idOf(
      rows().statisticsPin.create({
        data: { projectId: project.id, userId: maintainer.id, report: 'PlaysByDay', period: 'TODAY' },
      }),
    ),
  LedgerEntry: async ({ organization }) =>
    String(
      (await rows().ledgerEntry.findFirstOrThrow({ where: { account: { organizationId: organization.id } } }))
        .id,
    ),
  Sound: async ({ project }) => `${project.id}/${(await server.make.sound(project.id)).file}`,
  AdministrationEntry: async ({ organization }) =>
    idOf(rows().administrationEntry.create({ data: { action: 'x', organizationId: organization.id } })),
  ProjectLogEntry: async ({ project }) =>
    idOf(rows().projectLog.create({ data: { action: 'updated', projectId: project.id } })),
  ArticleLogEntry: async ({ article }) =>
    idOf(rows().articleLog.create({ data: { action: 'created', articleId: article.id } })),
  SecurityEntry: async ({ maintainer }) =>
    idOf(rows().securityEntry.create({ data: { event: 'SIGNED_IN', userId: maintainer.id } })),
  Chunk: async ({ article: { id: articleId } }) =>
    idOf(
      rows().chunk.create({
        data: { articleId, version: '1', position: 0, segmentKey: 'a', text: 'One.', start: 0, pauseMs: 0 },
      }),
    ),
  ExtractorRule: async ({ project }) =>
    idOf(
      rows().extractorRule.create({
        data: { projectId: project.id, position: 0, rule: 'should', selector: 'p' },
      }),
    ),
  StudioAudio: ({ editor }) => idOf(server.make.studioAudio(editor.id)),
  UrlReplacement: async ({ project }) =>
    idOf(
      rows().urlReplacement.create({
        data: { projectId: project.id, position: 0, source: 'a', destination: 'b' },
      }),
    ),
};
const idOf = async (row: Promise<{ id: number }>): Promise<number> => (await row).id;

/** Who may read those that editors may not. */
const readers: Record<string, 'maintainer' | 'admin'> = {
  PartnerToken: 'maintainer',
  StatisticsPin: 'maintainer',
  StatisticsShare: 'maintainer',
  LedgerEntry: 'maintainer',
  ProjectLogEntry: 'maintainer',
  Webhook: 'maintainer',
  WebhookDelivery: 'maintainer',
  AdministrationEntry: 'admin',
  Email: 'admin',
  RevoicingJob: 'admin',
  SecurityEntry: 'admin',
};

const server = useServer();
const rows = () => server.app.db.prisma;
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

test('every type with a global id is tested', () => {
  expect(nodeTypes.toSorted()).toEqual(Object.keys(things).sort());
});

describe.each(Object.keys(things))('%s', (type) => {
  test('can be refetched with permission', async () => {
    const id = globalId(type, await things[type]!(room));
    const found = { __typename: type, id };
    const reader = readers[type] ?? 'editor';
    expect(await refetch(id, await server.signIn(room[reader]))).toEqual({ one: found, many: [found] });
    if (reader !== 'editor')
      expect(await refetch(id, await server.signIn(room.editor))).toEqual({ one: null, many: [null] });
  });

  test('is null for other organizations, foreign keys and tokens, and anonymous callers', async () => {
    const id = globalId(type, await things[type]!(room));
    const foreign = await server.make.project();
    const { apiKey } = await server.make.apiKey(foreign.id);
    const { token: partner } = await server.make.partnerToken((await server.make.organization()).id);
    for (const token of [await server.signIn(room.outsider), apiKey, partner, undefined]) {
      expect(await refetch(id, token)).toEqual({ one: null, many: [null] });
    }
  });
});

test.each([
  'Project',
  'Article',
  'Source',
  'ProcessingRule',
  'ExtractorRule',
  'ProjectLogEntry',
  'Sound',
  'Dictionary',
  'DictionaryEntry',
])('a deleted %s is not found, not even by its maintainer', async (type) => {
  const id = globalId(type, await things[type]!(room));
  await server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { deletedAt: new Date() },
  });
  expect((await refetch(id, await server.signIn(room.maintainer))).one).toBeNull();
});

test.each([
  '',
  'nonsense',
  globalId('Project', 0),
  globalId('Project', 2 ** 40),
  globalId('Nothing', 1),
  Buffer.from('Project:1;DROP').toString('base64'),
  Buffer.from('ProjectRoleGrant:1').toString('base64'),
])('the invalid id %j is not found, without an error', async (id) => {
  const { status, data } = await server.graphql(
    'query Refetch($id: ID!) { node(id: $id) { id } }',
    { id },
    await server.signIn(room.editor),
  );
  expect(status).toBe(200);
  expect(data?.['node'] ?? null).toBeNull();
});

test.each(['ArticleLogEntry', 'Chunk'])('a %s is null without its feature', async (type) => {
  const id = globalId(type, await things[type]!(room));
  await rows().organization.update({ where: { id: room.organization.id }, data: { features: [] } });
  expect((await refetch(id, await server.signIn(room.maintainer))).one).toBeNull();
  expect((await refetch(id, await server.signIn(room.admin))).one).toEqual({ __typename: type, id });
});

test('an object can be refetched twice in one operation', async () => {
  const id = globalId('Project', room.project.id);
  const { data, errors } = await server.graphql(
    'query Twice($id: ID!) { a: node(id: $id) { id } b: nodes(ids: [$id]) { id } }',
    { id },
    await server.signIn(room.editor),
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ a: { id }, b: [{ id }] });
});

test('visible objects do not expose hidden ones', async () => {
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
