import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';
import type { Row } from '../../server/rest/row.ts';
import { startStripe } from '../premium/stripe-server.ts';
import { useServer, type RestAnswer } from '../support/server.ts';
import { startSite, type Site } from '../support/site.ts';
import { wordForWord } from './recorded-answer.ts';
import { documented, elsewhere, examples, keyOf, later, type World } from './rest-calls.ts';

const site: Site = await startSite({
  '/story.html':
    '<html><head><title>Story</title></head><body><article><h1>Story</h1><p>The harbour opened today, and everybody came to see ' +
    'it.</p><p>A second paragraph of the story, long enough to be one.</p></article></body></html>',
});
const stripe = await startStripe();
afterAll(async () => {
  await site.close();
  await stripe.close();
});
const server = useServer({
  env: {
    FETCH_ALLOW_HOSTS: site.host,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    PREMIUM_PLANS: JSON.stringify([{ key: 'monthly', name: 'Monthly', price: 'price_month', minutes: 100 }]),
  },
});

let world: World;
let tokens: Record<'maintainer' | 'administrator' | 'outsider', string>;
beforeEach(async () => {
  const newsroom = await server.make.newsroom();
  world = {
    ...newsroom,
    invited: await server.make.member(newsroom.organization.id, 'viewer', { status: 'invited' }),
    apiSource: await server.make.apiKey(newsroom.project.id),
    soundFile: (await server.make.sound(newsroom.project.id)).file,
    studioAudio: await server.make.studioAudio(newsroom.maintainer.id),
    page: `${site.url}/story.html`,
  };
  // Who has bought something, so that there is something to manage.
  const customer = { id: 'cus_1', object: 'customer' };
  stripe.forget();
  stripe.customers.push(customer);
  await server.app.db.prisma.premium.create({
    data: { userId: newsroom.maintainer.id, customerId: customer.id },
  });
  tokens = {
    maintainer: await server.signIn(newsroom.maintainer),
    administrator: await server.signIn(newsroom.admin),
    outsider: await server.signIn(newsroom.outsider),
  };
});

const call = async (row: Row, token?: string) => {
  const { path, body, file, toReview } = examples[keyOf(row)]!(world);
  if (toReview)
    await server.app.db.prisma.article.update({
      where: { id: world.article.id },
      data: { qaStatus: 'sampled' },
    });
  return server.rest(row.method, path, { token, body, file });
};

/** What older clients read, byte for byte, except for values that differ in each run. */
const recorded = (answer: RestAnswer): string =>
  wordForWord(answer, [
    [server.url, '<server>'],
    [site.url, '<site>'],
    [stripe.url, '<stripe>'],
    ...[
      world.organization,
      world.project,
      world.rule,
      world.article,
      world.episode,
      world.studioAudio,
    ].flatMap((row) =>
      Object.entries(row).flatMap(([field, value]): [string, string][] =>
        ['name', 'title', 'slug'].includes(field) && typeof value === 'string' ? [[value, `<${field}>`]] : [],
      ),
    ),
  ]);

/**
 * Published description of the calls, as partners validate it: a response with additional fields is invalid.
 */
