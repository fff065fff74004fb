import { projectSettings } from '../../server/areas/library/settings/groups/project-settings.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { tokensOf, type NewsroomTokens } from '../support/newsroom-tokens.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { allSettings, inGroups, problemsByName, sideBySide } from './setting-groups.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host, EXTRACTOR_IPS: '127.0.0.1, 127.0.0.2' } });

let room: Newsroom;
let tokens: NewsroomTokens;
beforeEach(async () => {
  room = await server.make.newsroom();
  tokens = await tokensOf(server, room);
});

const failure = '... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const settings = `databaseId securityKey ${allSettings} children { databaseId }
  extractorRules { type selector } urlReplacements { source destination isRegex } organization { slug } sources { type url error apiKeyPrefix }`;
const create = `mutation ($input: CreateProjectInput!) { createProject(input: $input) { __typename ${failure} ... on CreateProjectSuccess { project { ${settings} } apiKeys { apiKey source { type } } } } }`;
const update = `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename ${failure} ... on UpdateProjectSuccess { project { ${settings} } } } }`;

async function run(document: string, input: object, token = tokens.editor): Promise<any> {
  const { data, errors } = await server.graphql(document, { input: inGroups(input) }, token);
  expect(errors).toBeUndefined();
  const answer = Object.values(data!)[0] as any;
  return answer.project ? { ...answer, project: sideBySide(answer.project) } : answer;
}
const change = (input: object, token = tokens.editor): Promise<any> =>
  run(update, { id: room.project.id, ...input }, token);
const fields = problemsByName;
const rowOf = (id: number) => server.app.db.prisma.project.findUniqueOrThrow({ where: { id } });
const bookings = (features: string[]) =>
  server.app.db.prisma.organization.update({ where: { id: room.organization.id }, data: { features } });

describe('creating a project', () => {
  test('creates the project with its sources and keys', async () => {
    const answer = await run(create, {
      name: ' Gazette ',
      voiceName: 'offline:en-US-Otto',
      voiceLanguage: 'en-US',
      organization: room.organization.slug,
      sources: [
        { type: 'RSS', url: `${site.url}/feed.xml` },
        { type: 'API' },
        { type: 'API_READONLY' },
        { type: 'MANUAL' },
      ],
    });
    expect(answer).toMatchObject({
      __typename: 'CreateProjectSuccess',
      project: {
        name: 'Gazette',
        voiceName: 'offline:en-US-Otto',
        voiceLanguage: 'en-US',
        organization: { slug: room.organization.slug },
        paywallCTA: 'Listen to this article:',
        paywallParagraphLimit: 2,
        limitPerDay: 100_000,
        audioAdsInterval: 10,
        audioAdsLength: 15,
        qaPercentErrors: 20,
        qaPercentArticles: 10,
        emailReportsPeriod: 'WEEKLY',
        emailReportsAddress: room.editor.email,
        securityKey: null,
        children: [],
      },
      apiKeys: [{ source: { type: 'API' } }, { source: { type: 'API_READONLY' } }],
    });
    expect(answer.project.sources.map(({ type }: any) => type)).toEqual([
      'RSS',
      'API',
      'API_READONLY',
      'MANUAL',
    ]);
    const { data } = await server.graphql(
      '{ viewer { user { id } projects { edges { node { name } } } } }',
      {},
      answer.apiKeys[0].apiKey,
    );
    expect(data!['viewer']).toEqual({ user: null, projects: { edges: [{ node: { name: 'Gazette' } }] } });
    expect(JSON.stringify(await server.app.db.prisma.projectLog.findMany())).not.toContain(
      answer.apiKeys[0].apiKey,
    );
  });

  test('starts with the declared defaults', async () => {
    const { databaseId } = (await run(create, { name: 'Defaults' })).project;
    const row: Record<string, unknown> = { ...(await rowOf(databaseId)) };
    const { name: _, ...declared } = projectSettings.settings;
    for (const [key, setting] of Object.entries(declared))
      expect([key, row[key]]).toEqual([key, setting.default]);
  });

  test('uses the default voice of the language, or English', async () => {
    expect((await run(create, { name: 'A' })).project).toMatchObject({
      voiceLanguage: 'en-US',
      voiceName: expect.stringMatching(/^offline:/),
      organization: null,
    });
    expect((await run(create, { name: 'B', voiceLanguage: 'de-DE' })).project).toMatchObject({
      voiceLanguage: 'de-DE',
      voiceName: expect.stringMatching(/^offline:/),
    });
  });

  test.each([
    ['an empty name', { name: '' }, { name: 'This field is required' }],
    ['a blank name', { name: ' \t' }, { name: 'This field is required' }],
    ['an unknown voice', { voiceName: 'offline:nobody' }, { voiceName: 'Unknown voice.' }],
    [
      'a voice of another language',
      { voiceName: 'offline:en-US-Otto', voiceLanguage: 'de-DE' },
      { voiceName: 'Unknown voice.' },
    ],
    [
      'a language without voices',
      { voiceLanguage: 'xx-XX' },
      { voiceLanguage: 'No voice is available for this language.' },
    ],
    ['an unknown fallback voice', { failoverVoice: 'nobody' }, { failoverVoice: 'Unknown voice.' }],
    ['a feed without URL', { sources: [{ type: 'RSS' }] }, { rssUrl: 'This field is required' }],
    [
      'a feed with an invalid URL',
      { sources: [{ type: 'MANUAL' }, { type: 'RSS', url: 'javascript:1' }] },
      { rssUrl: 'Enter a complete web address (https://…).' },
    ],
    ['a website without URL', { sources: [{ type: 'PARSER' }] }, { url: 'This field is required' }],
    [
      'a foreign organization',
      { organization: '2' },
      { organization: 'You aren’t an editor of this organization.' },
    ],
    [
      'an unknown organization',
      { organization: 'nowhere' },
      { organization: 'You aren’t an editor of this organization.' },
    ],
    [
      'everything at once',
      { name: '', voiceName: 'x', sources: [{ type: 'RSS' }] },
      { name: 'This field is required', voiceName: 'Unknown voice.', rssUrl: 'This field is required' },
    ],
  ])('refuses %s, and stores nothing', async (_, wrong, messages) => {
    const answer = await run(create, { name: 'Gazette', sources: [{ type: 'API' }], ...wrong });
    expect([answer.__typename, fields(answer)]).toEqual(['ValidationError', messages]);
    expect([await server.app.db.prisma.project.count(), await server.app.db.prisma.source.count()]).toEqual([
      1, 1,
    ]);
  });

  test('is atomic even if the database fails midway', async () => {
    const send = server.app.queue.send;
    server.app.queue.send = () => Promise.reject(new Error('the queue is down'));
    try {
      const { data, errors } = await server.graphql(
        create,
        { input: { name: 'Half', sources: [{ type: 'API' }, { type: 'RSS', url: `${site.url}/feed.xml` }] } },
        tokens.editor,
      );
      expect([data, errors![0]!.message]).toEqual([null, 'Internal server error']);
    } finally {
      server.app.queue.send = send;
    }
    expect([await server.app.db.prisma.project.count(), await server.app.db.prisma.source.count()]).toEqual([
      1, 1,
    ]);
  });
});

describe('settings', () => {
  beforeEach(async () => {
    await server.app.db.prisma.sound.create({
      data: {
        projectId: room.project.id,
        name: 'suffix.mp3',
        file: 'upload-suffix',
        durationMs: 1_000,
        bytes: 16_000,
      },
    });
  });
  const all = {
    name: 'Renamed',
    voiceName: 'offline:en-US-Otto',
    voiceLanguage: 'en-US',
    voiceAdditionalSettings: { somewhere: 1 },
    mainUrl: 'https://example.com',
    autoAddArticles: true,
    articlesFromDate: '2026-02-01',
    autoupdate: true,
    paywall: true,
    paywallCTA: 'Hear it',
    paywallParagraphLimit: 3,
    paywallAudioSuffixEnabled: true,
    paywallAudioSuffix: '/download/audio/upload-suffix.mp3',
    securityEnabled: true,
    audioAds: true,
    audioAdsProvider: 'SEVENONE',
    audioAdsInterval: 30,
    audioAdsLength: 40,
    audioAdsGoogleTagUrl: 'https://example.com/g',
    audioTagUrl: 'https://example.com/t',
    qaPercentErrors: 0,
    qaPercentArticles: 100,
    limitEnabled: true,
    limitPerDay: 1,
    normalization: true,
    normalizationPrompt: 'Spell out numbers.',
    pauseSentence: 0,
    pauseParagraph: 10_000,
    pauseHeading: 1_234,
    audioBitrate: 128,
    extractorRules: [
      { type: 'SHOULD', selector: 'article' },
      { type: 'CHARSET', selector: 'iso-8859-1' },
    ],
    urlReplacements: [{ source: '/^https:\\/\\/m\\./i', destination: 'https://www.', isRegex: true }],
  };

  test('are all stored, and returned as written', async () => {
    const answer = await change(all, tokens.maintainer);
    expect(answer.project).toMatchObject(all);
    expect(answer.project.securityKey).toMatch(/^[0-9a-f]{32}$/);
    const { data } = await server.graphql(
      `{ project(id: ${room.project.id}) { ${settings} } }`,
      {},
      tokens.maintainer,
    );
    expect(sideBySide(data!['project'])).toEqual(answer.project);
  });

  test('that are sent back unchanged cause no change and no log entry', async () => {
    const { project } = await change(all);
    const count = await server.app.db.prisma.projectLog.count();
    const {
      databaseId: _,
      securityKey: _key,
      emailReportsEnable: _e,
      emailReportsPeriod: _p,
      emailReportsAddress: _a,
      organization,
      sources: _s,
      ...back
    } = project;
    // A feature that was removed does not disable settings that were made with it.
    await bookings([]);
    expect((await change({ ...back, organization: organization.slug })).project).toEqual(project);
    expect(await server.app.db.prisma.projectLog.count()).toBe(count);
  });

  test('that are absent keep their values; null clears nullable ones', async () => {
    await change(all);
    expect((await change({ name: 'Again' })).project).toMatchObject({ ...all, name: 'Again' });
    const nulls = Object.fromEntries(Object.keys(all).map((key) => [key, null]));
    const { project } = await change({ ...nulls, autoAddArticles: false, audioAds: false });
    expect(project).toMatchObject({
      name: 'Again',
      voiceName: all.voiceName,
      mainUrl: null,
      articlesFromDate: null,
      paywall: true,
      paywallCTA: 'Hear it',
      paywallAudioSuffix: null,
      audioAdsProvider: null,
      adCampaign: null,
      normalizationPrompt: null,
      extractorRules: all.extractorRules,
    });
  });

  test.each([
    [{ name: '' }, { name: 'This field is required' }],
    [{ name: 'x'.repeat(256) }, { name: 'Enter up to 255 characters.' }],
    [{ voiceName: 'offline:nobody' }, { voiceName: 'Unknown voice.' }],
    [{ voiceLanguage: 'de-DE' }, { voiceLanguage: 'Unknown voice.' }],
    [{ mainUrl: `https://example.com/${'x'.repeat(237)}` }, { mainUrl: 'Enter up to 256 characters.' }],
    [{ mainUrl: 'ftp://example.com' }, { mainUrl: 'Enter a complete web address (https://…).' }],
    [{ autoAddArticles: true }, { mainUrl: 'Please enter website' }],
    [{ autoAddArticles: true, mainUrl: ' ' }, { mainUrl: 'Please enter website' }],
    [{ paywallCTA: 'x'.repeat(257) }, { paywallCTA: 'Enter up to 256 characters.' }],
    [{ paywallParagraphLimit: 0 }, { paywallParagraphLimit: 'Enter a whole number from 1 to 1000.' }],
    [
      { paywallAudioSuffix: '/download/../secret' },
      { paywallAudioSuffix: 'This sound doesn’t belong to the project.' },
    ],
    [{ pauseSentence: -1 }, { pauseSentence: 'Enter a whole number from 0 to 10000.' }],
    [{ pauseParagraph: 10_001 }, { pauseParagraph: 'Enter a whole number from 0 to 10000.' }],
    [{ audioBitrate: 96 }, { audioBitrate: 'Must be one of 64, 128.' }],
    [{ cover: 'unknown' }, { cover: 'This image does not exist.' }],
    [
      { name: '', paywallAudioSuffix: 'x', cover: 'y' },
      {
        name: 'This field is required',
        paywallAudioSuffix: 'Enter a complete web address (https://…).',
        cover: 'This image does not exist.',
      },
    ],
    [{ audioAds: true }, { audioAdsProvider: 'This field is required' }],
    [{ audioAdsInterval: 0 }, { audioAdsInterval: 'Enter a whole number from 1 to 30.' }],
    [{ audioAdsInterval: 31 }, { audioAdsInterval: 'Enter a whole number from 1 to 30.' }],
    [{ audioAdsLength: 25 }, { audioAdsLength: 'Must be one of 15, 20, 30, 40.' }],
    [{ audioAdsPublisherId: 'id' }, { audioAdsPublisherId: 'Only administrators can change this.' }],
    [{ audioTagUrl: 'tag' }, { audioTagUrl: 'Enter a complete web address (https://…).' }],
    [{ qaPercentErrors: 101 }, { qaPercentErrors: 'Enter a whole number from 0 to 100.' }],
    [{ qaPercentArticles: -1 }, { qaPercentArticles: 'Enter a whole number from 0 to 100.' }],
    [{ limitPerDay: 0 }, { limitPerDay: 'Enter a whole number, 1 or more.' }],
    [{ normalizationPrompt: 'too short' }, { normalizationPrompt: 'Enter at least 10 characters.' }],
    [{ extractorServerIp: true }, { extractorServerIp: 'Only administrators can change this.' }],
    [{ extractorIpAddress: '192.0.2.1' }, { extractorIpAddress: 'Only administrators can change this.' }],
    [
      { voiceAdditionalSettings: { model: 'none' } },
      { voiceAdditionalSettings: 'The voice has no model "none".' },
    ],
    [
      { extractorRules: [{ type: 'SHOULD_NOT', selector: ' ' }] },
      { 'extractorRules.0.selector': 'Rule 1: Field is required and cannot be empty' },
    ],
    [
      { extractorRules: [{ type: 'SHOULD', selector: 'p[' }] },
      { 'extractorRules.0.selector': expect.stringContaining("not valid CSS: 'p['") },
    ],
    [
      { extractorRules: [{ type: 'CHARSET', selector: 'klingon-8' }] },
      { 'extractorRules.0.selector': expect.stringContaining("unknown encoding 'klingon-8'") },
    ],
    [
      { urlReplacements: [{ source: 'a+', destination: '', isRegex: true }] },
      { 'urlReplacements.0.source': 'Rule 1: A regular expression must be wrapped in slashes: /pattern/.' },
    ],
    [
      { urlReplacements: [{ source: '/(/', destination: '', isRegex: true }] },
      { 'urlReplacements.0.source': expect.stringContaining('not valid') },
    ],
    [
      { urlReplacements: [{ source: '', destination: 'x', isRegex: false }] },
      { 'urlReplacements.0.source': expect.stringContaining('must not be empty') },
    ],
    [{ organization: 'nowhere' }, { organization: 'You aren’t an editor of this organization.' }],
    [
      { name: '', limitPerDay: 0, mainUrl: 'x' },
      { name: 'This field is required', limitPerDay: expect.any(String), mainUrl: expect.any(String) },
    ],
  ])('%j is refused, and nothing is changed', async (wrong, messages) => {
    const before = await rowOf(room.project.id);
    const answer = await change({ autoupdate: true, ...wrong });
    expect([answer.__typename, fields(answer)]).toEqual(['ValidationError', messages]);
    expect(await rowOf(room.project.id)).toEqual(before);
    expect(await server.app.db.prisma.extractorRule.count()).toBe(0);
  });

  test.each([
    ['paywall', { paywall: true }],
    ['paywall', { paywallAudioSuffixEnabled: true }],
    ['security', { securityEnabled: true }],
    ['character_limit', { limitEnabled: true }],
    ['ad-insert', { audioAds: true, audioAdsProvider: 'RMSI' }],
    ['google_ads', { audioAdsProvider: 'GOOGLE' }],
    ['custom-ad', { audioAdsProvider: 'PARLANCE' }],
    ['custom-ad', { audioAdsProvider: 'SEVENONE' }],
    ['smart-qa', { qaPercentErrors: 50 }],
    ['smart-qa', { qaPercentArticles: 50 }],
  ])('require the feature %s: %j', async (feature, input) => {
    const booked = room.organization.features;
    await bookings(booked.filter((one) => one !== feature));
    const answer = await change(input, tokens.admin);
    expect(Object.values(fields(answer))).toEqual([
      'This feature is not enabled in your organization. Want to unlock it?',
    ]);
    await bookings([feature, 'ad-insert']);
    expect((await change(input)).__typename).toBe('UpdateProjectSuccess');
    // Switching off is free.
    await bookings([]);
    if ('paywall' in input) expect((await change({ paywall: false })).project.paywall).toBe(false);
  });

  test('that are restricted to administrators can be set by administrators', async () => {
    const { project } = await change(
      { audioAdsPublisherId: 'p-1', extractorServerIp: true, extractorIpAddress: '127.0.0.2' },
      tokens.admin,
    );
    expect(project).toMatchObject({
      audioAdsPublisherId: 'p-1',
      extractorServerIp: true,
      extractorIpAddress: '127.0.0.2',
    });
    expect(fields(await change({ extractorIpAddress: '192.0.2.1' }, tokens.admin))).toEqual({
      extractorIpAddress: 'The server doesn’t have this IP address.',
    });
    expect((await change({ audioAdsPublisherId: 'p-1', name: 'Kept' })).project).toMatchObject({
      name: 'Kept',
      audioAdsPublisherId: 'p-1',
    });
  });

  test('create the security key once, visible only to maintainers', async () => {
    expect((await change({ securityEnabled: true })).project.securityKey).toBeNull();
    const { securityKey } = await rowOf(room.project.id);
    expect((await change({ securityEnabled: false }, tokens.maintainer)).project.securityKey).toBe(
      securityKey,
    );
    expect((await change({ securityEnabled: true }, tokens.maintainer)).project.securityKey).toBe(
      securityKey,
    );
    const { data } = await server.graphql(
      `{ project(id: ${room.project.id}) { securityKey canManageSecurityKey canWrite canConfigure canDelete canReadLogs } }`,
      {},
      tokens.viewer,
    );
    expect(data!['project']).toEqual({
      securityKey: null,
      canManageSecurityKey: false,
      canWrite: false,
      canConfigure: false,
      canDelete: false,
      canReadLogs: false,
    });
  });

  test('create a source when articles are added from the website', async () => {
    const { project } = await change({ autoAddArticles: true, mainUrl: 'https://example.com/' });
    expect(project.sources).toMatchObject([{ type: 'MANUAL' }, { type: 'PARSER', url: null }]);
    expect(
      (await server.app.db.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'source-poll'`)).rows,
    ).toHaveLength(1);
    expect((await change({ mainUrl: 'https://example.org/' })).project.sources).toHaveLength(2);
  });

  test('keep each change of several concurrent editors', async () => {
    await Promise.all([
      change({ name: 'Concurrent' }),
      change({ limitPerDay: 5 }),
      change({ paywallCTA: 'Now' }),
      change({ extractorRules: [{ type: 'SHOULD', selector: 'main' }] }),
    ]);
    expect(await rowOf(room.project.id)).toMatchObject({
      name: 'Concurrent',
      limitPerDay: 5,
      paywallCTA: 'Now',
    });
    expect(await server.app.db.prisma.extractorRule.count()).toBe(1);
  });
});

test('load sources and rules of a list of projects in one query each', async () => {
  for (let count = 0; count < 10; count++)
    await server.make.project({
      organizationId: room.organization.id,
      ownerId: room.maintainer.id,
      name: `P${9 - count}`,
    });
  const statements: string[] = [];
  const { pool } = server.app.db;
  const query = pool.query.bind(pool);
  pool.query = ((...args: unknown[]) => {
    statements.push((args[0] as { text?: string }).text ?? String(args[0]));
    return (query as (...all: unknown[]) => unknown)(...args);
  }) as typeof pool.query;
  try {
    const { data } = await server.graphql(
      '{ viewer { projects(sort: NAME) { edges { node { name sources { type } extractorRules { type } urlReplacements { source } organization { name } } } } } }',
      {},
      tokens.viewer,
    );
    expect(data!['viewer'].projects.edges.map(({ node }: any) => node.name).slice(0, 3)).toEqual([
      'P0',
      'P1',
      'P2',
    ]);
  } finally {
    pool.query = query;
  }
  for (const table of ['Source', 'ExtractorRule', 'UrlReplacement'])
    expect([table, statements.filter((text) => text.includes(`"${table}"`)).length]).toEqual([table, 1]);
});
