/**
 * Older clients as they are: bodies in every form that their libraries send, and entities that are read,
 * changed and sent back whole.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { channelKinds } from '../../server/rest/generated/channel-kinds.ts';
import type { Newsroom } from '../support/factories.ts';
import { beep } from '../support/media.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let project: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  project = `/api/projects/${room.project.id}`;
});

const get = async (path: string): Promise<any> => {
  const { status, body } = await server.rest('GET', path, { token });
  expect(status, path).toBe(200);
  return body;
};

describe('a body in any format', () => {
  const send = (method: string, path: string, body: BodyInit, type?: string) =>
    fetch(server.url + path, {
      method,
      body,
      headers: { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) },
    });
  const formOf = (fields: [string, string][]): FormData => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };
  const fields: [string, string][] = [
    ['title', 'A title'],
    ['text', 'A text.'],
    ['labels[]', 'one'],
    ['labels[]', 'two'],
  ];
  const json = JSON.stringify({ title: 'A title', text: 'A text.', labels: ['one', 'two'] });

  test.each<[string, () => BodyInit, string?]>([
    ['JSON', () => json, 'application/json'],
    ['JSON under a name of its own', () => json, 'application/vnd.api+json; charset=utf-8'],
    ['JSON as the text that fetch calls it', () => json],
    ['JSON of no type', () => new Blob([json])],
    ['an urlencoded form', () => new URLSearchParams(fields)],
    ['an urlencoded form as text', () => new URLSearchParams(fields).toString(), 'text/plain'],
    ['a multipart form', () => formOf(fields)],
  ])('%s', async (_, body, type) => {
    const response = await send('POST', `${project}/articles`, body(), type);
    expect(await response.json()).toMatchObject({
      result: 'ok',
      article: { title: 'A title', text: 'A text.', labels: ['one', 'two'] },
    });
  });

  test('without content is empty, for any type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      expect(await (await send('PUT', project, '', type)).json()).toMatchObject({ result: 'ok' });
  });

  test('of another type is refused, and broken JSON is not read as a form', async () => {
    const xml = await send('POST', `${project}/articles`, '<article/>', 'application/xml');
    expect([xml.status, await xml.json()]).toEqual([
      415,
      { result: 'fail', message: 'The body must be JSON or a form.' },
    ]);
    expect((await send('POST', `${project}/articles`, '{"title":')).status).toBe(400);
  });

  test('of a review is a multipart form', async () => {
    await server.app.db.prisma.article.update({
      where: { id: room.article.id },
      data: { qaStatus: 'sampled' },
    });
    const form = formOf([
      ['qa_rating', '4'],
      ['qa_comment', 'Clear.'],
    ]);
    const response = await send('POST', `${project}/articlesQA/submit/${room.article.id}`, form);
    expect(await response.json()).toEqual({ result: 'ok' });
    const { articles } = await get(`${project}/articlesQA?offset=0`);
    expect(articles[0].attributes).toEqual(
      expect.arrayContaining([
        { name: 'qa_rating', value: 4 },
        { name: 'qa_comment', value: 'Clear.' },
        { name: 'qa_reviewed_by', value: expect.any(String) },
      ]),
    );
  });

  test.each<[string, (content: string) => BodyInit]>([
    ['urlencoded', (fileContent) => new URLSearchParams({ fileName: 'beep.wav', fileContent })],
    [
      'multipart',
      (fileContent) =>
        formOf([
          ['fileName', 'beep.wav'],
          ['fileContent', fileContent],
        ]),
    ],
    [
      'a part that is the file',
      () => {
        const form = new FormData();
        form.append('fileContent', new File([new Uint8Array(beep())], 'beep.wav'));
        return form;
      },
    ],
  ])('a file in a form: %s', async (_, body) => {
    const response = await send('POST', `${project}/upload`, body(beep().toString('base64')));
    expect(await response.json()).toEqual({ status: 'success', file: { url: expect.any(String) } });
    expect(await server.app.db.prisma.sound.findMany()).toMatchObject([{ name: 'beep.wav' }]);
  });
});

/** An answer as PHP's clients send it back: numbers and flags as text, maps without entries as lists. */
function asPhpSends(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asPhpSends);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, one]) => [key, asPhpSends(one)]));
}

