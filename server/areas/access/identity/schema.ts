import { builder } from '../../../graphql/builder.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
  ReauthenticationRequiredError,
} from '../../../kernel/errors.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { clientOf } from '../../../graphql/context.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import {
  balanceOf,
  changeUserRole,
  isVerified,
  readUsers,
  signIn,
  signOut,
  signOutEverywhere,
  solvencyOf,
  timeZones,
  updateUser,
  viewer,
} from './identity.ts';
import { askForPasswordReset, resetPassword } from './password-reset.ts';
import { changePassword } from './passwords.ts';
import { maySeePersonalData } from './policy.ts';
import { readSecondFactor, type SecondFactor } from './second-factor.ts';
import { endSession, listSessions, type OwnSession } from './own-sessions.ts';
import { PlatformRoleType, UserType, ViewerType } from './types.ts';
import { identityMessages } from './messages.ts';
import { demoPath } from '../../../product.ts';

refetchable(UserType, ({ app, actor }, ids, query) => readUsers(app, actor, ids, query));

builder.prismaObjectFields(UserType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the user, as used in REST.' }),
  email: t.exposeString('email', {
    description: 'Email address, in lower case, for signing in and receiving email.',
  }),
  name: t.exposeString('fullname', {
    description: 'Full name. `Deleted account` if the user has deleted it.',
  }),
  avatar: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the profile picture. Null if the user has none.',
    select: { avatar: true },
    // An uploaded one is kept by its path.
    resolve: ({ avatar }, _, { app }) => (avatar?.startsWith('/') ? app.config.publicUrl + avatar : avatar),
  }),
  role: t.expose('role', { type: PlatformRoleType, description: 'Role on the platform.' }),
  hasVerified: t.boolean({
    description:
      "Whether the user or one of the user's organizations is verified: it is invoiced and not " +
      'stopped by its balance.',
    select: solvencyOf,
    resolve: isVerified,
  }),
  timeZone: t.exposeString('timezone', {
    nullable: true,
    description: 'IANA name of the time zone, such as `Europe/Berlin`. Null if not set.',
  }),
  language: t.string({
    nullable: true,
    description:
      'Code of the language for messages to the user, such as `de`. Null if not set, and unless ' +
      'the caller is that user or an administrator.',
    select: { id: true, language: true },
    resolve: ({ id, language }, _, { actor }) => (maySeePersonalData(actor, id) ? language : null),
  }),
  balance: t.float({
    nullable: true,
    description:
      "Characters left in the accounts of the user and of the user's organizations. Can be negative when an account is invoiced. Null " +
      'unless the caller is that user or an administrator.',
    select: solvencyOf,
    resolve: (user, _, { actor }) => (maySeePersonalData(actor, user.id) ? balanceOf(user) : null),
  }),
  ownBalance: t.float({
    nullable: true,
    description:
      "Characters left in the user's own account. Null unless the caller is that user or an administrator.",
    select: solvencyOf,
    resolve: (user, _, { actor }) =>
      maySeePersonalData(actor, user.id) ? Number(user.account!.balance) : null,
  }),
  verified: t.boolean({
    nullable: true,
    description:
      "Whether the user's own account is verified. Null unless the caller is that user or an administrator.",
    select: solvencyOf,
    resolve: (user, _, { actor }) => (maySeePersonalData(actor, user.id) ? user.account!.verified : null),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was created.' }),
}));

