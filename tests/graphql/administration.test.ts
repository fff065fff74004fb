import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { expectLedgerToAgree } from '../support/recount.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';
import { mutate } from './mutate.ts';
import { separateMigrations } from '../support/former-migrations.ts';

const server = useServer();
let room: Newsroom;
let admin: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  admin = await server.signIn(room.admin);
});

const run = (name: string, input: object, selection = '__typename', token = admin): Promise<any> =>
  mutate(server, name, input, selection, token);

async function ask(selection: string, token = admin): Promise<any> {
  const { data, errors } = await server.graphql(`{ ${selection} }`, {}, token);
  expect(errors).toBeUndefined();
  return data;
}

const actions = async (): Promise<string[]> =>
  (await server.app.db.prisma.administrationEntry.findMany({ orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );

describe('features', () => {
  const entitlements = async () =>
    (await ask(`project(id: ${room.project.id}) { entitlements }`)).project.entitlements;

  test('of an organization are granted and removed individually', async () => {
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: ['qa', 'labels'] },
    });
    const change = { organization: room.organization.id, on: ['PAYWALL', 'QA'], off: ['LABELS', 'REPORTS'] };
    const answer = await run('setOrganizationFeatures', change, 'organization { entitlements }');
    expect(answer.organization.entitlements.sort()).toEqual(['PAYWALL', 'QA']);
    expect(await entitlements()).toEqual(['QA', 'PAYWALL']);
    const [entry] = (
      await ask(`administrationLog(organization: ${room.organization.id}) { edges { node {
      code action user { databaseId } organization { databaseId } featuresAdded featuresRemoved } } }`)
    ).administrationLog.edges;
    expect(entry.node).toMatchObject({
      code: 'FEATURES_CHANGED',
      action: 'features changed',
      user: { databaseId: room.admin.id },
      organization: { databaseId: room.organization.id },
      featuresAdded: ['PAYWALL'],
      featuresRemoved: ['LABELS'],
    });
    // Nothing changes, and nothing is recorded.
    await run('setOrganizationFeatures', change);
    expect(await actions()).toEqual(['features changed']);
    expect((await run('setOrganizationFeatures', { ...change, off: ['QA'] })).fieldErrors).toMatchObject([
      { field: 'off' },
    ]);
  });

  test('of one project grant what its organization has not booked', async () => {
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    const maintainer = await server.signIn(room.maintainer);
    const input = { id: room.project.id, paywall: { enabled: true } };
    expect((await run('updateProject', input, '__typename', maintainer)).__typename).toBe('ValidationError');
    const given = await run(
      'setProjectFeatures',
      { project: room.project.id, on: ['PAYWALL'] },
      'project { ownFeatures entitlements }',
    );
    expect(given.project).toEqual({ ownFeatures: ['PAYWALL'], entitlements: ['PAYWALL'] });
    expect((await run('updateProject', input, '__typename', maintainer)).__typename).toBe(
      'UpdateProjectSuccess',
    );
    // Who maintains it sees what it may, and in its log since when.
    const seen = await ask(
      `project(id: ${room.project.id}) { ownFeatures roleGrants { role } entitlements log(first: 2) { edges { node { changes { field } } } } }`,
      maintainer,
    );
    expect(seen.project).toMatchObject({ ownFeatures: null, roleGrants: null, entitlements: ['PAYWALL'] });
    expect(seen.project.log.edges[1].node.changes).toEqual([{ field: 'features' }]);
  });

  test('flags apply to everyone, including private projects, and only flags can be set', async () => {
    const own = await server.make.project({ ownerId: room.viewer.id });
    const viewer = await server.signIn(room.viewer);
    const refused = await run('setPlatformFeatures', { on: ['PAYWALL'] });
    expect(refused.fieldErrors).toMatchObject([{ field: 'on' }]);
    const answer = await run(
      'setPlatformFeatures',
      { on: ['CHARACTER_LIMIT', 'PLAYER_V4'], off: ['SECURITY'] },
      'features',
    );
    expect(answer.features.sort()).toEqual(['CHARACTER_LIMIT', 'PLAYER_V4']);
    expect((await ask(`project(id: ${own.id}) { entitlements }`, viewer)).project.entitlements).toEqual([
      'PLAYER_V4',
      'CHARACTER_LIMIT',
    ]);
    await run('setPlatformFeatures', { off: ['CHARACTER_LIMIT'] });
    expect((await ask('platformFeatures')).platformFeatures).toEqual(['PLAYER_V4']);
    expect((await ask(`project(id: ${own.id}) { entitlements }`, viewer)).project.entitlements).toEqual([
      'PLAYER_V4',
    ]);
    expect(await actions()).toEqual(['features changed', 'features changed']);
  });

  test('features that a project used before they had a flag stay on, and no others', async () => {
    const { prisma } = server.app.db;
    const migration = (await separateMigrations()).get('0032_flags_in_use')!;
    const on = async () => {
      await server.app.db.pool.query(migration);
      return (await prisma.platformFeature.findMany()).map(({ feature }) => feature).sort();
    };
    expect(await on()).toEqual([]);
    await server.make.project({ securityEnabled: true, limitEnabled: true, deletedAt: new Date() });
    expect(await on()).toEqual([]);
    await prisma.project.update({ where: { id: room.project.id }, data: { limitEnabled: true } });
    expect(await on()).toEqual(['character_limit']);
    await prisma.project.update({ where: { id: room.project.id }, data: { securityEnabled: true } });
    expect(await on()).toEqual(['character_limit', 'security']);
  });

  test('Google ads require their flag', async () => {
    const input = { id: room.project.id, ads: { enabled: true, provider: 'GOOGLE' } };
    expect((await run('updateProject', input)).fieldErrors).toMatchObject([{ field: 'ads.provider' }]);
    await run('setProjectFeatures', { project: room.project.id, on: ['GOOGLE_ADS'] });
    expect((await run('updateProject', input)).__typename).toBe('UpdateProjectSuccess');
  });
});

