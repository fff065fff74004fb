import { MemberStatus, OrganizationRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { nullIfNotFound } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { UserType, ViewerType } from '../identity/types.ts';
import { listMembers, listMemberships, membershipsOf, pseudoOf, readOrganization, type MemberOf } from './organizations.ts';
import { MembershipType, OrganizationType } from './types.ts';

const OrganizationRoleType = builder.enumType('OrganizationRole', {
  description: 'What a member may do in the projects of an organization.',
  values: {
    [OrganizationRole.maintainer]: { description: 'Administrator: manages members and deletes projects, too.' },
    [OrganizationRole.editor]: { description: 'Writes in the projects.' },
    [OrganizationRole.viewer]: { description: 'Reads.' },
  } as const,
});

const MemberStatusType = builder.enumType('MemberStatus', {
  description: 'Whether an invitation was taken.',
  values: {
    [MemberStatus.active]: { description: 'A member.' },
    [MemberStatus.invited]: { description: 'Invited, not yet here.' },
  } as const,
});

const MemberType = builder.objectRef<MemberOf>('Member').implement({
  description: 'A person in an organization.',
  fields: (t) => ({
    user: t.expose('user', { type: UserType, description: 'The person.' }),
    role: t.expose('role', { type: OrganizationRoleType, description: 'What the person may do.' }),
    status: t.expose('status', { type: MemberStatusType, description: 'Member or invited.' }),
    me: t.boolean({
      description: 'Whether it is the one who asks.',
      resolve: (member, _, { actor }) => actor.kind === 'user' && actor.userId === member.userId,
    }),
  }),
});

builder.node(OrganizationType, {
  name: 'Organization',
  description: 'A publisher: its members share projects, and it pays for them.',
  id: { resolve: (organization) => organization.id },
  loadWithoutCache: (id, { app, actor }) => nullIfNotFound(readOrganization(app, actor, databaseId('Organization', id))),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    slug: t.exposeString('slug', { description: 'The id in addresses and in REST.' }),
    name: t.exposeString('name', { description: 'As members named it.' }),
    pseudo: t.string({
      nullable: true,
      description: 'The name that administrators know it by; null for everybody else.',
      resolve: (organization, _, { actor }) => pseudoOf(actor, organization),
    }),
    features: t.exposeStringList('features', { description: 'What it is entitled to.' }),
    verified: t.exposeBoolean('verified', { description: 'Whether it is invoiced, so that its balance does not stop it.' }),
    balance: t.float({ description: 'Characters left. Below zero where it is invoiced.', resolve: (organization) => Number(organization.balance) }),
    members: t.field({
      type: [MemberType],
      description: 'Its members by name. A partner token or key sees none.',
      resolve: (organization, _, { app, actor }) => listMembers(app, actor, organization.id),
    }),
  }),
});

MembershipType.implement({
  description: 'An organization that one belongs to, and the role there.',
  fields: (t) => ({
    organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    role: t.expose('role', { type: OrganizationRoleType, description: 'What one may do there.' }),
  }),
});

builder.objectField(UserType, 'organizations', (t) =>
  t.field({
    type: [MembershipType],
    description: 'Those the user belongs to, by name; for others than the user: none.',
    resolve: (user, _, { app, actor }) => (actor.kind === 'user' && actor.userId === user.id ? membershipsOf(app, user.id) : []),
  }),
);

builder.objectField(ViewerType, 'organizations', (t) =>
  t.field({
    type: [MembershipType],
    description: 'Organizations that the credentials open, by name.',
    resolve: (_, __, { app, actor }) => listMemberships(app, actor),
  }),
);

builder.queryFields((t) => ({
  organization: t.field({
    type: OrganizationType,
    nullable: true,
    description: 'An organization that one belongs to, by slug, global id or database id; null otherwise.',
    args: { id: t.arg.id({ description: 'Slug, global id or database id.' }) },
    resolve: (_, { id }, { app, actor }) => nullIfNotFound(readOrganization(app, actor, organizationKey(String(id)))),
  }),
}));

/** A slug stays; anything else is a global or database id. */
function organizationKey(id: string): number | string {
  try {
    return databaseId('Organization', id);
  } catch {
    return id;
  }
}
