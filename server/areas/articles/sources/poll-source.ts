import { persistError, noticesColumn } from '../../../lib/persisted-message.ts';
import { feedMessages } from '../../../extraction/messages.ts';
import type { UpdateObject } from 'kysely';
import type { Source } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { honoursRobots } from '../../../extraction/robots.ts';
import { discoverArticles } from '../../../extraction/discovery/discover-articles.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { FeedError } from '../../../extraction/feed/feed.ts';
import { readFeed } from '../../../extraction/feed/read-feed.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { FetchError, safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { sourcePollJob } from './jobs.ts';
import { system, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { accessProjects, type Project } from '../../access/project-access/access.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { itemOfFeed, itemOfWebsite } from './source-item.ts';
import { isPolled } from './new-source.ts';
import { policy } from './policy.ts';
import { accessSource } from './sources.ts';
import { SourceChangedError } from './import-item.ts';
import { importItems, type SourcePoll } from './import-items.ts';
import { sourceMessages } from './messages.ts';

/** Maximum number of articles imported at the first poll of a URL. */
export const firstPollMax = 20;
/** Later, and from a website with `articlesFromDate`; what is beyond comes with the next poll. */
export const pollMax = 100;
/**
 * Lease of a poll, during which no other poll of the source starts. A process that dies delays the source by
 * that long.
 */
const leaseSeconds = 300;
const backOffMaxSeconds = 6 * 3_600;

/**
 * Reads a feed or website now. Whether that succeeded, the source's `error` says.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError, ValidationError on `source`
 * when it is not one that is read
 */
export async function pollSource(app: App, actor: Actor, id: number): Promise<Source> {
  const { source, project } = await accessSource(app.db.sql, actor, id, policy.pollSource);
  if (!isPolled(source.type))
    throw new ValidationError([{ field: 'id', ...sourceMessages.SOURCE_NOT_READABLE() }]);
  return runInteractive(
    app,
    project,
    async (extraction, signal) => (await poll({ app, extraction, signal, source, project })) as Source,
  );
}

/** Job that reads a source if it is due and not being read; the next poll is enqueued with the result. */
export async function pollDueSource(app: App, id: number): Promise<'done' | 'skipped'> {
  const source = await app.db.sql
    .updateTable('Source')
    .set({ nextPollAt: fromNow(leaseSeconds) })
    .where('id', '=', id)
    .where('type', 'in', ['rss', 'parser'])
    .where((eb) => eb.or([eb('nextPollAt', 'is', null), eb('nextPollAt', '<=', fromNow(1))]))
    .returningAll()
    .executeTakeFirst();
  const [project] = source ? await accessProjects(app.db.sql, system, [source.projectId]) : [];
  if (!source || !project) return 'skipped';
  await poll({ app, extraction: app.extraction.for(tenantOf(project)), source, project });
  return 'done';
}

/** What a poll found out. */
interface Found {
  etag: string | null;
  lastModified: string | null;
  /** What was read; null: there is nothing to read now. */
  readUrl: string | null;
  /** Articles of the busiest day, where the address was read for the first time. */
  busiestDay?: number;
}

/**
 * Everything may be repeated: articles are known by their guid, so that a poll that broke off takes the rest
 * the next time.
 * @returns the source as it is afterwards
 */
async function poll(reading: Omit<SourcePoll, 'isFirst'>): Promise<SourcePoll['source']> {
  const { app, source, project } = reading;
  try {
    const url = addressOf(source, project);
    // Also applies after a pause: what arrived in the meantime is as old as the items of the first poll.
    const isFirst = source.beganAt === null || source.readUrl !== url;
    const read = source.type === 'rss' ? pollFeed : pollWebsite;
    const found = await read({ ...reading, isFirst }, url);
    return await finish(app, source, {
      ...found,
      failures: 0,
      error: null,
      errorNotices: null,
      polledAt: now(),
      ...(isFirst && { beganAt: found.readUrl === null ? null : now() }),
    });
  } catch (error) {
    if (error instanceof SourceChangedError) return presentSource(app, source);
    if (!(error instanceof FetchError || error instanceof FeedError || error instanceof ExtractionError))
      throw error;
    // The job was ended: that says nothing about the source.
    if (error instanceof FetchError && error.kind === 'aborted') throw error;
    app.log.info({ sourceId: source.id, err: error.message }, 'source check failed');
    return finish(app, source, {
      failures: source.failures + 1,
      error: error.message,
      errorNotices: noticesColumn(persistError(error)),
    });
  }
}

/** What is read: the source's own address, or for a website the project's, where that adds articles. */
const addressOf = (source: SourcePoll['source'], project: Project): string | null =>
  source.url ?? (source.type === 'parser' && project.autoAddArticles ? project.mainUrl : null);

async function pollFeed(reading: SourcePoll, url: string | null): Promise<Found> {
  const { app, extraction, source, project, isFirst } = reading;
  if (!url) throw new FeedError('not-a-feed', feedMessages.FEED_ADDRESS_MISSING());
  const { etag, lastModified } = isFirst ? { etag: null, lastModified: null } : source;
  const answer = await readFeed(url, {
    fetch: safeFetch,
    parse: extraction.parseFeed,
    workedAt: isFirst ? null : source.polledAt,
    etag,
    lastModified,
    ...fetchOptions(app, project),
  });
  if (answer.notModified) return { etag: answer.etag, lastModified: answer.lastModified, readUrl: url };
  const items = answer.feed.items.flatMap((item) => itemOfFeed(item) ?? []);
  const { more, busiestDay } = await importItems(reading, items, isFirst ? firstPollMax : pollMax);
  return {
    // An unchanged feed would be a 304: what was left out would never come.
    ...(more ? { etag: null, lastModified: null } : { etag: answer.etag, lastModified: answer.lastModified }),
    readUrl: url,
    busiestDay,
  };
}

async function pollWebsite(reading: SourcePoll, url: string | null): Promise<Found> {
  const { app, extraction, source, project, isFirst } = reading;
  const none = { etag: null, lastModified: null };
  if (!url) return { ...none, readUrl: null };
  const from = project.articlesFromDate;
  const found = await discoverArticles(url, {
    fetch: safeFetch,
    parsers: extraction,
    from,
    limit: pollMax,
    honoursRobots: honoursRobots({ ...source, sourceType: source.type, mainUrl: project.mainUrl }, url),
    ...fetchOptions(app, project),
  });
  const { busiestDay } = await importItems(
    reading,
    found.flatMap((article) => itemOfWebsite(article) ?? []),
    isFirst && from === null ? firstPollMax : pollMax,
  );
  return { ...none, readUrl: url, busiestDay };
}

const fetchOptions = (app: App, project: Project) => ({
  allowHosts: app.config.fetchAllowHosts,
  ...(project.extractorServerIp &&
    project.extractorIpAddress && { localAddress: project.extractorIpAddress }),
});

/**
 * Records the result of a poll and enqueues the next one, unless the source was changed or requested again:
 * then the result is outdated, and that change has enqueued the next poll.
 * @returns the source as it is afterwards
 */
async function finish(
  app: App,
  source: SourcePoll['source'],
  outcome: UpdateObject<Tables, 'Source'> & { failures: number },
): Promise<SourcePoll['source']> {
  const interval = Math.min(
    app.config.pollIntervalSeconds * 2 ** Math.min(outcome.failures, 10),
    Math.max(backOffMaxSeconds, app.config.pollIntervalSeconds),
  );
  // A tenth more or less, so that sources added together are not read together for ever.
  const seconds = interval * (0.9 + 0.2 * Math.random());
  return app.db.transaction(async (sql) => {
    const updated = await sql
      .updateTable('Source')
      .set({ ...outcome, nextPollAt: fromNow(seconds) })
      .where('id', '=', source.id)
      .where('type', '=', source.type)
      .where('url', 'is not distinct from', source.url)
      .where('nextPollAt', 'is not distinct from', source.nextPollAt)
      .returningAll()
      .executeTakeFirst();
    if (!updated) return presentSource({ db: { sql } }, source);
    await app.queue.send(sql, sourcePollJob, { sourceId: source.id }, { startAfter: updated.nextPollAt! });
    return updated;
  });
}

/** @returns it as it was where it is gone */
async function presentSource(
  { db }: { db: { sql: Sql } },
  source: SourcePoll['source'],
): Promise<SourcePoll['source']> {
  const present = await db.sql
    .selectFrom('Source')
    .selectAll()
    .where('id', '=', source.id)
    .executeTakeFirst();
  return present ?? source;
}
