import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { tokensOf, type NewsroomTokens } from '../support/newsroom-tokens.ts';
import { useServer } from '../support/server.ts';
import { mutate } from './mutate.ts';
import { inGroups } from './setting-groups.ts';

const server = useServer();
let room: Newsroom;
let tokens: NewsroomTokens;
beforeEach(async () => {
  room = await server.make.newsroom();
  tokens = await tokensOf(server, room);
});

const run = (name: string, input: object, selection: string, token = tokens.editor): Promise<any> =>
  mutate(server, name, input, selection, token);
const change = (input: object, token = tokens.editor): Promise<any> =>
  run(
    'updateProject',
    inGroups({ id: room.project.id, ...input }),
    'project { name settingsRevision }',
    token,
  );
const rowOf = (id: number) => server.app.db.prisma.project.findUniqueOrThrow({ where: { id } });
const log = (projectId: number) =>
  server.app.db.prisma.projectLog.findMany({ where: { projectId }, orderBy: { id: 'asc' } });

describe('the security key', () => {
  const rotate = (token: string): Promise<any> =>
    run('rotateSecurityKey', { project: room.project.id }, 'project { securityKey }', token);
  const signedBy = (key: string): string => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    return `?timestamp=${timestamp}&signature=${createHash('md5')
      .update(timestamp + key)
      .digest('hex')}`;
  };

  test('is replaced by maintainers, and signatures of the old key are refused immediately', async () => {
    const old = 'a'.repeat(32);
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { securityEnabled: true, securityKey: old },
    });
    const { version } = room.audio;
    await server.app.storage.put(`audio/${version}.mp3`, Buffer.from('sound'));
    const heard = async (key: string) =>
      (await fetch(`${server.url}/download/audio/${version}.mp3${signedBy(key)}`)).status;
    expect(await heard(old)).toBe(200);
    const { securityKey } = (await rotate(tokens.maintainer)).project;
    expect(securityKey).toMatch(/^[0-9a-f]{32}$/);
    expect([await heard(old), await heard(securityKey)]).toEqual([403, 200]);
    expect(
      (await log(room.project.id)).map(({ action, userId, body }) => ({ action, userId, body })),
    ).toEqual([{ action: 'security key rotated', userId: room.maintainer.id, body: {} }]);
    expect((await rowOf(room.project.id)).settingsRevision).toBe(1);
  });

  test('can be read and replaced only by maintainers', async () => {
    await rotate(tokens.maintainer);
    const { securityKey } = await rowOf(room.project.id);
    const { token: partner } = await server.make.partnerToken(room.organization.id);
    const { apiKey } = await server.make.apiKey(room.project.id, 'api');
    for (const token of [tokens.editor, tokens.viewer, partner, apiKey]) {
      expect((await rotate(token)).__typename).toBe('NotAllowedError');
      const { data } = await server.graphql(
        `{ project(id: ${room.project.id}) { securityKey canManageSecurityKey } }`,
        {},
        token,
      );
      expect(data!['project']).toEqual({ securityKey: null, canManageSecurityKey: false });
      expect(
        (await server.rest('GET', `/api/projects/${room.project.id}`, { token })).body.project.securityKey,
      ).toBeNull();
    }
    expect((await rotate(tokens.outsider)).__typename).toBe('NotFoundError');
    expect((await rowOf(room.project.id)).securityKey).toBe(securityKey);
    for (const token of [tokens.maintainer, tokens.admin])
      expect(
        (await server.rest('GET', `/api/projects/${room.project.id}`, { token })).body.project.securityKey,
      ).toBe(securityKey);
  });
});

