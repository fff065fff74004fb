import { sql as raw } from 'kysely';
import { product } from '../../../product.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { SettingsOf } from '../channels/kinds/kind.ts';
import type { alexaFB } from '../channels/kinds/alexa-fb-channel.ts';
import { settingsIn } from '../channels/channel-settings.ts';
import { isPublicNow } from '../../library/publishing/embargo-condition.ts';

/** Articles of a briefing at most. */
const itemsMax = 5;

/** An article of a flash briefing, with its sound. */
export interface FlashRendition {
  articleId: number;
  title: string;
  url: string | null;
  /** Base name of the file: `/download/audio/{file}.mp3`. */
  file: string;
  /** Of the article. */
  version: string;
  publishedAt: Date;
}

const date = raw<Date>`coalesce(a."publishedAt", a."addedAt")`;

const newest = (sql: Sql, projectId: number) =>
  sql
    .selectFrom('Article as a')
    .innerJoin('Audio as u', 'u.version', 'a.audio')
    .where('a.projectId', '=', projectId)
    .where('a.status', '=', 'ready')
    .where('a.deletedAt', 'is', null)
    .where(isPublicNow())
    .orderBy(date, 'desc')
    .orderBy('a.id', 'desc');

/**
 * Returns the articles that a flash briefing plays, newest first: those of the newest that have audio in its
 * format. Checks no rights: briefings are public.
 * @testonly
 */
export async function flashRenditionsOf(
  { db }: Pick<App, 'db'>,
  { projectId, settings }: { projectId: number; settings: Pick<SettingsOf<typeof alexaFB>, 'itemCount'> },
): Promise<FlashRendition[]> {
  const rows = await newest(db.sql, projectId)
    .innerJoin('Rendition as r', (join) =>
      join.onRef('r.version', '=', 'a.audio').on('r.format', '=', 'flash').on('r.progress', '=', 100),
    )
    .select(['a.id as articleId', 'a.title', 'a.url', 'u.version', date.as('publishedAt')])
    .limit(settings.itemCount)
    .execute();
  return rows.map((row) => ({ ...row, file: `${row.version}-flash` }));
}

/** Whether a project has a flash briefing that plays its articles' sound, and which channels do. */
export async function playingBriefings({ db }: Pick<App, 'db'>, projectId: number): Promise<number[]> {
  const channels = await db.sql
    .selectFrom('Channel')
    .select(['id', 'settings'])
    .where('projectId', '=', projectId)
    .where('type', '=', 'alexaFB')
    .where('deletedAt', 'is', null)
    .execute();
  return channels
    .filter(({ settings }) => settingsIn('alexaFB', settings).voiceType === product.value)
    .map(({ id }) => id);
}

/**
 * The newest articles, which are given the sound that briefings play, newest first; one that cannot have it
 * is passed over.
 */
export const articlesForFlash = (sql: Sql, projectId: number) =>
  newest(sql, projectId)
    .leftJoin('Rendition as r', (join) =>
      join.onRef('r.version', '=', 'a.audio').on('r.format', '=', 'flash'),
    )
    .where('r.error', 'is', null)
    .limit(itemsMax);

/** Of the articles that briefings play, the newest that lacks its audio, without versions that were tried. */
export async function nextWithoutFlash(
  { db }: Pick<App, 'db'>,
  projectId: number,
  tried: ReadonlySet<string> = new Set(),
) {
  const rows = await articlesForFlash(db.sql, projectId)
    .select(['u.version', 'u.durationMs', 'u.text', 'u.timings', 'r.progress', 'r.error'])
    .execute();
  return rows.find(({ version, progress }) => progress !== 100 && !tried.has(version)) ?? null;
}
