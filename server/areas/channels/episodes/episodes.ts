import { noticesColumn, type PersistedMessage } from '../../../lib/persisted-message.ts';
import { sql as raw } from 'kysely';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, json, now } from '../../../lib/database/sql.ts';
import { channelEvent } from '../channels/events.ts';
import { isPublicNow } from '../../library/publishing/embargo-condition.ts';
import { recordEpisodePlaces } from '../../library/publishing/restore-episode-places.ts';
import {
  joinedChapters,
  joinedParts,
  type JoinedAudio,
  type JoinedChapter,
} from '../../library/joined-audio/joined-audio.ts';

/** An episode as readers of the podcast get it. */
export interface PublishedEpisode {
  id: number;
  /** By which podcast apps know it; never another one. */
  guid: string;
  title: string;
  /** Base name of its file: `/download/audio/{file}.mp3`. It changes when the file is regenerated. */
  file: string;
  durationMs: number;
  bytes: number;
  /** Of one that joins several articles. */
  chapters: JoinedChapter[];
  publishedAt: Date;
  modifiedAt: Date;
  /** In playback order. */
  articles: EpisodeArticle[];
}

export interface EpisodeArticle {
  id: number;
  title: string;
  url: string | null;
  /** The version that the file holds, whose words and times are the transcript's. */
  version: string;
  /** From the start of the file, milliseconds. */
  startMs: number;
}

/**
 * Returns playable episodes. Those with a deleted article are hidden until they are rebuilt without it, and
 * those with an article under embargo until it ends.
 */
export const publicEpisodes = (sql: Sql) =>
  sql
    .selectFrom('Episode as e')
    .where('e.deletedAt', 'is', null)
    .where('e.file', 'is not', null)
    .where('e.publishedAt', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('EpisodeArticle as x')
            .innerJoin('Article as a', 'a.id', 'x.articleId')
            .select('x.articleId')
            .whereRef('x.episodeId', '=', 'e.id')
            .where(({ eb, or, not: isNot }) => or([eb('a.deletedAt', 'is not', null), isNot(isPublicNow())])),
        ),
      ),
    );

const heard = (sql: Sql, channelId: number) => publicEpisodes(sql).where('e.channelId', '=', channelId);

/**
 * Number of playable episodes of a podcast.
 * @testonly
 */
