import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { automaticCountDefault } from '../../../product.ts';
import { checkedColumns, type PlaylistInput } from './playlist-input.ts';
import { policy } from './policy.ts';
import { rankedArticles, type RankedArticle } from './ranking.ts';

export type AutomaticInput = Pick<
  PlaylistInput,
  'limitCount' | 'limitInterval' | 'limitSortBy' | 'limitTimeFrom' | 'limitTimeTo' | 'queryText'
>;

/**
 * What an automatic playlist would hold now.
 * @throws NotSignedInError, NotFoundError, ValidationError on the field that is wrong
 */
export async function previewAutomatic(
  app: App,
  actor: Actor,
  projectId: number,
  given: AutomaticInput,
): Promise<RankedArticle[]> {
  await accessProject(app.db.sql, actor, projectId, policy.previewAutomatic);
  const query = await checkedColumns(app, projectId, { ...given, name: 'Preview' }, null);
  return rankedArticles(app.db.sql, projectId, {
    limitCount: query.limitCount ?? automaticCountDefault,
    limitInterval: query.limitInterval ?? 'weekly',
    limitSortBy: query.limitSortBy ?? 'views',
    limitTimeFrom: query.limitTimeFrom ?? null,
    limitTimeTo: query.limitTimeTo ?? null,
    queryText: query.queryText ?? '',
  });
}
