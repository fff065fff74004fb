import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer, type RestAnswer } from '../support/server.ts';
import { documented } from './rest-calls.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let path: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  path = `/api/projects/${room.project.id}`;
});

const call = (method: string, to: string, body?: unknown): Promise<RestAnswer> =>
  server.rest(method, to, { token, body });
const project = async (): Promise<Record<string, any>> => (await call('GET', path)).body.project;

describe('a project', () => {
  test('is returned with every field of the specification', async () => {
    const answer = await project();
    const named = documented.find(
      (known) => known.method === 'PUT' && known.path === '/api/projects/{id}',
    )!.sends;
    expect(named.filter((field) => !(field in answer))).toEqual([]);
    expect(answer).toMatchObject({
      id: room.project.id,
      organization: { id: room.organization.slug, name: room.organization.name },
      sources: [{ id: room.source.id, type: 'manual', url: null, apiKey: null }],
      paywallCTA: 'Listen to this article:',
      paywallParagraphLimit: 2,
      limitPerDay: 100_000,
      audioAdsInterval: 10,
      qaPercentErrors: 20,
      qaPercentArticles: 10,
      emailReportsPeriod: 'weekly',
      children: [],
    });
  });

  test('accepts every documented field, and returns it', async () => {
    const child = await server.make.project({ organizationId: room.organization.id });
    await server.app.db.prisma.platformFeature.create({ data: { feature: 'google_ads' } });
    await server.app.db.prisma.sound.create({
      data: {
        projectId: room.project.id,
        name: 'suffix.mp3',
        file: 'upload-suffix',
        durationMs: 1_000,
        bytes: 16_000,
      },
    });
    const sent: Record<string, unknown> = {
      name: 'All fields',
      voiceName: 'offline:de-DE-Ada',
      voiceLanguage: 'de-DE',
      autoAddArticles: true,
      articlesFromDate: '2026-02-01',
      paywall: true,
      paywallCTA: 'Jetzt hören:',
      paywallParagraphLimit: 3,
      paywallAudioSuffixEnabled: true,
      paywallAudioSuffix: '/download/audio/upload-suffix.mp3',
      securityEnabled: true,
      autoupdate: true,
      mainUrl: 'https://example.com',
      extractorRules: [
        { rule: 'should', selector: 'article' },
        { rule: 'should-not', selector: 'aside' },
      ],
      audioAds: true,
      audioAdsProvider: 'google',
      audioAdsInterval: 5,
      audioAdsLength: 20,
      audioAdsGoogleTagUrl: 'https://example.com/tag',
      audioTagUrl: 'https://example.com/audio-tag',
      organization: room.organization.slug,
      qaPercentErrors: 30,
      qaPercentArticles: 15,
      limitEnabled: true,
      limitPerDay: 5000,
      children: [child.id],
      adCampaign: null,
      normalization: true,
      normalizationPrompt: 'Spell out every number, please.',
      extractorServerIp: false,
      voiceAdditionalSettings: { rate: 1.5 },
    };
    const documentedFields = documented.find(
      (known) => known.method === 'PUT' && known.path === '/api/projects/{id}',
    )!.sends;
    // The administrators' alone.
    expect(documentedFields.filter((field) => !(field in sent))).toEqual(['audioAdsPublisherId']);
    expect((await call('PUT', path, sent)).body).toMatchObject({ result: 'ok' });
    const answer = await project();
    expect(answer).toMatchObject({
      ...sent,
      organization: { id: room.organization.slug },
      articlesFromDate: { date: '2026-02-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' },
      extractorRules: [
        { rule: 'should', selector: 'article' },
        { rule: 'should-not', selector: 'aside' },
      ],
    });
    expect((await call('PUT', path, { articlesFromDate: answer['articlesFromDate'] })).body.result).toBe(
      'ok',
    );
    expect((await project())['articlesFromDate'].date).toBe('2026-02-01 00:00:00.000000');
  });

  test('is created and can be read', async () => {
    const { body } = await call('POST', '/api/projects', {
      name: 'New',
      voiceName: 'offline:en-US-Otto',
      voiceLanguage: 'en-US',
    });
    expect(body).toMatchObject({ result: 'ok', project: { id: expect.any(Number), name: 'New' } });
    expect((await call('GET', `/api/projects/${body.project.id}`)).body.project.name).toBe('New');
  });

  test('requires a name, a voice and a language', async () => {
    const required = ['This field is required'];
    expect((await call('POST', '/api/projects', {})).body).toMatchObject({
      result: 'fail',
      errors: { '[name]': required, '[voiceName]': required, '[voiceLanguage]': required },
    });
  });

  test('is deleted with 204', async () => {
    expect(await call('DELETE', path)).toMatchObject({ status: 204, body: '' });
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', '/api/projects')).body.projects).toEqual([]);
  });

  test.each([
    ['POST', { name: ' ', voiceName: 'offline:en-US-Otto', voiceLanguage: 'en-US' }, '[name]'],
    ['POST', { name: 'x', voiceName: 'offline:nobody', voiceLanguage: 'en-US' }, '[voiceName]'],
    ['POST', { name: 'x', voiceName: 'offline:en-US-Otto' }, '[voiceLanguage]'],
    ['POST', { name: 'x', voiceName: null, voiceLanguage: 'en-US' }, '[voiceName]'],
    ['PUT', { name: '' }, '[name]'],
    ['PUT', { mainUrl: `https://example.com/${'x'.repeat(256)}` }, '[mainUrl]'],
    ['PUT', { audioAdsInterval: 31 }, '[audioAdsInterval]'],
    ['PUT', { qaPercentErrors: 101 }, '[qaPercentErrors]'],
    ['PUT', { paywallParagraphLimit: 0 }, '[paywallParagraphLimit]'],
    ['PUT', { limitPerDay: 'many' }, '[limitPerDay]'],
    ['PUT', { normalizationPrompt: 'short' }, '[normalizationPrompt]'],
    ['PUT', { extractorRules: [{ rule: 'perhaps', selector: 'p' }] }, '[extractorRules][0][rule]'],
  ])('%s %j is refused at %s', async (method, body, key) => {
    const answer = await call(method, method === 'POST' ? '/api/projects' : path, body);
    expect([answer.status, answer.body.result, Object.keys(answer.body.errors ?? {})]).toEqual([
      200,
      'fail',
      [key],
    ]);
    expect((await project())['name']).toBe(room.project.name);
  });
});

