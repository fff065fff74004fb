import { sql } from 'kysely';
import type { Prisma, Resounding } from '../../../../prisma/generated/client/client.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now, today } from '../../../lib/database/sql.ts';
import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { watchEvents } from '../../../kernel/events.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { beginRun } from '../../articles/articles/article-states.ts';
import { isAdmin, requireAdmin, requireCredentials } from '../../access/identity/policy.ts';
import { findArticlesWithWords, newestNumber, shortStretch, wordSearch } from './article-words.ts';
import { userOf } from './entries.ts';
import { findUses } from './entry-usage.ts';
import { revoicingEvent } from './events.ts';
import { revoicingJob } from './jobs.ts';
import { dictionaryMessages } from './messages.ts';
import {
  articlesThatChange,
  readAffectedArticles,
  type AffectedArticle,
  type AffectedArticles,
  type AffectedArticlesQuery,
} from './affected-articles.ts';
import { entriesMatching } from './search-entries.ts';

/** Articles with the words that are looked at before others have their turn. */
const atOnce = 50;
const listed = 20;

export interface RevoicingRequest extends AffectedArticlesQuery {
  /** Characters that it may have charged a day (UTC); absent: as many as the configuration says. */
  charactersPerDay?: number | null | undefined;
}

/**
 * Begins to regenerate what entries change, in a job, newest articles first. Only sentences that sound
 * different are generated, and charged.
 * @returns the current maximum estimate, from the newest articles
 * @throws as `readAffectedArticles`, NotAllowedError for anyone but administrators, and ValidationError on
 * `charactersPerDay`
 */
