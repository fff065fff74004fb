import { databaseTime } from '../lib/database/database-clock.ts';
import { persistMessages, noticesColumn, type PersistedMessage } from '../lib/persisted-message.ts';
import { fileMessages } from './messages.ts';
import { OutOfCharactersError } from '../areas/access/accounts/ledger.ts';
import { articleEvent } from '../areas/articles/articles/events.ts';
import { teasersJob } from '../areas/projects/paywall/jobs.ts';
import { paywall as schema, paywallOf, type Paywall } from '../areas/projects/paywall/paywall.ts';
import { writeLog } from '../areas/articles/articles/article-states.ts';
import { noCharactersForTeasers, withoutTeaser } from '../areas/projects/paywall/teasers.ts';
import type { JobContext, JobOutcome } from '../lib/database/queue.ts';
import { json } from '../lib/database/sql.ts';
import { readArticle, type ArticleRun, type Tools } from './article-run.ts';
import { failureVerdict } from './retry-policy.ts';
import { invitationOf, teaserVersion, type PlannedTeaser } from '../areas/voice/voicing/voicing-plan.ts';
import type { RenderedFile } from './sound/file-content.ts';
import { makeTeaser } from './sound/make-teaser.ts';
import { NoRecordError, recordedVersion } from './sound/recorded-version.ts';
import { LostSoundError, readSegments } from './sound/voiced-segments.ts';
import { planOf } from './steps/chunk.ts';
import { voiceMissing } from './steps/synthesise.ts';

/** Milliseconds after which another project has its turn. */
const turn = 20_000;

const dayMs = 86_400_000;

/** A teaser's file, or null where the article is too short for one. */
type Made = { version: PlannedTeaser['version']; file: RenderedFile; invitation: string | null } | null;

/**
 * Generates the missing teasers of a project's articles from the recorded speech; the article's own file
 * stays as it is. If a teaser fails, its article is skipped, and its log says why. If the process is killed
 * at any point, the next execution continues with the remaining articles.
 */
export async function makeTeasers(
  tools: Tools,
  { projectId }: { projectId: number },
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<JobOutcome> {
  const { db, queue } = tools.app;
  const end = (error: PersistedMessage | null = null) =>
    db.sql
      .updateTable('Project')
      .set({
        teasersAskedAt: null,
        teasersError: error?.text ?? null,
        teasersErrorNotices: noticesColumn(error),
      })
      .where('id', '=', projectId)
      .execute();
  const goOn = (startAfter?: Date) =>
    queue.send(db.sql, teasersJob, { projectId }, startAfter && { startAfter });
  const until = Date.now() + turn;
  for (;;) {
    const project = await db.prisma.project.findFirst({
      where: { id: projectId, deletedAt: null, teasersAskedAt: { not: null } },
    });
    const paywall = project && paywallOf(project);
    if (!paywall) {
      if (project) await end();
      return 'skipped';
    }
    const next = await withoutTeaser(db.sql, projectId, paywall)
      .select(['a.id', 'a.run', 'u.version'])
      .orderBy('a.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!next) {
      await end();
      return 'done';
    }
    if (Date.now() > until || tools.stopping?.aborted) {
      await goOn();
      return 'done';
    }
    signal.throwIfAborted();
    const run: ArticleRun = {
      ...tools,
      articleId: next.id,
      run: next.run,
      signal,
      log: log.child({ articleId: next.id }),
      voice: 'own',
    };
    try {
      await record(run, next.version, paywall, { made: await teaserOf(run, next.version) });
    } catch (error) {
      if (signal.aborted) throw error;
      // If the article was edited or deleted since, it is not found again or has another version.
      const verdict = failureVerdict(error, 0, 0);
      if (verdict.kind === 'stale') continue;
      if (verdict.kind === 'queue') throw error;
      if (error instanceof OutOfCharactersError) {
        await end(persistMessages([noCharactersForTeasers]));
        return 'done';
      }
      if (verdict.kind === 'limit' || (verdict.kind === 'postpone' && !verdict.countsAsAttempt)) {
        await goOn(
          verdict.kind === 'limit'
            ? new Date(Math.ceil(databaseTime().getTime() / dayMs) * dayMs)
            : new Date(databaseTime().getTime() + verdict.waitMs),
        );
        return 'done';
      }
      run.log.warn({ err: error }, 'teaser not made');
      await record(run, next.version, paywall, {
        problem:
          error instanceof LostSoundError
            ? persistMessages([fileMessages.TEASER_SPEECH_LOST()])
            : verdict.reason,
      });
    }
  }
}

/**
 * The teaser of a version that is there: the same words, voice and sound, and the invitation in the project's
 * voice of today.
 */
async function teaserOf(run: ArticleRun, version: string): Promise<Made> {
  const { app, articleId } = run;
  const article = await readArticle(run);
  const plan = await planOf(run, article);
  if (!plan.teaser) return null;
  const {
    design: { sound, tags },
    speech,
    spoken,
  } = await recordedVersion(app, version);
  if (spoken !== plan.spoken) throw new NoRecordError(fileMessages.TEASER_TEXT_CHANGED());
  const { suffix } = plan.teaser;
  const invitation = invitationOf(plan.teaser);
  if (invitation) await voiceMissing(run, article, version, [invitation]);
  const beyond = plan.chunks[plan.teaser.chunks]?.start ?? Infinity;
  const beginning = speech.filter(({ chunk }) => chunk.start < beyond);
  const teaser = teaserVersion(
    articleId,
    beginning.map(({ chunk, pauseMs }) => ({ key: chunk.key, pauseMs })),
    suffix,
    sound,
  );
  const segments = await readSegments(app.db.sql, invitation ? [invitation.key] : []);
  const file = await makeTeaser(run, { version: teaser, suffix }, beginning, { sound, tags }, segments);
  return file && { version: teaser, file, invitation: invitation && invitation.key };
}

/**
 * Result of a teaser; one that could not be made leaves the teaser for an earlier paywall where there is one.
 */
async function record(
  { app, articleId }: ArticleRun,
  version: string,
  paywall: Paywall,
  outcome: { made: Made } | { problem: PersistedMessage },
): Promise<void> {
  await app.db.transaction(async (sql) => {
    const { projectId } = await sql
      .selectFrom('Article')
      .select('projectId')
      .where('id', '=', articleId)
      .executeTakeFirstOrThrow();
    await sql
      .updateTable('Audio')
      .set({
        ...('made' in outcome && {
          teaser: outcome.made?.version ?? null,
          teaserMs: outcome.made?.file.durationMs ?? null,
          invitation: outcome.made?.invitation ?? null,
        }),
        paywall: json(schema, paywall),
      })
      .where('version', '=', version)
      .execute();
    if ('problem' in outcome)
      await writeLog(sql, articleId, [{ action: 'teaser not made', told: outcome.problem }]);
    await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId, projectId });
  });
}
