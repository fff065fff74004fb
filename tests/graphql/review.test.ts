import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../prisma/generated/client/client.ts';
import { transition } from '../../server/areas/articles/articles/article-states.ts';
import { anonymous, type Actor } from '../../server/kernel/actor.ts';
import { claimNextReview } from '../../server/areas/review/review/next-review.ts';
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
    'by %s as %s with %j, and repeated draws choose the same articles',
    async (outcome, chosen, changed, percent) => {
      await settings(changed);
      for (const [id, qaStatus] of await end(outcome))
        expect(qaStatus, String(id)).toBe(draw(room.project.id, id) < percent ? chosen : null);
    },
  );

  test('always if Smart QA is not booked, but not for its errors', async () => {
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

  test.each([
    ['as it was', 'v1', ['a', 'b'], 0, 'finish', 'reviewed'],
    ['with different music', 'v2', ['a', 'b'], 0, 'finish', 'reviewed'],
    ['with a changed sentence', 'v2', ['a', 'c'], 1, 'finish', 'sampled'],
    ['with a sentence removed', 'v2', ['a'], 1, 'finish', 'sampled'],
    ['with a changed sentence, without reviews', 'v2', ['a', 'c'], 0, 'finish', null],
    ['unsuccessfully', 'v2', ['a', 'c'], 1, 'fail', 'reviewed'],
  ] as const)(
    'once: an article that is reviewed and regenerated %s',
    async (_, version, keys, percent, outcome, chosen) => {
      await settings({ qaPercentArticles: percent });
      const { prisma } = server.app.db;
      const { id, projectId } = room.article;
      const said = { articleId: id, projectId, rating: 4, voiceProvider: 'offline', voiceName: 'x' };
      await prisma.review.createMany({
        data: [
          { ...said, version: 'v0' },
          { ...said, version: 'v1' },
        ],
      });
      const chunks = (of: string, segments: readonly string[]) =>
        segments.map((segmentKey, position) => {
          const place = { position, start: position, pauseMs: 0 };
          return { articleId: id, version: of, segmentKey, text: segmentKey, ...place };
        });
      await prisma.chunk.createMany({
        data: [...chunks('v1', ['a', 'b']), ...(version === 'v1' ? [] : chunks(version, keys))],
      });
      await prisma.article.update({
        where: { id },
        data: { status: 'processing', run: 1, qaStatus: 'reviewed', version },
      });
      await server.app.db.transaction((sql) =>
        transition(server.app, sql, outcome, { articleId: id, run: 1 }),
      );
      expect(await prisma.article.findUnique({ where: { id } })).toMatchObject({ qaStatus: chosen });
      expect(await prisma.review.count({ where: { articleId: id } })).toBe(2);
    },
  );
});

