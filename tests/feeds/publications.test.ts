/** What an article's page says of its project's channels is what these channels put out. */
import { expect, test } from 'vitest';
import type { Channel, Prisma, Project } from '../../prisma/generated/client/client.ts';
import { storedAddress } from '../../server/areas/articles/articles/addresses.ts';
import { publishProject } from '../../server/pipeline/publish-project.ts';
import { useSkills } from '../alexa/skill-stage.ts';
import { context } from '../pipeline/pipeline.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';
import { heardFrom } from './heard-from.ts';

const server = useServer();
const skill = useSkills(() => server.app);

const asked = `query ($id: ID!) { article(id: $id) { publications {
  state isTeaser publishedAt message code parameters channel { databaseId name } } } }`;

interface Said {
  state: 'PUBLISHED' | 'PENDING' | 'NOT_INCLUDED';
  isTeaser: boolean;
  publishedAt: string | null;
  message: string;
  code: string;
  parameters: object;
  channel: { databaseId: number; name: string };
}

let owner: { id: number; token: string };
async function open(given: Partial<Prisma.ProjectUncheckedCreateInput> = {}): Promise<Project> {
  const organization = await server.make.organization();
  const editor = await server.make.member(organization.id, 'maintainer');
  owner = { id: editor.id, token: await server.signIn(editor) };
  return server.make.project({ organizationId: organization.id, ownerId: editor.id, ...given });
}

async function said(articleId: number): Promise<Said[]> {
  const { data, errors } = await server.graphql(asked, { id: String(articleId) }, owner.token);
  expect(errors).toBeUndefined();
  return data!['article'].publications;
}

interface Given extends Partial<Prisma.ArticleUncheckedCreateInput> {
  sound?: false | Partial<Prisma.AudioUncheckedCreateInput>;
}

/** Minutes after which one was added; the later the newer. */
async function article(projectId: number, minute: number, { sound = {}, ...given }: Given = {}) {
  const { prisma } = server.app.db;
  const time = new Date(Date.UTC(2026, 2, 1, 6, minute));
  const { id } = await server.make.article(projectId, {
    url: `https://gazette.example/${minute}`,
    addedAt: time,
    publishedAt: time,
    title: `At ${minute}`,
  });
  if (sound) await server.make.audio(id, sound);
  const address = given.url === undefined ? {} : storedAddress(given.url);
  return prisma.article.update({ where: { id }, data: { ...given, ...address } });
}

const teaserIn = async (name: string): Promise<string> => {
  await server.app.storage.put(`audio/${name}.mp3`, Buffer.alloc(4_321));
  return name;
};

const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Articles in every state that decides where one is, newest last. */
async function articlesOf(projectId: number) {
  const teaser = (name: string) => ({ teaser: `${name}${projectId}`, teaserMs: 800 });
  const made: Record<string, Awaited<ReturnType<typeof article>>> = {};
  let minute = 0;
  const add = async (name: string, given: Given = {}) => {
    made[name] = await article(projectId, minute++, given);
  };
  await teaserIn(`whole${projectId}`);
  await add('oldest', { sound: teaser('whole') });
  await add('of one URL, older', { url: 'https://gazette.example/same' });
  await add('of one URL, newer', { url: 'https://gazette.example/same' });
  await add('without a URL', { url: null, sound: teaser('whole') });
  await add('teaser is lost', { sound: teaser('lost') });
  await add('too short', { sound: { paywall: { paragraphs: 2, suffix: null } } });
  await add('waits', { status: 'waiting', sound: false });
  await add('held', { status: 'waiting', heldBy: 'A rule', sound: false });
  await add('to review', { status: 'waiting', heldBy: 'review', awaitsReview: true, sound: false });
  await add('being voiced', { status: 'processing', sound: false });
  await add('tried again', { status: 'retry', sound: false });
  await add('over the limit', { status: 'limit_reached', sound: false });
  await add('failed', { status: 'errored', sound: false });
  await add('rejected', { status: 'rejected', sound: false });
  await add('rejected, with audio', { status: 'rejected' });
  await add('finished silent', { status: 'ready', sound: false });
  await add('failed, with audio', { status: 'errored', sound: teaser('whole') });
  await add('voiced anew', { status: 'processing', sound: teaser('whole') });
  await add('listed', { sound: teaser('whole') });
  await add('last but one', {});
  await add('kept back', { publishAt: inAnHour(), isEmbargoed: true, sound: teaser('whole') });
  await add('kept back, unvoiced', {
    publishAt: inAnHour(),
    isEmbargoed: true,
    status: 'waiting',
    sound: false,
  });
  await add('kept back before', { publishAt: new Date('2026-03-01T06:22:30Z'), sound: teaser('whole') });
  await add('newest', { sound: teaser('whole') });
  return made;
}

type Articles = Awaited<ReturnType<typeof articlesOf>>;

