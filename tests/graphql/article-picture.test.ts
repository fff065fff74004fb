import { afterAll, beforeEach, expect, test } from 'vitest';
import { duplicateArticle } from '../../server/areas/articles/duplicates/duplicate-article.ts';
import { askPlayer } from '../http/ask-player.ts';
import { context } from '../pipeline/pipeline.ts';
import type { Newsroom } from '../support/factories.ts';
import { forgetImages } from '../../server/areas/library/sounds/forget-uploads.ts';
import { png } from '../support/media.ts';
import { system } from '../../server/kernel/actor.ts';
import { pollSource } from '../../server/areas/articles/sources/poll-source.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { gazette } from './gazette.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const failure = `... on Error { message } ... on ValidationError { fieldErrors { field message code } }`;
const update = `mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { __typename ${failure}
  ... on UpdateArticleSuccess { article { imageUrl revision } } } }`;
async function change(input: object, as = token): Promise<any> {
  const { data, errors } = await server.graphql(update, { input: { id: room.article.id, ...input } }, as);
  expect(errors).toBeUndefined();
  return data!['updateArticle'];
}
const row = () => server.app.db.prisma.article.findUniqueOrThrow({ where: { id: room.article.id } });
const lamp = 'https://gazette.example/lamp.jpg';

test('changing an article’s image is logged and counted as a revision, and regenerates nothing', async () => {
  expect((await change({ revision: 0, imageUrl: ` ${lamp} ` })).article).toEqual({
    imageUrl: lamp,
    revision: 1,
  });
  expect((await change({ revision: 0, imageUrl: `${lamp}?2` })).__typename).toBe('ConflictError');
  expect((await change({ imageUrl: null })).article.imageUrl).toBeNull();
  expect(await row()).toMatchObject({ run: 0, status: 'ready', audio: room.audio.version });
  const log = await server.app.db.prisma.articleLog.findMany({
    where: { articleId: room.article.id },
    select: { action: true, kind: true, userId: true },
  });
  const entry = { action: 'picture changed', kind: 'update', userId: room.editor.id };
  expect(log).toEqual([entry, entry]);
  const viewer = await server.signIn(room.viewer);
  expect((await change({ imageUrl: lamp }, viewer)).__typename).toBe('NotAllowedError');
});

test.each([
  ['lamp.jpg', 'NOT_A_WEB_ADDRESS'],
  ['data:image/png;base64,AAAA', 'NOT_A_WEB_ADDRESS'],
  ['https://ada:secret@gazette.example/lamp.jpg', 'ADDRESS_WITH_CREDENTIALS'],
  ['http://10.0.0.1/lamp.jpg', 'FETCH_NOT_PUBLIC'],
  ['http://0x7f.1/lamp.jpg', 'FETCH_NOT_PUBLIC'],
  ['http://[::1]/lamp.jpg', 'FETCH_NOT_PUBLIC'],
  ['http://intranet.localhost/lamp.jpg', 'FETCH_NOT_PUBLIC'],
])('%s is refused as an image that listeners could not load', async (imageUrl, code) => {
  const before = await row();
  expect((await change({ imageUrl })).fieldErrors).toMatchObject([{ field: 'imageUrl', code }]);
  expect(await row()).toEqual(before);
});

test('players and JSON feeds show the image, or else that of the project', async () => {
  const { project, article } = room;
  const cover = 'c'.repeat(40);
  await server.app.db.prisma.project.update({ where: { id: project.id }, data: { cover } });
  const player = await server.make.channel(project.id, { type: 'player' });
  const playlist = await server.make.playlist(project.id, [article.id]);
  const live = { id: playlist.id, goesLiveAt: '2020-01-01T00:00', publishedUntil: null };
  const playlists = await server.make.channel(project.id, {
    type: 'playlistPlayer',
    settings: { cta: 'Listen', playlists: [live] },
  });
  const shown = async () => [
    (await askPlayer(server, player.slug, { article: article.id })).items[0]!.image,
    (await askPlayer(server, playlists.slug, {})).items[0]!.image,
    JSON.parse(await (await fetch(`${server.url}/json/${room.channel.slug}`)).text()).items[0].image,
  ];
  const own = `${server.url}/download/image/${cover}`;
  expect(await shown()).toEqual([own, own, undefined]);
  await change({ imageUrl: lamp });
  await expect.poll(shown).toEqual([lamp, lamp, lamp]);
  // What pages over TLS cannot load is no picture for players.
  const plain = lamp.replace('https:', 'http:');
  await change({ imageUrl: plain });
  await expect.poll(shown).toEqual([own, own, plain]);
});

