import type { Source } from '../../../prisma/generated/client/client.ts';
import { honoursRobots } from '../../extraction/robots.ts';
import { discoverArticles } from '../../extraction/discovery/discover-articles.ts';
import { ExtractionError } from '../../extraction/extraction-error.ts';
import { FeedError } from '../../extraction/feed/feed.ts';
import { readFeed } from '../../extraction/feed/read-feed.ts';
import type { Extraction } from '../../extraction/thread.ts';
import { FetchError, safeFetch } from '../../lib/safe-fetch.ts';
import { fromNow, now } from '../../lib/sql.ts';
import { sourcePollJob } from './jobs.ts';
import { system, type Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { tenantOf } from '../../kernel/tenant.ts';
import { accessProjects, type Project } from '../projects/access.ts';
import { whileAsked } from '../projects/while-asked.ts';
import { itemOfFeed, itemOfWebsite, newestFirst, type FoundItem } from './found-item.ts';
import { isPolled } from './new-source.ts';
import { policy } from './policy.ts';
import { accessSource } from './sources.ts';
import { adoptItems, knownItems, rememberItems, takeItem, updateItem, type Origin } from './take-item.ts';

/** Of a source that was never read only so many articles are taken. */
export const firstPollMax = 20;
/** Later, and from a website with `articlesFromDate`; what is beyond comes with the next poll. */
const pollMax = 100;
/** While a poll is under way, nobody else begins one. A process that dies holds the source up for so long. */
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
    throw new ValidationError([{ field: 'source', message: 'Only feeds and websites can be read.' }]);
  return whileAsked(
    app,
    project,
    async (extraction) => (await poll(app, extraction, source, project)) as Source,
  );
}

/**
 * The job: reads a source if that is due and nobody else is at it; the next poll is enqueued with the result.
 */
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
  await poll(app, app.extraction.for(tenantOf(project)), source, project);
  return 'done';
}

interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/**
 * Everything may be repeated: articles are known by their guid, so that a poll that broke off takes the rest
 * the next time.
 */
async function poll(
  app: App,
  extraction: Extraction,
  source: Origin['source'],
  project: Project,
): Promise<Origin['source']> {
  try {
    const validators =
      source.type === 'rss'
        ? await pollFeed(app, extraction, source, project)
        : await pollWebsite(app, extraction, source, project);
    return await finish(app, source, { failures: 0, error: null, polled: true, ...validators });
  } catch (error) {
    if (!(error instanceof FetchError || error instanceof FeedError || error instanceof ExtractionError))
      throw error;
    app.log.info({ sourceId: source.id, err: error.message }, 'poll failed');
    return finish(app, source, {
      failures: source.failures + 1,
      error: error.message,
      polled: false,
      etag: source.etag,
      lastModified: source.lastModified,
    });
  }
}

async function pollFeed(
  app: App,
  extraction: Extraction,
  source: Origin['source'],
  project: Project,
): Promise<Validators> {
  if (!source.url) throw new FeedError('not-a-feed', 'The source has no URL.');
  const { etag, lastModified } = source;
  const answer = await readFeed(source.url, {
    fetch: safeFetch,
    parse: extraction.parseFeed,
    etag,
    lastModified,
    ...fetchOptions(app, project),
  });
  if (answer.notModified) return answer;
  const items = answer.feed.items.flatMap((item) => itemOfFeed(item) ?? []);
  const more = await take(
    app,
    extraction,
    { source, project },
    items,
    source.polledAt === null ? firstPollMax : pollMax,
  );
  // An unchanged feed would be a 304: what was left out would never come.
  return more ? { etag: null, lastModified: null } : answer;
}

