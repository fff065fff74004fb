import { sql as raw } from 'kysely';
import { assignArticles, isForEpisodes } from '../areas/episodes/assign.ts';
import { podcastsOf, publishPlain, retryFailed } from '../areas/episodes/plain.ts';
import { publishJob } from '../areas/publishing/jobs.ts';
import type { App } from '../kernel/app.ts';
import type { JobContext, JobOutcome } from '../lib/queue.ts';
import { makeBriefing } from './make-briefing.ts';
import { makeEpisode } from './make-episode.ts';

/** Milliseconds after which another project has its turn. */
const turn = 10_000;
const batch = 50;
/** Episodes that cannot be made now, after which the others wait, too: it may be the voice. */
const failuresMax = 10;

/**
 * Publishes what a project's channels lack: its podcasts' episodes, the sound of its flash briefings. Killed
 * at any instant, or done twice at once, the next execution goes on with what is left: an article is in one
 * episode, and an episode is the same one for ever.
 */
export async function publishProject(
  app: App,
  { projectId }: { projectId: number },
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<JobOutcome> {
  const until = Date.now() + turn;
  const isOver = (): boolean => Date.now() > until;
  const failures: unknown[] = [];
  let count = 0;
  for (const { id } of await podcastsOf(app, projectId)) {
    const tried = new Set<number>();
    for (let made = -1; made !== 0 && !isOver();) {
      signal.throwIfAborted();
      made = await assignArticles(app, id);
      made += await publishPlain(app, id);
      for (const episode of await unmade(app, id)) {
        if (tried.has(episode) || isOver() || failures.length >= failuresMax) continue;
        tried.add(episode);
        made += 1;
        await makeEpisode(app, id, episode, signal).catch((error: unknown) => {
          if (signal.aborted) throw error;
          log.warn({ err: error, channelId: id, episodeId: episode }, 'an episode cannot be made now');
          failures.push(error);
        });
      }
      count += made;
    }
  }
  for (let made = true; made && !isOver();) {
    signal.throwIfAborted();
    made = await makeBriefing(app, projectId, signal);
    if (made) count += 1;
  }
  if (isOver()) await app.queue.send(app.db.sql, publishJob, { projectId });
  // The queue tries again, later each time; other episodes do not wait for that.
  else if (failures.length > 0) throw failures[0];
  return count > 0 ? 'done' : 'skipped';
}

/** Episodes that are to be made, or made again. */
async function unmade({ db }: App, channelId: number): Promise<number[]> {
  const rows = await db.sql
    .selectFrom('Episode')
    .select('id')
    .where('channelId', '=', channelId)
    .where('content', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Has projects published that have something to publish which nobody is publishing: their day or week is
 * over, or something failed.
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