export async function countEpisodes({ db }: Pick<App, 'db'>, channelId: number): Promise<number> {
  const { count } = await heard(db.sql, channelId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Playable episodes of a podcast, newest first. Checks no permission: podcasts are public.
 * @testonly
 */
export async function episodesOf(
  { db }: Pick<App, 'db'>,
  channelId: number,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<PublishedEpisode[]> {
  const rows = await heard(db.sql, channelId)
    .leftJoin('JoinedAudio as j', 'j.key', 'e.file')
    .select([
      'e.id',
      'e.guid',
      'e.title',
      'e.file',
      'e.durationMs',
      'e.bytes',
      'e.chapters',
      'e.publishedAt',
      'e.modifiedAt',
      'j.parts',
    ])
    .orderBy('e.publishedAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const articles = await db.sql
    .selectFrom('EpisodeArticle as x')
    .innerJoin('Article as a', 'a.id', 'x.articleId')
    .select(['x.episodeId', 'a.id', 'a.title', 'a.url'])
    .where(
      'x.episodeId',
      '=',
      anyOf(
        rows.map(({ id }) => id),
        'int',
      ),
    )
    .orderBy('x.position')
    .execute();
  return rows.map(({ parts, chapters: stored, ...episode }) => {
    const chapters = joinedChapters.parse(stored ?? []);
    const starts = new Map(chapters.map(({ articleId, startMs }) => [articleId, startMs]));
    const versions = new Map(joinedParts.parse(parts ?? []).map(({ articleId, file }) => [articleId, file]));
    return {
      ...episode,
      file: episode.file!,
      durationMs: episode.durationMs ?? 0,
      bytes: episode.bytes ?? 0,
      publishedAt: episode.publishedAt!,
      chapters,
      articles: articles
        .filter(({ episodeId }) => episodeId === episode.id)
        .map(({ id, title, url }) => ({
          id,
          title,
          url,
          version: versions.get(id) ?? episode.file!,
          startMs: starts.get(id) ?? 0,
        })),
    };
  });
}

/** What an episode plays from now on. */
export interface EpisodeFile {
  file: string;
  durationMs: number;
  bytes: number;
  chapters: JoinedChapter[];
  /** Whose sound it holds. */
  articleIds: number[];
}

type Doors = Pick<App, 'pubsub'>;

/**
 * Gives episodes their file, within the caller's transaction: the first time they are published by that,
 * under the date of their newest article. The file before stays for a while, for apps that know it.
 */
export async function setEpisodeFile(
  app: Doors,
  sql: Sql,
  episodeIds: number[],
  given: EpisodeFile,
): Promise<void> {
  if (episodeIds.length === 0) return;
  const { file, durationMs, bytes, chapters, articleIds } = given;
  // Locks before an article is removed, so that a concurrent restore waits: see restoreEpisodePlaces.
  await sql
    .selectFrom('Episode')
    .select('id')
    .where('id', '=', anyOf(episodeIds, 'int'))
    .orderBy('id')
    .forUpdate()
    .execute();
  await sql
    .updateTable('JoinedAudio')
    .set({ usedAt: now() })
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('Episode')
        .select(raw<string>`"file"`.as('file'))
        .where('id', '=', anyOf(episodeIds, 'int'))
        .where('file', 'is not', null),
    )
    .execute();
  const left = await sql
    .deleteFrom('EpisodeArticle')
    .where('episodeId', '=', anyOf(episodeIds, 'int'))
    .where((eb) => eb.not(eb('articleId', '=', anyOf(articleIds, 'int'))))
    .where('articleId', 'in', ({ selectFrom }) =>
      selectFrom('Article').select('id').where('deletedAt', 'is not', null),
    )
    .returningAll()
    .execute();
  await recordEpisodePlaces(sql, left);
  const published = await sql
    .updateTable('Episode')
    .set({
      file,
      durationMs,
      bytes,
      chapters: json(joinedChapters, chapters),
      error: null,
      errorNotices: null,
      publishedAt: raw<Date>`coalesce("publishedAt", least(now(), (
        SELECT max(coalesce(a."publishedAt", a."addedAt")) FROM "EpisodeArticle" x JOIN "Article" a ON a."id" = x."articleId"
        WHERE x."episodeId" = "Episode"."id")))`,
      modifiedAt: now(),
    })
    .where('id', '=', anyOf(episodeIds, 'int'))
    .returning('channelId')
    .execute();
  await notifyOfEpisode(
    app,
    sql,
    published.map(({ channelId }) => channelId),
  );
}

/** Tells who watches channels that what they publish is another. */
export async function notifyOfEpisode(app: Doors, sql: Sql, channelIds: number[]): Promise<void> {
  const channels = await sql
    .selectFrom('Channel')
    .select(['id', 'projectId'])
    .where('id', '=', anyOf([...new Set(channelIds)], 'int'))
    .execute();
  for (const { id, projectId } of channels)
    await app.pubsub.publish(sql, channelEvent, { kind: 'published', channelId: id, projectId });
}

/** What a file joined of others has become. */
const finished = z.object({ durationMs: z.number(), bytes: z.int() });

/** Gives a joined file to the episodes that wait for it, within the transaction in which it is ready. */
export async function storeJoinedFile(
  app: Doors,
  sql: Sql,
  row: Pick<JoinedAudio, 'key' | 'parts' | 'durationMs' | 'bytes' | 'chapters'>,
): Promise<void> {
  const waiting = await sql
    .selectFrom('Episode')
    .select('id')
    .where('joined', '=', row.key)
    .where('deletedAt', 'is', null)
    .where('file', 'is distinct from', row.key)
    .execute();
  await setEpisodeFile(
    app,
    sql,
    waiting.map(({ id }) => id),
    {
      ...finished.parse(row),
      file: row.key,
      chapters: joinedChapters.parse(row.chapters),
      articleIds: joinedParts.parse(row.parts).flatMap(({ articleId }) => articleId ?? []),
    },
  );
}

/**
 * Tells episodes why their file could not be joined, within the transaction in which that is known. What they
 * play stays.
 */
export async function recordJoinFailure(
  app: Doors,
  sql: Sql,
  key: string,
  error: PersistedMessage,
): Promise<void> {
  const failed = await sql
    .updateTable('Episode')
    .set({ error: error.text, errorNotices: noticesColumn(error), modifiedAt: now() })
    .where('joined', '=', key)
    .where('deletedAt', 'is', null)
    .where('file', 'is distinct from', key)
    .returning('channelId')
    .execute();
  await notifyOfEpisode(
    app,
    sql,
    failed.map(({ channelId }) => channelId),
  );
}