async function pollWebsite(
  app: App,
  extraction: Extraction,
  source: Origin['source'],
  project: Project,
): Promise<Validators> {
  const url = source.url ?? (project.autoAddArticles ? project.mainUrl : null);
  if (url) {
    const from = project.articlesFromDate;
    const found = await discoverArticles(url, {
      fetch: safeFetch,
      parsers: extraction,
      from,
      limit: pollMax,
      honoursRobots: honoursRobots({ ...source, sourceType: source.type, mainUrl: project.mainUrl }, url),
      ...fetchOptions(app, project),
    });
    await take(
      app,
      extraction,
      { source, project },
      found.flatMap((article) => itemOfWebsite(article) ?? []),
      source.polledAt === null && from === null ? firstPollMax : pollMax,
    );
  }
  return { etag: null, lastModified: null };
}

const fetchOptions = (app: App, project: Project) => ({
  allowHosts: app.config.fetchAllowHosts,
  ...(project.extractorServerIp &&
    project.extractorIpAddress && { localAddress: project.extractorIpAddress }),
});

/**
 * Makes articles of what is new, updates what follows its feed. @returns whether more is left for the next
 * poll
 */
async function take(
  app: App,
  extraction: Extraction,
  origin: Origin,
  found: FoundItem[],
  max: number,
): Promise<boolean> {
  const { source, project } = origin;
  const from = project.articlesFromDate
    ? Date.parse(`${project.articlesFromDate}T00:00:00Z`)
    : Number.NEGATIVE_INFINITY;
  const wanted = [...new Map(found.map((item) => [item.guid, item])).values()].filter(
    ({ publishedAt }) => (publishedAt?.getTime() ?? Number.POSITIVE_INFINITY) >= from,
  );
  const known = await knownItems(
    app,
    source.id,
    wanted.map(({ guid }) => guid),
  );
  const isFirst = source.polledAt === null;
  if (isFirst)
    for (const [guid, item] of await adoptItems(app, source.id, wanted, known)) known.set(guid, item);
  const isUnknown = ({ guid }: FoundItem): boolean => !known.has(guid);
  const unknown = newestFirst(wanted.filter(isUnknown));
  // Of what was there before its type or address changed, a source goes on with what is newer.
  const taken = isFirst ? newestFirst(wanted).slice(0, max).filter(isUnknown) : unknown.slice(0, max);
  // The oldest first, so that the newest stands at the top of the list.
  for (const item of taken.toReversed()) await takeItem(app, origin, item, await textOf(extraction, item));
  for (const item of wanted) {
    const article = known.get(item.guid);
    if (item.item && article?.rssAutoUpdate && !article.deleted && article.sourceHash !== item.hash)
      await updateItem(app, article.id, item, await textOf(extraction, item));
  }
  const rest = unknown.filter((item) => !taken.includes(item));
  if (isFirst) await rememberItems(app, origin, rest);
  return rest.length > 0 && !isFirst;
}

const textOf = async (extraction: Extraction, { item }: FoundItem): Promise<string> =>
  item ? extraction.itemText(item) : '';

interface Outcome extends Validators {
  failures: number;
  error: string | null;
  polled: boolean;
}

async function finish(
  app: App,
  source: Origin['source'],
  { failures, error, polled, etag, lastModified }: Outcome,
): Promise<Origin['source']> {
  const interval = Math.min(
    app.config.pollIntervalSeconds * 2 ** Math.min(failures, 10),
    Math.max(backOffMaxSeconds, app.config.pollIntervalSeconds),
  );
  // A tenth more or less, so that sources added together are not read together for ever.
  const seconds = interval * (0.9 + 0.2 * Math.random());
  return app.db.transaction(async (sql) => {
    const updated = await sql
      .updateTable('Source')
      .set({
        failures,
        error,
        etag,
        lastModified,
        ...(polled && { polledAt: now() }),
        nextPollAt: fromNow(seconds),
      })
      .where('id', '=', source.id)
      .returningAll()
      .executeTakeFirst();
    if (updated)
      await app.queue.send(sql, sourcePollJob, { sourceId: source.id }, { startAfter: updated.nextPollAt! });
    return updated ?? source;
  });
}