async function channelsOf(projectId: number, articles: Articles): Promise<Record<string, Channel>> {
  const { make } = server;
  const made: Record<string, Channel> = {};
  const add = async (name: string, type: string, settings: Prisma.InputJsonObject = {}) => {
    made[name] = await make.channel(projectId, { type, settings });
  };
  const ids = (...names: string[]): number[] => names.map((name) => articles[name]!.id);
  const lists = await Promise.all([
    make.playlist(projectId, ids('listed', 'failed, with audio', 'waits', 'teaser is lost', 'kept back')),
    make.playlist(projectId, ids('oldest', 'failed'), { name: 'Later' }),
    make.playlist(projectId, ids('newest'), { name: 'Over' }),
    make.playlist(projectId, ids('too short'), { deletedAt: new Date() }),
  ]);
  const [live, later, over, gone] = lists.map(({ id }) => id);
  const past = '2020-01-01T00:00';
  const future = '2099-01-01T00:00';
  await add('feed', 'json');
  await add('feed of all', 'json', { includeNotReady: true });
  await add('read out', 'alexaFB', { title: 'A', voiceType: 'alexa' });
  await add('read out, one', 'alexaFB', { title: 'B', voiceType: 'alexa', itemCount: 1 });
  await add('played', 'alexaFB', { title: 'C', voiceType: 'parlance' });
  await add('skill', 'alexaSkill', { name: 'Gazette' });
  await add('player', 'player');
  await add('playlists', 'playlistPlayer', {
    cta: 'Listen',
    playlists: [
      { id: live!, goesLiveAt: past, publishedUntil: null },
      { id: later!, goesLiveAt: future, publishedUntil: null },
      { id: over!, goesLiveAt: past, publishedUntil: past },
      { id: gone!, goesLiveAt: past, publishedUntil: null },
    ],
  });
  await add('podcast', 'podcast', { title: 'Single' });
  await add('in groups', 'podcast', { title: 'Groups', groupingType: 'group', groupingAmount: 4 });
  await add('too few', 'podcast', { title: 'Few', groupingType: 'group', groupingAmount: 100 });
  await add('by day', 'podcast', { title: 'Days', groupingType: 'daily' });
  await add('exported', 'googleAction', { name: 'Gazette' });
  return made;
}

/** Episodes of several articles whose file is there, as if it had been joined. */
async function joinGroups(): Promise<void> {
  const { prisma } = server.app.db;
  const waiting = await prisma.episode.findMany({ where: { file: null, deletedAt: null } });
  for (const { id } of waiting.slice(0, -1))
    await prisma.episode.update({
      where: { id },
      data: { file: `joined-${id}`, durationMs: 6_000, bytes: 48_000, publishedAt: new Date() },
    });
}

/** Of the newest articles one can be played by Alexa, and of another that failed. */
async function makeFlash(articles: Articles): Promise<void> {
  const { prisma } = server.app.db;
  const rendition = (name: string, given: Partial<Prisma.RenditionUncheckedCreateInput>) =>
    prisma.rendition.create({ data: { version: articles[name]!.audio!, format: 'flash', ...given } });
  await rendition('listed', { progress: 100 });
  await rendition('oldest', { progress: 100 });
  await rendition('last but one', { progress: 0, error: 'It could not be made.' });
}

const walls = [
  { paywall: false, securityEnabled: false },
  { paywall: true, securityEnabled: false },
  { paywall: false, securityEnabled: true },
  { paywall: true, securityEnabled: true },
];

test.each(walls)('the article page shows the state in each channel, with %j', async (wall) => {
  const project = await open({ ...wall, paywallParagraphLimit: 2 });
  const articles = await articlesOf(project.id);
  const channels = await channelsOf(project.id, articles);
  await makeFlash(articles);
  await publishProject(server.app, { projectId: project.id }, context);
  await joinGroups();
  const told = new Map<string, Said[]>();
  for (const [name, { id }] of Object.entries(articles)) told.set(name, await said(id));

  const differing: string[] = [];
  let there = 0;
  for (const [label, channel] of Object.entries(channels)) {
    const truth = await heardFrom(server, skill, channel, Object.values(articles));
    for (const [name, { id }] of Object.entries(articles)) {
      const page = told.get(name)!.find(({ channel: { databaseId } }) => databaseId === channel.id)!;
      const isThere = truth.has(id);
      if (isThere) there++;
      if (isThere !== (page.state === 'PUBLISHED'))
        differing.push(`${label}: "${name}" is ${isThere ? '' : 'not '}there, the page says ${page.code}`);
      const heard = truth.get(id);
      if (heard && heard.isTeaser !== page.isTeaser)
        differing.push(`${label}: of "${name}" the ${heard.isTeaser ? 'teaser' : 'whole'} is heard`);
    }
  }
  expect(differing).toEqual([]);
  expect(there).toBeGreaterThan(20);
});