describe('a revision', () => {
  test('counts changes, and shows the later editor the earlier change', async () => {
    expect(await change({ name: 'First', revision: 1 })).toMatchObject({
      project: { name: 'First', settingsRevision: 2 },
    });
    expect(await change({ name: 'Second', revision: 1 })).toEqual({
      __typename: 'ConflictError',
      message: 'Someone else has changed these settings in the meantime.',
    });
    // Rules are settings too, so either mutation increases the revision; a conflict takes precedence over
    // other errors.
    expect(
      await change({ extractorRules: [{ type: 'SHOULD', selector: 'main' }], revision: 2 }),
    ).toMatchObject({ project: { settingsRevision: 3 } });
    for (const input of [
      { urlReplacements: [{ source: 'm.', destination: '', isRegex: false }] },
      { extractorRules: [] },
      { paywallParagraphLimit: 0 },
    ])
      expect((await change({ ...input, revision: 2 })).__typename).toBe('ConflictError');
    expect(await rowOf(room.project.id)).toMatchObject({ name: 'First', settingsRevision: 3 });
    expect(await log(room.project.id)).toHaveLength(2);
  });

  test('is ignored for unchanged values, and if the client sends none', async () => {
    await change({ name: 'First' });
    expect(await change({ name: 'First', revision: 1 })).toMatchObject({ project: { settingsRevision: 2 } });
    expect(await change({ name: 'Second' })).toMatchObject({
      project: { name: 'Second', settingsRevision: 3 },
    });
  });

  test('is accepted for exactly one of a hundred concurrent saves', async () => {
    // A client that is refused because the server is busy retries after the given time.
    const save = async (name: string): Promise<any> => {
      for (;;) {
        const { data, errors } = await server.graphql(
          `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename ... on UpdateProjectSuccess { project { name settingsRevision } } } }`,
          { input: { id: room.project.id, name, revision: 1 } },
          tokens.editor,
        );
        if (data) return data['updateProject'];
        expect(errors).toMatchObject([
          { extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: expect.any(Number) } },
        ]);
        await setTimeout(Number(errors![0]!.extensions!['retryAfter']) * 1_000);
      }
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => save(`Saver ${at}`)));
    const kinds = Map.groupBy(answers, ({ __typename }) => __typename);
    expect([kinds.get('UpdateProjectSuccess')?.length, kinds.get('ConflictError')?.length]).toEqual([1, 99]);
    const winner = kinds.get('UpdateProjectSuccess')![0].project;
    expect(await rowOf(room.project.id)).toMatchObject(winner);
    expect(await log(room.project.id)).toHaveLength(1);
  });

  test('includes the URL of a source, so that no one reverts a URL that someone else changed', async () => {
    const source = await server.make.source(room.project.id, {
      type: 'rss',
      url: 'https://gazette.example/old.xml',
    });
    const readFrom = (url: string, revision?: number, type = 'RSS'): Promise<any> =>
      run(
        'updateSource',
        { id: source.id, type, url, ...(revision !== undefined && { revision }) },
        'project { settingsRevision } source { url }',
      );
    const fresh = 'https://gazette.example/new.xml';
    expect(await readFrom(fresh, 1)).toMatchObject({
      project: { settingsRevision: 2 },
      source: { url: fresh },
    });
    // Configure sends a feed's address after every save, as it read it: that of the earlier saver stays.
    expect((await readFrom('https://gazette.example/old.xml', 1)).__typename).toBe('ConflictError');
    expect((await change({ name: 'Second', revision: 1 })).__typename).toBe('ConflictError');
    expect((await readFrom('https://gazette.example/', 1, 'PARSER')).__typename).toBe('ConflictError');
    expect(await readFrom(fresh, 1)).toMatchObject({ project: { settingsRevision: 2 } });
    const put = (body: object) =>
      server.rest('PUT', `/api/projects/${room.project.id}/sources/${source.id}`, {
        token: tokens.editor,
        body,
      });
    const back = { type: 'rss', url: 'https://gazette.example/old.xml' };
    expect(await put({ ...back, revision: 1 })).toMatchObject({
      status: 409,
      body: { result: 'fail', message: expect.stringContaining('Someone else') },
    });
    expect(await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } })).toMatchObject({
      type: 'rss',
      url: fresh,
    });
    expect(await put({ ...back, revision: 2 })).toMatchObject({
      status: 200,
      body: { source: { url: back.url } },
    });
    expect(await put({ type: 'rss', url: fresh })).toMatchObject({ status: 200 });
    expect(await rowOf(room.project.id)).toMatchObject({ settingsRevision: 4 });
  });

  test('is returned and accepted by REST, which responds 409 to a conflict', async () => {
    const path = `/api/projects/${room.project.id}`;
    const { settingsRevision } = (await server.rest('GET', path, { token: tokens.editor })).body.project;
    const put = (body: object, to = path) => server.rest('PUT', to, { token: tokens.editor, body });
    expect(await put({ name: 'First', revision: settingsRevision })).toMatchObject({
      status: 200,
      body: { result: 'ok' },
    });
    const conflict = {
      status: 409,
      body: { result: 'fail', message: expect.stringContaining('Someone else') },
    };
    expect(await put({ name: 'Second', revision: settingsRevision })).toMatchObject(conflict);
    expect(
      await put(
        { extractorRules: [{ rule: 'should', selector: 'main' }], revision: settingsRevision },
        `${path}/extractor-rules`,
      ),
    ).toMatchObject(conflict);
    expect(await put({ name: 'Third' })).toMatchObject({
      status: 200,
      body: { project: { settingsRevision: settingsRevision + 2 } },
    });
  });
});

