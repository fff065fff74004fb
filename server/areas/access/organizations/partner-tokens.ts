import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { PartnerToken, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { createSecret } from '../../../lib/security/crypto.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { storableText } from '../../../text/storable-text.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { isAdmin } from '../identity/policy.ts';
import { personOf, recordSecurity } from '../identity/security-log.ts';
import { maintainersOf } from '../identity/key-change-mail.ts';
import { requireRecentProof } from '../identity/recent-proof.ts';
import { keyExpiresMail, newKeyMail, sendSecurityMail } from '../identity/security-mails.ts';
import { lockForMaintainer } from './policy.ts';
import { organizationMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

const nameMaxCharacters = 100;
const callsMax = 6_000;
const projectsMax = 200;
/** How long before a token expires its end is announced. */
const reminderSeconds = 7 * 86_400;

/**
 * Which tokens of an organization that he may read the actor sees: its maintainers see all, newest first,
 * those that were revoked too.
 */
export function visibleTokens(actor: Actor): Prisma.PartnerTokenWhereInput {
  if (actor.kind !== 'user') return { id: 0 };
  return isAdmin(actor)
    ? {}
    : { organization: { members: { some: { userId: actor.userId, status: 'active', role: 'maintainer' } } } };
}

/**
 * Returns the tokens that the actor may see.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readPartnerTokens(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.PartnerTokenDefaultArgs = {},
): Promise<PartnerToken[]> {
  return app.db.prisma.partnerToken.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, visibleTokens(actor)] },
  });
}

export interface NewPartnerToken {
  organizationId: number;
  name: string;
  readOnly: boolean;
  /** Null: until it is revoked. */
  expiresAt: Date | null;
  /** Of the organization; empty: all, also those to come. */
  projectIds: readonly number[];
  /** Null: as many as programs are let make. */
  callsPerMinute: number | null;
}

/**
 * Creates a token for a partner's program, which acts for the organization.
 * @returns the row, and the secret, which can't be read again
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `name`, `expiresAt`,
 * `projects`, `callsPerMinute`; ReauthenticationRequiredError
 */
export async function createPartnerToken(
  app: App,
  actor: Actor,
  { organizationId, name: given, readOnly, expiresAt, projectIds, callsPerMinute }: NewPartnerToken,
): Promise<{ token: PartnerToken; secret: string }> {
  return app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, organizationId);
    await requireRecentProof(tx, actor);
    const name = storableText(given).trim();
    if (!name) throw new ValidationError([{ field: 'name', ...kernelMessages.FIELD_EMPTY() }]);
    if (name.length > nameMaxCharacters)
      throw new ValidationError([{ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) }]);
    if (expiresAt && expiresAt <= databaseTime())
      throw new ValidationError([{ field: 'expiresAt', ...organizationMessages.NOT_IN_THE_FUTURE() }]);
    if (callsPerMinute !== null && !(callsPerMinute >= 1 && callsPerMinute <= callsMax))
      throw new ValidationError([
        { field: 'callsPerMinute', ...organizationMessages.CALLS_OUT_OF_RANGE({ most: callsMax }) },
      ]);
    const projects = [...new Set(projectIds)];
    if (!(await areProjectsOf(tx, organizationId, projects)))
      throw new ValidationError([{ field: 'projects', ...organizationMessages.PROJECT_OF_ANOTHER() }]);
    const { secret, prefix, hash } = createSecret('pt');
    const token = await tx
      .insertInto('PartnerToken')
      .values({
        organizationId,
        name,
        readOnly,
        expiresAt,
        callsPerMinute,
        projectIds: projects,
        prefix,
        secretHash: hash,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordSecurity(app, tx, 'KEY_CREATED', {
      userId: personOf(actor),
      organizationId,
      body: { name, token: prefix },
    });
    await tellMaintainers(app, tx, organizationId, { name });
    return { secret, token };
  });
}

