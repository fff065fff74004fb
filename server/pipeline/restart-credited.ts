import { sql, type Selectable } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import { outOfCharacters } from '../areas/access/accounts/ledger.ts';
import { beginRun } from '../areas/articles/articles/article-states.ts';
import { teasersJob } from '../areas/projects/paywall/jobs.ts';
import { noCharactersForTeasers } from '../areas/projects/paywall/teasers.ts';
import type { App } from '../kernel/app.ts';
import { eachItem, expectAllDone } from '../kernel/each-item.ts';
import type { Sql } from '../lib/database/db.ts';
import { fromNow, now } from '../lib/database/sql.ts';

/**
 * Seconds after an account was credited in which an article may still fail of what it had before: between
 * being refused and being errored.
 */
const graceSeconds = 30;
const batch = 100;

type Account = Pick<
  Selectable<Tables['Account']>,
  'id' | 'organizationId' | 'userId' | 'studioUserId' | 'creditedAt'
>;

/**
 * Restarts the articles that had stopped because their account was empty, once it was credited, the oldest
 * first; and resumes generating teasers. One that stops again waits for the next credit. A failing account
 * does not stop the others.
 * @returns how many articles
 * @throws ItemsFailedError once all others have started
 */
export async function restartCredited(app: App): Promise<number> {
  const accounts = await app.db.sql
    .selectFrom('Account')
    .select(['id', 'organizationId', 'userId', 'studioUserId', 'creditedAt'])
    .where('creditedAt', 'is not', null)
    .where((eb) => eb.or([eb('verified', '=', true), eb('balance', '>', '0')]))
    .orderBy('creditedAt')
    .limit(batch)
    .execute();
  let count = 0;
  const outcome = await eachItem(app, {
    job: 'begin-credited',
    items: accounts,
    key: ({ id }) => `account ${id}`,
    async work(account) {
      count += await beginOf(app, account);
    },
  });
  expectAllDone(outcome);
  return count;
}

async function beginOf(app: App, account: Account): Promise<number> {
  let count = 0;
  await makeTeasersAgain(app, account);
  for (let begun = batch; begun === batch; count += begun) begun = await beginSome(app, account);
  await app.db.sql
    .updateTable('Account')
    .set({ creditedAt: null })
    .where('id', '=', account.id)
    .where('creditedAt', '=', account.creditedAt)
    .where('creditedAt', '<', fromNow(-graceSeconds))
    .execute();
  return count;
}

/** The projects that an account pays for. */
const paidBy = (db: Sql, { organizationId, userId, studioUserId }: Account) =>
  db
    .selectFrom('Project as p')
    .where('p.deletedAt', 'is', null)
    .where((eb) =>
      studioUserId !== null
        ? eb('p.studioUserId', '=', studioUserId)
        : organizationId === null
          ? eb.and([
              eb('p.ownerId', '=', userId!),
              eb('p.organizationId', 'is', null),
              eb('p.studioUserId', 'is', null),
            ])
          : eb('p.organizationId', '=', organizationId),
    );

async function beginSome(app: App, account: Account): Promise<number> {
  return app.db.transaction(async (tx) => {
    const rows = await paidBy(tx, account)
      .innerJoin('Article as a', 'a.projectId', 'p.id')
      .innerJoin('Account as account', (join) => join.on('account.id', '=', account.id))
      .select('a.id')
      .where('a.status', '=', 'errored')
      .where('a.error', '=', outOfCharacters)
      .where('a.deletedAt', 'is', null)
      .where(sql<boolean>`"a"."updatedAt" < "account"."creditedAt" + make_interval(secs => ${graceSeconds})`)
      .orderBy('a.addedAt')
      .orderBy('a.id')
      .limit(batch)
      // Locked, so that two processes do not both begin them.
      .forUpdate('a')
      .skipLocked()
      .execute();
    for (const { id } of rows) await beginRun(app, tx, { articleId: id, why: 'the account was credited' });
    return rows.length;
  });
}

async function makeTeasersAgain(app: App, account: Account): Promise<void> {
  await app.db.transaction(async (tx) => {
    const projects = await tx
      .updateTable('Project')
      .set({ teasersAskedAt: now(), teasersError: null, teasersErrorNotices: null })
      .where('id', 'in', paidBy(tx, account).select('p.id'))
      .where('teasersError', '=', noCharactersForTeasers.message)
      .returning('id')
      .execute();
    for (const { id } of projects) await app.queue.send(tx, teasersJob, { projectId: id });
  });
}