test('the reason why an article is missing is shown', async () => {
  const project = await open();
  const articles = await articlesOf(project.id);
  const channels = await channelsOf(project.id, articles);
  await makeFlash(articles);
  const names = new Map(Object.entries(channels).map(([name, { id }]) => [id, name]));
  const codes = async (name: string) =>
    Object.fromEntries(
      (await said(articles[name]!.id)).map(({ code, channel }) => [
        names.get(channel.databaseId),
        code.replace(/^PUBLICATION_/, ''),
      ]),
    );
  expect(await codes('newest')).toMatchObject({ podcast: 'EPISODE_COMING', played: 'BRIEFING_COMING' });
  // The storage has no file of these articles, so neither groups nor briefings can be generated.
  await publishProject(server.app, { projectId: project.id }, context);
  expect(await codes('newest')).toEqual({
    feed: 'IN_FEED',
    'feed of all': 'IN_FEED',
    'read out': 'IN_BRIEFING',
    'read out, one': 'IN_BRIEFING',
    played: 'BRIEFING_FAILED',
    skill: 'IN_SKILL',
    player: 'ON_PAGE',
    playlists: 'PLAYLIST_OFFLINE',
    podcast: 'EPISODE',
    'in groups': 'GROUP_COMING',
    'too few': 'GROUP_COMING',
    'by day': 'EPISODE_COMING',
    exported: 'EXPORT_ONLY',
  });
  expect(await codes('oldest')).toMatchObject({
    'read out': 'NOT_AMONG_NEWEST',
    'read out, one': 'NOT_AMONG_NEWEST',
    'in groups': 'EPISODE_COMING',
    playlists: 'PLAYLIST_LATER',
  });
  expect(await codes('last but one')).toMatchObject({ played: 'BRIEFING_FAILED' });
  expect(await codes('of one URL, older')).toMatchObject({ player: 'OTHER_AT_URL' });
  expect(await codes('without a URL')).toMatchObject({ player: 'BY_NUMBER' });
  expect(await codes('too short')).toMatchObject({ playlists: 'IN_NO_PLAYLIST' });
  const silent = { feed: '', 'read out': '', played: '', skill: '', player: '', podcast: '', 'by day': '' };
  const everywhere = (reason: string) =>
    Object.fromEntries(Object.keys(silent).map((name) => [name, reason]));
  for (const [name, reason] of Object.entries({
    waits: 'AUDIO_COMING',
    held: 'HELD',
    'to review': 'REVIEW',
    'being voiced': 'AUDIO_COMING',
    'tried again': 'AUDIO_COMING',
    'over the limit': 'DAILY_LIMIT',
    failed: 'FAILED',
    rejected: 'REJECTED',
    'finished silent': 'WITHOUT_AUDIO',
  }))
    expect([name, await codes(name)]).toEqual([name, expect.objectContaining(everywhere(reason))]);
  for (const name of ['kept back', 'kept back, unvoiced'])
    expect([name, await codes(name)]).toEqual([name, expect.objectContaining(everywhere('EMBARGOED'))]);
  // A reason that applies without the embargo too is reported instead of it.
  expect(await codes('kept back, unvoiced')).toMatchObject({ playlists: 'IN_NO_PLAYLIST' });
  expect(await codes('kept back')).toMatchObject({ playlists: 'EMBARGOED' });
  expect(await codes('waits')).toMatchObject({ 'feed of all': 'IN_FEED_SILENT', playlists: 'AUDIO_COMING' });

  const { prisma } = server.app.db;
  await prisma.episode.updateMany({ where: { file: null }, data: { error: 'No.' } });
  expect(await codes('newest')).toMatchObject({ 'by day': 'EPISODE_FAILED' });
  await prisma.article.update({ where: { id: articles['oldest']!.id }, data: { deletedAt: new Date() } });
  expect(await codes('newest')).toMatchObject({ 'by day': 'EPISODE_ANEW' });
});

test('the episode and its date are shown for a podcast, only with permission', async () => {
  const project = await open();
  const { id } = await article(project.id, 0);
  const channel = await server.make.channel(project.id, { type: 'podcast', settings: { title: 'P' } });
  const before = Date.now();
  await publishProject(server.app, { projectId: project.id }, context);
  const [single] = await said(id);
  expect(single).toMatchObject({
    channel: { databaseId: channel.id, name: 'P' },
    state: 'PUBLISHED',
    message: 'In the podcast, as a separate episode.',
  });
  // Its date in the feed is the article's, months ago.
  expect(Date.parse(single!.publishedAt!)).toBeGreaterThan(before - 60_000);
  const stranger = await server.signIn(await server.make.user());
  const { data } = await server.graphql(asked, { id: String(id) }, stranger);
  expect(data!['article']).toBeNull();
});

test('200 channels take as many queries as one of each type', async () => {
  const project = await open();
  const articles = await articlesOf(project.id);
  const { id } = articles['newest']!;
  const count = async () => (await statementsOf(() => said(id))).length;
  const channels = await channelsOf(project.id, articles);
  await publishProject(server.app, { projectId: project.id }, context);
  const few = await count();
  const copies = Object.values(channels).flatMap(({ type, settings }) =>
    Array.from({ length: 14 }, () => ({ type, settings: settings as Prisma.InputJsonObject })),
  );
  for (const given of copies) await server.make.channel(project.id, given);
  expect((await said(id)).length).toBe(Object.keys(channels).length * 15);
  expect(await count()).toBe(few);
  expect(few).toBeLessThan(25);
});