test('the endpoint for reports returns the list of projects', async () => {
  const { body } = await call('PUT', `${path}/reports`, {
    emailReportsEnable: '1',
    emailReportsPeriod: 'weekly',
    emailReportsAddress: 'desk@example.com',
  });
  expect(body.projects).toEqual([
    expect.objectContaining({
      id: room.project.id,
      emailReportsEnable: true,
      emailReportsAddress: 'desk@example.com',
    }),
  ]);
  const refused = await call('PUT', `${path}/reports`, { emailReportsAddress: 'nobody' });
  expect(refused.body).toMatchObject({
    result: 'fail',
    errors: { '[emailReportsAddress]': [expect.any(String)] },
  });
});

test('the quote contains numbers', async () => {
  const { body } = await call('GET', `${path}/quote-info?limit=100000&voice=offline:en-US-Otto`);
  expect(body).toEqual({
    price: expect.any(Number),
    symbolsToday: expect.any(Number),
    averageByMonth: expect.any(Number),
  });
});

test('a preview is generated like the project’s articles', async () => {
  const preview = async (): Promise<string> =>
    (await call('POST', `${path}/channels/previewtext`, { text: 'Good morning from the harbour.' })).body
      .file;
  const plain = await preview();
  await server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { voiceAdditionalSettings: { speed: 0.5 } },
  });
  const slow = await preview();
  const bytes = async (file: string) => (await fetch(new URL(file, server.url))).arrayBuffer();
  const [before, after] = await Promise.all([plain, slow].map(bytes));
  expect(after!.byteLength).toBeGreaterThan(1.5 * before!.byteLength);
});