describe('the progress of reviews', () => {
  const path = () => `/api/projects/${room.project.id}/articlesQA`;

  test('shows reviewed articles, and lists new ones separately', async () => {
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

  test('is visible to reviewers by role and feature, and to administrators', async () => {
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

describe('a review', () => {
  const path = (rest: string) => `/api/projects/${room.project.id}/articlesQA/${rest}`;
  const toReview = (count: number, data: object = {}) =>
    server.app.db.prisma.article.createManyAndReturn({
      data: Array.from({ length: count }, (_, index) => ({
        projectId: room.project.id,
        title: `To review ${index}`,
        text: 'x',
        status: 'ready' as const,
        qaStatus: 'sampled' as const,
        ...data,
      })),
      select: { id: true },
    });
  const next = async (token: string): Promise<number | null> =>
    (await server.rest('GET', path('next'), { token })).body.article?.id ?? null;
  const submit = (token: string, id: number, body: object = { qa_rating: 4 }) =>
    server.rest('POST', path(`submit/${id}`), { token, body });
  const reviewers = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const person = await server.make.user();
        await server.make.grant(room.project.id, person.id, 'qa');
        return { person, token: await server.signIn(person) };
      }),
    );

  test('is exclusive: 20 concurrent reviewers get different articles, and none is lost if one leaves', async () => {
    const all = (await toReview(60)).map(({ id }) => id);
    const team = await reviewers(20);
    const given = await Promise.all(team.map(({ token }) => next(token)));
    expect(new Set(given).size).toBe(20);
    expect(given).not.toContain(null);
    // One signs out, another's time runs out: both articles are free again.
    const { prisma } = server.app.db;
    await prisma.session.deleteMany({ where: { userId: team[0]!.person.id } });
    await prisma.reviewClaim.updateMany({
      where: { userId: team[1]!.person.id },
      data: { until: new Date(Date.now() - 1_000) },
    });
    const done: number[] = [];
    await Promise.all(
      team.slice(2).map(async ({ token }, index) => {
        for (let id: number | null = given[index + 2]!; id !== null; id = await next(token)) {
          expect((await submit(token, id)).body).toMatchObject({ result: 'ok' });
          done.push(id);
        }
      }),
    );
    expect(done.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    expect(await prisma.review.count({ where: { projectId: room.project.id } })).toBe(60);
  });

  test('is refused to callers without permission, even in concurrent requests', async () => {
    const given = (await toReview(3)).map(({ id }) => id);
    const { prisma } = server.app.db;
    const actorOf = async ({ id: userId, role }: User) => {
      const { id } = await prisma.session.create({
        data: { userId, expiresAt: new Date(Date.now() + 60_000) },
      });
      return { kind: 'user' as const, userId, role, sessionId: id };
    };
    const [one, other] = (await reviewers(2)).map(({ person }) => person);
    const claimer = await actorOf(one!);
    const asked = await Promise.allSettled(
      [
        claimer,
        await actorOf(await server.make.user()),
        { kind: 'key' as const, projectId: room.project.id, readOnly: false, sourceId: 1 },
        anonymous,
        claimer,
        await actorOf(other!),
      ].map((actor: Actor) => claimNextReview(server.app, actor, room.project.id)),
    );
    const answers = asked.map((answer) =>
      answer.status === 'fulfilled' ? answer.value!.id : answer.reason.constructor.name,
    );
    expect(answers).toEqual([
      given[2],
      'NotFoundError',
      'NotAllowedError',
      'NotSignedInError',
      given[2],
      given[1],
    ]);
  });

  test('is stored with comment, attributes and reviewer', async () => {
    const [{ id } = { id: 0 }] = await toReview(1);
    const [{ person, token } = { person: room.viewer, token: '' }] = await reviewers(1);
    const body = { qa_rating: 2, qa_comment: 'Too fast.', qa_pronunciation: 'Merz' };
    expect((await submit(token, id, body)).body).toMatchObject({ result: 'ok' });
    const { attributes } = (await server.rest('GET', path(String(id)), { token })).body.article;
    expect(Object.fromEntries(attributes.map(({ name, value }: any) => [name, value]))).toEqual({
      ...body,
      qa_review_finished_date: expect.objectContaining({ timezone: 'UTC' }),
      qa_reviewed_by: person.fullname,
      smartqa_words: null,
    });
    const log = await server.app.db.prisma.articleLog.findMany({ where: { articleId: id } });
    expect(log).toMatchObject([{ action: 'reviewed', userId: person.id }]);
    expect(await next(token)).toBeNull();
  });

  test('requires a rating', async () => {
    const [{ id } = { id: 0 }] = await toReview(1);
    const [{ token } = { token: '' }] = await reviewers(1);
    expect((await submit(token, id, { qa_comment: 'x' })).body).toMatchObject({
      result: 'fail',
      errors: { '[qa_rating]': ['Field is required and cannot be empty'] },
    });
    expect((await submit(token, id, { qa_rating: 6 })).body.errors).toHaveProperty(['[qa_rating]']);
    expect(await server.app.db.prisma.review.count({ where: { articleId: id } })).toBe(0);
  });

  test('is refused while another reviewer has claimed it', async () => {
    const [{ id } = { id: 0 }] = await toReview(1);
    const [one, other] = await reviewers(2);
    const claim = (token: string) =>
      server.graphql(
        'mutation ($id: ID!) { claimReview(input: { article: $id }) { __typename } }',
        { id: String(id) },
        token,
      );
    expect((await claim(one!.token)).data).toEqual({ claimReview: { __typename: 'ClaimReviewSuccess' } });
    expect((await claim(one!.token)).data).toEqual({ claimReview: { __typename: 'ClaimReviewSuccess' } });
    expect((await claim(other!.token)).data).toEqual({ claimReview: { __typename: 'ConflictError' } });
    expect((await submit(other!.token, id)).status).toBe(409);
    expect((await submit(one!.token, id)).body).toMatchObject({ result: 'ok' });
  });

  test('publishes an article that is on hold for it, with the reviewer in the log', async () => {
    const [{ id } = { id: 0 }] = await toReview(1, {
      status: 'waiting',
      step: 'assembled',
      heldBy: 'Quality review',
      awaitsReview: true,
      audio: 'u'.repeat(64),
      version: 'v'.repeat(64),
      run: 1,
    });
    const [{ person, token } = { person: room.viewer, token: '' }] = await reviewers(1);
    expect(await next(token)).toBe(id);
    await submit(token, id);
    expect(await server.app.db.prisma.article.findUnique({ where: { id } })).toMatchObject({
      status: 'ready',
      heldBy: null,
      audio: 'v'.repeat(64),
      awaitsReview: false,
      qaStatus: 'reviewed',
      qaRating: 4,
    });
    // The review is of the version on hold, not of the one played since.
    expect(await server.app.db.prisma.review.findFirst({ where: { articleId: id } })).toMatchObject({
      version: 'v'.repeat(64),
    });
    const released = { articleId: id, action: 'released', userId: person.id };
    expect(await server.app.db.prisma.articleLog.count({ where: released })).toBe(1);
  });
});

describe('a finding', () => {
  const found = async (word: string | null) => {
    const { prisma } = server.app.db;
    const { id } = await prisma.article.create({
      data: {
        projectId: room.project.id,
        title: 'x',
        text: 'x',
        status: 'ready',
        audio: `v${Math.random()}`,
      },
    });
    const { audio } = await prisma.article.findUniqueOrThrow({ where: { id } });
    const reason = { code: 'FOUND_CLICK', parameters: {} };
    const place = { start: 4, length: 5, sentenceStart: 0, sentenceLength: 10, startMs: 1, endMs: 2 };
    await prisma.audio.create({
      data: { version: audio!, articleId: id, durationMs: 1, bytes: 1, text: 'Say Zverev.', timings: [] },
    });
    await prisma.finding.create({
      data: { version: audio!, position: 0, kind: 'FOREIGN_NAME', weight: 1, word, reason, ...place },
    });
    return id;
  };
  const findings = async (id: number, token: string) =>
    (
      await server.graphql(
        `{ article(id: ${id}) { findings { position kind severity word sentence } } }`,
        {},
        token,
      )
    ).data?.article.findings;
  const accept = (id: number, token: string) =>
    server.graphql(
      `mutation { acceptFinding(input: { article: "${id}", position: 0 }) { __typename } }`,
      {},
      token,
    );

  test('is shown with its sentence, and a word marked as correct is not reported again in the project', async () => {
    const token = await server.signIn(room.viewer);
    const [one, other] = [await found('Zverev'), await found('ZVEREV')];
    expect(await findings(one, token)).toEqual([
      { position: 0, kind: 'FOREIGN_NAME', severity: 'HINT', word: 'Zverev', sentence: 'Say Zverev' },
    ]);
    expect((await accept(one, token)).data).toEqual({
      acceptFinding: { __typename: 'AcceptFindingSuccess' },
    });
    expect(await findings(one, token)).toEqual([]);
    expect(await findings(other, token)).toEqual([]);
  });

  test('without a word is accepted only for its own article', async () => {
    const token = await server.signIn(room.viewer);
    const [one, other] = [await found(null), await found(null)];
    await accept(one, token);
    expect(await findings(one, token)).toEqual([]);
    expect(await findings(other, token)).toHaveLength(1);
  });

  test('determines the review order: most findings first, then by the draw', async () => {
    await settings({ qaPercentArticles: 10 });
    const { prisma } = server.app.db;
    await prisma.article.createMany({
      data: Array.from({ length: 99 }, () => ({
        projectId: room.project.id,
        title: 'x',
        text: 'x',
        status: 'ready' as const,
      })),
    });
    const article = (foundWeight: number) =>
      prisma.article.create({
        data: {
          projectId: room.project.id,
          title: 'x',
          text: 'x',
          status: 'processing',
          run: 1,
          foundWeight,
        },
      });
    const outcome = async (foundWeight: number) => {
      const { id } = await article(foundWeight);
      await server.app.db.transaction((sql) =>
        transition(server.app, sql, 'finish', { articleId: id, run: 1 }),
      );
      return (await prisma.article.findUniqueOrThrow({ where: { id } })).qaStatus;
    };
    // For any random number, the article with the most findings is selected.
    for (let time = 0; time < 8; time++) expect(await outcome(9 + time)).toBe('sampled');
    await prisma.article.updateMany({
      where: { projectId: room.project.id, foundWeight: 0 },
      data: { foundWeight: 3 },
    });
    // And what has less, is not.
    for (let time = 0; time < 8; time++) expect(await outcome(0)).toBeNull();
  });
});
