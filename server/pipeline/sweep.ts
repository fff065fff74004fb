import { sql, type RawBuilder } from 'kysely';
import type { App } from '../kernel/app.ts';
import { eachItem } from '../kernel/each-item.ts';
import type { Sql } from '../lib/database/db.ts';
import { hasNoJob } from '../kernel/pending-jobs.ts';
import { fromNow, holdName, now, today } from '../lib/database/sql.ts';
import { articleJob, recrawlJob } from '../areas/articles/articles/jobs.ts';
import { joinJob } from '../areas/library/joined-audio/jobs.ts';
import { deploymentJob } from '../areas/channels/deployments/jobs.ts';
import { teasersJob } from '../areas/projects/paywall/jobs.ts';
import { sourcePollJob } from '../areas/articles/sources/jobs.ts';
import { giveBackAbandoned } from '../areas/access/accounts/ledger.ts';
import { endLostChecks } from '../areas/review/review/speech-check/queue-speech-check.ts';
import { releaseDue } from '../areas/articles/articles/schedule-embargo.ts';
import { beginRun } from '../areas/articles/articles/article-states.ts';
import { restartCredited } from './restart-credited.ts';

/** Seconds after which what waits without a job counts as stranded. */
const graceSeconds = 30;
const batch = 1_000;
const limitedBatch = 100;

export interface SweepOutcome {
  /** Articles that had no job. */
  stranded: number;
  /** Articles whose daily limit is over. */
  renewed: number;
  /** Articles whose account has something to spend again. */
  credited: number;
  recrawls: number;
  /** Articles whose embargo was over. */
  opened: number;
  polls: number;
  /** Projects with missing teasers and no job for them. */
  teasers: number;
  /** Deployments without a job. */
  deployments: number;
  /** Joined files without a job. */
  joined: number;
  reservations: number;
  /** Checks of what voices said that every worker died of. */
  checks: number;
}

/**
 * Resumes stalled work: articles that lost their job, articles whose daily limit was reached on an earlier
 * day (UTC) or whose account was empty and has been credited, embargoes that are over, recrawls and source
 * checks that are due, requested teasers and joined files, and reservations whose owner died. Runs each part
 * separately, so that a failure does not delay the others.
 * @throws AggregateError of what failed
 */
