import { MemberStatus, OrganizationRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { nullIfNotFound } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import { featuresIn } from '../../kernel/features.ts';
import { UserType, ViewerType } from '../identity/types.ts';
import { changeMemberRole, excludeMember } from './members.ts';
import { createPartnerToken, revokePartnerToken, visibleTokens } from './partner-tokens.ts';
import { listMemberships, membershipsOf, pseudoFor, readOrganization, seesMembers, visibleMembers } from './organizations.ts';
import { manages, managersOf } from './policy.ts';
import { FeatureType, MembershipType, OrganizationType } from './types.ts';

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

const MemberType = builder.prismaObject('Member', {
  description: 'A person in an organization.',
  select: { id: true },
  fields: (t) => ({
    user: t.relation('user', { description: 'The person.' }),
    role: t.expose('role', { type: OrganizationRoleType, description: 'What the person may do.' }),
    status: t.expose('status', { type: MemberStatusType, description: 'Member or invited.' }),
    me: t.boolean({
      description: 'Whether it is the one who asks.',
      select: { userId: true },
      resolve: ({ userId }, _, { actor }) => actor.kind === 'user' && actor.userId === userId,
    }),
  }),
});

const PartnerTokenType = builder.prismaObject('PartnerToken', {
  select: { id: true },
  description: "What a partner's program shows as `Authorization: Bearer` to act for an organization. Seen by its maintainers.",
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: (token) => ({ id: token.id, type: 'PartnerToken' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    prefix: t.exposeString('prefix', { description: 'Its first characters, to tell it by: the whole is shown once.' }),
    readOnly: t.exposeBoolean('readOnly', { description: 'Whether it only reads.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends by itself; null: it does not.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked; null: it was not.' }),
  }),
});

refetchable(OrganizationType, ({ app, actor }, id, query) => readOrganization(app, actor, id, query));

builder.prismaObjectFields(OrganizationType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
  slug: t.exposeString('slug', { description: 'The id in addresses and in REST.' }),
  name: t.exposeString('name', { description: 'As members named it.' }),
  pseudo: t.string({
    nullable: true,
    description: 'The name that administrators know it by; null for everybody else.',
    select: { pseudo: true },
    resolve: ({ pseudo }, _, { actor }) => pseudoFor(actor, pseudo),
  }),
  entitlements: t.field({ type: [FeatureType], description: 'What it is entitled to.', select: { features: true }, resolve: ({ features }) => featuresIn(features) }),
  features: t.exposeStringList('features', { description: 'What it is entitled to.', deprecationReason: 'Ask for `entitlements`, which are of a closed set.' }),
  verified: t.boolean({
    description: 'Whether it is invoiced, so that its balance does not stop it.',
    select: { account: { select: { verified: true } } },
    resolve: ({ account }) => account!.verified,
  }),
  balance: t.float({
    description: 'Characters left. Below zero where it is invoiced.',
    select: { account: { select: { balance: true } } },
    resolve: ({ account }) => Number(account!.balance),
  }),
  members: t.field({
    type: [MemberType],
    nullable: true,
    description: 'Its members by name; null for a partner token or key, and for people who do not belong to it.',
    select: (_, { actor }, nested) => ({ members: nested({ where: visibleMembers(actor), orderBy: [{ user: { fullname: 'asc' } }, { id: 'asc' }] }) }),
    resolve: ({ members }, _, { actor }) => (seesMembers(actor, members) ? members : null),
  }),
  partnerTokens: t.field({
    type: [PartnerTokenType],
    nullable: true,
    description: "Tokens of its partners' programs, newest first. For its maintainers; null for others.",
    select: (_, { actor }, nested) => ({ ...managersOf(actor), tokens: nested({ where: visibleTokens(actor), orderBy: { id: 'desc' } }) }),
    resolve: ({ tokens, ...organization }, _, { actor }) => (manages(actor, organization) ? tokens : null),
  }),
}));

MembershipType.implement({
  description: 'An organization that one belongs to, and the role there.',
  fields: (t) => ({
    organization: t.field({ type: OrganizationType, description: 'The organization.', resolve: ({ organizationId }) => ({ id: organizationId }) }),
    role: t.expose('role', { type: OrganizationRoleType, description: 'What one may do there.' }),
  }),
});

