import { MemberStatus } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import { nullIfNotFound, accessErrors } from '../../../graphql/error-types.ts';
import { ValidationError, ReauthenticationRequiredError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import { NoticeType } from '../../../graphql/notice-type.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { featuresIn } from '../../../kernel/features.ts';
import { UserType, ViewerType } from '../identity/types.ts';
import { changeMemberRole, removeMember } from './members.ts';
import { invitationMailKey, lastMails, mailsByKey, mailFailureOf } from './invitation-delivery.ts';
import {
  createPartnerToken,
  projectsOfTokens,
  readPartnerTokens,
  revokePartnerToken,
  visibleTokens,
} from './partner-tokens.ts';
import { usersWithSecondFactor } from './second-factor-requirement.ts';
import { ProjectType } from '../project-access/types.ts';
import {
  billingEmailFor,
  listMemberships,
  pseudoFor,
  readMemberships,
  readOrganization,
  readOrganizations,
  maySeeMembers,
  updateOrganization,
  visibleMembers,
} from './organizations.ts';
import { isManager, managersOf, mayWrite, rolesOf } from './policy.ts';
import {
  FeatureType,
  MembershipType,
  organizationIdOf,
  organizationIds,
  OrganizationRoleType,
  OrganizationType,
} from './types.ts';

const MemberStatusType = builder.enumType('MemberStatus', {
  description: 'Whether a member has accepted the invitation.',
  values: {
    [MemberStatus.active]: { description: 'The person is a member.' },
    [MemberStatus.invited]: { description: 'The person has been invited and has not accepted yet.' },
  } as const,
});

const byId = ({ id }: { id: number }): number => id;
const byUser = ({ userId }: { userId: number }): number => userId;
const byKey = ({ key }: { key: string }): string => key;

const MemberType = builder.prismaObject('Member', {
  description: "A person's membership of an organization.",
  select: { id: true },
  fields: (t) => ({
    user: t.relation('user', { description: 'The member.' }),
    role: t.expose('role', { type: OrganizationRoleType, description: 'Role in the organization.' }),
    status: t.expose('status', {
      type: MemberStatusType,
      description: 'Whether the person is a member or has only been invited.',
    }),
    invitationNotices: t.field({
      type: [NoticeType],
      nullable: true,
      description:
        'Why the last invitation email did not arrive. Null if it did, and for members who accepted ' +
        'the invitation.',
      select: { status: true, inviteHash: true },
      resolve: async ({ status, inviteHash }, _, context) => {
        if (status !== 'invited' || inviteHash === null) return null;
        const [mail] = await loadBatched(context, mailsByKey, byKey, invitationMailKey(inviteHash));
        return mailFailureOf(mail);
      },
    }),
    emailNotices: t.field({
      type: [NoticeType],
      nullable: true,
      description:
        "Why the last email to the member's address did not arrive. Null if it did, for people who " +
        'are only invited, and unless the caller is a maintainer of the organization.',
      select: (_, { actor }) => ({ status: true, userId: true, organization: { select: managersOf(actor) } }),
      resolve: async ({ status, userId, organization }, _, context) => {
        if (status !== 'active' || !isManager(context.actor, organization)) return null;
        const [mail] = await loadBatched(context, lastMails, byUser, userId);
        return mailFailureOf(mail);
      },
    }),
    hasSecondFactor: t.boolean({
      nullable: true,
      description:
        'Whether the person has a second factor or a passkey. Null unless the caller is a maintainer of the organization.',
      select: (_, { actor }) => ({ userId: true, organization: { select: managersOf(actor) } }),
      resolve: async ({ userId, organization }, _, context) =>
        isManager(context.actor, organization)
          ? (await loadBatched(context, usersWithSecondFactor, byId, userId)).length > 0
          : null,
    }),
    me: t.boolean({
      description: 'Whether the member is the caller.',
      select: { userId: true },
      resolve: ({ userId }, _, { actor }) => actor.kind === 'user' && actor.userId === userId,
    }),
  }),
});

const PartnerTokenType = builder.prismaObject('PartnerToken', {
  select: { id: true },
  description:
    "An API token with which a partner's software acts for an organization, sent as `Authorization: " +
    'Bearer`. Visible to maintainers of the organization.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name that says what the token is for.' }),
    prefix: t.exposeString('prefix', {
      description: 'First characters of the token. The full token is shown only once.',
    }),
    readOnly: t.exposeBoolean('readOnly', { description: 'Whether the token only grants read access.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the token was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token expires. Null if never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked. Null if it was not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute. Null if never.',
    }),
    lastUsedNetwork: t.exposeString('lastUsedNetwork', {
      nullable: true,
      description:
        'Network of the last use: an IPv4 address, or the first half of an IPv6 address. Null if ' +
        'unknown.',
    }),
    callsPerMinute: t.exposeInt('callsPerMinute', {
      nullable: true,
      description: 'Maximum requests per minute. Null if unlimited.',
    }),
    projects: t.field({
      type: [ProjectType],
      nullable: true,
      description:
        'Projects that it gives access to, sorted by ID. Null if it is for the whole organization.',
      select: { projectIds: true },
      resolve: async ({ projectIds }, _, context) => {
        if (projectIds.length === 0) return null;
        const found = await Promise.all(
          projectIds.toSorted((a, b) => a - b).map((id) => loadBatched(context, projectsOfTokens, byId, id)),
        );
        return found.flat();
      },
    }),
  }),
});

