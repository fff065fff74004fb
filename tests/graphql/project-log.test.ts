import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { inGroups } from './setting-groups.ts';

const server = useServer();
let room: Newsroom;
let tokens: Record<'maintainer' | 'admin', string>;
beforeEach(async () => {
  room = await server.make.newsroom();
  tokens = { maintainer: await server.signIn(room.maintainer), admin: await server.signIn(room.admin) };
});

async function change(input: object, token: string): Promise<void> {
  const { data } = await server.graphql(
    'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }',
    { input: inGroups({ id: room.project.id, ...input }) },
    token,
  );
  expect(data!['updateProject'].__typename).toBe('UpdateProjectSuccess');
}
const rowOf = (id: number) => server.app.db.prisma.project.findUniqueOrThrow({ where: { id } });

describe('the log', () => {
  const scalars = `__typename ... on LoggedFlag { isOn } ... on LoggedNumber { number } ... on LoggedText { text }
    ... on LoggedMoment { moment } ... on LoggedName { kind databaseId name } ... on LoggedOption { option }`;
  const condition = `operator subject values { ${scalars} }`;
  const action = `action values { ${scalars} }`;
  const values = `{ ${scalars} ... on LoggedRecord { parts { field values { ${scalars} } } }
    ... on LoggedCondition { ${condition} } ... on LoggedAction { ${action} }
    ... on LoggedRule { title: name conditions { ${condition} } actions { ${action} } } }`;
  const entries = async (token = tokens.maintainer): Promise<any[]> => {
    const { data, errors } = await server.graphql(
      `{ project(id: ${room.project.id}) { log(first: 15) { edges { node { code action details { field values ${values} }
        changes { field isList from ${values} to ${values} added ${values} removed ${values} textChanges { kind text } } } } } } }`,
      {},
      token,
    );
    expect(errors).toBeUndefined();
    return data!['project'].log.edges.map(({ node }: any) => node);
  };
  const flag = (isOn: boolean) => ({ __typename: 'LoggedFlag', isOn });
  const number = (value: number) => ({ __typename: 'LoggedNumber', number: value });
  const text = (value: string) => ({ __typename: 'LoggedText', text: value });
  const called = (kind: string, id: number | string, name: unknown) => ({
    __typename: 'LoggedName',
    kind,
    databaseId: String(id),
    name,
  });
  const change1 = (node: any, field: string) => node.changes.find((one: any) => one.field === field);

  test('shows names instead of IDs, and items added to and removed from lists', async () => {
    const child = await server.make.project({
      organizationId: room.organization.id,
      ownerId: room.maintainer.id,
      name: 'Child',
    });
    await change(
      { children: [child.id], extractorRules: [{ type: 'SHOULD', selector: 'main' }] },
      tokens.maintainer,
    );
    await change(
      {
        voiceName: 'offline:en-US-Emil',
        limitEnabled: true,
        limitPerDay: 2_500,
        pauseSentence: 100,
        extractorRules: [
          { type: 'SHOULD', selector: 'article' },
          { type: 'TITLE', selector: 'h1' },
        ],
        normalizationPrompt: 'Spell out all the numbers in words.',
        securityEnabled: true,
        children: [],
      },
      tokens.maintainer,
    );
    await change(
      { normalizationPrompt: 'Spell out all the dates in words.', organization: null },
      tokens.maintainer,
    );
    const [third, second, first] = await entries();
    expect(change1(first, 'children')).toMatchObject({
      isList: true,
      from: [],
      to: [called('PROJECT', child.id, 'Child')],
      added: [called('PROJECT', child.id, 'Child')],
      removed: [],
    });
    expect(change1(second, 'children')).toMatchObject({
      removed: [called('PROJECT', child.id, 'Child')],
      added: [],
    });
    expect(change1(second, 'extractorRules')).toEqual({
      field: 'extractorRules',
      isList: true,
      from: [text('should: main')],
      to: [text('should: article'), text('title: h1')],
      added: [text('should: article'), text('title: h1')],
      removed: [text('should: main')],
      textChanges: null,
    });
    expect(change1(second, 'voiceName')).toMatchObject({
      isList: false,
      to: [called('VOICE', 'en-US-Emil', expect.stringMatching(/^Emil/))],
      added: [],
    });
    expect(change1(second, 'limitEnabled')).toMatchObject({ from: [flag(false)], to: [flag(true)] });
    expect(change1(second, 'limitPerDay')).toMatchObject({ from: [number(100_000)], to: [number(2_500)] });
    expect(change1(second, 'securityKey')).toMatchObject({ from: [], to: [text('***')] });
    expect(change1(third, 'organizationId')).toMatchObject({
      from: [called('ORGANIZATION', room.organization.id, room.organization.name)],
      to: [],
    });
    expect(change1(third, 'normalizationPrompt').textChanges).toEqual([
      { kind: 'KEPT', text: 'Spell out all the ' },
      { kind: 'REMOVED', text: 'numbers' },
      { kind: 'ADDED', text: 'dates' },
      { kind: 'KEPT', text: ' in words.' },
    ]);
    const { securityKey } = await rowOf(room.project.id);
    expect(JSON.stringify([first, second, third])).not.toContain(securityKey);
  });

  test('contains codes of actions, and the texts of entries by other releases', async () => {
    const sendsAt = '2026-11-20T12:45:00.000Z';
    const bodies = [
      ['channel created', { channel: 5, type: 'alexaFB', slug: 'gazette-briefing' }],
      ['created', { sources: [{ type: 'rss', url: 'https://example.org/feed', tags: ['a', 'b'] }, 1.5] }],
      ['sang a song', { sendsAt, deep: { one: { two: 3 } }, nothing: null }],
    ] as const;
    for (const [action, body] of bodies)
      await server.app.db.prisma.projectLog.create({ data: { projectId: room.project.id, action, body } });
    const [other, created, channel] = await entries();
    expect([channel.code, created.code, other.code]).toEqual(['CHANNEL_ADDED', 'PROJECT_CREATED', null]);
    expect(other.action).toBe('sang a song');
    expect(channel.details).toEqual([
      { field: 'slug', values: [text('gazette-briefing')] },
      { field: 'type', values: [text('alexaFB')] },
      { field: 'channel', values: [number(5)] },
    ]);
    const { parts } = created.details[0].values[0];
    expect(Object.fromEntries(parts.map(({ field, values }: any) => [field, values]))).toEqual({
      type: [text('rss')],
      url: [text('https://example.org/feed')],
      tags: [text('a'), text('b')],
    });
    expect(created.details[0].values[1]).toEqual(number(1.5));
    const details = Object.fromEntries(other.details.map(({ field, values }: any) => [field, values]));
    expect(details).toEqual({
      sendsAt: [{ __typename: 'LoggedMoment', moment: sendsAt }],
      deep: [{ __typename: 'LoggedRecord', parts: [{ field: 'one', values: [text('{"two":3}')] }] }],
      nothing: [],
    });
  });

  test('describes rules by their parts, and older entries in their own words', async () => {
    const predicates = [
      { operator: 'greater_than', subject: 'length', value: '2000' },
      { operator: 'equals', subject: 'status', value: 'parsed' },
    ];
    const actions = [
      { action: 'say_as', values: ['offline:en-US-Emil'] },
      { action: 'audio_logo', values: ['sound-two-notes-1'] },
      { action: 'set_label', values: ['long, sport'] },
    ];
    const { data } = await server.graphql(
      `mutation ($input: ReplaceProcessingRulesInput!) { replaceProcessingRules(input: $input) { __typename } }`,
      { input: { project: room.project.id, rules: [{ name: 'Long reads', predicates, actions }] } },
      tokens.maintainer,
    );
    expect(data!['replaceProcessingRules'].__typename).toBe('ReplaceProcessingRulesSuccess');
    await server.app.db.prisma.projectLog.create({
      data: {
        projectId: room.project.id,
        action: 'rule created',
        body: { predicates: ['Title contains "Sport"'], actions: ['Set status: rejected'] },
      },
    });
    const [older, newer] = await entries();
    expect(older.details).toContainEqual({ field: 'predicates', values: [text('Title contains "Sport"')] });
    const option = (value: string) => ({ __typename: 'LoggedOption', option: value });
    expect(change1(newer, 'processingRules').added).toEqual([
      {
        __typename: 'LoggedRule',
        title: 'Long reads',
        conditions: [
          { operator: 'greater_than', subject: 'length', values: [number(2_000)] },
          { operator: 'equals', subject: 'status', values: [option('parsed')] },
        ],
        actions: [
          {
            action: 'say_as',
            values: [called('VOICE', 'offline:en-US-Emil', expect.stringMatching(/^Emil/))],
          },
          { action: 'audio_logo', values: [called('SOUND', 'sound-two-notes-1', 'Two notes')] },
          { action: 'set_label', values: [text('long, sport')] },
        ],
      },
    ]);
  });

  test('omits names that the reader may not see', async () => {
    const hidden = await server.make.project({
      organizationId: (await server.make.organization({ name: 'Secret House' })).id,
      name: 'Secret',
    });
    await server.app.db.prisma.projectLog.create({
      data: {
        projectId: room.project.id,
        action: 'updated',
        body: {
          changes: {
            children: { from: [hidden.id, 424_242], to: [] },
            organizationId: { from: hidden.organizationId, to: room.organization.id },
          },
        },
      },
    });
    const [entry] = await entries();
    expect(change1(entry, 'children').removed).toEqual([
      called('PROJECT', hidden.id, null),
      called('PROJECT', 424_242, null),
    ]);
    expect(change1(entry, 'organizationId')).toMatchObject({
      from: [called('ORGANIZATION', hidden.organizationId!, null)],
      to: [called('ORGANIZATION', room.organization.id, room.organization.name)],
    });
    expect(change1((await entries(tokens.admin))[0], 'children').removed[0].name).toBe('Secret');
  });
});
