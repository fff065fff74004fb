import { credit } from '../../server/areas/access/accounts/ledger.ts';
import { getNamedType, isInputObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { suspendAccount } from '../../server/areas/people/administration/suspend-account.ts';
import { remindOfTokens } from '../../server/areas/access/organizations/partner-tokens.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { mailedLinks, mailsTo } from '../support/sent-mails.ts';
import { useServer } from '../support/server.ts';
import { callOf, globalId, inputOf, rootFields, selection, valuesOf, type RootField } from './calls.ts';

const server = useServer();
let room: Newsroom;
let maintainer: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  maintainer = await server.signIn(room.maintainer);
});

async function mutate(field: string, input: object, selection: string, token = maintainer): Promise<any> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const { data, errors } = await server.graphql(
    `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename ... on ${type}Success { ${selection} } ... on Error { message ... on ValidationError { fieldErrors { field } } } } }`,
    { input },
    token,
  );
  expect(errors).toBeUndefined();
  return data![field];
}

const key = (user: { id: number }) => ({ organization: String(room.organization.id), user: String(user.id) });

describe('members', () => {
  test('change roles, and are removed together with their project roles', async () => {
    await server.make.grant(room.project.id, room.editor.id, 'qa');
    const elsewhere = await server.make.project();
    await server.make.grant(elsewhere.id, room.editor.id, 'qa');
    expect(
      await mutate(
        'changeMemberRole',
        { ...key(room.editor), role: 'VIEWER' },
        'organization { members { user { databaseId } role } }',
      ),
    ).toMatchObject({
      organization: {
        members: expect.arrayContaining([{ user: { databaseId: room.editor.id }, role: 'VIEWER' }]),
      },
    });
    const { organization } = await mutate(
      'removeMember',
      key(room.editor),
      'organization { members { user { databaseId } } }',
    );
    expect(organization.members).toHaveLength(2);
    expect(
      await server.app.db.prisma.projectRoleGrant.findMany({ where: { userId: room.editor.id } }),
    ).toMatchObject([{ projectId: elsewhere.id }]);
  });

  test('the last maintainer cannot be removed, not even by administrators or concurrent requests', async () => {
    const admin = await server.signIn(room.admin);
    expect(await mutate('removeMember', key(room.maintainer), 'organization { id }', admin)).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field: 'user' }],
    });
    const demoted = { ...key(room.maintainer), role: 'EDITOR' };
    expect(await mutate('changeMemberRole', demoted, 'organization { id }', admin)).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field: 'role' }],
    });
    await mutate('changeMemberRole', { ...key(room.editor), role: 'MAINTAINER' }, 'organization { id }');
    const results = await Promise.all([
      mutate('removeMember', key(room.maintainer), 'organization { id }', await server.signIn(room.editor)),
      mutate('removeMember', key(room.editor), 'organization { id }'),
    ]);
    expect(results.filter(({ __typename }) => __typename === 'RemoveMemberSuccess')).toHaveLength(1);
    expect(
      await server.app.db.prisma.member.count({
        where: { organizationId: room.organization.id, role: 'maintainer' },
      }),
    ).toBe(1);
  });

  test('can change and remove others, not themselves', async () => {
    for (const [field, input] of [
      ['removeMember', key(room.maintainer)],
      ['changeMemberRole', { ...key(room.maintainer), role: 'EDITOR' }],
    ] as const)
      expect(await mutate(field, input, 'organization { id }')).toMatchObject({
        fieldErrors: [{ field: 'user' }],
        message: 'You can’t change or remove your own membership.',
      });
  });

  test('that are only invited cannot be removed as members', async () => {
    const invited = await server.make.member(room.organization.id, 'viewer', { status: 'invited' });
    expect(await mutate('removeMember', key(invited), 'organization { id }')).toMatchObject({
      fieldErrors: [{ field: 'user' }],
      message: 'Only active members can be removed.',
    });
  });

  test('of other organizations are inaccessible', async () => {
    expect((await mutate('removeMember', key(room.outsider), 'organization { id }')).__typename).toBe(
      'NotFoundError',
    );
  });
});

