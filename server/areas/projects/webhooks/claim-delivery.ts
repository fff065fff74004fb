import { sql as raw } from 'kysely';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';

/** Seconds after which a worker that has not recorded its attempt counts as dead: several times a timeout. */
export const leaseSeconds = 60;
/** Messages that an endpoint gets at once; while it fails, one. */
const atOnce = 4;

/** A delivery that this process attempts now, with all that the attempt takes. */
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

/**
 * Claims a due delivery, so that no other worker attempts it until the lease ends. Messages about the same
 * thing go to an endpoint in order: a later one waits until the earlier one was delivered or has failed.
 */
export async function claimDelivery(sql: Sql) {
  const claimed = await sql
    .updateTable('WebhookDelivery')
    .set((eb) => ({
      leasedUntil: fromNow(leaseSeconds),
      attempts: eb('attempts', '+', 1),
      firstAttemptAt: eb.fn.coalesce('firstAttemptAt', now()),
    }))
    .where('id', '=', dueDelivery(sql))
    .returning('id')
    .executeTakeFirst();
  if (!claimed) return null;
  return sql
    .selectFrom('WebhookDelivery as d')
    .innerJoin('WebhookEndpoint as e', 'e.id', 'd.endpointId')
    .innerJoin('WebhookEvent as w', 'w.id', 'd.eventId')
    .leftJoin('Project as p', 'p.id', 'w.projectId')
    .select([
      'd.id',
      'd.attempts',
      'd.endpointId',
      'e.key',
      'e.credentials',
      'e.format',
      'w.id as eventId',
      'w.kind',
      'w.data',
      'w.createdAt',
      'p.voiceLanguage',
    ])
    .select((eb) => [
      eb('e.previousSecretUntil', '>', now()).as('usesPreviousSecret'),
      eb.cast<number>(raw`extract(epoch FROM now() - d."firstAttemptAt")`, 'double precision').as('elapsed'),
    ])
    .where('d.id', '=', claimed.id)
    .executeTakeFirst();
}

/**
 * The delivery that has been due for longest, of the endpoints that may get another one: of those that fail
 * only where no other is due, since each of their requests may take as long as the timeout. Endpoints of
 * deleted projects get none until the project is restored.
 */
const dueDelivery = (sql: Sql) =>
  sql
    .selectFrom('WebhookEndpoint as e')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('WebhookDelivery as d')
          .select(['d.id', 'd.nextAttemptAt'])
          .whereRef('d.endpointId', '=', 'e.id')
          .where('d.state', '=', 'pending')
          .where('d.nextAttemptAt', '<=', now())
          .where((own) => own.or([own('d.leasedUntil', 'is', null), own('d.leasedUntil', '<=', now())]))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('WebhookDelivery as earlier')
                  .select('earlier.id')
                  .whereRef('earlier.endpointId', '=', 'd.endpointId')
                  .whereRef('earlier.subject', '=', 'd.subject')
                  .whereRef('earlier.eventId', '<', 'd.eventId')
                  .where('earlier.state', '=', 'pending'),
              ),
            ),
          )
          .orderBy('d.nextAttemptAt')
          .orderBy('d.eventId')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .as('due'),
      (join) => join.onTrue(),
    )
    .select('due.id')
    .where('e.enabled', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Project as p')
            .select('p.id')
            .whereRef('p.id', '=', 'e.projectId')
            .where('p.deletedAt', 'is not', null),
        ),
      ),
    )
    .where(
      raw<boolean>`(SELECT count(*) FROM "WebhookDelivery" f WHERE f."endpointId" = e."id" AND f."state" = 'pending'
        AND f."leasedUntil" > now()) < CASE WHEN e."failingSince" IS NULL THEN ${raw.lit(atOnce)} ELSE 1 END`,
    )
    .orderBy(raw`e."failingSince" IS NOT NULL`)
    .orderBy('due.nextAttemptAt')
    .limit(1);
