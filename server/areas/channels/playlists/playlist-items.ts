import type { ArticleStatus } from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { isPublicNow } from '../../library/publishing/embargo-condition.ts';

/**
 * `deleted`: its article was deleted; `failed`: it has no audio, and gets none without a change. Both are
 * left out of playback.
 */
export const itemStatuses = ['ready', 'in_progress', 'failed', 'deleted'] as const;

/** Item at a position of a playlist. */
export interface Item {
  id: number;
  playlistId: number;
  /** Null: what it says is its own. */
  articleId: number | null;
  customTitle: string | null;
  customText: string | null;
  customFile: string | null;
  customMs: number | null;
  /** Its own, or the article's. */
  title: string;
  status: (typeof itemStatuses)[number];
  /** Address of the article's picture; null: it has none. */
  imageUrl: string | null;
  /** Base name of the audio; null: none. */
  file: string | null;
  /** Milliseconds. */
  durationMs: number | null;
  /** Audio for listeners without a subscription, if the project has a paywall: base name and milliseconds. */
  teaser: { file: string; durationMs: number } | null;
}

const moving: readonly ArticleStatus[] = ['waiting', 'processing', 'retry', 'limit_reached'];

/**
 * The items of playlists, in order. For callers who may read them. @param articleId only those that are this
 * article
 */
export async function itemsOf(db: Sql, playlistIds: readonly number[], articleId?: number): Promise<Item[]> {
  const rows = await db
    .selectFrom('PlaylistItem as i')
    .leftJoin('Article as a', 'a.id', 'i.articleId')
    .leftJoin('Audio as u', 'u.version', 'a.audio')
    .select([
      'i.id',
      'i.playlistId',
      'i.articleId',
      'i.customTitle',
      'i.customText',
      'i.customFile',
      'i.customMs',
    ])
    .select(isPublicNow().as('open'))
    .select([
      'a.title',
      'a.imageUrl',
      'a.status',
      'a.deletedAt',
      'u.version',
      'u.durationMs',
      'u.teaser',
      'u.teaserMs',
    ])
    .where('i.playlistId', '=', anyOf(playlistIds, 'int'))
    .$if(articleId !== undefined, (query) => query.where('i.articleId', '=', articleId!))
    .orderBy('i.playlistId')
    .orderBy('i.position')
    .orderBy('i.id')
    .execute();
  return rows.map(({ title, status, deletedAt, open, version, durationMs, teaser, teaserMs, ...item }) => {
    const own = item.customFile !== null;
    const file = deletedAt || !open ? null : (item.customFile ?? version);
    const isComing = !open || (!own && status !== null && moving.includes(status));
    return {
      ...item,
      title: item.customTitle ?? title ?? '',
      status: deletedAt ? 'deleted' : file ? 'ready' : isComing ? 'in_progress' : 'failed',
      file,
      durationMs: file === null ? null : own ? item.customMs : durationMs,
      teaser:
        file !== null && !own && teaser !== null && teaserMs !== null
          ? { file: teaser, durationMs: teaserMs }
          : null,
    };
  });
}

/** `itemsOf` for many at once. */
export const loadItems = ({ db }: App, playlistIds: readonly number[]): Promise<Item[]> =>
  itemsOf(db.sql, playlistIds);

/** What listeners did with articles since they are counted. For callers who may read them. */
export async function loadListening(
  { db }: App,
  articleIds: readonly number[],
): Promise<{ articleId: number; views: number; listens: number }[]> {
  const rows = await db.sql
    .selectFrom('ListeningHour')
    .select(({ fn }) => [
      'articleId',
      fn.sum<string>('views').as('views'),
      fn.sum<string>('listens').as('listens'),
    ])
    .where('articleId', '=', anyOf(articleIds, 'int'))
    .groupBy('articleId')
    .execute();
  return rows.map(({ articleId, views, listens }) => ({
    articleId,
    views: Number(views),
    listens: Number(listens),
  }));
}
