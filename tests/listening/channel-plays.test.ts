import { expect, test } from 'vitest';
import { coarsenListening } from '../../server/areas/listening/listening/coarse-sums.ts';
import { playsOfLastWeek } from '../../server/areas/listening/listening/channel-plays.ts';
import { statementsOf } from '../support/statements.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('plays of channels in seven days are read from hours, daily sums and downloads in one statement', async () => {
  const { app, make } = server;
  const room = await make.newsroom();
  const other = await make.channel(room.project.id);
  const silent = await make.channel(room.project.id);
  const hours = (channelId: number, daysAgo: number, listens: number) =>
    app.db.pool.query(
      `INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "channelId", "listens")
       VALUES ($1, date_trunc('hour', now()) - make_interval(days => $2), $3, $4, $5)`,
      [room.project.id, daysAgo, room.article.id, channelId, listens],
    );
  // A play of each age counts by another digit.
  for (const [daysAgo, listens] of [
    [0, 1],
    [1, 10],
    [3, 100],
    [6, 1_000],
    [7, 10_000],
    [8, 100_000],
  ] as const)
    await hours(room.channel.id, daysAgo, listens);
  await hours(other.id, 2, 5);
  await app.db.pool.query(
    `INSERT INTO "DownloadHour" ("projectId", "channelId", "episodeId", "hour", "app", "device", "country", "downloads")
     VALUES ($1, $2, 1, date_trunc('hour', now()) - interval '2 days', '', '', '', 7)`,
    [room.project.id, other.id],
  );
  const read = async () =>
    new Map(
      (await playsOfLastWeek(app, [room.channel.id, other.id, silent.id])).map(({ channelId, plays }) => [
        channelId,
        plays,
      ]),
    );
  const expected = new Map([
    [room.channel.id, 11_111],
    [other.id, 12],
  ]);
  expect(await read()).toEqual(expected);
  await coarsenListening(app);
  const statements = await statementsOf(async () => expect(await read()).toEqual(expected));
  expect(statements).toHaveLength(1);
});
