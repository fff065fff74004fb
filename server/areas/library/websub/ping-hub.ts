import { databaseTime } from '../../../lib/database/database-clock.ts';
import { persistError, noticesColumn } from '../../../lib/persisted-message.ts';
import { hubMessages } from './messages.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { sql as raw, type RawBuilder } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { FetchError, safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import { now } from '../../../lib/database/sql.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { JobOutcome } from '../../../lib/database/queue.ts';
import { isPublicNow } from '../publishing/embargo-condition.ts';
import { retryProjectPingsJob, pingHubJob } from './jobs.ts';
import { podcastPageItems } from '../../../product.ts';

/** Error of a hub that rejected a notification. */
export class HubError extends ExpectedError {
  override name = 'HubError';
  readonly onVoicing = 'retry';
}

/**
 * A hash of the first page of podcast `c`'s feed, which is what its topic is: of its newest episodes alone,
 * however many there are.
 */
const firstPage = (): RawBuilder<string> => raw<string>`(
  SELECT md5(c."revision" || coalesce(string_agg(e."guid" || e."file" || e."title" || coalesce(e."publishedAt"::text, ''), ' ' ORDER BY e."id"), ''))
  FROM (SELECT "id", "guid", "file", "title", "publishedAt" FROM "Episode"
    WHERE "channelId" = c."id" AND "publishedAt" IS NOT NULL AND "file" IS NOT NULL AND "deletedAt" IS NULL
    ORDER BY "publishedAt" DESC, "id" DESC LIMIT ${raw.lit(podcastPageItems)}) e
  WHERE NOT EXISTS (SELECT 1 FROM "EpisodeArticle" x JOIN "Article" a ON a."id" = x."articleId"
    WHERE x."episodeId" = e."id" AND NOT ${isPublicNow()}))`;

/** Selects podcasts that have a hub, with the state of their feed and what the hub was last notified of. */
const withHub = (sql: Sql) =>
  sql
    .selectFrom('Channel as c')
    .innerJoin('Project as p', 'p.id', 'c.projectId')
    .leftJoin('HubPing as h', 'h.channelId', 'c.id')
    .where('c.type', '=', 'podcast')
    .where('c.deletedAt', 'is', null)
    .where('p.deletedAt', 'is', null)
    .where(raw<boolean>`c."settings" ->> 'hub' IS NOT NULL`);

/** Returns the state of a podcast's feed, and what its hub was last notified of. */
export const probeHub = (sql: Sql, channelId: number) =>
  withHub(sql)
    .where('c.id', '=', channelId)
    .select(['c.slug', 'h.told', raw<string>`c."settings" ->> 'hub'`.as('hub'), firstPage().as('says')]);

/**
 * Notifies a podcast's hub that its feed has changed, unless it knows. W3C WebSub leaves the protocol to the
 * two sides; hubs accept `hub.mode=publish`.
 * @throws HubError, FetchError if the notification fails; it is retried
 */
export async function pingHub(
  { db, config }: Pick<App, 'db' | 'config'>,
  channelId: number,
  signal?: AbortSignal,
): Promise<JobOutcome> {
  const podcast = await probeHub(db.sql, channelId).executeTakeFirst();
  const key = podcast && `${podcast.hub} ${podcast.says}`;
  if (!podcast || key === undefined || podcast.told === key) return 'skipped';
  const topic = `${config.publicUrl.replace(/(?<!\/)\/+$/, '')}/podcast/${podcast.slug}`;
  try {
    const { status } = await safeFetch(podcast.hub, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic }).toString(),
      allowHosts: config.fetchAllowHosts,
      maxBytes: 100_000,
      timeoutMs: 20_000,
      ...(signal && { signal }),
    });
    if (status >= 300) throw new HubError(hubMessages.HUB_ANSWERED_STATUS({ status }));
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof FetchError || error instanceof HubError)) throw error;
    await note(db.sql, channelId, { error: error.message, errorNotices: noticesColumn(persistError(error)) });
    throw error;
  }
  await note(db.sql, channelId, { told: key, error: null, errorNotices: null, toldAt: databaseTime() });
  return 'done';
}

async function note(
  sql: Sql,
  channelId: number,
  values: { told?: string; error: string | null; errorNotices: string | null; toldAt?: Date },
): Promise<void> {
  await sql
    .insertInto('HubPing')
    .values({ channelId, ...values, triedAt: now() })
    .onConflict((conflict) => conflict.column('channelId').doUpdateSet({ ...values, triedAt: now() }))
    .execute();
}

/**
 * Sends the jobs for podcasts whose hub has not been notified of the current content. @param projectId of
 * that project alone
 */
export async function findPendingPings(
  { db, queue }: Pick<App, 'db' | 'queue'>,
  projectId?: number,
): Promise<number> {
  const untold = await withHub(db.sql)
    .select('c.id')
    .$if(projectId !== undefined, (query) => query.where('c.projectId', '=', projectId!))
    .where(raw<boolean>`h."told" IS DISTINCT FROM (c."settings" ->> 'hub') || ' ' || ${firstPage()}`)
    // A failing hub is retried by its current job, and by a new one some time after that has given up.
    .where(raw<boolean>`(h."error" IS NULL OR h."triedAt" < now() - interval '5 minutes')`)
    .limit(1_000)
    .execute();
  for (const { id } of untold) await queue.send(db.sql, pingHubJob, { channelId: id });
  return untold.length;
}

/**
 * Has a project's podcasts looked at as soon as something of it changed, by one job however many processes
 * hear of it. @returns what ends that
 */
export function queueHubPings(app: Pick<App, 'db' | 'queue' | 'pubsub' | 'log'>): () => void {
  return app.pubsub.onFeedsChange((projectId) => {
    if (projectId === null) return;
    // Changes of one second are one job, which begins when that second is over and so sees them all.
    const options = {
      singletonKey: String(projectId),
      startAfter: new Date(databaseTime().getTime() + 1_000),
    };
    app.queue
      .send(app.db.sql, retryProjectPingsJob, { projectId }, options)
      .catch((error: unknown) => app.log.warn({ err: error }, 'hub notifications not queued'));
  });
}
