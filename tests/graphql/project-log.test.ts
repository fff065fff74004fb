import { beforeEach, describe, expect, test } from 'vitest';
import { defaultsOf } from '../../server/kernel/settings.ts';
import { projectSettings } from '../../server/areas/settings/groups/project-settings.ts';
import { reportSettings } from '../../server/areas/settings/groups/report-settings.ts';
import { shownInLog } from '../../server/areas/project-log/log-labels.ts';
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

describe('the log in words', () => {
  const entries = async (token = tokens.maintainer): Promise<any[]> => {
    const { data, errors } = await server.graphql(
      `{ project(id: ${room.project.id}) { logs(first: 15) { edges { node { action details { name label values }
        changes { field label before after added removed diff { kind text } } } } } } }`,
      {},
      token,
    );
    expect(errors).toBeUndefined();
    return data!['project'].logs.edges.map(({ node }: any) => node);
  };
  const change1 = (node: any, field: string) => node.changes.find((one: any) => one.field === field);

  test('names what ids stand for, and says what lists gained and lost', async () => {
    const child = await server.make.project({
      organizationId: room.organization.id,
      ownerId: room.maintainer.id,
      name: 'Child',
    });
    await change(
      { children: [child.id], extractorRules: [{ type: 'should', selector: 'main' }] },
      tokens.maintainer,
    );
    await change(
      {
        voiceName: 'offline:en-US-Emil',
        limitEnabled: true,
        limitPerDay: 2_500,
        pauseSentence: 100,
        extractorRules: [
          { type: 'should', selector: 'article' },
          { type: 'title', selector: 'h1' },
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
      label: 'Projects that get duplicates',
      before: null,
      after: 'Child',
      added: ['Child'],
      removed: [],
    });
    expect(change1(second, 'children')).toMatchObject({ removed: ['Child'], added: [] });
    expect(change1(second, 'extractorRules')).toEqual({
      field: 'extractorRules',
      label: 'Extractor rules',
      before: 'should: main',
      after: 'should: article; title: h1',
      added: ['should: article', 'title: h1'],
      removed: ['should: main'],
      diff: null,
    });
    expect(change1(second, 'voiceName')).toMatchObject({
      label: 'Voice',
      after: expect.stringMatching(/^Emil/),
      added: [],
    });
    expect(change1(second, 'voiceName').after).not.toContain('offline:');
    expect(change1(second, 'limitEnabled')).toMatchObject({
      label: 'Daily limit',
      before: 'off',
      after: 'on',
    });
    expect(change1(second, 'limitPerDay')).toMatchObject({ before: '100,000', after: '2,500' });
    expect(change1(second, 'pauseSentence')).toMatchObject({ before: '250 ms', after: '100 ms' });
    expect(change1(second, 'securityKey')).toMatchObject({
      label: 'Security key',
      before: null,
      after: '***',
    });
    expect(change1(third, 'organizationId')).toMatchObject({
      label: 'Organization',
      before: room.organization.name,
      after: null,
    });
    expect(change1(third, 'normalizationPrompt').diff).toEqual([
      { kind: 'kept', text: 'Spell out all the ' },
      { kind: 'removed', text: 'numbers' },
      { kind: 'added', text: 'dates' },
      { kind: 'kept', text: ' in words.' },
    ]);
    const { securityKey } = await rowOf(room.project.id);
    expect(JSON.stringify([first, second, third])).not.toContain(securityKey);
  });

  test('names types, not what they are stored as', async () => {
    await server.app.db.prisma.projectLog.create({
      data: {
        projectId: room.project.id,
        action: 'channel created',
        body: { channel: 5, type: 'alexaFB', slug: 'gazette-briefing' },
      },
    });
    await server.app.db.prisma.projectLog.create({
      data: {
        projectId: room.project.id,
        action: 'created',
        body: { sources: [{ type: 'rss', url: 'https://example.org/feed' }] },
      },
    });
    const [created, channel] = await entries();
    const valuesOf = (entry: any, wanted: string) =>
      entry.details.find(({ name }: any) => name === wanted).values;
    expect(valuesOf(channel, 'type')).toEqual(['Alexa Flash Briefing']);
    expect(valuesOf(created, 'sources')).toEqual(['URL: https://example.org/feed, Type: RSS feed']);
  });

  test('does not name what the reader may not see', async () => {
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
    const unknown = (kind: string, id: number) => `${kind} ${id} (no longer there, or not visible to you)`;
    expect(change1(entry, 'children').removed).toEqual([
      unknown('project', hidden.id),
      unknown('project', 424_242),
    ]);
    expect(change1(entry, 'organizationId')).toMatchObject({
      before: unknown('organization', hidden.organizationId!),
      after: room.organization.name,
    });
    expect(change1((await entries(tokens.admin))[0], 'children').removed[0]).toBe('Secret');
  });

  test('has a label for every setting', () => {
    const settings = [projectSettings, reportSettings].flatMap(({ settings: declared }) =>
      Object.keys(defaultsOf(declared)),
    );
    expect(settings.filter((name) => !(name in shownInLog))).toEqual([]);
  });
});