refetchable(PartnerTokenType, ({ app, actor }, ids, query) => readPartnerTokens(app, actor, ids, query));
refetchable(OrganizationType, ({ app, actor }, ids, query) => readOrganizations(app, actor, ids, query));

builder.prismaObjectFields(OrganizationType, (t) => ({
  databaseId: t.exposeInt('id', {
    description: 'Database ID of the organization, as used in dashboard URLs.',
  }),
  slug: t.exposeString('slug', {
    description: 'Identifier of the organization in URLs and in REST, such as `gazette`.',
  }),
  name: t.exposeString('name', { description: 'Name given by its members.' }),
  pseudo: t.string({
    nullable: true,
    description: 'Name used by administrators of the platform. Null for all other callers.',
    select: { pseudo: true },
    resolve: ({ pseudo }, _, { actor }) => pseudoFor(actor, pseudo),
  }),
  address: t.exposeString('address', { nullable: true, description: 'Postal address. Null if unknown.' }),
  vat: t.exposeString('vat', {
    nullable: true,
    description: 'VAT number with country prefix, such as `DE123456789`. Null if unknown.',
  }),
  canRename: t.boolean({
    description: 'Whether the caller may change its name.',
    select: (_, { actor }) => rolesOf(actor),
    resolve: (organization, _, { actor }) => mayWrite(actor, organization),
  }),
  billingEmail: t.string({
    nullable: true,
    description:
      'Email address for invoices. Null if not set (the longest-standing maintainer receives them), ' +
      'and unless the caller is a maintainer of the organization.',
    select: (_, { actor }) => ({ billingEmail: true, ...managersOf(actor) }),
    resolve: (organization, _, { actor }) => billingEmailFor(actor, organization),
  }),
  timeZone: t.exposeString('timezone', {
    description:
      'IANA name of the time zone in which its channels count days and publish, such as `Europe/Berlin`.',
  }),
  entitlements: t.field({
    type: [FeatureType],
    description: 'Booked features.',
    select: { features: true },
    resolve: ({ features }) => featuresIn(features),
  }),
  verified: t.boolean({
    description: 'Whether the organization is invoiced, so that a used-up balance does not stop it.',
    select: { account: { select: { verified: true } } },
    resolve: ({ account }) => account!.verified,
  }),
  balance: t.float({
    description: 'Characters left. Negative if the organization is invoiced and used more than it had.',
    select: { account: { select: { balance: true } } },
    resolve: ({ account }) => Number(account!.balance),
  }),
  members: t.field({
    type: [MemberType],
    nullable: true,
    description: 'Members, sorted by name. Null for API tokens and keys, and for users who are not members.',
    select: (_, { actor }, nested) => ({
      members: nested({
        where: visibleMembers(actor),
        orderBy: [{ user: { fullname: 'asc' } }, { id: 'asc' }],
      }),
    }),
    resolve: ({ members }, _, { actor }) => (maySeeMembers(actor, members) ? members : null),
  }),
  partnerTokens: t.field({
    type: [PartnerTokenType],
    nullable: true,
    description: 'API tokens, newest first. Null unless the caller is a maintainer of the organization.',
    select: (_, { actor }, nested) => ({
      ...managersOf(actor),
      tokens: nested({ where: visibleTokens(actor), orderBy: { id: 'desc' } }),
    }),
    resolve: ({ tokens, ...organization }, _, { actor }) => (isManager(actor, organization) ? tokens : null),
  }),
}));

MembershipType.implement({
  description: "A user's membership of an organization.",
  fields: (t) => ({
    organization: t.field({
      type: OrganizationType,
      description: 'The organization.',
      resolve: ({ organizationId }) => ({ id: organizationId }),
    }),
    role: t.expose('role', { type: OrganizationRoleType, description: 'Role in the organization.' }),
  }),
});

builder.prismaObjectField(UserType, 'organizations', (t) =>
  t.field({
    type: [MembershipType],
    nullable: true,
    description:
      'Organizations that the user belongs to, sorted by name. Null unless the caller is that user or an administrator.',
    resolve: (user, _, { app, actor }) => readMemberships(app, actor, user.id),
  }),
);

builder.objectField(ViewerType, 'organizations', (t) =>
  t.field({
    type: [MembershipType],
    description: "Organizations that the caller's credentials give access to, sorted by name.",
    resolve: (_, __, { app, actor }) => listMemberships(app, actor),
  }),
);