describe('the slug of an organization', () => {
  /** Names the argument, or the field of the input, that an organization is for; null: there is none. */
  const nameIn = ({ field, name }: RootField): string | null => {
    const input = field.args.find((arg) => arg.name === 'input');
    const type = input && getNamedType(input.type);
    const names = isInputObjectType(type) ? Object.keys(type.getFields()) : field.args.map((arg) => arg.name);
    if (names.includes('organization')) return 'organization';
    return name === 'Query.organization' || name === 'Mutation.updateOrganization' ? 'id' : null;
  };

  async function answer(root: RootField, slug: string, token: string | undefined): Promise<string> {
    const values = valuesOf(room);
    const name = nameIn(root)!;
    const input = inputOf(root, values);
    const { field, operation } = root;
    const type = field.args.find((arg) => arg.name === 'input')?.type;
    values.ids = { ...values.ids, [name]: slug, [root.name]: slug };
    const call = callOf(root, values);
    const result = input
      ? await server.graphql(
          `${operation} ($input: ${type}) { ${field.name}(input: $input) ${selection(field.type)} }`,
          { input: { ...input, [name]: slug } },
          token,
        )
      : await server.graphql(
          call.includes(`${name}:`)
            ? call
            : call.replace(/(\w)(\(| \{(?=[^{]*\}))/, (_, end, open) =>
                open === '(' ? `${end}(${name}: "${slug}", ` : `${end}(${name}: "${slug}")${open}`,
              ),
          {},
          token,
        );
    return JSON.stringify([result.status, result.data, result.errors]).replaceAll(slug, 'slug');
  }

  const roots = rootFields.filter((root) => nameIn(root) !== null && root.operation !== 'subscription');

  test.each(roots)('cannot be discovered through $name', async (root) => {
    for (const token of [undefined, await server.signIn(room.outsider)])
      expect(await answer(root, room.organization.slug, token)).toBe(await answer(root, 'no-such', token));
  });
});

test('the last administrator cannot be removed', async () => {
  const admin = await server.signIn(room.admin);
  expect(
    await mutate('changeUserRole', { user: String(room.admin.id), role: 'VIEWER' }, 'user { role }', admin),
  ).toMatchObject({ __typename: 'ValidationError', fieldErrors: [{ field: 'role' }] });
  await mutate('changeUserRole', { user: String(room.editor.id), role: 'ADMIN' }, 'user { role }', admin);
  // An account that is stopped cannot sign in, so that no administrator would be left.
  await server.app.db.prisma.user.update({
    where: { id: room.editor.id },
    data: { stoppedAt: new Date(), passwordHash: 'unknown' },
  });
  expect(
    await mutate('changeUserRole', { user: String(room.admin.id), role: 'VIEWER' }, 'user { role }', admin),
  ).toMatchObject({ __typename: 'ValidationError', fieldErrors: [{ field: 'role' }] });
  await suspendAccount(server.app, actorOf(room.admin), {
    userId: room.editor.id,
    reason: 'By mistake',
    isSuspended: false,
  });
  const { stoppedAt } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: room.editor.id } });
  expect(stoppedAt).toBeNull();
  expect(
    await mutate('changeUserRole', { user: String(room.admin.id), role: 'VIEWER' }, 'user { role }', admin),
  ).toMatchObject({ user: { role: 'VIEWER' } });
  expect(
    (await mutate('changeUserRole', { user: String(room.admin.id), role: 'ADMIN' }, 'user { role }', admin))
      .__typename,
  ).toBe('NotAllowedError');
});

