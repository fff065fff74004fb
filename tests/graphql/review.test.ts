import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { transition } from '../../server/areas/articles/states.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

/** As the documentation of the draw says. */
const draw = (projectId: number, articleId: number): number =>
  createHash('md5').update(`${projectId}:${articleId}`).digest().readUInt32BE(0) % 100;

async function end(outcome: 'finish' | 'fail', count = 60): Promise<Map<number, string | null>> {
  const { prisma } = server.app.db;
  const projectId = room.project.id;
  const rows = Array.from({ length: count }, () => ({
    projectId,
    title: 'Drawn',
    text: 'x',
    status: 'processing' as const,
    run: 1,
  }));
  const articles = await prisma.article.createManyAndReturn({ data: rows, select: { id: true } });
  await server.app.db.transaction(async (sql) => {
    for (const { id } of articles) await transition(server.app, sql, outcome, { articleId: id, run: 1 });
  });
  const ended = await prisma.article.findMany({ where: { id: { in: articles.map(({ id }) => id) } } });
  return new Map(ended.map(({ id, qaStatus }) => [id, qaStatus]));
}

const settings = (data: { qaPercentArticles?: number; qaPercentErrors?: number }) =>
  server.app.db.prisma.project.update({ where: { id: room.project.id }, data });

describe('an article is chosen for review', () => {
  test.each([
    ['finish', 'sampled', { qaPercentArticles: 30 }, 30],
    ['finish', 'sampled', { qaPercentArticles: 0 }, 0],
    ['finish', 'sampled', { qaPercentArticles: 100 }, 100],
    ['fail', 'error', { qaPercentErrors: 50 }, 50],
    ['fail', 'error', {}, 20],
  ] as const)(
    'by %s as %s with %j: the same ones whoever draws again',
    async (outcome, chosen, changed, percent) => {
      await settings(changed);
      for (const [id, qaStatus] of await end(outcome))
        expect(qaStatus, String(id)).toBe(draw(room.project.id, id) < percent ? chosen : null);
    },
  );

  test('always where Smart QA is not booked, and not for its errors', async () => {
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    expect(new Set((await end('finish', 5)).values())).toEqual(new Set(['sampled']));
    expect(new Set((await end('fail', 5)).values())).toEqual(new Set([null]));
    // Given to the project alone, it counts too.
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { features: ['smart-qa'], qaPercentArticles: 0 },
    });
    expect(new Set((await end('finish', 5)).values())).toEqual(new Set([null]));
  });

  test('once: what was reviewed stays so', async () => {
    await settings({ qaPercentArticles: 0 });
    const { id } = room.article;
    await server.app.db.prisma.article.update({
      where: { id },
      data: { status: 'processing', run: 1, qaStatus: 'reviewed' },
    });
    await server.app.db.transaction((sql) =>
      transition(server.app, sql, 'finish', { articleId: id, run: 1 }),
    );
    expect(await server.app.db.prisma.article.findUnique({ where: { id } })).toMatchObject({
      status: 'ready',
      qaStatus: 'reviewed',
    });
  });
});

describe('how far the review is', () => {
  const path = () => `/api/projects/${room.project.id}/articlesQA`;

  test('is told with the reviewed articles, and what is new is a list of its own', async () => {
    const { prisma } = server.app.db;
    const projectId = room.project.id;
    await prisma.article.update({ where: { id: room.article.id }, data: { qaStatus: 'sampled' } });
    const reviewed = {
      projectId,
      title: 'Reviewed',
      text: 'x',
      status: 'ready' as const,
      qaStatus: 'reviewed' as const,
    };
    await prisma.article.createMany({
      data: [
        { ...reviewed, qaRating: 5, reviewedAt: new Date() },
        { ...reviewed, qaRating: 2, reviewedAt: new Date('2026-01-01') },
        { ...reviewed, qaStatus: 'error', status: 'errored' },
      ],
    });
    const token = await server.signIn(room.viewer);
    const { status, body } = await server.rest('GET', `${path()}?offset=0`, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 2,
      counters: { reviewedTotal: 2, needReview: 1, reviewedToday: 1, avgQuality: 3.5 },
    });
    expect(body.articles.map(({ title }: any) => title)).toEqual(['Reviewed', 'Reviewed']);
    expect((await server.rest('GET', `${path()}?offset=20`, { token })).body).toMatchObject({
      articles: [],
      total: 2,
    });
    const list = (query: string) =>
      server.rest('GET', `/api/projects/${projectId}/articles?offset=0&${query}`, { token });
    expect((await list('status=ready&qastatus=new')).body).toMatchObject({
      total: 1,
      articles: [{ id: room.article.id }],
    });
    expect((await list('qastatus=new')).body.total).toBe(2);
    expect((await list('qastatus=reviewed')).body.total).toBe(2);
    expect((await list('qastatus=odd')).body.result).toBe('fail');
    expect(
      (await server.graphql(`{ article(id: ${room.article.id}) { qaStatus } }`, {}, token)).data,
    ).toEqual({ article: { qaStatus: 'SAMPLED' } });
  });

  test('is for who may review: by role, by feature, and for administrators', async () => {
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    const status = async (token: string) =>
      (await server.rest('GET', `${path()}?offset=20`, { token })).status;
    const maintainer = await server.signIn(room.maintainer);
    expect(await status(maintainer)).toBe(403);
    await server.make.grant(room.project.id, room.maintainer.id, 'qa');
    expect(await status(maintainer)).toBe(200);
    expect(await status(await server.signIn(room.admin))).toBe(200);
    expect(await status(await server.signIn(room.outsider))).toBe(404);
  });
});