builder.queryFields((t) => ({
  organization: t.prismaField({
    type: OrganizationType,
    nullable: true,
    description:
      'An organization that the caller belongs to. Null if it does not exist or the caller does ' +
      'not belong to it.',
    args: { id: t.arg.id({ description: `${organizationIds}.` }) },
    resolve: (query, _, { id }, { app, actor }) =>
      nullIfNotFound(readOrganization(app, actor, organizationKey(String(id)), query)),
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

const needs = 'Requires the maintainer role in the organization.';
const member = { organization: `${organizationIds}.`, user: 'Global ID or database ID of the member.' };

builder.relayMutationField(
  'updateOrganization',
  {
    description: 'Changes to an organization. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: `${organizationIds}.` }),
      name: t.string({
        required: false,
        description: 'Name. Must not be empty; at most 200 characters. Editors can change it, too.',
      }),
      timeZone: t.string({
        required: false,
        description: 'IANA name of its time zone, such as `Europe/Berlin`.',
      }),
      billingEmail: t.string({
        required: false,
        description: 'Email address for invoices. If empty, the longest-standing maintainer receives them.',
      }),
    }),
  },
  {
    description: `Updates an organization. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { id, ...changes } }, { app, actor }) => {
      const organizationId = await organizationIdOf({ app }, id);
      await updateOrganization(app, actor, { id: organizationId, ...changes });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'UpdateOrganizationSuccess',
    description: 'The organization has been updated.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'changeMemberRole',
  {
    description: 'The member and the new role.',
    inputFields: (t) => ({
      organization: t.id({ description: member.organization }),
      user: t.id({ description: member.user }),
      role: t.field({
        type: OrganizationRoleType,
        required: false,
        description: 'New role of the member. Required.',
      }),
    }),
  },
  {
    description: `Changes the role of another member. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => {
      const organizationId = await organizationIdOf({ app }, input.organization);
      await changeMemberRole(app, actor, {
        organizationId,
        userId: databaseId('User', input.user),
        role: input.role ?? null,
      });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'ChangeMemberRoleSuccess',
    description: 'The role has been changed.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'removeMember',
  {
    description: 'The member to remove, and the organization.',
    inputFields: (t) => ({
      organization: t.id({ description: member.organization }),
      user: t.id({ description: member.user }),
    }),
  },
  {
    description: `Removes a member from an organization and its projects. The member's open connections to it are closed. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => {
      const organizationId = await organizationIdOf({ app }, input.organization);
      await removeMember(app, actor, { organizationId, userId: databaseId('User', input.user) });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'RemoveMemberSuccess',
    description: 'The person is no longer a member.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'createPartnerToken',
  {
    description: 'Name and scope of the token.',
    inputFields: (t) => ({
      organization: t.id({ description: member.organization }),
      name: t.string({ description: 'Name of the token. Must not be empty; at most 100 characters.' }),
      readOnly: t.boolean({
        required: false,
        description: 'Whether the token only grants read access. Defaults to false.',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        required: false,
        description: 'When the token expires. Defaults to never.',
      }),
      projects: t.idList({
        required: false,
        description:
          'Global IDs or database IDs of the projects that it is for, at most 200. Defaults to all, ' +
          'including future ones.',
      }),
      callsPerMinute: t.int({
        required: false,
        description: 'Maximum requests per minute, 1 to 6,000. Unlimited by default.',
      }),
    }),
  },
  {
    description: `Creates an API token for a partner. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: async (
      _,
      { input: { organization, projects, callsPerMinute, name, readOnly, expiresAt } },
      { app, actor },
    ) =>
      createPartnerToken(app, actor, {
        organizationId: await organizationIdOf({ app }, organization),
        name,
        readOnly: readOnly ?? false,
        expiresAt: expiresAt ?? null,
        projectIds: (projects ?? []).map((id) => databaseId('Project', id)),
        callsPerMinute: callsPerMinute ?? null,
      }),
  },
  {
    name: 'CreatePartnerTokenSuccess',
    description: 'The token has been created.',
    outputFields: (t) => ({
      token: t.expose('token', { type: PartnerTokenType, description: 'The new token.' }),
      secret: t.exposeString('secret', {
        description: "The token, for `Authorization: Bearer`. It can't be shown again.",
      }),
    }),
  },
);

builder.relayMutationField(
  'revokePartnerToken',
  {
    description: 'The token to revoke.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the token.' }) }),
  },
  {
    description: `Revokes an API token. Open connections that use it are closed. ${needs}`,
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({
      token: await revokePartnerToken(app, actor, databaseId('PartnerToken', input.id)),
    }),
  },
  {
    name: 'RevokePartnerTokenSuccess',
    description: 'The token has been revoked and is no longer accepted.',
    outputFields: (t) => ({
      token: t.expose('token', { type: PartnerTokenType, description: 'The revoked token.' }),
    }),
  },
);
