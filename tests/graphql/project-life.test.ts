import { recordSavings } from '../../server/areas/access/accounts/ledger.ts';
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
const update = `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename ${failure} ... on UpdateProjectSuccess { project { ${settings} } } } }`;
const reports = `mutation ($input: UpdateProjectReportsInput!) { updateProjectReports(input: $input) { __typename ${failure} ... on UpdateProjectReportsSuccess { project { ${settings} } } } }`;

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

describe('child projects', () => {
  test('belong to the same organization', async () => {
    const sibling = await server.make.project({
      organizationId: room.organization.id,
      ownerId: room.maintainer.id,
    });
    const stranger = await server.make.project();
    const message = 'Articles can only be copied to projects of the same organization.';
    expect((await change({ children: [sibling.id, sibling.id] })).project.children).toEqual([
      { databaseId: sibling.id },
    ]);
    for (const children of [[stranger.id], [room.project.id], [sibling.id, 999_999]])
      expect(fields(await change({ children }))).toEqual({ children: message });
    await bookings([]);
    expect((await change({ children: [sibling.id] })).__typename).toBe('UpdateProjectSuccess');
    expect((await change({ children: [] })).project.children).toEqual([]);
    expect(fields(await change({ children: [sibling.id] }))).toEqual({
      children: expect.stringContaining('not enabled'),
    });
  });

  const sibling = () =>
    server.make.project({ organizationId: room.organization.id, ownerId: room.maintainer.id });
  const back = { children: expect.stringContaining('would be copied in circles') };

  test('never form a cycle of any length', async () => {
    const [first, second] = [await sibling(), await sibling()];
    expect((await change({ children: [first.id] })).project.children).toEqual([{ databaseId: first.id }]);
    expect((await run(update, { id: first.id, children: [second.id] })).project.children).toEqual([
      { databaseId: second.id },
    ]);
    expect(fields(await run(update, { id: first.id, children: [room.project.id] }))).toEqual(back);
    expect(fields(await run(update, { id: second.id, children: [room.project.id] }))).toEqual(back);
    expect((await change({ children: [first.id, second.id] })).project.children).toEqual(
      [first, second].map(({ id }) => ({ databaseId: id })),
    );
  });

  test('never form a cycle through concurrent changes', async () => {
    const [first, second] = [await sibling(), await sibling()];
    const answers = await Promise.all([
      run(update, { id: first.id, children: [second.id] }),
      run(update, { id: second.id, children: [first.id] }),
    ]);
    expect(answers.map(fields)).toContainEqual(back);
    expect(await server.app.db.prisma.projectChild.count()).toBe(1);
  });
});

describe('moving a project', () => {
  test('requires a maintainer in the target and an editor here, and removes child links', async () => {
    const sibling = await server.make.project({
      organizationId: room.organization.id,
      ownerId: room.maintainer.id,
    });
    await change({ children: [sibling.id] });
    const target = await server.make.organization({ features: [] });
    expect((await change({ organization: target.id })).__typename).toBe('NotAllowedError');
    expect(fields(await change({ organization: target.slug }, tokens.maintainer))).toEqual({
      organization: 'You aren’t an editor of this organization.',
    });
    await server.make.member(target.id, 'viewer', { id: room.maintainer.id });
    expect(fields(await change({ organization: target.slug }, tokens.maintainer))).toEqual({
      organization: 'You aren’t an editor of this organization.',
    });
    await server.app.db.prisma.member.updateMany({
      where: { organizationId: target.id },
      data: { role: 'editor' },
    });
    // What the new organization has not booked cannot be switched on with the move.
    expect(fields(await change({ organization: target.slug, paywall: true }, tokens.maintainer))).toEqual({
      paywall: expect.stringContaining('not enabled'),
    });
    expect((await change({ organization: target.slug }, tokens.maintainer)).project).toMatchObject({
      organization: { slug: target.slug },
      children: [],
    });
    expect((await change({ name: 'Mine' })).__typename).toBe('NotFoundError');
  });

  test('to private makes the caller its owner', async () => {
    expect((await change({ organization: null }, tokens.maintainer)).project.organization).toBeNull();
    expect(await rowOf(room.project.id)).toMatchObject({ organizationId: null, ownerId: room.maintainer.id });
    expect(
      (await change({ organization: room.organization.slug }, tokens.maintainer)).project.organization,
    ).toEqual({ slug: room.organization.slug });
  });
});

