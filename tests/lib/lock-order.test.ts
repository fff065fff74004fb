import { expect, test } from 'vitest';
import { cacheAnswers } from '../../server/areas/articles/normalization/model-answer-cache.ts';
import { inviteMembers } from '../../server/areas/access/organizations/invite-members.ts';
import { recordEpisodePlaces } from '../../server/areas/library/publishing/restore-episode-places.ts';
import { databaseKind } from '../support/databases.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

/** Transactions that write several rows which others may write at the same time, in the order given. */
const writers: Record<
  string,
  () => Promise<{ occupy: string; write(order: readonly number[]): Promise<unknown> }>
> = {
  'answers of a language model': async () => ({
    occupy: `INSERT INTO "NormalizedText" ("key", "spoken") VALUES ('key 2', 'x')`,
    write: (order) =>
      cacheAnswers(server.app.db.sql, new Map(order.map((key) => [`key ${key}`, { spoken: String(key) }]))),
  }),
  invitations: async () => ({
    occupy: `INSERT INTO "User" ("email", "fullname") VALUES ('p2@example.com', 'P')`,
    async write(order) {
      const { id: organizationId } = await server.make.organization();
      const admin = await server.make.admin();
      await server.signIn(admin);
      const { id: sessionId } = await server.app.db.prisma.session.findFirstOrThrow({
        where: { userId: admin.id },
      });
      await inviteMembers(
        server.app,
        { kind: 'user', userId: admin.id, role: 'admin', sessionId },
        { organizationId, emails: order.map((key) => `p${key}@example.com`), role: 'viewer' },
      );
    },
  }),
  'places in episodes': async () => {
    const { project } = await server.make.newsroom();
    const channel = await server.make.channel(project.id, { type: 'podcast' });
    const { id: episodeId } = await server.app.db.prisma.episode.create({
      data: { channelId: channel.id, period: 'p', title: 'Episode' },
    });
    const articles: number[] = [];
    for (let index = 0; index < 3; index++) articles.push((await server.make.article(project.id)).id);
    return {
      occupy: `INSERT INTO "FormerEpisodeArticle" ("channelId", "articleId", "episodeId", "position") VALUES (${channel.id}, ${articles[1]}, ${episodeId}, 0)`,
      write: (order) =>
        recordEpisodePlaces(
          server.app.db.sql,
          order.map((key) => ({
            channelId: channel.id,
            articleId: articles[key - 1]!,
            episodeId,
            position: key,
          })),
        ),
    };
  },
};

test.runIf(databaseKind() === 'postgres').each(Object.keys(writers))(
  '%s: two writers of the same rows in opposite orders both succeed',
  async (name) => {
    const { pool } = server.app.db;
    const { occupy, write } = await writers[name]!();
    const waiting = async (): Promise<number> =>
      Number(
        (
          await pool.query(
            `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows[0].count,
      );
    // A row in the middle is taken: each of the two writes what comes before it, and waits.
    const connection = await pool.connect();
    await connection.query('BEGIN');
    await connection.query(occupy);
    const both = Promise.allSettled([write([1, 2, 3]), write([3, 2, 1])]);
    await expect.poll(waiting).toBe(2);
    await connection.query('ROLLBACK');
    connection.release();
    const failures = (await both).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failures).toEqual([]);
  },
);