builder.prismaObjectField(UserType, 'organizations', (t) =>
  t.field({
    type: [MembershipType],
    nullable: true,
    description: 'Those the user belongs to, by name; null: it is not the caller who is asked about.',
    resolve: (user, _, { app, actor }) => (actor.kind === 'user' && actor.userId === user.id ? membershipsOf(app, user.id) : null),
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
  organization: t.prismaField({
    type: OrganizationType,
    nullable: true,
    description: 'An organization that one belongs to, by slug, global id or database id; null otherwise.',
    args: { id: t.arg.id({ description: 'Slug, global id or database id.' }) },
    resolve: (query, _, { id }, { app, actor }) => nullIfNotFound(readOrganization(app, actor, organizationKey(String(id)), query)),
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

const needs = 'Needs the role maintainer in the organization.';
const member = { organization: 'Global or database id.', user: 'Global or database id of the member.' };

builder.relayMutationField(
  'changeMemberRole',
  {
    description: 'Whose role, and which.',
    inputFields: (t) => ({
      organization: t.id({ description: member.organization }),
      user: t.id({ description: member.user }),
      role: t.field({ type: OrganizationRoleType, description: 'What the member may do from now on.' }),
    }),
  },
  {
    description: `Gives a member of an organization another role. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => {
      const organizationId = databaseId('Organization', input.organization);
      await changeMemberRole(app, actor, { organizationId, userId: databaseId('User', input.user), role: input.role });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'ChangeMemberRoleSuccess',
    description: 'The member has the role.',
    outputFields: (t) => ({ organization: t.expose('organization', { type: OrganizationType, description: 'With its members as they are now.' }) }),
  },
);

builder.relayMutationField(
  'excludeMember',
  {
    description: 'Whom, and from which organization.',
    inputFields: (t) => ({ organization: t.id({ description: member.organization }), user: t.id({ description: member.user }) }),
  },
  {
    description: `Excludes a member from an organization and its projects; what the member has open ends at once. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => {
      const organizationId = databaseId('Organization', input.organization);
      await excludeMember(app, actor, { organizationId, userId: databaseId('User', input.user) });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'ExcludeMemberSuccess',
    description: 'The person is no member any more.',
    outputFields: (t) => ({ organization: t.expose('organization', { type: OrganizationType, description: 'With its members as they are now.' }) }),
  },
);

builder.relayMutationField(
  'createPartnerToken',
  {
    description: 'What the token is for.',
    inputFields: (t) => ({
      organization: t.id({ description: member.organization }),
      name: t.string({ description: 'Not empty; at most 100 characters.' }),
      readOnly: t.boolean({ required: false, description: 'Whether it only reads; false unless said otherwise.' }),
      expiresAt: t.field({ type: 'DateTime', required: false, description: 'When it ends by itself; absent: it does not.' }),
    }),
  },
  {
    description: `Makes a token for a partner's program. ${needs}`,
    errors: {},
    resolve: (_, { input: { organization, name, readOnly, expiresAt } }, { app, actor }) =>
      createPartnerToken(app, actor, { organizationId: databaseId('Organization', organization), name, readOnly: readOnly ?? false, expiresAt: expiresAt ?? null }),
  },
  {
    name: 'CreatePartnerTokenSuccess',
    description: 'The token is there.',
    outputFields: (t) => ({
      token: t.expose('token', { type: PartnerTokenType, description: 'What is kept of it.' }),
      secret: t.exposeString('secret', { description: 'For `Authorization: Bearer`. It cannot be read again.' }),
    }),
  },
);

builder.relayMutationField(
  'revokePartnerToken',
  { description: 'Which token.', inputFields: (t) => ({ token: t.id({ description: 'Global or database id.' }) }) },
  {
    description: `Revokes a token of a partner's program; what the program has open ends at once. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ token: await revokePartnerToken(app, actor, databaseId('PartnerToken', input.token)) }),
  },
  {
    name: 'RevokePartnerTokenSuccess',
    description: 'The token is worth nothing any more.',
    outputFields: (t) => ({ token: t.expose('token', { type: PartnerTokenType, description: 'With the time when it was revoked.' }) }),
  },
);