describe('reports', () => {
  const report = (input: object): Promise<any> => run(reports, { project: room.project.id, ...input });

  test('go to the given email address, or else to the user who turns them on', async () => {
    expect((await report({ emailReportsEnable: true })).project).toMatchObject({
      emailReportsEnable: true,
      emailReportsPeriod: 'WEEKLY',
      emailReportsAddress: room.editor.email,
    });
    expect((await report({ emailReportsAddress: ' desk@example.com ' })).project).toMatchObject({
      emailReportsAddress: 'desk@example.com',
      emailReportsEnable: true,
    });
  });

  test.each([
    [{ emailReportsAddress: 'nobody' }, { emailReportsAddress: 'Invalid email' }],
    [{ emailReportsAddress: 'a@b' }, { emailReportsAddress: 'Invalid email' }],
    [{ emailReportsPeriod: 'DAILY' }, { emailReportsPeriod: 'Only weekly reports can be chosen.' }],
    [{ emailReportsPeriod: 'MONTHLY' }, { emailReportsPeriod: 'Only weekly reports can be chosen.' }],
  ])('%j is refused', async (input, messages) => {
    const before = await rowOf(room.project.id);
    expect(fields(await report(input))).toEqual(messages);
    expect(await rowOf(room.project.id)).toEqual(before);
  });

  test.each([
    [update, 'ads', 'provider', 'acme', 'AudioAdsProvider'],
    [reports, 'reports', 'period', 'hourly', 'EmailReportsPeriod'],
  ])('an unknown enum value does not match the schema', async (document, group, setting, value, type) => {
    const before = await rowOf(room.project.id);
    const { data, errors } = await server.graphql(
      document,
      {
        input: { [document === reports ? 'project' : 'id']: room.project.id, [group]: { [setting]: value } },
      },
      tokens.editor,
    );
    expect(data).toBeUndefined();
    expect(errors![0]!.message).toContain(
      `"$input.${group}.${setting}" is invalid: expected one of "${type}": `,
    );
    expect(errors![0]!.message).not.toContain(value);
    expect(await rowOf(room.project.id)).toEqual(before);
  });

  test('require the feature reports', async () => {
    await bookings([]);
    expect(fields(await report({ emailReportsEnable: true }))).toEqual({
      emailReportsEnable: expect.stringContaining('not enabled'),
    });
  });
});

