import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { partsOfArticle } from '../listening/article-retention.ts';
import { zonesOf } from '../listening/project-zones.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { parseReportDays, type Days } from './report-days.ts';
import { policy } from './policy.ts';
import { percent } from './report.ts';
import { listenersMin } from './reports/breakdown-reports.ts';

export interface RetentionCurve extends Days {
  /** In which the days begin and end. */
  zone: string;
  plays: number;
  durationMs: number;
  /** Of each hundredth, in percent of the plays. */
  parts: number[];
}

/**
 * Returns the retention curve of an article.
 * @returns null where too few began it to publish figures
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `date_from` or `date_to`
 */
export async function readRetentionCurve(
  app: App,
  actor: Actor,
  {
    articleId,
    projectId,
    teaser,
    ...days
  }: {
    articleId: number;
    projectId: number;
    teaser: boolean;
    from?: string | null | undefined;
    to?: string | null | undefined;
  },
): Promise<RetentionCurve | null> {
  await accessProject(app.db.sql, actor, projectId, policy.readStatistics);
  const zone = (await zonesOf(app.db.sql, [projectId])).get(projectId) ?? 'UTC';
  const asked = parseReportDays(days, zone);
  const rows = await app.db.readReport((sql) =>
    sql
      .selectFrom('ArticleHeard')
      .select(['plays', 'durationMs', 'parts'])
      .where('projectId', '=', projectId)
      .where('articleId', '=', articleId)
      .where('teaser', '=', teaser)
      .where('day', '>=', asked.from)
      .where('day', '<=', asked.to)
      .execute(),
  );
  const plays = rows.reduce((sum, row) => sum + row.plays, 0);
  if (plays < listenersMin) return null;
  const durationMs = Math.max(0, ...rows.map((row) => row.durationMs));
  const heardMs = Array.from({ length: partsOfArticle }, (_, part) =>
    rows.reduce((sum, { parts }) => sum + (parts?.[part] ?? 0), 0),
  );
  const partMs = durationMs / partsOfArticle;
  return { ...asked, zone, plays, durationMs, parts: heardMs.map((ms) => percent(ms, plays * partMs) ?? 0) };
}