/**
 * Ends a token at once, for what its program has open too. Once more is no harm. @throws NotSignedInError,
 * NotFoundError, NotAllowedError
 */
export async function revokePartnerToken(app: App, actor: Actor, id: number): Promise<PartnerToken> {
  const found = await app.db.prisma.partnerToken.findUnique({ where: { id } });
  const unknown = new NotFoundError(organizationMessages.TOKEN_NOT_FOUND());
  await app.db
    .transaction((sql) => lockForMaintainer(sql, actor, found?.organizationId ?? 0))
    .catch((error: unknown) => {
      throw error instanceof NotFoundError ? unknown : error;
    });
  if (!found) throw unknown;
  await app.db.transaction(async (sql) => {
    const revoked = await sql
      .updateTable('PartnerToken')
      .set({ revokedAt: databaseTime() })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning(['name', 'prefix', 'organizationId'])
      .executeTakeFirst();
    if (!revoked) return;
    const { name, prefix, organizationId } = revoked;
    await recordSecurity(app, sql, 'KEY_REVOKED', {
      userId: personOf(actor),
      organizationId,
      body: { name, token: prefix },
    });
  });
  return app.db.prisma.partnerToken.findUniqueOrThrow({ where: { id } });
}

/**
 * Notifies the administrators of an organization of each token that is about to expire, once and separately,
 * so that a new one can be created in time.
 * @returns the number of tokens
 */
export async function remindOfTokens(app: App, signal?: AbortSignal): Promise<number> {
  const ending = await app.db.sql
    .selectFrom('PartnerToken')
    .select('id')
    .where(isEnding)
    .orderBy('id')
    .execute();
  const { done } = await eachItem(app, {
    job: 'token-expiry',
    items: ending,
    key: ({ id }) => `token ${id}`,
    work: ({ id }) =>
      app.db.transaction(async (sql) => {
        const token = await sql
          .updateTable('PartnerToken')
          .set({ remindedAt: now() })
          .where('id', '=', id)
          .where(isEnding)
          .returning(['organizationId', 'name', 'expiresAt'])
          .executeTakeFirst();
        if (!token) return false;
        const { organizationId, name, expiresAt } = token;
        await tellMaintainers(app, sql, organizationId, { name, expiresAt: expiresAt! });
        return true;
      }),
    signal,
  });
  return done;
}

const isEnding = (eb: ExpressionBuilder<Tables, 'PartnerToken'>): Expression<SqlBool> =>
  eb.and([
    eb('revokedAt', 'is', null),
    eb('remindedAt', 'is', null),
    eb('expiresAt', '>', now()),
    eb('expiresAt', '<=', fromNow(reminderSeconds)),
  ]);

async function areProjectsOf(tx: Sql, organizationId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  if (ids.length > projectsMax) return false;
  const found = await tx
    .selectFrom('Project')
    .select('id')
    .where('id', 'in', ids)
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .execute();
  return found.length === ids.length;
}

/** The projects that tokens are for, which are still there. */
export const projectsOfTokens = ({ db }: App, ids: readonly number[]): Promise<{ id: number }[]> =>
  db.prisma.project.findMany({ where: { id: { in: [...ids] }, deletedAt: null }, select: { id: true } });

/** Sends a mail about a key to those who could revoke it. */
async function tellMaintainers(
  app: App,
  sql: Sql,
  organizationId: number,
  { name, expiresAt }: { name: string; expiresAt?: Date },
): Promise<void> {
  const { name: where, slug } = await sql
    .selectFrom('Organization')
    .select(['name', 'slug'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const path = `/projects/organization/${slug}`;
  for (const userId of await maintainersOf(sql, organizationId))
    if (expiresAt)
      await sendSecurityMail(app, sql, keyExpiresMail, { userId, facts: { where, name, path, expiresAt } });
    else
      await sendSecurityMail(app, sql, newKeyMail, {
        userId,
        facts: { where, names: [name], opens: 'organization', path },
      });
}