describe('the project log', () => {
  const read = `query ($id: ID!, $first: Int) { project(id: $id) { name log(first: $first) { edges { node { action body user { name } } } } } }`;

  test('shows who changed what, without secrets', async () => {
    await change({
      name: 'Renamed',
      securityEnabled: true,
      limitPerDay: 5,
      extractorRules: [{ type: 'SHOULD', selector: 'main' }],
    });
    const { data } = await server.graphql(read, { id: room.project.id }, tokens.maintainer);
    const { securityKey } = await rowOf(room.project.id);
    expect(data!['project'].log.edges.map(({ node }: any) => node)).toEqual([
      {
        action: 'updated',
        user: { name: 'Ada Example' },
        body: {
          changes: {
            name: { from: room.project.name, to: 'Renamed' },
            securityEnabled: { from: false, to: true },
            limitPerDay: { from: 100_000, to: 5 },
            securityKey: { from: null, to: '***' },
            extractorRules: { from: [], to: ['should: main'] },
          },
        },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(securityKey);
  });

  test('is paged by 20, newest first', async () => {
    for (let count = 1; count <= 22; count++) await change({ name: `Name ${count}` });
    const names = async (first?: number) =>
      (await server.graphql(read, { id: room.project.id, first }, tokens.maintainer)).data![
        'project'
      ].log.edges.map(({ node }: any) => node.body.changes.name.to);
    expect(await names()).toHaveLength(20);
    expect((await names(30)).slice(0, 2)).toEqual(['Name 22', 'Name 21']);
  });

  test('is visible to maintainers; other members see the rest of the project', async () => {
    const { data, errors } = await server.graphql(read, { id: room.project.id }, tokens.editor);
    expect([data, errors]).toEqual([{ project: { name: room.project.name, log: null } }, undefined]);
  });
});

describe('usage', () => {
  test('a quote contains the price of a day, with past usage', async () => {
    const today = new Date(new Date().toISOString().slice(0, 10));
    const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15));
    const longAgo = new Date(Date.UTC(today.getUTCFullYear() - 2, 0, 1));
    await server.app.db.prisma.dailyUsage.createMany({
      data: [
        { projectId: room.project.id, day: today, characters: 300 },
        { projectId: room.project.id, day: lastMonth, characters: 700 },
        { projectId: room.project.id, day: longAgo, characters: 9_999 },
      ],
    });
    const quote = `query ($voice: String, $limit: Int) { project(id: ${room.project.id}) { charactersToday savings { charactersVoiced charactersSaved costSaved } limitQuote(limit: $limit, voice: $voice) { cost charactersToday charactersPerMonth hasAverage } } }`;
    expect((await server.graphql(quote, { limit: 1_000_000 }, tokens.viewer)).data!['project']).toEqual({
      charactersToday: 300,
      savings: { charactersVoiced: 10_999, charactersSaved: 0, costSaved: 0 },
      limitQuote: { cost: 0, charactersToday: 300, charactersPerMonth: 500, hasAverage: true },
    });
  });

  test('a quote uses the given voice, model and limit, saved or not', async () => {
    const { id } = room.project;
    const asked = async (args: object) =>
      (await server.graphql(quote, args, tokens.viewer)).data!['project'].limitQuote;
    const quote = `query ($limit: Int, $model: String) { project(id: ${id}) { limitQuote(limit: $limit, model: $model) { cost costPerMonth } } }`;
    await server.app.db.prisma.dailyUsage.create({
      data: { projectId: id, day: new Date(new Date().toISOString().slice(0, 10)), characters: 2_000_000 },
    });
    await server.app.db.prisma.project.update({
      where: { id },
      data: { voiceProvider: 'openai', voiceName: 'onyx', limitPerDay: 1_000_000 },
    });
    expect(await asked({})).toEqual({ cost: null, costPerMonth: expect.closeTo(27.6) });
    // Of one day there is no average worth telling.
    const average = `{ project(id: ${id}) { limitQuote { hasAverage } } }`;
    expect((await server.graphql(average, {}, tokens.viewer)).data!['project'].limitQuote.hasAverage).toBe(
      false,
    );
    await server.app.db.prisma.project.update({
      where: { id },
      data: { limitEnabled: true, voiceAdditionalSettings: { model: 'tts-1' } },
    });
    expect(await asked({})).toEqual({ cost: expect.closeTo(13.8), costPerMonth: expect.closeTo(27.6) });
    expect(await asked({ limit: null })).toEqual({ cost: null, costPerMonth: expect.closeTo(27.6) });
    expect(await asked({ limit: 500_000, model: 'tts-1-hd' })).toEqual({
      cost: expect.closeTo(13.75),
      costPerMonth: expect.closeTo(55),
    });
  });

  test('a quote for an unknown voice or model is refused', async () => {
    const quote = `query ($voice: String, $model: String) { project(id: ${room.project.id}) { limitQuote(voice: $voice, model: $model) { cost } } }`;
    const { errors } = await server.graphql(quote, { voice: 'nobody' }, tokens.viewer);
    expect(errors![0]!.extensions).toMatchObject({ fieldErrors: [{ field: 'voice' }] });
    const unknown = await server.graphql(
      quote,
      { voice: 'offline:en-US-Otto', model: 'huge' },
      tokens.viewer,
    );
    expect(unknown.errors![0]!.extensions).toMatchObject({ fieldErrors: [{ field: 'model' }] });
  });

  test('savings count text that edits did not regenerate, also as money', async () => {
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { voiceProvider: 'openai', voiceName: 'onyx' },
    });
    const payer = {
      projectId: room.project.id,
      organizationId: room.organization.id,
      ownerId: room.project.ownerId,
      limitPerDay: null,
    };
    await recordSavings(server.app.db.sql, payer, room.article.id, 600);
    await recordSavings(server.app.db.sql, payer, room.article.id, 400);
    // Neither what is cleaned up nor a deleted article takes anything of it away.
    await server.app.db.prisma.article.delete({ where: { id: room.article.id } });
    const { data } = await server.graphql(
      `{ project(id: ${room.project.id}) { voice { name details { name } } savings { charactersSaved costSaved } } }`,
      {},
      tokens.viewer,
    );
    expect(data!['project']).toMatchObject({
      voice: { name: 'openai:onyx', details: null },
      savings: { charactersSaved: 1000, costSaved: expect.closeTo(0.0138, 6) },
    });
  });
});