test('logs contain actions and users, up to the requested number', async () => {
  await call('PUT', path, { name: 'One' });
  await call('PUT', path, { name: 'Two' });
  const { body } = await call('GET', `${path}/logs?limit=1`);
  expect(body.result).toBe('ok');
  expect(body.logs).toEqual([
    {
      id: expect.any(Number),
      action: expect.any(String),
      createdAt: expect.objectContaining({ timezone_type: 3 }),
      user: expect.objectContaining({ id: room.maintainer.id }),
      body: expect.anything(),
    },
  ]);
  expect((await call('GET', `${path}/logs`)).body.logs).toHaveLength(2);
});

describe('sources', () => {
  test('show a key at creation, which works, and can be replaced', async () => {
    const { body } = await call('POST', `${path}/sources`, { type: 'api' });
    expect(body).toMatchObject({
      result: 'ok',
      source: { type: 'api', apiKey: expect.stringMatching(/^pk_/) },
    });
    const { apiKey, id } = body.source;
    expect((await server.rest('GET', path, { token: apiKey })).status).toBe(200);
    expect((await project())['sources'].find((source: { id: number }) => source.id === id).apiKey).toBeNull();
    const refreshed = (await call('POST', `/api/sources/${id}/refresh`)).body;
    expect(refreshed).toEqual({ status: 'ok', apiKey: expect.stringMatching(/^pk_/) });
    expect((await server.rest('GET', path, { token: apiKey })).status).toBe(401);
    expect((await server.rest('GET', path, { token: refreshed.apiKey })).status).toBe(200);
  });

  test('identify a feed by its URL, which may change', async () => {
    const { body } = await call('POST', `${path}/sources`, {
      type: 'rss',
      url: 'https://example.com/feed.xml',
    });
    expect(body.source).toMatchObject({ type: 'rss', url: 'https://example.com/feed.xml', apiKey: null });
    const changed = await call('PUT', `${path}/sources/${body.source.id}`, {
      type: 'rss',
      url: 'https://example.com/other.xml',
    });
    expect(changed.body).toMatchObject({ result: 'ok', source: { url: 'https://example.com/other.xml' } });
  });

  test.each([
    [{ type: 'rss' }, '[url]'],
    [{ type: 'rss', url: 'ftp://example.com' }, '[url]'],
    [{ type: 'telepathy' }, '[type]'],
    [{}, '[type]'],
  ])('refuse %j at %s', async (body, key) => {
    const answer = await call('POST', `${path}/sources`, body);
    expect([answer.status, answer.body.result, Object.keys(answer.body.errors ?? {})]).toEqual([
      200,
      'fail',
      [key],
    ]);
  });

  test('of another project are not found under this one’s path', async () => {
    const other = await server.make.project({ organizationId: room.organization.id });
    const { id } = await server.make.source(other.id);
    expect(
      (await call('PUT', `${path}/sources/${id}`, { type: 'rss', url: 'https://example.com/feed.xml' }))
        .status,
    ).toBe(404);
  });
});