const SessionType = builder
  .objectRef<OwnSession>('Session')
  .implement({
    description: 'A browser or API client in which the caller is signed in.',
    fields: (t) => ({
      key: t.exposeString('id', { description: 'Key for `endSession`.' }),
      current: t.exposeBoolean('current', { description: 'Whether this call uses it.' }),
      device: t.exposeString('device', {
        nullable: true,
        description:
          'Browser and system, such as `Firefox · Windows`, or the name of an API client. Null if unknown.',
      }),
      network: t.exposeString('network', {
        nullable: true,
        description:
          'Network from which it was opened: an IPv4 address, or the first half of an IPv6 address. ' +
          'Null if unknown.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
      lastSeenAt: t.expose('lastSeenAt', {
        type: 'DateTime',
        description: 'When it was last used, to the minute.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires at the latest.' }),
    }),
  });

const SecondFactorType = builder
  .objectRef<SecondFactor>('SecondFactor')
  .implement({
    description: 'Whether each sign-in requires a code from an app.',
    fields: (t) => ({
      enabled: t.exposeBoolean('enabled', { description: 'Whether a code is required.' }),
      recoveryCodes: t.exposeInt('recoveryCodes', { description: 'Number of recovery codes left.' }),
    }),
  });

ViewerType.implement({
  description: 'The caller: a signed-in user, or an API client with a key or API token.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      nullable: true,
      description: 'The signed-in user. Null for an API client.',
      resolve: (query, _, __, { app, actor }) => viewer(app, actor, query),
    }),
    sessions: t.field({
      type: [SessionType],
      nullable: true,
      description: 'Sessions of the signed-in user, most recently used first. Null for an API client.',
      resolve: (_, __, { app, actor }) => listSessions(app, actor),
    }),
    secondFactor: t.field({
      type: SecondFactorType,
      nullable: true,
      description: 'Second factor of the signed-in user. Null for an API client.',
      resolve: (_, __, { app, actor }) => readSecondFactor(app, actor),
    }),
    contactEmail: t.string({
      description: 'Email address of the provider, for questions about features that are not booked.',
      resolve: (_, __, { app }) => app.config.contactEmail,
    }),
    restorableDays: t.int({
      description: 'Number of days for which deleted items can be restored. 0 for none.',
      resolve: (_, __, { app }) => app.config.retention.deletedDays,
    }),
    demoPath: t.string({
      nullable: true,
      description:
        'Path of the demo pages, which show the players as readers see them. Null if the server has ' +
        'none.',
      resolve: (_, __, { app }) => (app.config.demo ? demoPath : null),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: ViewerType,
    nullable: true,
    description: 'The caller. Null if not signed in.',
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
      email: t.string({ description: 'Email address. Upper and lower case are not distinguished.' }),
      password: t.string({ description: 'Password of the user.' }),
      code: t.string({
        required: false,
        description: 'Code from the app, or a recovery code, if the user has a second factor.',
      }),
    }),
  },
  {
    description:
      'Signs in with email address and password and sets the cookie `jwt`. Allowed once per ' +
      'operation. After ten failures from one network, attempts are slowed down (`retryAfter`). If ' +
      'a second factor is required, the error is on `code`. If a passkey is required, it is on ' +
      '`passkey`: use `signInWithPasskey`, or a recovery code as `code`.',
    errors: { types: [NotSignedInError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, cookies } = context;
      // By other names one operation could try twenty passwords.
      if (signedIn.has(context)) throw new LimitReachedError(identityMessages.SIGNED_IN_TWICE());
      signedIn.add(context);
      const session = await signIn(app, { ...input, ...clientOf(context), device: cookies?.device });
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
    description: 'Ends the session and clears the cookie. Does nothing if not signed in.',
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
    resolve: async (_, __, context) => {
      const { app, actor, cookies } = context;
      const sessions = await signOutEverywhere(app, actor, clientOf(context));
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
  'endSession',
  {
    description: 'The session to end.',
    inputFields: (t) => ({
      session: t.string({ description: 'Key of the session, from `Viewer.sessions`.' }),
    }),
  },
  {
    description: 'Ends a session of the signed-in user immediately and closes its open sockets.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input }, context) => {
      const { app, actor } = context;
      await endSession(app, actor, input.session, clientOf(context));
      return { sessions: (await listSessions(app, actor)) ?? [] };
    },
  },
  {
    name: 'EndSessionSuccess',
    description: 'The session has ended.',
    outputFields: (t) => ({
      sessions: t.expose('sessions', { type: [SessionType], description: 'Remaining sessions.' }),
    }),
  },
);

builder.relayMutationField(
  'requestPasswordReset',
  {
    description: 'Email address of the user who forgot the password.',
    inputFields: (t) => ({ email: t.string({ description: 'Email address that the user signs in with.' }) }),
  },
  {
    description:
      'Emails a link for setting a new password. It is valid for 30 minutes and works once. The ' +
      'response is the same if the address has no account.',
    errors: { types: [LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await askForPasswordReset(context.app, { ...input, ...clientOf(context) });
      return { requested: true };
    },
  },
  {
    name: 'RequestPasswordResetSuccess',
    description: 'The link was sent, if the address has an account.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'resetPassword',
  {
    description: 'Secret from the link, and the new password.',
    inputFields: (t) => ({
      secret: t.string({ description: 'Part of the link after `#`.' }),
      newPassword: t.string({
        description: 'New password: 10 to 1,024 characters, and not the email address.',
      }),
    }),
  },
  {
    description:
      'Sets a new password with the link from `requestPasswordReset`. All sessions of the user ' +
      'end. Does not sign in.',
    errors: { types: [ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { device } = await resetPassword(context.app, { ...input, ...clientOf(context) });
      context.cookies?.keepDevice(device);
      return { reset: true };
    },
  },
  {
    name: 'ResetPasswordSuccess',
    description: 'The password has been set. The user can sign in with it.',
    outputFields: (t) => ({ reset: t.exposeBoolean('reset', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'changePassword',
  {
    description: 'The current password and the new one.',
    inputFields: (t) => ({
      oldPassword: t.string({ description: 'Current password.' }),
      newPassword: t.string({
        description: 'New password: 10 to 1,024 characters, neither the current one nor the email address.',
      }),
    }),
  },
  {
    description:
      'Changes the password of the signed-in user. All other sessions end; the current one continues.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => ({
      user: await changePassword(context.app, context.actor, { ...input, ...clientOf(context) }),
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
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
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
      language: t.string({ required: false, description: 'Code of a dashboard language, such as `de`.' }),
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
