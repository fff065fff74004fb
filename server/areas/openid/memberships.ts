import type { OpenIdProvider } from '../../config.ts';
import type { OrganizationRole } from '../../../prisma/generated/client/enums.ts';
import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { recordSecurity } from '../identity/security-log.ts';

/** What a provider says of a person, once it was checked. */
export interface Claims {
  subject: string;
  /** In lower case; null unless the provider has verified it. */
  email: string | null;
  name: string | null;
  groups: readonly string[];
  /** The session there, where the provider tells it. */
  session: string | null;
}

const strength: Record<OrganizationRole, number> = { viewer: 0, editor: 1, maintainer: 2 };

/**
 * The organizations, by slug, in which a person's groups and domain give a role: of several the strongest; a
 * group counts before the domain.
 */
export function rolesGiven(
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

/**
 * Brings a person's memberships to what the provider gives, within that transaction: those that it gave
 * before and gives no more end. What people gave is left alone, and an organization keeps its last
 * maintainer.
 */
export async function bringMemberships(
  app: App,
  tx: Sql,
  userId: number,
  provider: OpenIdProvider,
  claims: Claims,
): Promise<void> {
  const given = rolesGiven(provider, claims);
  const { issuer } = provider;
  const organizations = given.size
    ? await tx
        .selectFrom('Organization')
        .select(['id', 'slug'])
        .where('slug', 'in', [...given.keys()])
        .orderBy('id')
        .forUpdate()
        .execute()
    : [];
  for (const { id: organizationId, slug } of organizations) {
    const role = given.get(slug)!;
    const member = await tx
      .selectFrom('Member')
      .select(['id', 'role', 'issuer', 'status'])
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (!member)
      await tx
        .insertInto('Member')
        .values({ organizationId, userId, role, issuer, status: 'active' })
        .execute();
    else if (member.issuer === issuer && member.role !== role) {
      if (await isLastMaintainer(tx, organizationId, userId)) continue;
      await tx.updateTable('Member').set({ role }).where('id', '=', member.id).execute();
    } else continue;
    await recordSecurity(app, tx, 'ROLE_CHANGED', {
      subjectId: userId,
      organizationId,
      body: { role, issuer },
    });
  }
  const kept = new Set(organizations.map(({ id }) => id));
  const before = await tx
    .selectFrom('Member')
    .select(['id', 'organizationId'])
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .execute();
  for (const { id, organizationId } of before) {
    if (kept.has(organizationId) || (await isLastMaintainer(tx, organizationId, userId))) continue;
    await tx.deleteFrom('Member').where('id', '=', id).execute();
    await recordSecurity(app, tx, 'MEMBER_EXCLUDED', { subjectId: userId, organizationId, body: { issuer } });
  }
}

async function isLastMaintainer(tx: Sql, organizationId: number, userId: number): Promise<boolean> {
  const maintainers = await tx
    .selectFrom('Member')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'maintainer')
    .where('status', '=', 'active')
    .execute();
  return maintainers.length === 1 && maintainers[0]!.userId === userId;
}