describe('trying rules', () => {
  const attempt = async (
    field: 'tryUrlReplacements' | 'tryExtraction',
    input: object,
    token = tokens.editor,
  ) => {
    const capital = field.charAt(0).toUpperCase() + field.slice(1);
    const success = { tryUrlReplacements: 'url', tryExtraction: 'text failure' }[field];
    const { data, errors } = await server.graphql(
      `query ($input: ${capital}Input!) { ${field}(input: $input) { __typename ... on Error { message }
        ... on ValidationError { fieldErrors { field message } } ... on ${capital}Success { ${success} } } }`,
      { input: { project: room.project.id, urlReplacements: [], ...input } },
      token,
    );
    expect(errors).toBeUndefined();
    return data![field];
  };
  const rules = [
    { source: '/\\/\\/m\\./', destination: '//www.', isRegex: true },
    { source: '?amp=1', destination: '', isRegex: false },
  ];

  test('a URL is rewritten', async () => {
    const { url } = await attempt('tryUrlReplacements', {
      url: 'https://m.example.com/a?amp=1',
      urlReplacements: rules,
    });
    expect(url).toBe('https://www.example.com/a');
  });

  test('rules that grow a URL without end are refused', async () => {
    const growing = Array.from({ length: 3 }, () => ({
      source: '/[a-z]+/',
      destination: '$&'.repeat(500),
      isRegex: true,
    }));
    const refused = await attempt('tryUrlReplacements', {
      url: 'https://m.example.com/abc',
      urlReplacements: growing,
    });
    expect(refused).toMatchObject({
      fieldErrors: [
        { field: 'urlReplacements', message: 'The rule makes the address longer than 4096 characters.' },
      ],
    });
  });

  test('a page is read with the rules', async () => {
    site.set(
      '/print.html',
      `<html><body><nav>Menu</nav><article><p>${'The harbour opened today. '.repeat(20)}</p><aside>Advertisement that nobody wants to hear</aside></article></body></html>`,
    );
    await change({
      extractorRules: [
        { type: 'SHOULD', selector: 'article' },
        { type: 'SHOULD_NOT', selector: 'aside' },
      ],
    });
    const { text } = await attempt('tryExtraction', {
      url: `${site.url}/story.html`,
      urlReplacements: [{ source: 'story', destination: 'print', isRegex: false }],
    });
    expect(text).toBe('The harbour opened today. '.repeat(20).trim());
  });

  test.each([
    ['a missing page', `${site.url}/gone.html`, 'url'],
    ['a private address', 'http://10.0.0.1/', 'url'],
    ['an invalid URL', 'nowhere', 'url'],
  ])('%s is refused', async (_, url, field) => {
    expect(await attempt('tryExtraction', { url })).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field }],
    });
  });

  test('the address that pages are fetched from is restricted to administrators', async () => {
    const elsewhere = { url: `${site.url}/print.html`, ipAddress: '192.0.2.1' };
    expect((await attempt('tryExtraction', elsewhere)).__typename).toBe('NotAllowedError');
    expect(await attempt('tryExtraction', elsewhere, tokens.admin)).toMatchObject({
      fieldErrors: [{ field: 'ipAddress' }],
    });
    expect(
      (await server.graphql('{ extractorIps { ip } }', {}, tokens.editor)).data!['extractorIps'],
    ).toEqual([]);
    expect(
      (await server.graphql('{ extractorIps { ip isDefault } }', {}, tokens.admin)).data!['extractorIps'],
    ).toEqual([
      { ip: '127.0.0.1', isDefault: true },
      { ip: '127.0.0.2', isDefault: false },
    ]);
  });

  test('pages are fetched from the chosen address', async () => {
    const callers: (string | undefined)[] = [];
    site.set('/whose.html', ({ socket }, response) => {
      callers.push(socket.remoteAddress);
      response.end(`<article><p>${'The harbour opened today. '.repeat(20)}</p></article>`);
    });
    const url = `${site.url}/whose.html`;
    for (const ipAddress of ['127.0.0.2', null])
      expect((await attempt('tryExtraction', { url, ipAddress }, tokens.admin)).failure).toBeNull();
    await change({ extractorServerIp: true, extractorIpAddress: '127.0.0.2' }, tokens.admin);
    expect((await attempt('tryExtraction', { url })).failure).toBeNull();
    expect(callers).toEqual(['127.0.0.2', '127.0.0.1', '127.0.0.2']);
  });
});

describe('deleting a project', () => {
  const remove =
    'mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { __typename ... on DeleteProjectSuccess { deletedId } } }';

  test('stops audio generation, and the project is no longer found', async () => {
    const waiting = await server.make.article(room.project.id, { status: 'processing', run: 1 });
    const id = Buffer.from(`Project:${room.project.id}`).toString('base64');
    const { apiKey } = await server.make.apiKey(room.project.id);
    expect((await run(remove, { id })).__typename).toBe('NotAllowedError');
    expect(await run(remove, { id }, tokens.maintainer)).toEqual({
      __typename: 'DeleteProjectSuccess',
      deletedId: id,
    });
    expect((await run(remove, { id }, tokens.maintainer)).__typename).toBe('NotFoundError');
    expect(await server.app.db.prisma.article.findUniqueOrThrow({ where: { id: waiting.id } })).toMatchObject(
      { run: 2, deletedAt: expect.any(Date) },
    );
    const { data } = await server.graphql(
      `{ node(id: "${id}") { id } project(id: ${room.project.id}) { id } viewer { projects { edges { cursor } } } article(id: ${room.article.id}) { id } }`,
      {},
      tokens.maintainer,
    );
    expect(data).toEqual({ node: null, project: null, viewer: { projects: { edges: [] } }, article: null });
    expect(
      (await server.graphql('{ viewer { projects { edges { cursor } } } }', {}, apiKey)).data?.['viewer'] ??
        null,
    ).toBeNull();
  });
});