test('a duplicate gets the image of its original, without a run', async () => {
  const { prisma } = server.app.db;
  const child = await server.make.project({ organizationId: room.organization.id });
  await prisma.projectChild.create({
    data: { parentId: room.project.id, childId: child.id, createdAt: new Date(0) },
  });
  await change({ imageUrl: lamp });
  await duplicateArticle(server.app, { articleId: room.article.id }, context);
  const copy = () => prisma.article.findFirstOrThrow({ where: { projectId: child.id } });
  const { run, imageUrl } = await copy();
  expect(imageUrl).toBe(lamp);
  await change({ imageUrl: `${lamp}?2` });
  await duplicateArticle(server.app, { articleId: room.article.id }, context);
  expect(await copy()).toMatchObject({ imageUrl: `${lamp}?2`, run });
});

test('a feed item provides its image, unless it is not an image', async () => {
  const feed = gazette(site.url, [{ guid: 'a' }, { guid: 'b' }, { guid: 'c' }]);
  const enclosures = [
    `<enclosure url="${lamp}" type="image/jpeg" length="1"/>`,
    '<enclosure url="https://gazette.example/lamp.mp3" type="audio/mpeg" length="1"/>',
    '<enclosure url="http://10.0.0.1/lamp.jpg" type="image/jpeg" length="1"/>',
  ];
  site.set(
    '/feed.xml',
    feed.replaceAll('</item>', () => `${enclosures.shift()}</item>`),
  );
  const source = await server.make.source(room.project.id, { type: 'rss', url: `${site.url}/feed.xml` });
  await pollSource(server.app, system, source.id);
  const rows = await server.app.db.prisma.article.findMany({
    where: { sourceId: source.id },
    orderBy: { guid: 'asc' },
    select: { guid: true, imageUrl: true },
  });
  expect(rows).toEqual([
    { guid: 'a', imageUrl: lamp },
    { guid: 'b', imageUrl: null },
    { guid: 'c', imageUrl: null },
  ]);
});

test('an image given at creation is stored as set by an editor', async () => {
  const { data } = await server.graphql(
    `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { ... on CreateArticleSuccess {
      article { imageUrl databaseId } } } }`,
    { input: { project: String(room.project.id), title: 'A', text: 'B.', imageUrl: lamp } },
    token,
  );
  const { imageUrl, databaseId } = data!['createArticle'].article;
  expect(imageUrl).toBe(lamp);
  const where = { articleId: databaseId, action: 'picture changed' };
  expect(await server.app.db.prisma.articleLog.count({ where })).toBe(1);
});

test('an uploaded image can be used for an article, and is kept while in use', async () => {
  const { app } = server;
  const { data } = await server.upload(
    'mutation ($file: File!) { uploadImage(input: { file: $file }) { ... on UploadImageSuccess { image { url tag } } } }',
    {},
    new File([png({ width: 32, height: 18 }) as BlobPart], 'ferry.png', { type: 'image/png' }),
    token,
  );
  const { url, tag } = data!['uploadImage'].image;
  expect((await change({ imageUrl: url })).article.imageUrl).toBe(url);
  const later = new Date(Date.now() + 60_000);
  const isStored = async () => (await app.db.prisma.image.count({ where: { tag } })) === 1;
  await forgetImages(app, later);
  expect(await isStored()).toBe(true);
  await change({ imageUrl: null });
  await forgetImages(app, later);
  expect(await isStored()).toBe(false);
});
