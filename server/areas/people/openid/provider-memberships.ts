import type { OpenIdProvider } from '../../../config.ts';
import type { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { isActiveAccount } from '../../access/identity/active-account.ts';
import { recordSecurity } from '../../access/identity/security-log.ts';
import { roleChangedMail, roleEndedMail, sendSecurityMail } from '../../access/identity/security-mails.ts';
import { takeProjectRoles } from '../../access/organizations/members.ts';

/** Verified claims of a provider about a user. */
export interface Claims {
  subject: string;
  /** In lower case; null unless the provider has verified it. */
  email: string | null;
  name: string | null;
  groups: readonly string[];
  /** The session there, where the provider tells it. */
  session: string | null;
  /** When the person last proved it there (`auth_time`), where the provider tells it. */
  provedAt: Date | null;
}

const strength: Record<OrganizationRole, number> = { viewer: 0, editor: 1, maintainer: 2 };

/**
 * The organizations, by slug, in which a person's groups and domain give a role: of several the strongest; a
 * group counts before the domain.
 */
export function rolesByProvider(
  { groups, domains }: Pick<OpenIdProvider, 'groups' | 'domains'>,
  { groups: own, email }: Pick<Claims, 'groups' | 'email'>,
): Map<string, OrganizationRole> {
  const given = new Map<string, OrganizationRole>();
  for (const group of own) {
    if (!Object.hasOwn(groups, group)) continue;
    const { organization, role } = groups[group]!;
    const before = given.get(organization);
    if (!before || strength[before] < strength[role]) given.set(organization, role);
  }
  const domain = email?.split('@')[1];
  if (domain && Object.hasOwn(domains, domain)) {
    const { organization, role } = domains[domain]!;
    if (!given.has(organization)) given.set(organization, role);
  }
  return given;
}

/** Roles that a provider grants a person, by the slugs of organizations. */
export interface ProviderRoles {
  issuer: string;
  roles: ReadonlyMap<string, OrganizationRole>;
  /** That the provider has verified; null: none. */
  email: string | null;
}

/**
 * Brings a person's memberships in line with the provider's, within that transaction: memberships that it
 * granted before and no longer grants end. Memberships granted by people stay, and an organization keeps its
 * last maintainer. The person gets an email about a role that changes or ends.
 *
 * Accepts an invitation to the address that the provider has verified: with the invitation's role if that is
 * the stronger one, as if the person had accepted it, else with the provider's role.
 */
export async function syncMemberships(
  app: App,
  tx: Sql,
  userId: number,
  { issuer, roles, email }: ProviderRoles,
): Promise<void> {
  // Those that give no more are held as well: two who lose the group at once must not both go.
  const organizations = await tx
    .selectFrom('Organization as o')
    .select(['o.id', 'o.slug', 'o.name'])
    .where((eb) =>
      eb.or([
        eb('o.slug', '=', anyOf([...roles.keys()], 'text')),
        eb(
          'o.id',
          'in',
          eb
            .selectFrom('Member as m')
            .select('m.organizationId')
            .where('m.userId', '=', userId)
            .where('m.issuer', '=', issuer),
        ),
      ]),
    )
    .orderBy('o.id')
    .forUpdate('o')
    .execute();
  for (const { id: organizationId, slug, name: where } of organizations) {
    const role = roles.get(slug);
    if (!role) continue;
    const member = await tx
      .selectFrom('Member as m')
      .innerJoin('User as u', 'u.id', 'm.userId')
      .select(['m.id', 'm.role', 'm.issuer', 'm.status', 'm.inviteExpiresAt', 'u.email'])
      .where('m.organizationId', '=', organizationId)
      .where('m.userId', '=', userId)
      .executeTakeFirst();
    if (member?.status === 'invited') {
      if (email !== member.email) continue;
      await accept(app, tx, { ...member, organizationId, userId }, { role, issuer });
      continue;
    }
    if (!member)
      await tx
        .insertInto('Member')
        .values({ organizationId, userId, role, issuer, status: 'active' })
        .execute();
    else if (member.issuer === issuer && member.role !== role) {
      if (await isLastMaintainer(tx, organizationId, userId)) continue;
      await tx.updateTable('Member').set({ role }).where('id', '=', member.id).execute();
      await sendSecurityMail(app, tx, roleChangedMail, {
        userId,
        facts: { of: 'organization', role, where },
      });
    } else continue;
    await recordSecurity(app, tx, 'ROLE_CHANGED', {
      subjectId: userId,
      organizationId,
      body: { role, issuer },
    });
  }
  for (const { id: organizationId, slug, name: where } of organizations) {
    if (roles.has(slug)) continue;
    const member = await tx
      .selectFrom('Member')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('issuer', '=', issuer)
      .executeTakeFirst();
    if (!member || (await isLastMaintainer(tx, organizationId, userId))) continue;
    await tx.deleteFrom('Member').where('id', '=', member.id).execute();
    await takeProjectRoles(tx, { organizationId, userId });
    await recordSecurity(app, tx, 'MEMBER_REMOVED', { subjectId: userId, organizationId, body: { issuer } });
    await sendSecurityMail(app, tx, roleEndedMail, { userId, facts: { where, role: null } });
  }
}

interface Invited {
  id: number;
  organizationId: number;
  userId: number;
  role: OrganizationRole;
  inviteExpiresAt: Date | null;
}

/** Accepts an invitation for a person whom a provider grants a role, within that transaction. */
async function accept(
  app: App,
  tx: Sql,
  { id, organizationId, userId, role: invitedAs, inviteExpiresAt }: Invited,
  { role, issuer }: { role: OrganizationRole; issuer: string },
): Promise<void> {
  const isOpen = inviteExpiresAt !== null && inviteExpiresAt > databaseTime();
  const byPeople = isOpen && strength[invitedAs] > strength[role];
  await tx
    .updateTable('Member')
    .set({ status: 'active', inviteHash: null, inviteExpiresAt: null, ...(byPeople ? {} : { role, issuer }) })
    .where('id', '=', id)
    .execute();
  await recordSecurity(app, tx, 'INVITATION_ACCEPTED', { userId, organizationId, body: { issuer } });
}

async function isLastMaintainer(tx: Sql, organizationId: number, userId: number): Promise<boolean> {
  const maintainers = await tx
    .selectFrom('Member as m')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .select('m.userId')
    .where('m.organizationId', '=', organizationId)
    .where('m.role', '=', 'maintainer')
    .where('m.status', '=', 'active')
    .where(isActiveAccount('u'))
    .execute();
  return maintainers.length === 1 && maintainers[0]!.userId === userId;
}
