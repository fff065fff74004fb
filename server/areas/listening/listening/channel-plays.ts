import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { anyOf } from '../../../lib/database/sql.ts';

/** How often a channel was played. */
export interface ChannelPlays {
  channelId: number;
  plays: number;
}

const since = raw<Date>`date_trunc('hour', now()) - interval '7 days'`;
/** The first whole day (UTC) of those. */
const firstDay = raw<Date>`(date_trunc('day', now() AT TIME ZONE 'UTC') - interval '6 days') AT TIME ZONE 'UTC'`;

/**
 * Returns the plays of channels in the last seven days: times that players began an article, and downloads of
 * episodes by podcast apps. Channels without any are left out. One statement, which reads daily sums where
 * there are any, and hours before and after those. For callers who have checked that the channels may be
 * read.
 */
export async function playsOfLastWeek(
  { db: { sql } }: Pick<App, 'db'>,
  channelIds: readonly number[],
): Promise<ChannelPlays[]> {
  return sql
    .with('place', (own) =>
      own
        .selectFrom('Channel as c')
        .leftJoin('CoarseListening as l', 'l.projectId', 'c.projectId')
        .where('c.id', '=', anyOf(channelIds, 'int'))
        .select('c.projectId')
        .select(raw<Date>`greatest(l."until", ${firstDay})`.as('summed'))
        .distinct(),
    )
    .selectFrom('place')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ListeningHour as h')
          .whereRef('h.projectId', '=', 'place.projectId')
          .where('h.hour', '>=', since)
          .where('h.hour', '<', firstDay)
          .select(['h.channelId', 'h.listens as plays'])
          .unionAll(
            eb
              .selectFrom('ListeningDay as d')
              .whereRef('d.projectId', '=', 'place.projectId')
              .where('d.day', '>=', raw<string>`(${firstDay} AT TIME ZONE 'UTC')::date`)
              .where('d.day', '<', raw<string>`("place"."summed" AT TIME ZONE 'UTC')::date`)
              .select(['d.channelId', 'd.listens as plays']),
          )
          .unionAll(
            eb
              .selectFrom('ListeningHour as h')
              .whereRef('h.projectId', '=', 'place.projectId')
              .whereRef('h.hour', '>=', 'place.summed')
              .select(['h.channelId', 'h.listens as plays']),
          )
          .unionAll(
            eb
              .selectFrom('DownloadHour as e')
              .whereRef('e.projectId', '=', 'place.projectId')
              .where('e.hour', '>=', since)
              .select(['e.channelId', 'e.downloads as plays']),
          )
          .as('played'),
      (join) => join.onTrue(),
    )
    .where('played.channelId', '=', anyOf(channelIds, 'int'))
    .select(['played.channelId', raw<number>`sum("played"."plays")::float8`.as('plays')])
    .groupBy('played.channelId')
    .execute();
}