export async function revoiceDictionaryArticles(
  app: App,
  actor: Actor,
  order: RevoicingRequest,
): Promise<{ quote: AffectedArticles; job: Resounding }> {
  requireAdmin(actor);
  const { charactersPerDay, since, projectId, organizationId } = order;
  if (typeof charactersPerDay === 'number' && charactersPerDay < 1)
    throw new ValidationError([{ field: 'charactersPerDay', ...kernelMessages.NEGATIVE() }]);
  const quote = await readAffectedArticles(app, actor, order);
  const top = (await newestNumber(app.db.sql)) + 1;
  const { id } = await app.db.transaction(async (tx) => {
    const begun = await tx
      .insertInto('Resounding')
      .values({
        userId: userOf(actor),
        entryIds: [...order.entries],
        projectId: projectId ?? null,
        organizationId: organizationId ?? null,
        since: since ?? null,
        charactersPerDay: charactersPerDay ?? app.config.revoiceDailyCharacters,
        below: top,
        top,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.queue.send(tx, revoicingJob, {});
    return begun;
  });
  return { quote, job: await readRevoicing(app, actor, id) };
}

/** @throws NotSignedInError, NotAllowedError for anyone but administrators, NotFoundError */
export async function readRevoicing(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.ResoundingDefaultArgs = {},
): Promise<Resounding> {
  requireAdmin(actor);
  const found = await app.db.prisma.resounding.findUnique({ ...query, where: { id } });
  if (!found) throw new NotFoundError(dictionaryMessages.REVOICING_JOB_NOT_FOUND());
  return found;
}

/** Returns runs by their ids; none unless the actor is an administrator. @throws NotSignedInError */
export async function readRevoicings(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ResoundingDefaultArgs,
): Promise<Resounding[]> {
  requireCredentials(actor);
  if (!isAdmin(actor)) return [];
  return app.db.prisma.resounding.findMany({ ...query, where: { id: { in: [...ids] } } });
}

/** The last ones, the newest first. @throws NotSignedInError, NotAllowedError */
export async function listRevoicings(
  app: App,
  actor: Actor,
  query: Prisma.ResoundingDefaultArgs = {},
): Promise<Resounding[]> {
  requireAdmin(actor);
  return app.db.prisma.resounding.findMany({ ...query, orderBy: { id: 'desc' }, take: listed });
}

/**
 * Stops a regeneration: articles in progress are completed, and no more begin. A finished one stays as it is.
 * @throws as `readRevoicing`
 */
export async function stopRevoicing(app: App, actor: Actor, id: number): Promise<Resounding> {
  await readRevoicing(app, actor, id);
  await app.db.transaction(async (tx) => {
    const stopped = await tx
      .updateTable('Resounding')
      .set({ status: 'stopped', endedAt: now() })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (stopped) await app.pubsub.publish(tx, revoicingEvent, { jobId: id, ended: true });
  });
  return readRevoicing(app, actor, id);
}

/** Tells an administrator how far it is, until it has ended. @throws as `readRevoicing` */
export function watchRevoicing(
  app: App,
  actorNow: ActorNow,
  id: number,
  query: Prisma.ResoundingDefaultArgs = {},
): Promise<AsyncIterableIterator<Resounding>> {
  return watchEvents(app, actorNow, revoicingEvent, ['revoicingJob', id], {
    present: async (actor) => [await readRevoicing(app, actor, id, query)],
    tell: (actor) => readRevoicing(app, actor, id, query),
    isLast: ({ ended }) => ended,
    missed: async (actor) => {
      const { endedAt } = await readRevoicing(app, actor, id);
      return [{ jobId: id, ended: endedAt !== null }];
    },
  });
}

/**
 * Continues all regenerations, until they are done or the day's budget is spent. After a crash it resumes
 * behind the last article that it began, also in concurrent runs.
 * @returns number of articles it began
 */
export async function revoiceNextBatch(app: App, signal: AbortSignal): Promise<number> {
  const open = await app.db.sql
    .selectFrom('Resounding')
    .select('id')
    .where('endedAt', 'is', null)
    .orderBy('id')
    .execute();
  let begun = 0;
  await eachItem(app, {
    job: 'dictionary-resound',
    items: open,
    key: ({ id }) => `order ${id}`,
    async work({ id }) {
      for (let goesOn = true; goesOn;) {
        signal.throwIfAborted();
        const step = await revoiceSome(app, id);
        begun += step?.begun ?? 0;
        goesOn = step?.goesOn ?? false;
      }
    },
    signal,
  });
  return begun;
}

type State = NonNullable<Awaited<ReturnType<typeof stateOf>>>;

/** Whether something was begun today. */
const isToday = sql<boolean>`coalesce("day" = ${today()}, false)`;

const stateOf = (db: Sql, id: number) =>
  db
    .selectFrom('Resounding')
    .selectAll()
    .select(isToday.as('isToday'))
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();

/**
 * Begins the next few articles.
 * @returns null: another process has continued or ended it
 */
async function revoiceSome(app: App, id: number): Promise<{ goesOn: boolean; begun: number } | null> {
  const state = await stateOf(app.db.sql, id);
  if (!state) return null;
  let left = state.charactersPerDay - (await chargedToday(app.db.sql));
  if (left <= 0)
    return {
      goesOn: false,
      begun: await record(app, state, { status: 'waiting', below: state.below, wanted: [] }),
    };
  const { ids, below } = await nextArticles(app.db.sql, state);
  const wanted: AffectedArticle[] = [];
  for await (const article of articlesThatChange(app, ids, state.since)) {
    const isFirst = left === state.charactersPerDay;
    // An article that exceeds the budget of a whole day gets a day to itself.
    if (article.charged > left && !isFirst) {
      const begun = await record(app, state, { status: 'waiting', below: article.id + 1, wanted });
      return { goesOn: false, begun };
    }
    left -= article.charged;
    wanted.push(article);
  }
  const status = below <= 1 ? 'finished' : 'running';
  return { goesOn: status === 'running', begun: await record(app, state, { status, below, wanted }) };
}

/** Characters that were charged today for this and for all others: they share the day. */
async function chargedToday(db: Sql): Promise<number> {
  const { charged } = await db
    .selectFrom('Resounding')
    .select(({ fn }) => fn.sum<number | null>('chargedOnDay').as('charged'))
    .where(isToday)
    .executeTakeFirstOrThrow();
  return charged ?? 0;
}

/** Articles that have the words, by falling numbers. */
async function nextArticles(db: Sql, state: State): Promise<{ ids: number[]; below: number }> {
  const sought = await entriesMatching(db, state.entryIds);
  const above = Math.max(0, state.below - 1 - shortStretch);
  const search = await wordSearch(db, sought, state);
  const near = await findArticlesWithWords(db, search, {
    above,
    below: state.below,
    limit: atOnce,
    isNear: true,
  });
  const uses = findUses(db, sought, near);
  const ids: number[] = [];
  for await (const { article } of uses) ids.push(article.id);
  return { ids: ids.sort((a, b) => b - a), below: near.length < atOnce ? above + 1 : near.at(-1)! };
}

/** @returns number of articles begun: none if another process has continued it in the meantime */
async function record(
  app: App,
  { id, userId, below: before, isToday: isGoingOn, status: was }: State,
  { status, below, wanted }: { status: State['status']; below: number; wanted: readonly AffectedArticle[] },
): Promise<number> {
  if (status === was && below === before) return 0;
  return app.db.transaction(async (tx) => {
    const own = await tx
      .selectFrom('Resounding')
      .select('below')
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (own?.below !== before) return 0;
    const ready = await tx
      .selectFrom('Article')
      .select('id')
      .where(
        'id',
        '=',
        anyOf(
          wanted.map((article) => article.id),
          'int',
        ),
      )
      .where('status', '=', 'ready')
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const begun = wanted.filter((article) => ready.some((one) => one.id === article.id));
    for (const article of begun)
      await beginRun(app, tx, { articleId: article.id, why: 'voiced anew', userId: userId ?? undefined });
    const sum = (of: keyof AffectedArticle): number => begun.reduce((total, one) => total + one[of], 0);
    const charged = sum('charged');
    await tx
      .updateTable('Resounding')
      .set((eb) => ({
        status,
        below,
        articles: eb('articles', '+', begun.length),
        sentences: eb('sentences', '+', sum('sentences')),
        characters: eb('characters', '+', sum('characters')),
        charged: eb('charged', '+', charged),
        cost: eb('cost', '+', sum('cost')),
        ...(begun.length > 0 && {
          day: sql<Date>`${today()}`,
          chargedOnDay: isGoingOn ? eb('chargedOnDay', '+', charged) : charged,
        }),
        ...(status === 'finished' && { endedAt: now() }),
      }))
      .where('id', '=', id)
      .execute();
    await app.pubsub.publish(tx, revoicingEvent, { jobId: id, ended: status === 'finished' });
    return begun.length;
  });
}
