import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, fromNow, now } from '../../../lib/database/sql.ts';
import type { Article } from '../../articles/articles/article.ts';
import { NotAllowedError, NotSignedInError } from '../../../kernel/errors.ts';
import { accessProjectTogether, type Project } from '../../access/project-access/access.ts';
import { mayReview } from './policy.ts';
import { claimSeconds } from './review.ts';

/** Maximum attempts to find an unclaimed article when other reviewers take articles at the same moment. */
const attemptsMax = 50;

/**
 * Assigns the caller the newest article of a project that is to be reviewed and that no other person is
 * reviewing, for `claimSeconds` or until the session ends. Articles that the same person had not finished, in
 * any session, become free again.
 * @returns null when there is none
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function claimNextReview(app: App, actor: Actor, projectId: number): Promise<Article | null> {
  // A refused caller does not affect the others in the same batch.
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const next = await claimsOf(app).load({ projectId, actor });
    if (!next) return null;
    const { isTaken, place: _, ...article } = next;
    if (isTaken) return article;
  }
  return null;
}

interface Asking {
  projectId: number;
  actor: Actor;
}

type Taken = Article & Awaited<ReturnType<typeof takeNext>>[number];

const claims = new WeakMap<App, DataLoader<Asking, Taken | null>>();

/** Reviewers start at the same time of day: callers that wait are served in order. */
function claimsOf(app: App): DataLoader<Asking, Taken | null> {
  const known = claims.get(app);
  if (known) return known;
  let answered: Promise<unknown> = Promise.resolve();
  const own = new DataLoader<Asking, Taken | null>(
    (asking) => {
      const taken = takeTogether(app.db.sql, asking);
      answered = taken.catch(() => {});
      return taken;
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: (begin) => void answered.then(begin) },
  );
  claims.set(app, own);
  return own;
}

async function takeTogether(db: Sql, asking: readonly Asking[]): Promise<(Taken | Error | null)[]> {
  const found = new Map<Asking, Taken | Error>();
  for (const [projectId, together] of Map.groupBy(asking, (one) => one.projectId)) {
    const actors = together.map(({ actor }) => actor);
    const projects = await accessProjectTogether(db, actors, projectId, 'read');
    const admitted = together.flatMap((asked, index) => {
      const one = admit(asked, projects[index]!);
      if (!(one instanceof Error)) return [one];
      found.set(asked, one);
      return [];
    });
    // Two concurrent requests of a user get the same article.
    const people = [...Map.groupBy(admitted, ({ userId }) => userId).values()];
    const first = people.map(([one]) => one!);
    for (const taken of first.length ? await takeNext(db, projectId, first) : [])
      for (const { asked, project } of people[taken.place - 1]!) found.set(asked, { ...taken, project });
  }
  return asking.map((one) => found.get(one) ?? null);
}

/** People review, each for themselves. */
function admit(asked: Asking, project: Project | Error) {
  if (project instanceof Error) return project;
  if (!mayReview(project) || asked.actor.kind !== 'user') return new NotAllowedError();
  const { userId, sessionId } = asked.actor;
  return { asked, project, userId, sessionId };
}

/**
 * Claims articles for several requests in one statement. Its conditions match those of the index of articles
 * to review.
 * @returns the requests' positions that have an article; `isTaken`: whether the claim won against a
 * concurrent one
 */
function takeNext(db: Sql, projectId: number, asking: readonly { userId: number; sessionId: string }[]) {
  const users = asking.map(({ userId }) => userId);
  const sessions = asking.map(({ sessionId }) => sessionId);
  const theirs = anyOf(users, 'int');
  const given = sql<{ userId: number; sessionId: string; place: number }>`
    unnest(${users}::int[], ${sessions}::uuid[]) WITH ORDINALITY`;
  return (
    db
      .with('free', (cte) =>
        cte
          .selectFrom('Article as a')
          .selectAll('a')
          .where('a.projectId', '=', projectId)
          .where('a.deletedAt', 'is', null)
          .where(sql<boolean>`a."qaStatus" IN ('sampled', 'error')`)
          .where(({ or, and, eb }) =>
            or([
              eb('a.status', '=', 'ready'),
              and([eb('a.status', '=', 'waiting'), eb('a.holdReason', '=', 'review')]),
            ]),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('ReviewClaim as c')
                  .select('c.articleId')
                  .whereRef('c.articleId', '=', 'a.id')
                  .where('c.until', '>', now())
                  .where(({ eb, not: no }) => no(eb('c.userId', '=', theirs))),
              ),
            ),
          )
          .orderBy('a.addedAt', 'desc')
          .orderBy('a.id', 'desc')
          .limit(asking.length)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .with('next', (cte) =>
        cte
          .selectFrom('free')
          .selectAll()
          .select(sql<number>`row_number() OVER (ORDER BY "addedAt" DESC, "id" DESC)::int`.as('place')),
      )
      // A row that is deleted cannot be changed by the same statement.
      .with('freed', (cte) =>
        cte
          .deleteFrom('ReviewClaim')
          .where('userId', '=', theirs)
          .where('projectId', '=', projectId)
          .where('articleId', 'not in', ({ selectFrom }) => selectFrom('next').select('id')),
      )
      .with('taken', (cte) =>
        cte
          .insertInto('ReviewClaim')
          .columns(['articleId', 'projectId', 'userId', 'sessionId', 'until'])
          .expression(({ selectFrom }) =>
            selectFrom('next')
              .innerJoin(given.as<'asking'>(sql`asking("userId", "sessionId", place)`), (join) =>
                join.onRef('asking.place', '=', 'next.place'),
              )
              .select([
                'next.id',
                'next.projectId',
                'asking.userId',
                'asking.sessionId',
                fromNow(claimSeconds).as('until'),
              ]),
          )
          .onConflict((conflict) =>
            conflict
              .column('articleId')
              .doUpdateSet(({ ref }) => ({
                userId: ref('excluded.userId'),
                sessionId: ref('excluded.sessionId'),
                until: ref('excluded.until'),
              }))
              .where(({ or, eb }) =>
                or([eb('ReviewClaim.until', '<=', now()), eb('ReviewClaim.userId', '=', theirs)]),
              ),
          )
          .returning('articleId'),
      )
      .selectFrom('next')
      .leftJoin('taken', 'taken.articleId', 'next.id')
      .selectAll('next')
      .select(({ eb }) => eb('taken.articleId', 'is not', null).as('isTaken'))
      .execute()
  );
}
