import { sql } from 'kysely';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { accessArticle } from '../articles/article.ts';
import { zonesOf } from '../listening/project-zones.ts';
import { daysAsked, hoursOf, type Days } from './days.ts';
import { policy } from './policy.ts';
import { percent } from './report.ts';
import { listenersMin } from './reports/of-what.ts';

/** Where listeners stopped in an article. */
export interface ArticleStops extends Days {
  zone: string;
  /** Times that it was begun, teasers included. */
  plays: number;
  /** The share of the plays, in percent, that came to 0, 10 … 100 percent of the audio. */
  reached: number[];
}

/**
 * How far those who began an article came.
 * @returns null where there are too few of them to be told of
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `date_from` or `date_to`
 */
export async function readArticleStops(
  app: App,
  actor: Actor,
  articleId: number,
  days: Parameters<typeof daysAsked>[0],
): Promise<ArticleStops | null> {
  const { projectId } = await accessArticle(app.db.sql, actor, articleId, policy.readStatistics);
  const zone = (await zonesOf(app.db.sql, [projectId])).get(projectId) ?? 'UTC';
  const asked = daysAsked(days, zone);
  const { since, until } = hoursOf(asked, zone);
  const tenth = (decile: number) => sql`coalesce(sum(h."reached"[${sql.lit(decile)}]), 0)::float8`;
  const { rows } = await sql<{ plays: number; finishes: number; reached: number[] }>`
    SELECT coalesce(sum(h."listens"), 0)::float8 AS "plays", coalesce(sum(h."finishes"), 0)::float8 AS "finishes",
      ARRAY[${sql.join([1, 2, 3, 4, 5, 6, 7, 8, 9].map(tenth))}] AS "reached"
    FROM "ListeningHour" h WHERE h."projectId" = ${projectId} AND h."articleId" = ${articleId}
      AND h."hour" >= ${since} AND h."hour" < ${until}`.execute(app.db.sql);
  const { plays, finishes, reached } = rows[0]!;
  if (plays < listenersMin) return null;
  // Who skips does not pass what is skipped, so later tenths may have more. Who is still there never rises.
  let most = 100;
  const shares = [plays, ...reached, finishes].map((times) => {
    most = Math.min(most, percent(times, plays) ?? 0);
    return most;
  });
  return { ...asked, zone, plays, reached: shares };
}
