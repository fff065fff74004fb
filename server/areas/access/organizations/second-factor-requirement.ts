import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { fromNow } from '../../../lib/database/sql.ts';
import { requireRecentProof } from '../identity/recent-proof.ts';
import { personOf, recordSecurity, type ClientInfo } from '../identity/security-log.ts';
import { secondFactorRequiredMail, sendSecurityMail } from '../identity/security-mails.ts';
import { organizationMessages } from './messages.ts';
import { lockForMaintainer } from './policy.ts';

/** Maximum grace period, days. */
const graceMaxDays = 90;

/** Requirements of organizations that the signed-in user does not meet yet. */
export interface SecondFactorRequirement {
  /** Their names, sorted. */
  organizations: string[];
  from: Date;
  /** Whether nothing else is possible until it is there. */
  isDue: boolean;
  email: string;
  hasPassword: boolean;
}

/**
 * Returns what the signed-in user must set up, before or after it is due. Null: nothing, for programs and
 * users who have a second factor, a passkey, or came by an OpenID provider.
 */
export async function readSecondFactorRequirement(
  app: App,
  actor: Actor,
): Promise<SecondFactorRequirement | null> {
  const who = actor.kind === 'anonymous' ? actor.enrolling : actor.kind === 'user' ? actor : undefined;
  if (!who) return null;
  const { userId, sessionId } = who;
  const rows = await app.db.sql
    .selectFrom('User as u')
    .innerJoin('Session as s', 's.userId', 'u.id')
    .innerJoin('Member as m', 'm.userId', 'u.id')
    .innerJoin('Organization as o', 'o.id', 'm.organizationId')
    .select(['o.name', 'o.secondFactorFrom as from', 'u.email', 'u.passwordHash'])
    .where('u.id', '=', userId)
    .where('s.id', '=', sessionId)
    .where('s.identityId', 'is', null)
    .where('u.totpSecret', 'is', null)
    .where('m.status', '=', 'active')
    .where('o.secondFactorFrom', 'is not', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('Passkey').select('id').where('userId', '=', userId))))
    .orderBy('o.name')
    .execute();
  const [first] = rows;
  if (!first) return null;
  return {
    organizations: rows.map(({ name }) => name),
    from: new Date(Math.min(...rows.map(({ from }) => from!.getTime()))),
    isDue: actor.kind === 'anonymous',
    email: first.email,
    hasPassword: first.passwordHash !== null,
  };
}

export interface SecondFactorRequirementChange extends ClientInfo {
  organizationId: number;
  required: boolean;
  /** Days until members need it; 0: at once. */
  graceDays: number;
}

/**
 * Turns an organization's requirement of a second factor or a passkey on or off; for its administrators.
 * Members who lack one are notified by email. At sign-in they must then set it up first.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `graceDays`
 */
export async function requireSecondFactor(
  app: App,
  actor: Actor,
  { organizationId, required, graceDays, ...whence }: SecondFactorRequirementChange,
): Promise<void> {
  await app.db.transaction(async (sql) => {
    await lockForMaintainer(sql, actor, organizationId);
    await requireRecentProof(sql, actor);
    if (!Number.isInteger(graceDays) || graceDays < 0 || graceDays > graceMaxDays)
      throw new ValidationError([
        { field: 'graceDays', ...organizationMessages.GRACE_OUT_OF_RANGE({ most: graceMaxDays }) },
      ]);
    const { from, name } = await sql
      .updateTable('Organization')
      .set({ secondFactorFrom: required ? fromNow(86_400 * graceDays) : null })
      .where('id', '=', organizationId)
      .returning(['secondFactorFrom as from', 'name'])
      .executeTakeFirstOrThrow();
    await recordSecurity(app, sql, 'SECOND_FACTOR_REQUIRED', {
      userId: personOf(actor),
      organizationId,
      whence,
      body: { required, ...(from && { from: from.toISOString() }) },
    });
    if (!from) return;
    const lacking = await sql
      .selectFrom('Member as m')
      .innerJoin('User as u', 'u.id', 'm.userId')
      .select('u.id')
      .where('m.organizationId', '=', organizationId)
      .where('m.status', '=', 'active')
      .where('u.totpSecret', 'is', null)
      .where('u.passwordHash', 'is not', null)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('Passkey as k').select('k.id').whereRef('k.userId', '=', 'u.id'))),
      )
      .execute();
    const facts = { where: name, from: graceDays === 0 ? null : from };
    for (const { id: userId } of lacking)
      await sendSecurityMail(app, sql, secondFactorRequiredMail, { userId, facts });
  });
}

/** Of people, those who have a second factor or a passkey. */
export async function usersWithSecondFactor(
  { db }: App,
  userIds: readonly number[],
): Promise<{ id: number }[]> {
  return db.prisma.user.findMany({
    where: { id: { in: [...userIds] }, OR: [{ totpSecret: { not: null } }, { passkeys: { some: {} } }] },
    select: { id: true },
  });
}