describe('cloning a configuration', () => {
  const allParts = [
    'EXTRACTOR_RULES',
    'URL_REPLACEMENTS',
    'PAYWALL',
    'AUDIO_ADS',
    'SOUND',
    'NORMALIZATION',
    'PROCESSING_RULES',
  ];
  const clone = (targets: number[], parts: string[] = allParts, token = tokens.editor): Promise<any> =>
    run(
      'cloneConfiguration',
      { project: room.project.id, targets, parts },
      'results { targetId project { databaseId name } failure { message fieldErrors { field message } } }',
      token,
    );
  const sister = (given: object = {}) =>
    server.make.project({ organizationId: room.organization.id, ownerId: room.maintainer.id, ...given });

  test('copies settings, sounds and rules to each target, and logs it in both projects', async () => {
    const sound = await server.make.sound(room.project.id, {
      file: `upload-${'5'.repeat(40)}`,
      name: 'suffix.mp3',
    });
    const music = await server.make.sound(room.project.id, {
      file: `upload-${'6'.repeat(40)}`,
      name: 'music.mp3',
    });
    const configured = {
      paywall: true,
      paywallCTA: 'Subscribe',
      paywallParagraphLimit: 5,
      paywallAudioSuffixEnabled: true,
      paywallAudioSuffix: `/download/audio/${sound.file}.mp3`,
      securityEnabled: true,
      audioAds: true,
      audioAdsProvider: 'RMSI',
      audioAdsInterval: 4,
      pauseSentence: 111,
      audioBitrate: 128,
      normalization: true,
      normalizationPrompt: 'Spell out all numbers.',
    };
    const rules = {
      extractorRules: [{ type: 'SHOULD', selector: 'main' }],
      urlReplacements: [{ source: 'm.', destination: '', isRegex: false }],
    };
    expect(
      (await change({ ...configured, ...rules, audioAdsPublisherId: 'p-1' }, tokens.admin)).__typename,
    ).toBe('UpdateProjectSuccess');
    await server.app.db.prisma.processingRule.deleteMany();
    await run(
      'createProcessingRule',
      {
        project: room.project.id,
        name: 'Music',
        predicates: [{ operator: 'contains', subject: 'title', value: 'Sport' }],
        actions: [{ action: 'background_music', values: [music.file] }],
      },
      '__typename',
    );
    const [one, other] = [await sister({ name: 'One' }), await sister({ name: 'Other' })];
    expect(await clone([one.id, other.id])).toMatchObject({
      results: [
        { project: { databaseId: one.id, name: 'One' }, failure: null },
        { project: { databaseId: other.id, name: 'Other' }, failure: null },
      ],
    });
    for (const { id } of [one, other]) {
      const row = await rowOf(id);
      expect(row).toMatchObject({
        ...configured,
        audioAdsProvider: 'rmsi',
        audioAdsPublisherId: null,
        settingsRevision: 2,
      });
      expect(row.securityKey).toMatch(/^[0-9a-f]{32}$/);
      expect(row.securityKey).not.toBe((await rowOf(room.project.id)).securityKey);
      const { prisma } = server.app.db;
      expect(
        await prisma.extractorRule.findMany({
          where: { projectId: id },
          select: { rule: true, selector: true },
        }),
      ).toEqual([{ rule: 'should', selector: 'main' }]);
      expect(
        await prisma.urlReplacement.findMany({
          where: { projectId: id },
          select: { source: true, destination: true, isRegex: true },
        }),
      ).toEqual(rules.urlReplacements);
      expect(await prisma.processingRule.findMany({ where: { projectId: id } })).toMatchObject([
        { name: 'Music' },
      ]);
      expect(
        (await prisma.sound.findMany({ where: { projectId: id }, orderBy: { file: 'asc' } })).map(
          ({ name }) => name,
        ),
      ).toEqual(['suffix.mp3', 'music.mp3']);
      expect((await log(id)).map(({ action, body }) => [action, (body as any).clonedFrom])).toEqual([
        ['updated', room.project.id],
        ['rules replaced', room.project.id],
      ]);
    }
    expect((await log(room.project.id)).at(-1)).toMatchObject({
      action: 'configuration cloned',
      userId: room.editor.id,
      body: { parts: allParts.map((part) => part.toLowerCase()), clonedTo: [one.id, other.id] },
    });
    // Again, there is nothing left to do.
    const before = await log(one.id);
    expect((await clone([one.id])).results).toMatchObject([{ failure: null }]);
    expect(await log(one.id)).toHaveLength(before.length + 1);
  });

  test('requires write permission for each target, and reports the result of each', async () => {
    const mine = await sister({ name: 'Mine' });
    const elsewhere = await server.make.organization();
    await server.app.db.prisma.member.create({
      data: { organizationId: elsewhere.id, userId: room.editor.id, role: 'editor' },
    });
    const theirs = await server.make.project({ organizationId: elsewhere.id });
    const readable = await server.make.project({ organizationId: (await server.make.organization()).id });
    await server.make.grant(readable.id, room.editor.id, 'stats');
    await change({ pauseSentence: 999 });
    const { results } = await clone([mine.id, theirs.id, readable.id, 999_999, mine.id], ['SOUND']);
    expect(
      results.map(({ project, failure }: any) => [project?.databaseId ?? null, failure?.message ?? null]),
    ).toEqual([
      [mine.id, null],
      [theirs.id, 'Choose other projects of the same organization.'],
      [readable.id, 'You don’t have permission to do this.'],
      [null, 'This project does not exist.'],
    ]);
    expect((await rowOf(mine.id)).pauseSentence).toBe(999);
    expect(
      await Promise.all([theirs, readable].map(async ({ id }) => (await rowOf(id)).pauseSentence)),
    ).toEqual([250, 250]);
  });

  test('is validated against each target’s features, completely or not at all', async () => {
    const target = await sister({ pauseSentence: 1 });
    await change({ paywall: true, pauseSentence: 999 });
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    const { results } = await clone([target.id], ['PAYWALL', 'SOUND']);
    expect(results).toMatchObject([
      {
        failure: {
          message: expect.stringContaining('not enabled'),
          fieldErrors: [{ field: 'paywall.enabled', message: expect.stringContaining('not enabled') }],
        },
      },
    ]);
    expect(await rowOf(target.id)).toMatchObject({ paywall: false, pauseSentence: 1, settingsRevision: 1 });
    expect(await log(room.project.id)).toHaveLength(1);
  });

  test.each([
    ['no target', () => [], ['SOUND'], 'targets'],
    ['itself', () => [room.project.id], ['SOUND'], 'targets'],
    ['too many', () => Array.from({ length: 101 }, (_, at) => 1_000 + at), ['SOUND'], 'targets'],
    ['no settings to copy', () => [1_000], [], 'parts'],
  ])('%s is refused', async (_, targets, parts, field) => {
    expect((await clone(targets(), parts)).fieldErrors).toMatchObject([{ field }]);
  });

  test('requires permission to change the project', async () => {
    expect((await clone([1], ['SOUND'], tokens.viewer)).__typename).toBe('NotAllowedError');
    expect((await clone([1], ['SOUND'], tokens.outsider)).__typename).toBe('NotFoundError');
  });
});

