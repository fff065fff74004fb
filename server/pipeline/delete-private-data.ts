import type { App } from '../kernel/app.ts';
import { anyOf } from '../lib/database/sql.ts';

/** Articles, and projects, of one transaction. */
const batch = 200;

/**
 * Deletes what was one person's alone and was deleted before then, with all rows that lead to it: audios of
 * studios, whose titles are the beginning of their texts, and the private projects and the studio of a
 * deleted account. What organizations own stays, as does the ledger, which knows only numbers. Runs after the
 * parts that delete files, whose names are in these rows: what still has one is left for the next night.
 * @returns how many
 */
export async function deletePrivateData({ db }: App, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const forgotten = await db.unhurried.transaction(async (sql) => {
      const articles = await sql
        .selectFrom('Article as a')
        .innerJoin('Project as p', 'p.id', 'a.projectId')
        .innerJoin('User as u', 'u.id', 'p.ownerId')
        .leftJoin('StudioAudio as t', 't.articleId', 'a.id')
        .select(['a.id', 't.channelId'])
        .where('p.organizationId', 'is', null)
        .where((eb) =>
          eb.or([
            eb.and([eb('u.deletedAt', 'is not', null), eb('p.deletedAt', '<', before)]),
            eb.and([eb('p.studioUserId', 'is not', null), eb('a.deletedAt', '<', before)]),
          ]),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('Audio as v').select('v.version').whereRef('v.articleId', '=', 'a.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('Chunk as c').select('c.id').whereRef('c.articleId', '=', 'a.id'))),
        )
        .orderBy('a.id')
        .limit(batch)
        .execute();
      const ids = articles.map(({ id }) => id);
      const channels = articles.flatMap(({ channelId }) => channelId ?? []);
      await sql.deleteFrom('Article').where('id', '=', anyOf(ids, 'int')).execute();
      await sql.deleteFrom('Channel').where('id', '=', anyOf(channels, 'int')).execute();
      return ids.length;
    });
    count += forgotten;
    if (forgotten < batch) break;
  }
  for (;;) {
    const { numDeletedRows } = await db.unhurried.sql
      .deleteFrom('Project')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('Project as p')
          .innerJoin('User as u', 'u.id', 'p.ownerId')
          .select('p.id')
          .where('p.organizationId', 'is', null)
          .where('p.deletedAt', '<', before)
          .where('u.deletedAt', 'is not', null)
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from('Article')
                  .select('projectId')
                  .whereRef('projectId', '=', 'p.id')
                  .unionAll(from('Sound').select('projectId').whereRef('projectId', '=', 'p.id'))
                  .unionAll(from('JoinedAudio').select('projectId').whereRef('projectId', '=', 'p.id')),
              ),
            ),
          )
          .limit(batch),
      )
      .executeTakeFirstOrThrow();
    count += Number(numDeletedRows);
    if (Number(numDeletedRows) < batch) return count;
  }
}
