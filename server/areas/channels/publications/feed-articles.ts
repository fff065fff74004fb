import type { Sql } from '../../../lib/database/db.ts';
import { inFeedsSince, isPublicNow } from '../../library/publishing/embargo-condition.ts';

/**
 * Returns articles of a project for its feeds, newest first. Articles that are being regenerated keep their
 * earlier audio. Those that rules exclude as not being articles are in no feed.
 * @param options.playable only those with playable audio
 * @param options.flash only those that Alexa can play
 */
export const feedArticles = (
  sql: Sql,
  projectId: number,
  { playable, flash = false }: { playable: boolean; flash?: boolean },
) =>
  sql
    .selectFrom('Article as a')
    .leftJoin('Audio as u', 'u.version', 'a.audio')
    .where('a.projectId', '=', projectId)
    .where('a.deletedAt', 'is', null)
    .where('a.status', '<>', 'rejected')
    .$if(playable, (query) => query.where('u.version', 'is not', null))
    .$if(flash, (query) =>
      query.innerJoin('Rendition as r', (join) =>
        join
          .onRef('r.version', '=', 'a.audio')
          .on('r.format', '=', 'flash')
          .on('r.progress', '=', 100)
          .on('r.error', 'is', null),
      ),
    )
    .where(isPublicNow())
    .orderBy(inFeedsSince(), 'desc')
    .orderBy('a.id', 'desc');

/**
 * Maximum number of articles that an Alexa skill plays: more than one session, and little data per
 * listener.
 */
export const skillArticlesMax = 50;

/**
 * Articles that an Alexa skill plays, newest first. Of a project that keeps its articles for subscribers,
 * whom Amazon does not know: those with a teaser, which is what is played.
 */
export const skillArticles = (sql: Sql, projectId: number, { teasers }: { teasers: boolean }) =>
  sql
    .selectFrom('Article as a')
    .innerJoin('Audio as u', 'u.version', 'a.audio')
    .where('a.projectId', '=', projectId)
    .where('a.status', '=', 'ready')
    .where('a.deletedAt', 'is', null)
    .$if(teasers, (query) => query.where('u.teaser', 'is not', null))
    .where(isPublicNow())
    .orderBy(inFeedsSince(), 'desc')
    .orderBy('a.id', 'desc')
    .limit(skillArticlesMax);