describe.each<[string, (value: unknown) => unknown]>([
  ['as it was read', (value) => value],
  ['as PHP writes it', asPhpSends],
])('what was read can be sent back %s', (_, written) => {
  const put = async (method: 'POST' | 'PUT', path: string, body: unknown): Promise<any> => {
    const answer = await server.rest(method, path, { token, body: written(body) });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  test('a project with everything', async () => {
    const child = await server.make.project({ organizationId: room.organization.id });
    await put('PUT', project, {
      children: [child.id],
      voiceAdditionalSettings: { pitch: 5 },
      limitEnabled: true,
      limitPerDay: 5_000,
      articlesFromDate: '2026-02-01',
      extractorRules: [{ rule: 'should-not', selector: 'aside' }],
    });
    const { project: read } = await get(project);
    expect(read).toMatchObject({ children: [child.id], voiceAdditionalSettings: { pitch: 5 } });
    expect((await put('PUT', project, { ...read, name: 'Renamed' })).result).toBe('ok');
    const { settingsRevision: before, ...same } = read;
    const { settingsRevision: after, ...now } = (await get(project)).project;
    expect({ ...now, extractorRules: [] }).toEqual({ ...same, name: 'Renamed', extractorRules: [] });
    expect(after).toBeGreaterThan(before);
    expect((await put('PUT', `${project}/reports`, read)).result).toBe('ok');
  });

  test('a project without anything, and children as objects', async () => {
    const bare = await server.make.project({ organizationId: room.organization.id });
    const { project: read } = await get(`/api/projects/${bare.id}`);
    expect((await put('PUT', `/api/projects/${bare.id}`, read)).result).toBe('ok');
    const children = [{ id: bare.id, name: bare.name }];
    expect((await put('PUT', project, { children, voiceAdditionalSettings: [] })).project.children).toEqual([
      bare.id,
    ]);
  });

  test('a source', async () => {
    const [source] = (await get(project)).project.sources;
    expect((await put('PUT', `${project}/sources/${source.id}`, source)).result).toBe('ok');
  });

  test('an article', async () => {
    const path = `${project}/articles/${room.article.id}`;
    const { article } = await get(path);
    expect((await put('PUT', path, { ...article, title: 'New title' })).article).toMatchObject({
      title: 'New title',
      text: article.text,
    });
  });

  test.each(Object.keys(channelKinds))('a channel of the kind %s', async (type) => {
    const named = { title: 'Named', name: 'Named', cta: 'Listen', category: '', color: '' };
    const made = await server.rest('POST', `${project}/channels`, { token, body: { type, ...named } });
    expect(made.body.result, made.text).toBe('ok');
    const { id } = made.body.channels.find((channel: { type: string }) => channel.type === type);
    const path = `${project}/channels/${id}`;
    const [channel] = (await get(path)).channels;
    expect((await put('PUT', path, channel)).result).toBe('ok');
    expect((await put('PUT', path, { type, ...channel[type] })).result).toBe('ok');
    expect((await get(path)).channels[0][type]).toEqual(channel[type]);
  });

  test('a playlist', async () => {
    const path = `${project}/playlists/${room.playlist.id}`;
    const { playlist } = await get(path);
    expect((await put('PUT', `/api/playlists/${room.playlist.id}`, playlist)).result).toBe('ok');
    expect((await get(path)).playlist.playlistItems).toMatchObject([{ id: room.article.id }]);
  });

  test('a dictionary and its entry', async () => {
    const made = await server.rest('POST', '/api/replacements/dictionary/add', {
      token,
      body: {
        dictionaryType: 'organization',
        organizationId: room.organization.slug,
        name: 'Names',
        language: 'de',
        ttsProvider: '',
        voice: '',
      },
    });
    const { id } = made.body.dictionary;
    await put('POST', `/api/replacements/item/add/${id}`, {
      replacement: { source: 'Merz', dest: 'Mairts' },
    });
    const list = `/api/replacements/dictionary/list/organization?id=${room.organization.slug}`;
    const read = (await get(list)).replacements[id];
    expect((await put('POST', `/api/replacements/dictionary/update/${id}`, read)).dictionary.name).toBe(
      'Names',
    );
    const [replacement] = read.replacements;
    const changed = { replacement: { ...replacement, dest: 'Merts' } };
    expect((await put('POST', `/api/replacements/item/update/${id}`, changed)).replacement.dest).toBe(
      'Merts',
    );
  });

  test('rules, URL rules and extractor rules', async () => {
    const { audioRules } = await get(`${project}/audio-rules`);
    expect((await put('POST', `${project}/audio-rules`, audioRules)).audioRules).toEqual(audioRules);
    const saved = await put('POST', `${project}/url_replacements_batch`, [
      { source: '/a/', destination: 'b', isRegex: true },
    ]);
    expect(saved).toEqual({ status: 'ok', errors: [] });
    const { data } = await get(`${project}/url_replacements`);
    expect((await put('POST', `${project}/url_replacements_batch`, data)).status).toBe('ok');
    expect((await get(`${project}/url_replacements`)).data).toMatchObject([
      { source: '/a/', destination: 'b', is_regex: true },
    ]);
    const extractor = await get(`/api/extractorRules/${room.project.id}`);
    expect((await put('PUT', `${project}/extractor-rules`, extractor)).result).toBe('ok');
  });

  test('a campaign, an organization, a member and a user', async () => {
    const { slug } = room.organization;
    const [campaign] = (await get(`/api/adcampaign/list/${slug}`)).campaigns;
    expect((await put('PUT', `/api/adcampaign/${slug}/${campaign.id}`, campaign)).result).toBe('ok');
    const { organization } = await get(`/api/organizations/${slug}`);
    expect((await put('POST', `/api/organizations/${slug}/update`, organization)).result).toBe('ok');
    const member = organization.members.find(({ me }: { me: boolean }) => !me);
    expect((await put('POST', `/api/organizations/${slug}/update/${member.id}`, member)).result).toBe('ok');
    await put('PUT', '/api/user', { timezone: 'Europe/Zurich' });
    const { user } = await get('/api/user');
    expect((await put('PUT', '/api/user', user)).result).toBe('ok');
  });

  test('a review', async () => {
    const path = `${project}/articlesQA`;
    await server.app.db.prisma.article.update({
      where: { id: room.article.id },
      data: { qaStatus: 'sampled' },
    });
    await put('POST', `${path}/submit/${room.article.id}`, { qa_rating: 3, qa_comment: 'Fine.' });
    const { article } = await get(`${path}/${room.article.id}`);
    const changed = article.attributes.map((one: { name: string; value: unknown }) =>
      one.name === 'qa_rating' ? { ...one, value: 5 } : one,
    );
    const sent = { ...article, attributes: changed };
    expect((await put('POST', `${path}/submit/${room.article.id}`, sent)).result).toBe('ok');
    expect((await get(`${path}/${room.article.id}`)).article.attributes).toEqual(
      expect.arrayContaining([
        { name: 'qa_rating', value: 5 },
        { name: 'qa_comment', value: 'Fine.' },
      ]),
    );
  });

  test('an audio of the studio', async () => {
    const audio = await server.make.studioAudio(room.maintainer.id);
    const { data } = await get(`/tts-lite/api/${audio.slug}`);
    const { article } = (await put('PUT', `/tts-lite/api/${audio.slug}`, data)).data;
    expect(article.text).toBe(data.article.text);
  });
});

describe('errors use the names of the request', () => {
  const errorsOf = async (method: string, path: string, body?: unknown): Promise<string[]> => {
    const answer = await server.rest(method, path, { token, body });
    expect(answer.body.result, answer.text).toBe('fail');
    for (const messages of Object.values<string[]>(answer.body.errors)) expect(messages).toHaveLength(1);
    return Object.keys(answer.body.errors).sort();
  };

  test.each<[method: string, path: () => string, body: unknown, errors: string[]]>([
    ['GET', () => '/api/voices/preview?name=none:such', undefined, ['[name]']],
    ['POST', () => '/api/replacements/dictionary/globaladd', { item: 5 }, ['[item]']],
    ['POST', () => '/api/replacements/dictionary/globaladd', {}, ['[item]']],
    ['POST', () => '/api/replacements/dictionary/globaladd', { item: { source: 'a' } }, ['[item][id]']],
    [
      'POST',
      () => '/api/replacements/dictionary/add',
      { dictionaryType: 'organization', organizationId: '1', name: 'A', ttsProvider: 'none' },
      ['[ttsProvider]'],
    ],
    ['POST', () => `/api/adcampaign/${room.project.id}/adunit`, { slug: '' }, ['[slug]']],
    ['PUT', () => project, { voiceAdditionalSettings: { pitch: 'high' } }, ['[voiceAdditionalSettings]']],
  ])('%s %o %o', async (method, path, body, errors) => {
    expect(await errorsOf(method, path(), body)).toEqual(expect.arrayContaining(errors));
  });

  test('a missing slug is reported as required', async () => {
    const { body } = await server.rest('POST', `/api/adcampaign/${room.project.id}/adunit`, {
      token,
      body: {},
    });
    expect(body.errors['[slug]']).toEqual(['This field is required']);
  });
});

describe('a report covers the requested days', () => {
  const report = (body: unknown) =>
    server.rest('POST', `/api/stats/${room.project.id}/PlaysByDay`, { token, body });
  const days = { date_from: '2026-03-01', date_to: '2026-03-03' };

  test('whether sent flat or as params', async () => {
    const flat = (await report(days)).body;
    expect(flat.report.length).toBeGreaterThan(0);
    expect((await report({ params: days })).body).toEqual(flat);
    expect((await report({ params: JSON.stringify(days) })).body).toEqual(flat);
  });

  test.each([[{ from: '2026-03-01' }], [{ params: { dateFrom: '2026-03-01' } }], [{ params: 'yesterday' }]])(
    '%o is refused',
    async (body) => {
      expect((await report(body)).body.result).toBe('fail');
    },
  );
});

test('a CSV file with binary data is refused with the line', async () => {
  const made = await server.rest('POST', '/api/replacements/dictionary/add', {
    token,
    body: { dictionaryType: 'organization', organizationId: room.organization.slug, name: 'Names' },
  });
  const send = (content: string) =>
    server.rest('POST', `/api/replacements/dictionary/csv/${made.body.dictionary.id}`, {
      token,
      body: { csv_data: Buffer.from(content).toString('base64') },
    });
  expect((await send('Merz;Mairts\nMa\0cron;x\n')).body).toMatchObject({
    status: 'fail',
    message: 'Line 2: the file contains binary data, not text.',
    errors: { '[csv_data]': ['Line 2: the file contains binary data, not text.'] },
  });
  expect((await send('\0'.repeat(100))).body.status).toBe('fail');
});

test('an organization is identified by its slug everywhere', async () => {
  const { data } = await server.graphql(
    `mutation ($input: CreatePartnerTokenInput!) {
      createPartnerToken(input: $input) { __typename ... on CreatePartnerTokenSuccess { token { name } } }
    }`,
    { input: { organization: room.organization.slug, name: 'Program' } },
    token,
  );
  expect(data?.['createPartnerToken']).toMatchObject({ token: { name: 'Program' } });
});

test('an article claimed for review in one session is claimed by the same user in another', async () => {
  await server.app.db.prisma.article.update({
    where: { id: room.article.id },
    data: { qaStatus: 'sampled' },
  });
  const path = `${project}/articlesQA/next`;
  const other = await server.signIn(room.maintainer);
  for (const session of [token, other, token])
    expect((await server.rest('GET', path, { token: session })).body).toEqual({
      article: { id: room.article.id },
    });
  const colleague = await server.signIn(room.editor);
  expect((await server.rest('GET', path, { token: colleague })).body).toEqual({ article: null });
});