describe('accounts', () => {
  test('get characters through a ledger entry with a reason, and a log entry', async () => {
    const before = (await ask(`organization(id: ${room.organization.id}) { balance }`)).organization.balance;
    const selection = 'entry { kind amount reason userId } organization { balance } user { ownBalance }';
    const given = await run(
      'grantBalance',
      { organization: room.organization.id, characters: 5e9, reason: ' Trial ' },
      selection,
    );
    expect(given).toMatchObject({
      entry: { kind: 'GRANTED', amount: 5e9, reason: 'Trial', userId: globalId('User', room.admin.id) },
      organization: { balance: before + 5e9 },
      user: null,
    });
    const taken = await run(
      'grantBalance',
      { user: room.viewer.id, characters: -10, reason: 'Put right' },
      selection,
    );
    expect(taken).toMatchObject({ entry: { kind: 'CREDITED', amount: -10 }, user: { ownBalance: 99_990 } });
    const [entry] = await server.app.db.prisma.administrationEntry.findMany();
    expect(entry).toMatchObject({ action: 'balance changed', why: 'Trial', body: { characters: 5e9 } });
    await expectLedgerToAgree(server.app.db);
  });

  test('get characters once per request, even if it is repeated or concurrent', async () => {
    const balance = async () =>
      (await ask(`organization(id: ${room.organization.id}) { balance }`)).organization.balance;
    const before = await balance();
    const requestId = '0b0f7f5e-6d0c-4a53-9d3c-0d8f4a1c2b3e';
    const input = { organization: room.organization.id, characters: 700, reason: 'Trial', requestId };
    const given = await Promise.all(
      [1, 2, 3].map(() => run('grantBalance', input, 'entry { id } organization { balance }')),
    );
    given.push(await run('grantBalance', input, 'entry { id } organization { balance }'));
    expect(new Set(given.map(({ entry }) => entry.id)).size).toBe(1);
    expect(await balance()).toBe(before + 700);
    expect(await actions()).toEqual(['balance changed']);
    for (const other of [
      { characters: 1 },
      { organization: undefined, user: room.viewer.id },
      { requestId: 'once' },
    ])
      expect((await run('grantBalance', { ...input, ...other })).fieldErrors).toMatchObject([
        { field: 'requestId' },
      ]);
    await run('grantBalance', { ...input, requestId: undefined });
    expect(await balance()).toBe(before + 1400);
    await expectLedgerToAgree(server.app.db);
  });

  test.each([
    [{ characters: 0, reason: 'x' }, 'characters'],
    [{ characters: 1.5, reason: 'x' }, 'characters'],
    [{ characters: 1e18, reason: 'x' }, 'characters'],
    [{ characters: 5, reason: ' ' }, 'reason'],
    [{ characters: 5, reason: 'x'.repeat(501) }, 'reason'],
    [{ characters: 5, reason: 'x', user: '1' }, 'organization'],
  ])('refuse %j', async (input, field) => {
    const answer = await run('grantBalance', { organization: room.organization.id, ...input });
    expect(answer.fieldErrors).toMatchObject([{ field }]);
    expect(await actions()).toEqual([]);
  });

  test('are verified, and unverified', async () => {
    const selection = 'organization { verified } user { verified hasVerified }';
    const verify = (input: object) => run('setVerified', input, selection);
    expect((await verify({ organization: room.organization.id, verified: true })).organization).toEqual({
      verified: true,
    });
    expect((await verify({ user: room.outsider.id, verified: true })).user).toEqual({
      verified: true,
      hasVerified: true,
    });
    expect((await verify({ organization: room.organization.id, verified: false })).organization).toEqual({
      verified: false,
    });
    expect((await verify({ organization: room.organization.id, verified: false })).organization).toEqual({
      verified: false,
    });
    expect(await actions()).toEqual(['verified', 'verified', 'no longer verified']);
    expect((await verify({ verified: true })).fieldErrors).toMatchObject([{ field: 'organization' }]);
    expect((await verify({ user: 999_999, verified: true })).__typename).toBe('NotFoundError');
  });
});

