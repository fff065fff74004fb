import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const server = useServer();

const document = `query ($id: ID!) { channel(id: $id) { episodes(first: 1) {
  pageInfo { hasNextPage }
  edges { node { id guid title audioUrl durationMs bytes error publishedAt chapters { startMs title articleId } articles { databaseId title } } }
} } }`;

test('episodes of a podcast are listed newest first, with chapters and remaining articles', async () => {
  const room = await server.make.newsroom();
  const { prisma } = server.app.db;
  const channel = await prisma.channel.create({
    data: { projectId: room.project.id, type: 'podcast', slug: 'some-podcast', settings: {} },
  });
  const deleted = await server.make.article(room.project.id, { deletedAt: new Date() });
  await prisma.episode.create({ data: { channelId: channel.id, period: 'group 1', title: 'Older' } });
  const episode = await prisma.episode.create({
    data: {
      channelId: channel.id,
      period: 'group 2',
      title: 'Newer',
      file: 'joined-file',
      durationMs: 61_000,
      bytes: 480_000,
      chapters: [{ startMs: 1_500, title: room.article.title, articleId: room.article.id }],
      publishedAt: new Date('2026-03-02T10:00:00Z'),
      error: 'Something is missing.',
    },
  });
  await prisma.episode.create({
    data: { channelId: channel.id, period: 'group 3', title: 'Gone', deletedAt: new Date() },
  });
  for (const [position, articleId] of [deleted.id, room.article.id].entries())
    await prisma.episodeArticle.create({
      data: { channelId: channel.id, episodeId: episode.id, articleId, position },
    });

  const viewer = await server.signIn(room.viewer);
  const { data, errors } = await server.graphql<any>(document, { id: channel.id }, viewer);
  expect(errors).toBeUndefined();
  const { edges, pageInfo } = data!.channel.episodes;
  expect(pageInfo).toEqual({ hasNextPage: true });
  expect(edges).toEqual([
    {
      node: {
        id: expect.any(String),
        guid: episode.guid,
        title: 'Newer',
        audioUrl: `${server.app.config.publicUrl}/download/audio/joined-file.mp3`,
        durationMs: 61_000,
        bytes: 480_000,
        error: 'Something is missing.',
        publishedAt: '2026-03-02T10:00:00.000Z',
        chapters: [
          { startMs: 1_500, title: room.article.title, articleId: globalId('Article', room.article.id) },
        ],
        articles: [{ databaseId: room.article.id, title: room.article.title }],
      },
    },
  ]);

  const node = 'query ($id: ID!) { node(id: $id) { ... on Episode { title } } }';
  const { id } = edges[0].node;
  expect(await server.graphql(node, { id }, viewer)).toMatchObject({ data: { node: { title: 'Newer' } } });
  expect(await server.graphql(node, { id }, await server.signIn(room.outsider))).toMatchObject({
    data: { node: null },
  });
});