describe('URL replacements', () => {
  const rules = [
    { id: null, source: 'http://', destination: 'https://', isRegex: false },
    { id: null, source: '/\\?utm_.*$/', destination: '', isRegex: true },
  ];

  test('are saved as a whole, in order', async () => {
    expect((await call('POST', `${path}/url_replacements_batch`, rules)).body).toEqual({
      status: 'ok',
      errors: [],
    });
    expect((await call('GET', `${path}/url_replacements`)).body.data).toEqual([
      { id: expect.any(Number), source: 'http://', destination: 'https://', is_regex: false },
      { id: expect.any(Number), source: '/\\?utm_.*$/', destination: '', is_regex: true },
    ]);
    await call('POST', `${path}/url_replacements_batch`, []);
    expect((await call('GET', `${path}/url_replacements`)).body.data).toEqual([]);
  });

  test('can be tried without saving', async () => {
    const { body } = await call('POST', `${path}/url_replacements_try`, {
      url: 'http://example.com/a?utm_source=x',
      rules,
    });
    expect(body).toEqual({ url: 'https://example.com/a' });
    expect((await call('GET', `${path}/url_replacements`)).body.data).toEqual([]);
  });

  test('report what is wrong with one, first error first', async () => {
    const { status, body } = await call('POST', `${path}/url_replacements_batch`, [
      { source: 'no slashes', destination: '', isRegex: true },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'fail', errors: [expect.any(String)] });
    expect((await call('POST', `${path}/url_replacements_batch`, { rules })).body.status).toBe('fail');
  });
});

test('extractor rules are returned by project, and replaced as a whole', async () => {
  const extractorRules = [
    { rule: 'title', selector: 'h1' },
    { rule: 'should-not', selector: '.ad' },
  ];
  expect((await call('PUT', `${path}/extractor-rules`, { extractorRules })).body).toMatchObject({
    result: 'ok',
    extractorRules,
  });
  expect((await call('GET', `/api/extractorRules/${room.project.id}`)).body).toMatchObject({
    extractorRules,
  });
});

describe('voices', () => {
  test('are listed by language and provider, and a preview can be played', async () => {
    const { voices } = (await call('GET', '/api/voices')).body;
    const german = voices.find((language: { id: string }) => language.id === 'de-DE');
    expect(german).toMatchObject({ name: expect.any(String), voices: { offline: expect.any(Array) } });
    const voice = german.voices.offline[0];
    expect(voice).toMatchObject({
      name: expect.stringMatching(/^offline:/),
      gender: expect.any(String),
      type: expect.any(String),
      favorite: false,
      availableModels: expect.any(Array),
      availableSettings: expect.any(Array),
    });
    const { body } = await call('GET', `/api/voices/preview?name=${voice.name}`);
    const sound = await fetch(server.url + body.file);
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  });

  test.each([
    [
      { text: 'x'.repeat(301), language: 'en-US', provider: 'offline', voice: 'en-US-Otto' },
      { '[text]': ['Maximum number of characters - 300'] },
    ],
    [
      { text: ' ', language: 'en-US', provider: 'offline', voice: 'en-US-Otto' },
      { '[text]': ['Select text'] },
    ],
    [
      { text: 'x', language: 'en-US', provider: 'offline', voice: 'nobody' },
      { '[voice]': [expect.any(String)] },
    ],
  ])('a preview of %j is refused', async (body, errors) => {
    const answer = await call('POST', '/api/voices/preview', body);
    expect([answer.status, answer.body.result]).toEqual([200, 'fail']);
    expect(answer.body.errors).toEqual(errors);
  });
});

test('the user endpoint returns name, balances and organizations with roles, and changes the profile', async () => {
  const { body } = await call('GET', '/api/user');
  expect(body.user).toMatchObject({
    id: room.maintainer.id,
    email: room.maintainer.email,
    hasVerified: false,
    role: 'viewer',
    balance: 200_000,
    organizations: [
      {
        id: room.organization.slug,
        name: room.organization.name,
        pseudo: null,
        features: expect.arrayContaining(['labels']),
        role: 'maintainer',
      },
    ],
  });
  expect((await call('PUT', '/api/user', { fullname: 'Ada B.', timezone: 'Europe/Berlin' })).body).toEqual({
    result: 'ok',
  });
  expect((await call('GET', '/api/user')).body.user).toMatchObject({
    fullname: 'Ada B.',
    timezone: 'Europe/Berlin',
  });
  expect((await call('PUT', '/api/user', { timezone: 'Mars' })).body).toMatchObject({
    result: 'fail',
    errors: { '[timezone]': [expect.any(String)] },
  });
});