test('the ledger is visible to maintainers and administrators, newest first, with pages', async () => {
  await credit(server.app.db.sql, { organizationId: room.organization.id }, -40n, {
    kind: 'credited',
    why: 'Put right',
    userId: room.admin.id,
  });
  const page = (token: string, after = ''): Promise<any> =>
    server
      .graphql(
        `{ organization(id: ${room.organization.id}) { balance ledger(first: 1${after}) { edges { node { kind amount reason userId } } pageInfo { hasNextPage endCursor } } } }`,
        {},
        token,
      )
      .then(({ data }) => data!['organization']);
  for (const token of [maintainer, await server.signIn(room.admin)]) {
    const { balance, ledger } = await page(token);
    expect([balance, ledger.edges]).toEqual([
      99_960,
      [
        {
          node: {
            kind: 'CREDITED',
            amount: -40,
            reason: 'Put right',
            userId: globalId('User', room.admin.id),
          },
        },
      ],
    ]);
    expect((await page(token, `, after: "${ledger.pageInfo.endCursor}"`)).ledger).toMatchObject({
      edges: [{ node: { kind: 'GRANTED', amount: 100_000 } }],
      pageInfo: { hasNextPage: false },
    });
  }
  const { token: program } = await server.make.partnerToken(room.organization.id);
  for (const token of [await server.signIn(room.editor), program])
    expect((await page(token)).ledger).toBeNull();
});