export async function sweep(app: App): Promise<SweepOutcome> {
  const parts: Record<keyof SweepOutcome, () => Promise<number>> = {
    stranded: () => resume(app),
    renewed: () => beginLimited(app),
    credited: () => restartCredited(app),
    recrawls: () => resumeRecrawls(app),
    opened: () => releaseDue(app),
    polls: () => sendDuePolls(app),
    teasers: () => resumeTeasers(app),
    deployments: () => resumeDeployments(app),
    joined: () => resumeJoining(app),
    reservations: () => giveBackAbandoned(app.db),
    checks: () => endLostChecks(app),
  };
  const swept = {} as SweepOutcome;
  const failures: unknown[] = [];
  for (const [name, part] of Object.entries(parts) as [keyof SweepOutcome, () => Promise<number>][]) {
    try {
      swept[name] = await part();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be set going again.');
  return swept;
}

/**
 * Looks for what has no job and sends one, in one transaction. Of several processes that look for the same at
 * the same time one does: the others would not see what it has not committed, and send it again.
 */
async function lookAlone(
  { db }: Pick<App, 'db'>,
  job: { name: string },
  look: (tx: Sql) => Promise<number>,
): Promise<number> {
  return db.transaction(async (tx) => ((await holdName(tx, `sweep ${job.name}`)) ? look(tx) : 0));
}

async function resume(app: App): Promise<number> {
  return lookAlone(app, articleJob, async (tx) => {
    const rows = await tx
      .selectFrom('Article as a')
      .innerJoin('Project as p', 'p.id', 'a.projectId')
      .select(['a.id', 'a.run'])
      .where('p.deletedAt', 'is', null)
      .where('a.status', 'in', ['waiting', 'processing', 'retry'])
      .where('a.holdReason', 'is', null)
      .where('a.deletedAt', 'is', null)
      .where(({ eb, fn }) =>
        eb(fn<Date>('greatest', ['a.updatedAt', 'a.retryAt']), '<', fromNow(-graceSeconds)),
      )
      .where(({ ref }) => hasNoJob(articleJob, { articleId: ref('a.id'), run: ref('a.run') }))
      .orderBy('a.id')
      .limit(batch)
      .execute();
    for (const { id, run } of rows) await app.queue.send(tx, articleJob, { articleId: id, run });
    return rows.length;
  });
}

/** Of another day, or stopped by a limit that was raised or lifted since. */
async function beginLimited(app: App): Promise<number> {
  const { done } = await eachItem(app, {
    job: 'articles after their limit',
    items: limitedArticles(app),
    key: (id) => `article ${id}`,
    work: (id) =>
      app.db.transaction(async (tx) => {
        // Locked, so that two processes do not both begin it.
        const article = await limited(tx)
          .select((eb) => eb('a.updatedAt', '<', midnight()).as('isOfAnEarlierDay'))
          .where('a.id', '=', id)
          .forUpdate('a')
          .skipLocked()
          .executeTakeFirst();
        if (!article) return false;
        const why = article.isOfAnEarlierDay ? 'a new day' : 'the daily limit was raised';
        await beginRun(app, tx, { articleId: id, why });
        return true;
      }),
  });
  return done;
}

const midnight = (): RawBuilder<Date> => sql<Date>`${today()}::timestamp AT TIME ZONE 'UTC'`;

const limited = (db: Sql) =>
  db
    .selectFrom('Article as a')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .where('p.deletedAt', 'is', null)
    .where('a.status', '=', 'limit_reached')
    .where('a.deletedAt', 'is', null)
    .where(({ eb, ref, fn }) =>
      eb('a.updatedAt', '<', fn<Date>('greatest', [midnight(), ref('p.limitRaisedAt')])),
    );

/** Some of them; the next sweep begins the others. */
async function* limitedArticles({ db }: App): AsyncGenerator<number> {
  for (let [last, count] = [0, 0]; count < batch;) {
    const rows = await limited(db.sql)
      .select('a.id')
      .where('a.id', '>', last)
      .orderBy('a.id')
      .limit(limitedBatch)
      .execute();
    for (const { id } of rows) yield id;
    if (rows.length < limitedBatch) return;
    count += rows.length;
    last = rows.at(-1)!.id;
  }
}

async function resumeRecrawls(app: App): Promise<number> {
  return lookAlone(app, recrawlJob, async (tx) => {
    const rows = await tx
      .selectFrom('Article as a')
      .select('a.id')
      .where('a.recrawlTime', '<', fromNow(-graceSeconds))
      .where('a.deletedAt', 'is', null)
      .where(({ ref }) => hasNoJob(recrawlJob, { articleId: ref('a.id') }))
      .orderBy('a.id')
      .limit(batch)
      .execute();
    for (const { id } of rows) await app.queue.send(tx, recrawlJob, { articleId: id });
    return rows.length;
  });
}

async function sendDuePolls(app: App): Promise<number> {
  return lookAlone(app, sourcePollJob, async (tx) => {
    const rows = await tx
      .selectFrom('Source as s')
      .innerJoin('Project as p', 'p.id', 's.projectId')
      .select('s.id')
      .where('s.type', 'in', ['rss', 'parser'])
      .where('p.deletedAt', 'is', null)
      .where((eb) => eb.or([eb('s.nextPollAt', 'is', null), eb('s.nextPollAt', '<=', now())]))
      .where(({ ref }) => hasNoJob(sourcePollJob, { sourceId: ref('s.id') }))
      .orderBy('s.nextPollAt')
      .limit(batch)
      .execute();
    for (const { id } of rows) await app.queue.send(tx, sourcePollJob, { sourceId: id });
    return rows.length;
  });
}

async function resumeTeasers(app: App): Promise<number> {
  return lookAlone(app, teasersJob, async (tx) => {
    const rows = await tx
      .selectFrom('Project as p')
      .select('p.id')
      .where('p.teasersAskedAt', '<', fromNow(-graceSeconds))
      .where('p.deletedAt', 'is', null)
      .where(({ ref }) => hasNoJob(teasersJob, { projectId: ref('p.id') }))
      .orderBy('p.id')
      .limit(batch)
      .execute();
    for (const { id } of rows) await app.queue.send(tx, teasersJob, { projectId: id });
    return rows.length;
  });
}

async function resumeJoining(app: App): Promise<number> {
  return lookAlone(app, joinJob, async (tx) => {
    const rows = await tx
      .selectFrom('JoinedAudio as j')
      .select('j.key')
      .where('j.state', 'in', ['waiting', 'joining'])
      .where('j.usedAt', '<', fromNow(-graceSeconds))
      .where(({ ref }) => hasNoJob(joinJob, { key: ref('j.key') }))
      .orderBy('j.key')
      .limit(batch)
      .execute();
    for (const { key } of rows) await app.queue.send(tx, joinJob, { key });
    return rows.length;
  });
}

async function resumeDeployments(app: App): Promise<number> {
  return lookAlone(app, deploymentJob, async (tx) => {
    const rows = await tx
      .selectFrom('Deployment as d')
      .select('d.id')
      .where('d.status', '=', 'starting')
      .where('d.modifiedAt', '<', fromNow(-graceSeconds))
      .where(({ ref }) => hasNoJob(deploymentJob, { deploymentId: ref('d.id') }))
      .orderBy('d.id')
      .limit(batch)
      .execute();
    for (const { id } of rows) await app.queue.send(tx, deploymentJob, { deploymentId: id });
    return rows.length;
  });
}