test('settings are grouped, and so are their errors', async () => {
  const groups = {
    voice: {
      name: 'offline:en-US-Otto',
      language: 'en-US',
      settings: [{ key: 'speed', value: 1.2 }],
      failover: 'offline:en-US-Ada',
    },
    sound: { pauseSentence: 100, bitrate: 128 },
    extraction: { mainUrl: 'https://example.com', autoAddArticles: true, autoUpdateArticles: true },
    paywall: { enabled: true, callToAction: 'Hear it', paragraphLimit: 3 },
    ads: { enabled: true, provider: 'RMSI', interval: 4, length: 20 },
    review: { percentErrors: 1, percentArticles: 2 },
    limits: { enabled: true, charactersPerDay: 5 },
    normalization: { enabled: true, prompt: 'Spell out numbers.' },
  };
  const selection = `voice { name language settings { key value } failover details { label } }
    sound { pauseSentence bitrate } extraction { mainUrl autoAddArticles autoUpdateArticles }
    paywall { enabled callToAction paragraphLimit } ads { enabled provider interval length }
    review { percentErrors percentArticles } limits { enabled charactersPerDay } normalization { enabled prompt }`;
  const save = (input: object) =>
    run('updateProject', { id: room.project.id, ...input }, `project { ${selection} }`);
  expect((await save(groups)).project).toEqual({
    ...groups,
    voice: { ...groups.voice, details: { label: expect.stringContaining('Otto') } },
  });
  // What a group leaves out stays, and so does a group that is null.
  expect((await save({ paywall: { paragraphLimit: 4 }, limits: null })).project).toMatchObject({
    paywall: { enabled: true, callToAction: 'Hear it', paragraphLimit: 4 },
    limits: groups.limits,
  });
  const { fieldErrors } = await save({
    paywall: { paragraphLimit: 0 },
    voice: { name: 'nobody' },
    name: '',
    extractorRules: [{ type: 'SHOULD', selector: ' ' }],
  });
  expect(fieldErrors.map(({ field }: { field: string }) => field)).toEqual([
    'name',
    'paywall.paragraphLimit',
    'voice.name',
    'extractorRules.0.selector',
  ]);
});

test('turning on a report warns that it cannot be sent if no mail server is configured', async () => {
  const { project } = await run(
    'updateProjectReports',
    { project: room.project.id, reports: { enabled: true, address: 'desk@example.com' } },
    'project { reports { enabled address notice } }',
  );
  expect(project.reports).toEqual({
    enabled: true,
    address: 'desk@example.com',
    notice: expect.stringContaining('SMTP_URL'),
  });
});
