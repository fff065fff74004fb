import { builder } from '../../graphql/builder.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../kernel/errors.ts';
import { accessErrors } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import {
  balanceOf,
  changeUserRole,
  isVerified,
  readUser,
  signIn,
  signOut,
  signOutEverywhere,
  solvencyOf,
  timeZones,
  updateUser,
  viewer,
} from './identity.ts';
import { changePassword } from './passwords.ts';
import { knows } from './policy.ts';
import { PlatformRoleType, UserType, ViewerType } from './types.ts';
import { identityMessages } from './messages.ts';

refetchable(UserType, ({ app, actor }, id, query) => readUser(app, actor, id, query));

builder.prismaObjectFields(UserType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the user, as used in REST.' }),
  email: t.exposeString('email', {
    description: 'E-mail address, in lower case. The user signs in with it and receives mail there.',
  }),
  name: t.exposeString('fullname', { description: 'Full name.' }),
  avatar: t.exposeString('avatar', {
    nullable: true,
    description: 'URL of the profile picture. Null when the user has none.',
  }),
  role: t.expose('role', { type: PlatformRoleType, description: 'Role on the platform.' }),
  hasVerified: t.boolean({
    description:
      "Whether the user or one of the user's organizations is verified, which means it is invoiced and not stopped by its balance.",
    select: solvencyOf,
    resolve: isVerified,
  }),
  timeZone: t.exposeString('timezone', {
    nullable: true,
    description: 'IANA name of the time zone. Null when none was chosen.',
  }),
  balance: t.float({
    nullable: true,
    description:
      "Characters left in the accounts of the user and of the user's organizations. Can be negative when an account is invoiced. Null " +
      'unless the caller is that user or an administrator.',
    select: solvencyOf,
    resolve: (user, _, { actor }) => (knows(actor, user.id) ? balanceOf(user) : null),
  }),
  ownBalance: t.float({
    nullable: true,
    description:
      "Characters left in the user's own account. Null unless the caller is that user or an administrator.",
    select: solvencyOf,
    resolve: (user, _, { actor }) => (knows(actor, user.id) ? Number(user.account!.balance) : null),
  }),
  verified: t.boolean({
    nullable: true,
    description:
      "Whether the user's own account is verified. Null unless the caller is that user or an administrator.",
    select: solvencyOf,
    resolve: (user, _, { actor }) => (knows(actor, user.id) ? user.account!.verified : null),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was created.' }),
}));

ViewerType.implement({
  description: 'The caller: a signed-in user, or the program that a key or partner token belongs to.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      nullable: true,
      description: 'The signed-in user. Null for a program.',
      resolve: (query, _, __, { app, actor }) => viewer(app, actor, query),
    }),
    contactEmail: t.string({
      description: 'E-mail address of the provider, for questions about features that are not booked.',
      resolve: (_, __, { app }) => app.config.contactEmail,
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: ViewerType,
    nullable: true,
    description: 'The caller. Null when nobody is signed in.',
    resolve: (_, __, { actor }) => (actor.kind === 'anonymous' ? null : {}),
  }),
  timeZones: t.stringList({
    description: 'IANA names of the time zones, sorted alphabetically.',
    resolve: () => timeZones(),
  }),
}));

/** Operations that have tried. */
const signedIn = new WeakSet<object>();

builder.relayMutationField(
  'signIn',
  {
    description: 'Credentials of the user.',
    inputFields: (t) => ({
      email: t.string({ description: 'E-mail address. Upper and lower case are not distinguished.' }),
      password: t.string({ description: 'Password of the user.' }),
    }),
  },
  {
    description:
      'Signs in with e-mail address and password and sets the cookie `jwt`. Allowed once per operation. After ten failures from one ' +
      'network, attempts are slowed down (`retryAfter`).',
    errors: { types: [NotSignedInError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, cookies, remoteAddress } = context;
      // By other names one operation could try twenty passwords.
      if (signedIn.has(context)) throw new LimitReachedError(identityMessages.SIGNED_IN_TWICE());
      signedIn.add(context);
      const session = await signIn(app, { ...input, remoteAddress, device: cookies?.device });
      cookies?.setSession(session.token, session.expiresAt);
      cookies?.keepDevice(session.device);
      return session;
    },
  },
  {
    name: 'SignInSuccess',
    description: 'The user is signed in.',
    outputFields: (t) => ({
      token: t.exposeString('token', {
        description: 'Session token for `Authorization: Bearer`, for clients that do not use cookies.',
      }),
      user: t.expose('user', {
        type: UserType,
        description:
          'The user who signed in. Fields that only the user may read are not available yet; request them in the next operation.',
      }),
    }),
  },
);

builder.relayMutationField(
  'signOut',
  null,
  {
    description: 'Ends the session and clears the cookie. Does nothing when nobody is signed in.',
    errors: { types: [] },
    resolve: async (_, __, { app, actor, cookies }) => {
      await signOut(app, actor);
      cookies?.clear();
      return { signedOut: true };
    },
  },
  {
    name: 'SignOutSuccess',
    description: 'The session has ended.',
    outputFields: (t) => ({ signedOut: t.exposeBoolean('signedOut', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'signOutEverywhere',
  null,
  {
    description:
      'Ends all sessions of the signed-in user on every device, including this one, and closes their open sockets.',
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: async (_, __, { app, actor, cookies }) => {
      const sessions = await signOutEverywhere(app, actor);
      cookies?.clear();
      return { sessions };
    },
  },
  {
    name: 'SignOutEverywhereSuccess',
    description: 'All sessions of the user have ended.',
    outputFields: (t) => ({
      sessions: t.exposeInt('sessions', { description: 'Number of sessions that were ended.' }),
    }),
  },
);

builder.relayMutationField(
  'changePassword',
  {
    description: 'The current password and the new one.',
    inputFields: (t) => ({
      oldPassword: t.string({ description: 'Current password.' }),
      newPassword: t.string({
        description: 'New password: 10 to 1,024 characters, neither the current one nor the e-mail address.',
      }),
    }),
  },
  {
    description:
      'Changes the password of the signed-in user. All other sessions end; the current one continues.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app, actor, remoteAddress }) => ({
      user: await changePassword(app, actor, { ...input, remoteAddress }),
    }),
  },
  {
    name: 'ChangePasswordSuccess',
    description: 'The password has been changed.',
    outputFields: (t) => ({
      user: t.expose('user', { type: UserType, description: 'The user whose password was changed.' }),
    }),
  },
);

builder.relayMutationField(
  'changeUserRole',
  {
    description: 'The user and the new role.',
    inputFields: (t) => ({
      user: t.id({ description: 'Global ID or database ID of the user.' }),
      role: t.field({ type: PlatformRoleType, description: 'New role on the platform.' }),
    }),
  },
  {
    description: 'Grants or revokes the administrator role. Administrators only.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      user: await changeUserRole(app, actor, { userId: databaseId('User', input.user), role: input.role }),
    }),
  },
  {
    name: 'ChangeUserRoleSuccess',
    description: 'The role has been changed.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The updated user.' }) }),
  },
);

builder.relayMutationField(
  'updateUser',
  {
    description: 'Changes to the profile. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      name: t.string({ required: false, description: 'Full name. Must not be empty.' }),
      timeZone: t.string({ required: false, description: 'IANA name of the time zone.' }),
    }),
  },
  {
    description: 'Updates the profile of the signed-in user.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({ user: await updateUser(app, actor, input) }),
  },
  {
    name: 'UpdateUserSuccess',
    description: 'The profile has been updated.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The updated user.' }) }),
  },
);