describe('API tokens', () => {
  const read = (token: string) =>
    server.graphql('{ viewer { projects { edges { node { name } } } } }', {}, token);

  test('work until they are revoked, and are shown once', async () => {
    const made = await mutate(
      'createPartnerToken',
      { organization: String(room.organization.id), name: ' Newsletter ', readOnly: true },
      'secret token { id name prefix readOnly expiresAt revokedAt }',
    );
    expect(made.token).toMatchObject({
      name: 'Newsletter',
      readOnly: true,
      expiresAt: null,
      revokedAt: null,
    });
    expect(made.secret.startsWith(made.token.prefix)).toBe(true);
    const listed = async () => {
      const { data } = await server.graphql(
        `{ organization(id: ${room.organization.id}) { partnerTokens { name lastUsedAt lastUsedNetwork } } }`,
        {},
        maintainer,
      );
      return data!['organization'].partnerTokens[0];
    };
    expect(await listed()).toEqual({ name: 'Newsletter', lastUsedAt: null, lastUsedNetwork: null });
    const before = Date.now() - 1000;
    expect((await read(made.secret)).data).toEqual({
      viewer: { projects: { edges: [{ node: { name: room.project.name } }] } },
    });
    const { lastUsedAt, lastUsedNetwork } = await listed();
    expect(lastUsedNetwork).toMatch(/^(127\.|::)/);
    expect(Date.parse(lastUsedAt)).toBeGreaterThan(before);
    // Used again within the minute, nothing is written.
    await read(made.secret);
    expect((await listed()).lastUsedAt).toBe(lastUsedAt);
    expect(JSON.stringify(await server.app.db.prisma.partnerToken.findMany())).not.toContain(made.secret);
    const { id } = await server.app.db.prisma.partnerToken.findFirstOrThrow({
      where: { name: 'Newsletter' },
    });
    for (const token of [made.token.id, String(id)])
      expect(
        (await mutate('revokePartnerToken', { id: token }, 'token { revokedAt }')).token.revokedAt,
      ).toEqual(expect.any(String));
    expect((await read(made.secret)).status).toBe(401);
  });

  test('are limited to projects if these are given', async () => {
    const { organization, project } = room;
    const other = await server.make.project({ organizationId: organization.id, ownerId: room.maintainer.id });
    const make = (more: object) =>
      mutate(
        'createPartnerToken',
        { organization: String(organization.id), name: 'One', ...more },
        'secret token { projects { name } callsPerMinute }',
      );
    const foreign = await server.make.project({ ownerId: room.outsider.id });
    for (const projects of [[String(foreign.id)], ['999999999'], [String(other.id), String(foreign.id)]])
      expect(await make({ projects })).toMatchObject({ fieldErrors: [{ field: 'projects' }] });
    const made = await make({ projects: [String(project.id)] });
    expect(made.token.projects).toEqual([{ name: project.name }]);
    expect((await read(made.secret)).data).toEqual({
      viewer: { projects: { edges: [{ node: { name: project.name } }] } },
    });
    expect((await server.rest('GET', `/api/projects/${project.id}`, { token: made.secret })).status).toBe(
      200,
    );
    expect((await server.rest('GET', `/api/projects/${other.id}`, { token: made.secret })).status).toBe(404);
    const { data } = await server.graphql(
      `mutation { createProject(input: { name: "New" }) { __typename }
        createDictionary(input: { level: ORGANIZATION, name: "D", organization: "${organization.id}" }) { __typename } }`,
      {},
      made.secret,
    );
    expect(data).toEqual({
      createProject: { __typename: 'NotAllowedError' },
      createDictionary: { __typename: 'NotAllowedError' },
    });
  });

  test('have individual rate limits', async () => {
    const make = (callsPerMinute: number) =>
      mutate(
        'createPartnerToken',
        { organization: String(room.organization.id), name: 'Slow', callsPerMinute },
        'secret',
      );
    for (const callsPerMinute of [0, -1, 6_001])
      expect(await make(callsPerMinute)).toMatchObject({ fieldErrors: [{ field: 'callsPerMinute' }] });
    const [slow, other] = [await make(3), await make(3)];
    for (let time = 0; time < 3; time++) expect((await read(slow.secret)).status).toBe(200);
    expect((await read(slow.secret)).status).toBe(429);
    const answer = await fetch(`${server.url}/api/voices`, {
      headers: { authorization: `Bearer ${slow.secret}` },
    });
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await read(other.secret)).status).toBe(200);
  });

  test('expire', async () => {
    const { token, row } = await server.make.partnerToken(room.organization.id, {
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect((await read(token)).status).toBe(200);
    await server.app.db.prisma.partnerToken.update({
      where: { id: row.id },
      data: { expiresAt: new Date() },
    });
    expect((await read(token)).status).toBe(401);
    expect(
      await mutate(
        'createPartnerToken',
        { organization: String(room.organization.id), name: '', expiresAt: null },
        'secret',
      ),
    ).toMatchObject({ fieldErrors: [{ field: 'name' }] });
    expect(
      await mutate(
        'createPartnerToken',
        { organization: String(room.organization.id), name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
        'secret',
      ),
    ).toMatchObject({ fieldErrors: [{ field: 'expiresAt' }] });
  });

  test('are visible only to maintainers', async () => {
    for (const user of [room.editor, room.viewer]) {
      const { data } = await server.graphql(
        `{ organization(id: ${room.organization.id}) { partnerTokens { name } } }`,
        {},
        await server.signIn(user),
      );
      expect(data!['organization'].partnerTokens).toBeNull();
    }
  });
});

test('managers are notified once of an expiring token, a week before', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const row = (name: string, expiresAt: Date | null, revokedAt: Date | null = null) => ({
    organizationId: room.organization.id,
    name,
    prefix: 'pt_',
    secretHash: name,
    expiresAt,
    revokedAt,
  });
  await server.app.db.prisma.partnerToken.createMany({
    data: [
      row('soon', days(6.9)),
      row('later', days(7.1)),
      row('never', null),
      row('over', days(-1)),
      row('revoked', days(1), new Date()),
    ],
  });
  expect([await remindOfTokens(server.app), await remindOfTokens(server.app)]).toEqual([1, 0]);
  expect(await mailsTo(server.app, room.maintainer.email)).toEqual(['keyExpires']);
  expect(await mailsTo(server.app, room.editor.email)).toEqual([]);
  expect(await mailedLinks(server.app, room.maintainer.email)).toEqual([
    expect.stringMatching(new RegExp(`/projects/organization/${room.organization.slug}$`)),
  ]);
});