describe('roles', () => {
  test('in a project give access to a user without organization until removed', async () => {
    const outsider = await server.signIn(room.outsider);
    const seen = async () =>
      (await ask(`project(id: ${room.project.id}) { roles canReview }`, outsider)).project;
    expect(await seen()).toBeNull();
    const change = { project: room.project.id, user: room.outsider.id, role: 'QA' };
    const answer = await run(
      'setProjectRole',
      { ...change, granted: true },
      'project { roleGrants { role user { databaseId } } }',
    );
    expect(answer.project.roleGrants).toEqual([{ role: 'QA', user: { databaseId: room.outsider.id } }]);
    expect(await seen()).toEqual({ roles: ['QA'], canReview: true });
    await run('setProjectRole', { ...change, granted: true });
    await run('setProjectRole', { ...change, granted: false });
    expect(await seen()).toBeNull();
    await run('changeUserRole', { user: room.outsider.id, role: 'ADMIN' });
    expect(await actions()).toEqual(['project role given', 'project role taken', 'platform role changed']);
  });
});

describe('lists', () => {
  test('find organizations and users by parts of their names, page by page', async () => {
    for (const name of ['Abendblatt', 'Abendpost', '100 % Abend', 'Morgen'])
      await server.make.organization({ name, slug: `slug-${name.length}-${name.slice(0, 3).trim()}` });
    const names = async (args: string) => {
      const { edges, pageInfo } = (
        await ask(
          `organizations(${args}) { edges { node { name balance verified } } pageInfo { endCursor hasNextPage } }`,
        )
      ).organizations;
      return { names: edges.map(({ node }: any) => node.name), ...pageInfo };
    };
    const first = await names('search: "abend", first: 2');
    expect(first).toMatchObject({ names: ['100 % Abend', 'Abendblatt'], hasNextPage: true });
    expect(await names(`search: "abend", first: 2, after: "${first.endCursor}"`)).toMatchObject({
      names: ['Abendpost'],
      hasNextPage: false,
    });
    expect((await names('search: "%"')).names).toEqual(['100 % Abend']);
    const { users } = await ask(
      `users(search: "${room.viewer.email}") { edges { node { databaseId ownBalance organizations { role } } } }`,
    );
    expect(users.edges).toEqual([
      { node: { databaseId: room.viewer.id, ownBalance: 100_000, organizations: [{ role: 'VIEWER' }] } },
    ]);
  });

  test('show the projects of an organization by name, only to administrators', async () => {
    for (const name of ['zebra', 'Apple'])
      await server.make.project({ organizationId: room.organization.id, name });
    await server.make.project({ organizationId: (await server.make.organization()).id, name: 'Another' });
    await server.make.project({
      organizationId: room.organization.id,
      name: 'Deleted',
      deletedAt: new Date(),
    });
    const projects = async (args: string, token = admin) =>
      (await ask(`organization(id: ${room.organization.id}) { projects(${args}) { edges { node { name } } pageInfo { endCursor hasNextPage } } }`, token))
        .organization.projects; // prettier-ignore
    const all = (await projects('first: 20')).edges.map(({ node }: any) => node.name);
    expect(all).toEqual(
      ['Apple', room.project.name, 'zebra'].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())),
    );
    const { edges, pageInfo } = await projects('first: 1');
    const rest = await projects(`first: 20, after: "${pageInfo.endCursor}"`);
    expect([...edges, ...rest.edges].map(({ node }: any) => node.name)).toEqual(all);
    expect(await projects('first: 20', await server.signIn(room.maintainer))).toBeNull();
  });

  test('are restricted to administrators', async () => {
    for (const user of [room.maintainer, room.viewer]) {
      const token = await server.signIn(user);
      for (const field of [
        'organizations { edges { cursor } }',
        'users { edges { cursor } }',
        'platformFeatures',
        'administrationLog { edges { cursor } }',
      ]) {
        const { errors } = await server.graphql(`{ ${field} }`, {}, token);
        expect(errors![0]!.extensions!['code']).toBe('FORBIDDEN');
      }
      for (const [mutation, input] of [
        ['setOrganizationFeatures', { organization: room.organization.id, on: ['PAYWALL'] }],
        ['setProjectFeatures', { project: room.project.id, on: ['PAYWALL'] }],
        ['setPlatformFeatures', { on: ['SECURITY'] }],
        ['grantBalance', { organization: room.organization.id, characters: 1, reason: 'x' }],
        ['setVerified', { organization: room.organization.id, verified: true }],
        ['setProjectRole', { project: room.project.id, user: user.id, role: 'MAINTAINER', granted: true }],
        ['changeUserRole', { user: user.id, role: 'ADMIN' }],
      ] as const)
        expect((await run(mutation, input, '__typename', token)).__typename).toBe('NotAllowedError');
    }
    expect(await actions()).toEqual([]);
  });
});

test('log entries cannot be changed or deleted', async () => {
  await run('setPlatformFeatures', { on: ['SECURITY'] });
  const { pool } = server.app.db;
  for (const statement of [
    `UPDATE "AdministrationEntry" SET "action" = 'nothing'`,
    'DELETE FROM "AdministrationEntry"',
  ])
    await expect(pool.query(statement)).rejects.toThrow('stays on record');
});