const openapi = JSON.parse(
  readFileSync(new URL('../../server/rest/generated/openapi.json', import.meta.url), 'utf8'),
  (_, value) =>
    value && typeof value === 'object' && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
);
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(openapi, 'openapi');
const pointer = (...keys: string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

function expectDescribed(row: Row, status: number, body: unknown): void {
  const place = pointer(
    'paths',
    row.path,
    row.method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  );
  const validate = ajv.getSchema(`openapi#${place}`);
  expect(validate, `${keyOf(row)} describes no ${status}`).toBeDefined();
  expect(validate!(body) ? [] : validate!.errors, JSON.stringify(body)).toEqual([]);
}

/** The value below dotted keys; throws where one is missing. */
function below(body: any, keys: string): unknown {
  return keys.split('.').reduce((value, key) => {
    if (typeof value !== 'object' || value === null || !(key in value))
      throw new Error(`The answer has no ${keys}: ${JSON.stringify(body)}`);
    return value[key];
  }, body);
}

test('every documented call has an example row, is served elsewhere, or is listed as planned', () => {
  const expected = documented
    .filter(
      ({ doc, path }) =>
        doc < 3 || /^\/api\/(replacements|organizations|admin|user|timezone|stats)(\/|$)/.test(path),
    )
    .map(keyOf)
    .filter((key) => !elsewhere.includes(key));
  const served = rows.map(keyOf);
  expect([...served.filter((key) => expected.includes(key)), ...later].sort()).toEqual(expected.sort());
  expect(served.filter((key) => !documented.some((known) => keyOf(known) === key))).toEqual([]);
  expect(new Set(served).size).toBe(served.length);
});

test('every row has an example in this test', () => {
  expect(Object.keys(examples).sort()).toEqual(rows.map(keyOf).sort());
});

describe.each(rows.map((row): [string, Row] => [keyOf(row), row]))('%s', (key, row) => {
  test('returns the documented keys', async () => {
    const whose = examples[key]!(world).administrators ? 'administrator' : 'maintainer';
    const answer = await call(row, tokens[whose]);
    const { status, body } = answer;
    expect({ status, body }).toMatchObject({ status: row.reply ? 200 : 204 });
    for (const keys of documented.find((known) => keyOf(known) === key)!.answers) below(body, keys);
    if (body.result !== undefined) expect(body.result).toBe('ok');
    if (row.file && !row.file.sometimes)
      expect(answer.headers.get('content-type')).toBe(`${row.file.type}; charset=utf-8`);
    else if (row.reply) expectDescribed(row, 200, body);
    expect(recorded(answer)).toMatchSnapshot();
  });

  test('gives the recorded responses to an empty request, and to callers who may not know the project', async () => {
    const answer = await call(row, tokens.outsider);
    const { status, body, text } = answer;
    expect(recorded(answer)).toMatchSnapshot();
    expect(text).not.toContain(world.project.name);
    const { global, administrators, body: sent, path } = examples[key]!(world);
    if (global) expect(text).not.toContain(world.organization.name);
    else {
      expect(status).toBe(administrators ? 403 : 404);
      expect(body).toMatchObject({ result: 'fail' });
      if (row.method !== 'POST' || !row.fail) expectDescribed(row, status, body);
    }
    if (sent !== undefined)
      expect(
        recorded(await server.rest(row.method, path, { token: tokens.maintainer, body: {} })),
      ).toMatchSnapshot();
  });
});

test('responses for a project with everything match the recorded ones exactly', async () => {
  const token = tokens.maintainer;
  const { project, article, adUnit, playlist, soundFile, source } = world;
  const { prisma } = server.app.db;
  const made = await server.make.project({ organizationId: project.organizationId, name: 'Child' });
  const path = `/api/projects/${project.id}`;
  const send = async (method: string, to: string, body: unknown) => {
    const answer = await server.rest(method, to, { token, body });
    expect(answer.body.result, answer.text).toBe('ok');
  };
  await send('PUT', path, {
    autoAddArticles: true,
    mainUrl: 'https://example.com/news',
    articlesFromDate: '2026-02-01',
    paywall: true,
    paywallCTA: 'Jetzt hören:',
    audioAds: true,
    audioAdsProvider: 'rmsi',
    audioAdsLength: 20,
    audioTagUrl: 'https://example.com/tag?a=b c',
    adCampaign: adUnit.campaignId,
    children: [made.id],
    limitEnabled: true,
    limitPerDay: 5_000,
    extractorRules: [
      { rule: 'should-after-br', selector: 'article' },
      { rule: 'publication-date', selector: 'time' },
    ],
    voiceAdditionalSettings: { rate: 1.5 },
  });
  await send('PUT', `${path}/articles/${article.id}`, {
    text: 'One sentence. And a third one.',
    labels: ['Hafen'],
  });
  await prisma.articleLog.create({
    data: {
      articleId: article.id,
      kind: 'recrawl',
      action: 'Page read',
      text: 'One paragraph',
      rule: [{ rule: 'should-not', selector: 'aside' }],
    },
  });
  await prisma.chunk.create({
    data: {
      articleId: article.id,
      version: 'b'.repeat(40),
      position: 0,
      text: 'One sentence.',
      segmentKey: 'a'.repeat(40),
      start: 0,
      pauseMs: 0,
      charactersVoiced: 13,
      isCached: false,
      diff: '[{"value":"One ","added":true},{"value":"sentence."}]',
    },
  });
  const sounds = { introAudio: soundFile, introText: 'The news.' };
  const settings: [type: string, settings: object][] = [
    [
      'player',
      {
        version: '3',
        cta: 'Listen',
        customCssEnabled: 'true',
        customCss: '.a { color: red }',
        provider: 'iab',
      },
    ],
    [
      'playlistPlayer',
      {
        name: 'All',
        cta: 'Listen',
        playlists: [
          { id: playlist.id, goesLiveAt: { date: '2026-12-01', time: '06:30' }, publishedUntil: null },
        ],
      },
    ],
    [
      'podcast',
      {
        title: 'Morning',
        ...sounds,
        groupingType: 'group',
        groupingAmount: '5',
        link: 'https://example.com/pod cast',
      },
    ],
    ['alexaSkill', { name: 'Daily News', category: 'NEWS', ...sounds }],
    ['alexaFB', { title: 'Briefing', voiceType: 'parlance', category: 'WEATHER' }],
    ['googleAction', { name: 'Daily', category: 'Sports', ...sounds }],
  ];
  for (const [type, own] of settings)
    await send('POST', `${path}/channels`, { type, slug: `of-${type}`, ...own });
  await send('PUT', `${path}/sources/${source.id}`, { type: 'rss', url: 'https://example.com/feed.xml' });
  for (const to of [
    path,
    `${path}/channels`,
    `${path}/articles/${article.id}`,
    `${path}/articles/${article.id}/chunks`,
    `${path}/logs`,
    `${path}/audio-rules`,
    `${path}/playlists/${playlist.id}`,
  ])
    expect(recorded(await server.rest('GET', to, { token }))).toMatchSnapshot(to);
});

test.each<[what: string, method: string, path: string, body: unknown]>([
  ['invalid rules', 'POST', '/audio-rules', [{ name: 1, predicates: [{ operator: 'has' }], actions: [{}] }]],
  ['an invalid extractor rule', 'PUT', '', { extractorRules: [{ rule: 'perhaps', selector: 'p' }] }],
  ['invalid URLs', 'PUT', '', { mainUrl: 'nowhere', audioTagUrl: 'ftp://x', audioAdsGoogleTagUrl: 'a b' }],
  ['children that do not exist', 'PUT', '', { children: [99], adCampaign: 99 }],
  ['children that are not numbers', 'PUT', '', { children: ['x'], adCampaign: 'y' }],
  [
    'an unknown provider',
    'PUT',
    '',
    { audioAdsProvider: 'GOOGLE', audioAdsLength: 17, voiceAdditionalSettings: [] },
  ],
  ['a channel of unknown type', 'POST', '/channels', { type: 'PLAYER' }],
  [
    'a channel with invalid settings',
    'POST',
    '/channels',
    { type: 'podcast', title: '', category: 'x', link: 'y', episodeType: 'EPISODIC' },
  ],
  ['a source of unknown type', 'POST', '/sources', { type: 'RSS' }],
  ['a source without a valid URL', 'POST', '/sources', { type: 'rss', url: 'nowhere' }],
  ['an article with an invalid URL', 'POST', '/articles', { title: 'A', text: 'B', url: 'nowhere' }],
  [
    'a playlist with an invalid article',
    'POST',
    '/playlists',
    { name: 'A', type: 'auto', limitInterval: 'DAILY', playlistItems: [{ id: 99 }] },
  ],
  ['an invalid page URL', 'POST', '/url_replacements_try_parse', { url: 'nowhere', rules: [] }],
  [
    'an invalid pattern',
    'POST',
    '/url_replacements_try',
    { url: 'x', rules: [{ source: '/(/', destination: '', isRegex: true }] },
  ],
])('the refusal of %s matches the recorded one', async (_, method, path, body) => {
  const { project } = world;
  const answer = await server.rest(method, `/api/projects/${project.id}${path}`, {
    token: tokens.maintainer,
    body,
  });
  expect(answer.body.result).not.toBe('ok');
  expect(recorded(answer)).toMatchSnapshot();
});

test.each(['ready', 'READY', 'limit_reached', 'none'])('lists articles by the status %s', async (status) => {
  const path = `/api/projects/${world.project.id}/articles?status=${status}&qastatus=new`;
  expect(recorded(await server.rest('GET', path, { token: tokens.maintainer }))).toMatchSnapshot();
});

test('the list of calls is public', async () => {
  const { status, headers } = await server.rest('GET', '/api/openapi.json', {});
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});

test('an undocumented call gets 404', async () => {
  for (const path of ['/api/nothing', '/api/projects/1/nothing']) {
    const { status, body } = await server.rest('GET', path, { token: tokens.maintainer });
    expect([status, body.result]).toEqual([404, 'fail']);
  }
});
