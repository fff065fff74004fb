import { sql as raw } from 'kysely';
import { assignArticles, isForEpisodes } from '../areas/channels/episodes/assign-articles.ts';
import {
  podcastsOf,
  publishSingleArticle,
  retryFailed,
} from '../areas/channels/episodes/single-article-episode.ts';
import { publishJob } from '../areas/library/publishing/jobs.ts';
import type { App } from '../kernel/app.ts';
import { eachItem } from '../kernel/each-item.ts';
import { anyOf } from '../lib/database/sql.ts';
import type { JobContext, JobOutcome } from '../lib/database/queue.ts';
import { makeBriefing } from './make-briefing.ts';
import { makeEpisode } from './make-episode.ts';

/** Milliseconds after which another project has its turn. */
const turn = 10_000;
const batch = 50;

/**
 * Publishes what a project's channels lack: its podcasts' episodes and the audio of its flash briefings, each
 * podcast separately. If the process is killed at any point, or two executions overlap, the next one
 * continues with the rest: an article is in one episode, and an episode never changes its identity.
 * @throws the first failure, once all others were processed
 */
export async function publishProject(
  app: App,
  { projectId }: { projectId: number },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<JobOutcome> {
  const until = Date.now() + turn;
  const run: Run = { app, signal, isOver: () => Date.now() > until, failures: [] };
  let count = 0;
  const { error } = await eachItem(app, {
    job: 'project-publish',
    items: await podcastsOf(app, projectId),
    key: ({ id }) => `podcast ${id}`,
    work: async ({ id }) => (count += await publishPodcast(run, id)),
    signal,
  });
  if (error !== undefined) run.failures.push(error);
  count += await makeBriefings(run, projectId);
  if (run.isOver()) await app.queue.send(app.db.sql, publishJob, { projectId });
  // The queue tries again, later each time; other episodes do not wait for that.
  else if (run.failures.length > 0) throw run.failures[0];
  return count > 0 ? 'done' : 'skipped';
}

/** One execution, within its time. */
interface Run extends Pick<JobContext, 'signal'> {
  app: App;
  isOver(): boolean;
  failures: unknown[];
}

/** Returns for how many articles flash briefings have audio now; one that fails is passed over. */
async function makeBriefings({ app, signal, isOver, failures }: Run, projectId: number): Promise<number> {
  const tried = new Set<string>();
  for (let count = 0; ;) {
    if (isOver()) return count;
    signal.throwIfAborted();
    const before = tried.size;
    try {
      if (!(await makeBriefing(app, projectId, signal, tried))) return count;
      count += 1;
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
      // It failed before it came to an article, which it would do again.
      if (tried.size === before) return count;
    }
  }
}

/** Returns how many episodes were made. */
async function publishPodcast({ app, signal, isOver, failures }: Run, id: number): Promise<number> {
  const tried = new Set<number>();
  let count = 0;
  for (let made = -1; made !== 0 && !isOver();) {
    signal.throwIfAborted();
    made = await assignArticles(app, id);
    made += await publishSingleArticle(app, id);
    const { done, failed, error } = await eachItem(app, {
      job: 'episodes',
      items: untried(app, id, tried, isOver),
      key: (episode) => `episode ${episode}`,
      work: (episode) => makeEpisode(app, id, episode, signal),
      signal,
    });
    count += made + done;
    if (failed > 0) failures.push(error);
    // It may be the voice, which the others need, too.
    if (failed > 0 && done === 0) break;
    made += done;
  }
  return count;
}

async function* untried(
  app: App,
  channelId: number,
  tried: Set<number>,
  isOver: () => boolean,
): AsyncGenerator<number> {
  for (const episode of await unmade(app, channelId, tried)) {
    if (isOver()) return;
    tried.add(episode);
    yield episode;
  }
}

/** Episodes that are to be made, or made again, without those that were tried. */
async function unmade({ db }: App, channelId: number, tried: ReadonlySet<number>): Promise<number[]> {
  const rows = await db.sql
    .selectFrom('Episode')
    .select('id')
    .where('channelId', '=', channelId)
    .where('content', 'is', null)
    .where('deletedAt', 'is', null)
    .where(({ not, eb }) => not(eb('id', '=', anyOf([...tried], 'int'))))
    .orderBy('id')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Queues publishing for projects that have something to publish and no job for it: their day or week is over,
 * or something failed.
 */
export async function publishDue(app: App): Promise<JobOutcome> {
  await retryFailed(app);
  const { rows } = await raw<{ projectId: number }>`
    SELECT DISTINCT c."projectId" FROM "Channel" c JOIN "Project" p ON p."id" = c."projectId"
    WHERE c."deletedAt" IS NULL AND p."deletedAt" IS NULL AND (c."type" = 'alexaFB' OR c."type" = 'podcast'
      AND (EXISTS (SELECT 1 FROM "Episode" e WHERE e."channelId" = c."id" AND e."content" IS NULL AND e."deletedAt" IS NULL)
        OR EXISTS (SELECT 1 FROM "Article" a WHERE a."projectId" = c."projectId" AND ${isForEpisodes()}
          AND NOT EXISTS (SELECT 1 FROM "EpisodeArticle" x WHERE x."channelId" = c."id" AND x."articleId" = a."id"))))
      AND NOT EXISTS (SELECT 1 FROM pgboss.job j WHERE j.name = ${publishJob.name} AND j.state < 'completed'
        AND j.data->>'projectId' = c."projectId"::text)`.execute(app.db.unhurried.sql);
  for (const { projectId } of rows) await app.queue.send(app.db.sql, publishJob, { projectId });
  return rows.length > 0 ? 'done' : 'skipped';
}
