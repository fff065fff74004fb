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
    description: 'E-mail address, in lower case. The user signs in with it and receives mail there.',
  }),
  name: t.exposeString('fullname', {
    description: 'Full name; `Deleted account` once the person has deleted it.',
  }),
  avatar: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the profile picture. Null when the user has none.',
    select: { avatar: true },
    // An uploaded one is kept by its path.
    resolve: ({ avatar }, _, { app }) => (avatar?.startsWith('/') ? app.config.publicUrl + avatar : avatar),
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
  language: t.string({
    nullable: true,
    description:
      'Code of the language in which the user is written to. Null when none was chosen, and unless the caller is that user or an administrator.',
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
    description: 'A browser or program in which the caller is signed in.',
    fields: (t) => ({
      key: t.exposeString('id', { description: 'By which `endSession` knows it.' }),
      current: t.exposeBoolean('current', { description: 'Whether this call was made with it.' }),
      device: t.exposeString('device', {
        nullable: true,
        description:
          'Browser and system, such as `Firefox · Windows`, or the name of a program. Null when unknown.',
      }),
      network: t.exposeString('network', {
        nullable: true,
        description:
          'Network from which it was opened: an IPv4 address, or the first half of an IPv6 address. Null when unknown.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
      lastSeenAt: t.expose('lastSeenAt', {
        type: 'DateTime',
        description: 'When it was last used, to the minute.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends at the latest.' }),
    }),
  });

const SecondFactorType = builder
  .objectRef<SecondFactor>('SecondFactor')
  .implement({
    description: 'Whether a code of an app is asked for at each sign-in.',
    fields: (t) => ({
      enabled: t.exposeBoolean('enabled', { description: 'Whether a code is asked for.' }),
      recoveryCodes: t.exposeInt('recoveryCodes', { description: 'Number of recovery codes that are left.' }),
    }),
  });

ViewerType.implement({
  description: 'The caller: a signed-in user, or the program that a key or partner token belongs to.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      nullable: true,
      description: 'The signed-in user. Null for a program.',
      resolve: (query, _, __, { app, actor }) => viewer(app, actor, query),
    }),
    sessions: t.field({
      type: [SessionType],
      nullable: true,
      description: 'Sessions of the signed-in user, the last used first. Null for a program.',
      resolve: (_, __, { app, actor }) => listSessions(app, actor),
    }),
    secondFactor: t.field({
      type: SecondFactorType,
      nullable: true,
      description: 'Second factor of the signed-in user. Null for a program.',
      resolve: (_, __, { app, actor }) => readSecondFactor(app, actor),
    }),
    contactEmail: t.string({
      description: 'E-mail address of the provider, for questions about features that are not booked.',
      resolve: (_, __, { app }) => app.config.contactEmail,
    }),
    restorableDays: t.int({
      description: 'For how many days what is deleted can be brought back; 0: not at all.',
      resolve: (_, __, { app }) => app.config.retention.deletedDays,
    }),
    demoPath: t.string({
      nullable: true,
      description:
        'Path of the demo, whose pages show the players as readers meet them. Null where the server has none.',
      resolve: (_, __, { app }) => (app.config.demo ? demoPath : null),
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
      code: t.string({
        required: false,
        description: 'Code of the app, or a recovery code, where the user has a second factor.',
      }),
    }),
  },
  {
    description:
      'Signs in with e-mail address and password and sets the cookie `jwt`. Allowed once per operation. After ten failures from one ' +
      'network, attempts are slowed down (`retryAfter`). Where a second factor is asked for, the error is on `code`; where a passkey is, on `passkey`, ' +
      'and `signInWithPasskey`, or a recovery code as `code`, signs in.',
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
      session: t.string({ description: 'Key of the session, as `Viewer.sessions` tells it.' }),
    }),
  },
  {
    description: 'Ends one session of the signed-in user at once, and closes its open sockets.',
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
      sessions: t.expose('sessions', { type: [SessionType], description: 'The sessions that are left.' }),
    }),
  },
);

builder.relayMutationField(
  'requestPasswordReset',
  {
    description: 'The address of whoever has forgotten the password.',
    inputFields: (t) => ({ email: t.string({ description: 'E-mail address that the user signs in with.' }) }),
  },
  {
    description:
      'Sends a link for a new password, which is good for 30 minutes and works once. The answer is the same whether or not anybody has ' +
      'the address.',
    errors: { types: [LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await askForPasswordReset(context.app, { ...input, ...clientOf(context) });
      return { requested: true };
    },
  },
  {
    name: 'RequestPasswordResetSuccess',
    description: 'If somebody has the address, the link is on its way.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'resetPassword',
  {
    description: 'The secret of the link, and the new password.',
    inputFields: (t) => ({
      secret: t.string({ description: 'What follows `#` in the link.' }),
      newPassword: t.string({
        description: 'New password: 10 to 1,024 characters, and not the e-mail address.',
      }),
    }),
  },
  {
    description:
      'Sets a new password by the link that `requestPasswordReset` sent. All sessions of the user end. Signs nobody in.',
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
        description: 'New password: 10 to 1,024 characters, neither the current one nor the e-mail address.',
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
      language: t.string({
        required: false,
        description: 'Code of a language that the dashboard speaks, such as `de`.',
      }),
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
