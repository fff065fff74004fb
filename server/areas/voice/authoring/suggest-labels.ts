import { sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { containsFolded } from '../../../lib/database/sql.ts';
import { storableText } from '../../../text/storable-text.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';

/** Number of newest articles whose labels count: labels unused for longer are not suggested. */
const newest = 2_000;
const suggestionsMax = 20;

/**
 * Returns labels of the project's newest articles, most used first.
 * @param search part of the label, ignoring case; absent: all
 * @throws NotSignedInError, NotFoundError
 */
export async function suggestLabels(
  app: App,
  actor: Actor,
  { projectId, search = '' }: { projectId: number; search?: string },
): Promise<string[]> {
  const { id } = await accessProject(app.db.sql, actor, projectId, policy.suggestLabels);
  const rows = await app.db.sql
    .selectFrom((eb) =>
      eb
        .selectFrom('Article')
        .where('projectId', '=', id)
        .where('deletedAt', 'is', null)
        .orderBy('addedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(newest)
        .select(sql<string>`unnest("labels")`.as('label'))
        .as('used'),
    )
    .where(containsFolded(sql`fold_text("label")`, storableText(search).trim()))
    // Of several spellings the one that is used most.
    .groupBy(sql`lower("label")`)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy(sql`lower("label")`)
    .limit(suggestionsMax)
    .select(sql<string>`mode() WITHIN GROUP (ORDER BY "label")`.as('label'))
    .execute();
  return rows.map(({ label }) => label);
}
