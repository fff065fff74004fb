import { PlatformRole } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { LimitReachedError } from '../../kernel/errors.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import { balanceOf, changeUserRole, isVerified, readUser, signIn, signOut, signOutEverywhere, solvencyOf, timezones, updateUser, viewer } from './identity.ts';
import { changePassword } from './passwords.ts';
import { UserType, ViewerType } from './types.ts';

const PlatformRoleType = builder.enumType('PlatformRole', {
  description: 'What a user is on the whole platform.',
  values: {
    [PlatformRole.admin]: { description: 'Runs the platform, and may do everything.' },
    [PlatformRole.viewer]: { description: 'Everybody else: what they may do, organizations and projects say.' },
  } as const,
});

refetchable(UserType, ({ app, actor }, id, query) => readUser(app, actor, id, query));

builder.prismaObjectFields(UserType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'The id in addresses and in REST.' }),
  email: t.exposeString('email', { description: 'Where mails go, and what one signs in with; lower case.' }),
  name: t.exposeString('fullname', { description: 'The full name.' }),
  fullname: t.exposeString('fullname', { description: 'The full name.', deprecationReason: 'Ask for `name`, which is the same.' }),
  avatar: t.exposeString('avatar', { nullable: true, description: 'Address of a picture; null: none.' }),
  role: t.expose('role', { type: PlatformRoleType, description: 'The role on the platform.' }),
  hasVerified: t.boolean({
    description: 'Whether the user or one of the organizations is verified: invoiced, not stopped by the balance.',
    select: solvencyOf,
    resolve: isVerified,
  }),
  timezone: t.exposeString('timezone', { nullable: true, description: 'IANA name; null: not chosen.' }),
  balance: t.float({
    nullable: true,
    description: 'Characters left: the own ones and those of the organizations. Below zero where it is invoiced. Null: it is not the caller who is asked about.',
    select: solvencyOf,
    resolve: (user, _, { actor }) => (actor.kind === 'user' && actor.userId === user.id ? balanceOf(user) : null),
  }),
}));

ViewerType.implement({
  description: 'Whoever asks: a person who is signed in, or what a key or partner token stands for.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      nullable: true,
      description: 'The person; null for a program.',
      resolve: (query, _, __, { app, actor }) => viewer(app, actor, query),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: ViewerType,
    nullable: true,
    description: 'Whoever asks; null when nobody is signed in.',
    resolve: (_, __, { actor }) => (actor.kind === 'anonymous' ? null : {}),
  }),
  timezones: t.stringList({ description: 'IANA names of time zones, sorted.', resolve: () => timezones() }),
}));

/** Operations that have tried. */
const signedIn = new WeakSet<object>();

builder.relayMutationField(
  'signIn',
  {
    description: 'Who signs in.',
    inputFields: (t) => ({
      email: t.string({ description: 'Any case.' }),
      password: t.string({ description: 'As it was set.' }),
    }),
  },
  {
    description: 'Opens a session by e-mail address and password, and sets the cookie `jwt`. Once an operation; after ten failures from one network it goes on slowly (`retryAfter`).',
    errors: {},
    resolve: async (_, { input }, context) => {
      const { app, cookies, remoteAddress } = context;
      // By other names one operation could try twenty passwords.
      if (signedIn.has(context)) throw new LimitReachedError('An operation may sign in once.');
      signedIn.add(context);
      const session = await signIn(app, { ...input, remoteAddress, device: cookies?.device });
      cookies?.setSession(session.token, session.expiresAt);
      cookies?.keepDevice(session.device);
      return session;
    },
  },
  {
    name: 'SignInSuccess',
    description: 'Somebody is signed in.',
    outputFields: (t) => ({
      token: t.exposeString('token', { description: 'For `Authorization: Bearer`, where cookies are not wanted.' }),
      user: t.expose('user', {
        type: UserType,
        description: 'Who is signed in now. What only the own session may see is read with the next call.',
      }),
    }),
  },
);

builder.relayMutationField(
  'signOut',
  null,
  {
    description: 'Ends the session and clears the cookie. Harmless when nobody is signed in.',
    errors: {},
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
    description: 'Ends all sessions of whoever is signed in, on every device, and this one; open sockets are closed.',
    errors: {},
    resolve: async (_, __, { app, actor, cookies }) => {
      const sessions = await signOutEverywhere(app, actor);
      cookies?.clear();
      return { sessions };
    },
  },
  {
    name: 'SignOutEverywhereSuccess',
    description: 'Nobody is signed in with this account any more.',
    outputFields: (t) => ({ sessions: t.exposeInt('sessions', { description: 'How many sessions there were.' }) }),
  },
);

builder.relayMutationField(
  'changePassword',
  {
    description: 'The password that was, and the one that is to be.',
    inputFields: (t) => ({
      oldPassword: t.string({ description: 'The present one.' }),
      newPassword: t.string({ description: '10 to 1,024 characters; neither the present one nor the e-mail address.' }),
    }),
  },
  {
    description: "Changes the signed-in user's password. All other sessions end; this one stays.",
    errors: {},
    resolve: async (_, { input }, { app, actor, remoteAddress }) => ({ user: await changePassword(app, actor, { ...input, remoteAddress }) }),
  },
  {
    name: 'ChangePasswordSuccess',
    description: 'The password is changed.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'Whose it is.' }) }),
  },
);

builder.relayMutationField(
  'changeUserRole',
  {
    description: 'Whose role, and which.',
    inputFields: (t) => ({
      user: t.id({ description: 'Global or database id.' }),
      role: t.field({ type: PlatformRoleType, description: 'What the user is on the platform from now on.' }),
    }),
  },
  {
    description: 'Makes a user an administrator, or no longer. For administrators.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ user: await changeUserRole(app, actor, { userId: databaseId('User', input.user), role: input.role }) }),
  },
  {
    name: 'ChangeUserRoleSuccess',
    description: 'The user has the role.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'As the user is now.' }) }),
  },
);

builder.relayMutationField(
  'updateUser',
  {
    description: 'What is absent stays.',
    inputFields: (t) => ({
      fullname: t.string({ required: false, description: 'Not empty.' }),
      timezone: t.string({ required: false, description: 'IANA name.' }),
    }),
  },
  {
    description: "Changes the signed-in user's profile.",
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ user: await updateUser(app, actor, input) }),
  },
  {
    name: 'UpdateUserSuccess',
    description: 'The profile is changed.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'As it is now.' }) }),
  },
);
