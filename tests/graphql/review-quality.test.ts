import { beforeEach, describe, expect, test } from 'vitest';
import { reviewDigest } from '../../server/areas/review/review/quality/review-digest.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** Reviews of the newsroom's article, so many weeks ago, in a voice. */
const reviewed = (
  weeksAgo: number,
  ratings: readonly number[],
  voiceName = 'en-US-Otto',
  more: object = {},
) =>
  server.app.db.prisma.review.createMany({
    data: ratings.map((rating) => ({
      projectId: room.project.id,
      articleId: room.article.id,
      userId: room.viewer.id,
      sourceId: room.article.sourceId,
      rating,
      voiceProvider: 'offline',
      voiceName,
      finishedAt: new Date(Date.now() - weeksAgo * weekMs),
      ...more,
    })),
  });

const query = `query ($id: ID!, $weeks: Int!) { project(id: $id) { reviewQuality(weeks: $weeks) {
  reviews average weeks { week reviews average }
  groups { kind key name reviews average isWorse recent { reviews average } before { reviews average } weeks { week } }
  corrected { word dictionary articles times }
} } }`;

async function quality(weeks = 12) {
  const token = await server.signIn(room.viewer);
  const { data, errors } = await server.graphql(query, { id: String(room.project.id), weeks }, token);
  expect(errors).toBeUndefined();
  return data!['project'].reviewQuality;
}

describe('quality over time', () => {
  test('is shown weekly by voice, service, source and reviewer', async () => {
    await reviewed(0, [5, 4]);
    await reviewed(6, [2]);
    await reviewed(6, [3], 'de-DE-Ada', { userId: null, sourceId: null });
    await reviewed(30, [1, 1, 1]);
    const { reviews, average, weeks, groups } = await quality();
    expect({ reviews, average }).toEqual({ reviews: 4, average: 3.5 });
    expect(weeks.map((week: any) => [week.reviews, week.average])).toEqual([
      [2, 2.5],
      [2, 4.5],
    ]);
    const of = (kind: string) =>
      groups
        .filter((group: any) => group.kind === kind)
        .map((group: any) => [group.key, group.reviews, group.recent.average, group.before.average]);
    expect(of('VOICE')).toEqual([
      ['offline:en-US-Otto', 3, 4.5, 2],
      ['offline:de-DE-Ada', 1, null, 3],
    ]);
    expect(of('PROVIDER')).toEqual([['offline', 4, 4.5, 2.5]]);
    expect(of('REVIEWER')).toEqual([
      [String(room.viewer.id), 3, 4.5, 2],
      [null, 1, null, 3],
    ]);
    expect(of('SOURCE').map(([, count]: [unknown, number]) => count)).toEqual(
      room.article.sourceId === null ? [4] : [3, 1],
    );
    expect(groups.find((group: any) => group.kind === 'REVIEWER').name).toBe(room.viewer.fullname);
    // Of a year, the old ones too.
    expect((await quality(53)).reviews).toBe(7);
  });

  test('reports a voice whose ratings fall, but not after a single bad review', async () => {
    await reviewed(6, [5, 5, 4, 5, 5, 4]);
    await reviewed(0, [3, 2, 3, 3, 2]);
    await reviewed(6, [4, 4, 5, 4, 5], 'de-DE-Ada');
    await reviewed(0, [1, 5, 4, 5], 'de-DE-Ada');
    const { groups } = await quality();
    const voices = groups.filter((group: any) => group.kind === 'VOICE');
    expect(voices.map((group: any) => [group.key, group.isWorse])).toEqual([
      ['offline:en-US-Otto', true],
      ['offline:de-DE-Ada', false],
    ]);
  });

  test('lists the words that dictionaries corrected most', async () => {
    const { prisma } = server.app.db;
    const said = (source: string, count: number) => ({
      code: 'ARTICLE_ENTRY_APPLIED',
      parameters: { source, dictionary: 'Names', how: 'REPLACED', count },
    });
    const log = (articleId: number, ...textNotices: object[]) =>
      prisma.articleLog.create({ data: { articleId, action: 'pronounced', text: 'x', textNotices } });
    const other = await prisma.article.create({
      data: { projectId: room.project.id, title: 'x', text: 'x', status: 'ready' },
    });
    // Of an article the last run counts.
    await log(room.article.id, said('Merz', 9));
    await log(room.article.id, said('Merz', 1), said('Zverev', 5));
    await log(other.id, said('Merz', 2));
    expect((await quality()).corrected).toEqual([
      { word: 'Merz', dictionary: 'Names', articles: 2, times: 3 },
      { word: 'Zverev', dictionary: 'Names', articles: 1, times: 5 },
    ]);
  });

  test.each([0, 54, -1])('refuses %d weeks', async (weeks) => {
    const token = await server.signIn(room.viewer);
    const { errors } = await server.graphql(query, { id: String(room.project.id), weeks }, token);
    expect(errors?.[0]?.message).toContain('1 to 53 weeks');
  });
});

describe('the digest for email reports', () => {
  const period = () => ({ from: new Date(Date.now() - weekMs), to: new Date(Date.now() + 1_000) });
  const digest = () => reviewDigest(server.app, room.project.id, period());

  test('contains this and the previous period, falling ratings and pending reviews', async () => {
    await reviewed(6, [5, 5, 4, 5, 5, 4]);
    await reviewed(1.5, [4]);
    await reviewed(0, [3, 2, 3, 3, 2]);
    await server.app.db.prisma.article.update({
      where: { id: room.article.id },
      data: { status: 'ready', qaStatus: 'sampled' },
    });
    const told = (await digest())!;
    expect(told).toMatchObject({
      reviewed: { reviews: 5, average: 2.6 },
      before: { reviews: 1, average: 4 },
      toReview: 1,
      corrected: [],
    });
    expect(told.worse.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['voice', 'provider']));
    // Emails do not rate people.
    expect(told.worse.map(({ kind }) => kind)).not.toContain('reviewer');
  });

  test('is absent if there is nothing to report', async () => {
    expect(await digest()).toBeNull();
  });
});
