import { builder } from '../../../graphql/builder.ts';
import { clientOf, type Context } from '../../../graphql/context.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotFoundError,
  NotSignedInError,
  ValidationError,
  ReauthenticationRequiredError,
} from '../../../kernel/errors.ts';
import { ViewerType } from '../identity/types.ts';
import { createOrganization, createVerifiedOrganization } from './create-organization.ts';
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  readInvitation,
  type Invitation,
  type WhichInvitation,
} from './invitations.ts';
import { inviteMembers, resendInvitation, withdrawInvitation } from './invite-members.ts';
import {
  readSecondFactorRequirement,
  requireSecondFactor,
  type SecondFactorRequirement,
} from './second-factor-requirement.ts';
import {
  organizationIdOf,
  organizationIdOrNull,
  organizationIds,
  OrganizationRoleType,
  OrganizationType,
} from './types.ts';

const needs = 'Requires the maintainer role in the organization.';
const ids = { organization: `${organizationIds}.`, user: 'Global ID or database ID of the member.' };

const InvitationType = builder
  .objectRef<Invitation>('Invitation')
  .implement({
    description: 'An invitation to an organization, for the invitee or anyone with its link.',
    fields: (t) => ({
      organizationId: t.id({
        description: 'Database ID of the organization, for accepting or declining the invitation.',
        resolve: ({ organizationId }) => organizationId,
      }),
      organizationName: t.exposeString('organization', { description: 'Name of the organization.' }),
      role: t.expose('role', { type: OrganizationRoleType, description: 'Role that the person will have.' }),
      email: t.exposeString('email', { description: 'Email address that was invited.' }),
      inviterName: t.exposeString('inviter', {
        nullable: true,
        description: 'Full name of the inviter. Null if that account has been deleted.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
      isExpired: t.exposeBoolean('isExpired', { description: 'Whether it has expired.' }),
      isNew: t.exposeBoolean('isNew', {
        description: "Whether the account can't sign in yet. Accepting then sets the name and the password.",
      }),
    }),
  });

builder.queryFields((t) => ({
  invitation: t.field({
    type: InvitationType,
    nullable: true,
    description: 'The invitation behind a link. Null if the link was used or replaced. Requires no sign-in.',
    args: { secret: t.arg.string({ description: 'The part of the link after `#`.' }) },
    resolve: (_, { secret }, { app, remoteAddress }) => readInvitation(app, { secret, remoteAddress }),
  }),
}));

builder.objectField(ViewerType, 'invitations', (t) =>
  t.field({
    type: [InvitationType],
    description: "The caller's unexpired invitations, newest first.",
    resolve: (_, __, { app, actor }) => listInvitations(app, actor),
  }),
);

const organizationOf = (organizationId: number) => ({ organization: { id: organizationId } });

builder.relayMutationField(
  'createOrganization',
  {
    description: 'Name of the organization.',
    inputFields: (t) => ({
      name: t.string({ description: 'Name. Must not be empty; at most 200 characters.' }),
    }),
  },
  {
    description: 'Creates an organization with the caller as maintainer.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { name } }, { app, actor }) =>
      organizationOf(await createOrganization(app, actor, name)),
  },
  {
    name: 'CreateOrganizationSuccess',
    description: 'The organization has been created.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'createVerifiedOrganization',
  {
    description: 'Data of the organization.',
    inputFields: (t) => ({
      name: t.string({ description: 'Name. Must not be empty; at most 200 characters.' }),
      address: t.string({ required: false, description: 'Postal address; at most 500 characters.' }),
      vat: t.string({
        required: false,
        description: "VAT number with country prefix, in that country's format, such as `DE123456789`.",
      }),
      verified: t.boolean({
        required: false,
        description: 'Whether it is invoiced, so that a used-up balance does not stop it. Defaults to true.',
      }),
    }),
  },
  {
    description: 'Creates a verified organization without members. Administrators only.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input: { name, address, vat, verified } }, { app, actor }) =>
      organizationOf(
        await createVerifiedOrganization(app, actor, {
          name,
          address: address ?? null,
          vat: vat ?? null,
          verified: verified ?? true,
        }),
      ),
  },
  {
    name: 'CreateVerifiedOrganizationSuccess',
    description: 'The organization has been created.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'inviteMembers',
  {
    description: 'Addresses to invite, and role.',
    inputFields: (t) => ({
      organization: t.id({ description: ids.organization }),
      emails: t.stringList({
        description: 'Email addresses, at most 100. Errors are reported under `email`.',
      }),
      role: t.field({
        type: OrganizationRoleType,
        required: false,
        description: 'Role of the invited people. Required.',
      }),
    }),
  },
  {
    description: `Invites people by email. Each link works once and expires in seven days. People who were invited before get a new link. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError, ReauthenticationRequiredError] },
    resolve: async (_, { input: { organization, emails, role } }, { app, actor }) => {
      const organizationId = await organizationIdOf({ app }, organization);
      await inviteMembers(app, actor, { organizationId, emails, role: role ?? null });
      return organizationOf(organizationId);
    },
  },
  {
    name: 'InviteMembersSuccess',
    description: 'The invitations were sent.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'resendInvitation',
  {
    description: 'The organization and the person.',
    inputFields: (t) => ({
      organization: t.id({ description: ids.organization }),
      user: t.id({ description: ids.user }),
    }),
  },
  {
    description: `Sends an invitation again, with a new link. The previous link no longer works. ${needs}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app, actor }) => {
      const organizationId = await organizationIdOf({ app }, input.organization);
      await resendInvitation(app, actor, { organizationId, userId: databaseId('User', input.user) });
      return organizationOf(organizationId);
    },
  },
  {
    name: 'ResendInvitationSuccess',
    description: 'The invitation has been resent.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'withdrawInvitation',
  {
    description: 'The organization and the person.',
    inputFields: (t) => ({
      organization: t.id({ description: ids.organization }),
      user: t.id({ description: ids.user }),
    }),
  },
  {
    description: `Withdraws an invitation. Its link no longer works. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => {
      const organizationId = await organizationIdOf({ app }, input.organization);
      await withdrawInvitation(app, actor, { organizationId, userId: databaseId('User', input.user) });
      return organizationOf(organizationId);
    },
  },
  {
    name: 'WithdrawInvitationSuccess',
    description: 'The person is no longer invited.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

const which = {
  secret: 'The part of the link after `#`. Omit it for the invitation of the caller to `organization`.',
  organization: `${organizationIds}, in place of \`secret\`.`,
};
const whichOf = async (
  { app }: Pick<Context, 'app'>,
  input: { secret?: string | null | undefined; organization?: string | number | null | undefined },
): Promise<WhichInvitation> =>
  input.secret != null
    ? { secret: input.secret }
    : { organizationId: (await organizationIdOrNull({ app }, input.organization)) ?? 0 };

builder.relayMutationField(
  'acceptInvitation',
  {
    description: "The invitation, and new user's data.",
    inputFields: (t) => ({
      secret: t.string({ required: false, description: which.secret }),
      organization: t.id({ required: false, description: which.organization }),
      name: t.string({ required: false, description: 'Full name of a new user.' }),
      password: t.string({
        required: false,
        description: 'Password of a new user: 10 to 1,024 characters, not the email address.',
      }),
    }),
  },
  {
    description:
      'Accepts an invitation as the invited person. A new user sets name and password, and is ' +
      'signed in with the cookie `jwt`.',
    errors: { types: [NotSignedInError, NotAllowedError, NotFoundError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, actor, cookies } = context;
      const { organizationId, session } = await acceptInvitation(app, actor, {
        which: await whichOf(context, input),
        name: input.name,
        password: input.password,
        whence: clientOf(context),
      });
      if (session) {
        cookies?.setSession(session.token, session.expiresAt);
        cookies?.keepDevice(session.device);
      }
      return organizationOf(organizationId);
    },
  },
  {
    name: 'AcceptInvitationSuccess',
    description: 'The person is now a member.',
    outputFields: (t) => ({
      organization: t.expose('organization', {
        type: OrganizationType,
        description:
          'The organization. Fields for members only are not available yet; request them in the next ' +
          'operation.',
      }),
    }),
  },
);

builder.relayMutationField(
  'declineInvitation',
  {
    description: 'The invitation.',
    inputFields: (t) => ({
      secret: t.string({ required: false, description: which.secret }),
      organization: t.id({ required: false, description: which.organization }),
    }),
  },
  {
    description: 'Declines an invitation. Allowed for the invitee and anyone with its link.',
    errors: { types: [NotSignedInError, NotAllowedError, NotFoundError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const whence = clientOf(context);
      await declineInvitation(context.app, context.actor, { which: await whichOf(context, input), whence });
      return { declined: true };
    },
  },
  {
    name: 'DeclineInvitationSuccess',
    description: 'The invitation was declined.',
    outputFields: (t) => ({ declined: t.exposeBoolean('declined', { description: 'Always true.' }) }),
  },
);

const SecondFactorRequirementType = builder
  .objectRef<SecondFactorRequirement>('SecondFactorRequirement')
  .implement({
    description: 'A second factor or passkey that organizations require and the caller lacks.',
    fields: (t) => ({
      organizations: t.exposeStringList('organizations', {
        description: 'Names of the organizations, sorted alphabetically.',
      }),
      dueAt: t.expose('from', {
        type: 'DateTime',
        description: 'Time from which the caller must set it up before anything else.',
      }),
      isDue: t.exposeBoolean('isDue', {
        description: 'Whether that time has come: other calls respond as if not signed in.',
      }),
      email: t.exposeString('email', { description: 'Email address of the account.' }),
      hasPassword: t.exposeBoolean('hasPassword', {
        description: 'Whether the account has a password, which setup requires.',
      }),
    }),
  });

builder.queryField('secondFactorRequirement', (t) =>
  t.field({
    type: SecondFactorRequirementType,
    nullable: true,
    description:
      'What organizations require of a caller who is signed in with a password. Null if nothing is ' +
      'required or missing, and for other callers.',
    resolve: (_, __, { app, actor }) => readSecondFactorRequirement(app, actor),
  }),
);

builder.prismaObjectField(OrganizationType, 'secondFactorDueAt', (t) =>
  t.expose('secondFactorFrom', {
    type: 'DateTime',
    nullable: true,
    description:
      'When members start to need a second factor or a passkey for access. Null if they need none.',
  }),
);

builder.relayMutationField(
  'requireSecondFactor',
  {
    description: 'The organization and its requirement.',
    inputFields: (t) => ({
      organization: t.id({ description: `${organizationIds}.` }),
      required: t.boolean({ description: 'Whether members need a second factor or a passkey.' }),
      graceDays: t.int({
        required: false,
        description: 'Days that members have to set one up: 0 to 90. Defaults to 14.',
      }),
    }),
  },
  {
    description:
      'Makes an organization require a second factor or a passkey of its members. Those without ' +
      'one are notified by email; after these days, they must set one up at sign-in before ' +
      'anything else. Does not affect sign-ins by an OpenID provider, nor the last administrator ' +
      'of the platform. Requires the maintainer role in the organization.',
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, context) => {
      const organizationId = await organizationIdOf(context, input.organization);
      await requireSecondFactor(context.app, context.actor, {
        organizationId,
        required: input.required,
        graceDays: input.graceDays ?? 14,
        ...clientOf(context),
      });
      return { organization: { id: organizationId } };
    },
  },
  {
    name: 'RequireSecondFactorSuccess',
    description: 'The requirement has been saved.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);
