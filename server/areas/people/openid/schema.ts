import { builder } from '../../../graphql/builder.ts';
import { clientOf } from '../../../graphql/context.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../../kernel/errors.ts';
import { UserType, ViewerType } from '../../access/identity/types.ts';
import { signInProviders, type SignInProvider } from './openid-clients.ts';
import {
  identityProofs,
  listIdentities,
  signOutElsewhere,
  unlinkIdentity,
  type IdentityProofs,
  type OwnIdentity,
} from './identities.ts';
import { linkIdentity, mailPending } from './pending-identity.ts';

const SignInProviderType = builder
  .objectRef<SignInProvider>('SignInProvider')
  .implement({
    description: 'An OpenID provider with which people can sign in.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'What people know it by.' }),
      path: t.exposeString('path', { description: 'Path on this server where signing in with it begins.' }),
    }),
  });

const IdentityType = builder
  .objectRef<OwnIdentity>('Identity')
  .implement({
    description: 'An identity of an OpenID provider with which the caller can sign in.',
    fields: (t) => ({
      key: t.string({ description: 'By which `unlinkIdentity` knows it.', resolve: ({ id }) => String(id) }),
      provider: t.exposeString('provider', { description: 'What people know the provider by.' }),
      email: t.exposeString('email', {
        nullable: true,
        description: 'Address as the provider last told it. Null when it told none that is verified.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was linked.' }),
    }),
  });

builder.queryField('signInProviders', (t) =>
  t.field({
    type: [SignInProviderType],
    description: 'OpenID providers with which people can sign in here, besides the password.',
    resolve: (_, __, { app }) => signInProviders(app),
  }),
);

builder.objectField(ViewerType, 'identities', (t) =>
  t.field({
    type: [IdentityType],
    nullable: true,
    description: 'Identities with which the signed-in user can sign in. Null for a program.',
    resolve: (_, __, { app, actor }) => listIdentities(app, actor),
  }),
);

const IdentityProofsType = builder
  .objectRef<IdentityProofs>('IdentityProofs')
  .implement({
    description: 'How the signed-in user can confirm who they are: see `confirmIdentity`.',
    fields: (t) => ({
      password: t.exposeBoolean('password', { description: 'By the password.' }),
      code: t.exposeBoolean('code', {
        description: 'Whether a code of the authenticator app is needed with the password.',
      }),
      passkey: t.exposeBoolean('passkey', { description: 'By a passkey.' }),
      providers: t.expose('providers', {
        type: [SignInProviderType],
        description:
          'OpenID providers that ask who it is; `path` is where that begins, in a window of its own.',
      }),
    }),
  });

builder.objectField(ViewerType, 'identityProofs', (t) =>
  t.field({
    type: IdentityProofsType,
    nullable: true,
    description: 'How the signed-in user can confirm who they are. Null for a program.',
    resolve: (_, __, { app, actor }) => identityProofs(app, actor),
  }),
);

builder.objectField(ViewerType, 'signOutUrl', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description:
      'URL at which a browser, once `signOut` has ended the session, also signs out at the OpenID provider. Null when the session was not ' +
      'opened by one.',
    resolve: (_, __, { app, actor }) => signOutElsewhere(app, actor),
  }),
);

builder.relayMutationField(
  'linkIdentity',
  {
    description: 'The secret of the identity, and the password of the account.',
    inputFields: (t) => ({
      secret: t.string({ description: 'What follows `#` in the address, or in the link of the mail.' }),
      password: t.string({
        required: false,
        description:
          'Password of the account. Not needed with the secret of the mail, which counts in the browser that asked for it.',
      }),
      code: t.string({
        required: false,
        description: 'Code of the app, or a recovery code, where the account has a second factor.',
      }),
    }),
  },
  {
    description:
      'Links the identity with which somebody has just signed in elsewhere to the account that has its verified address, and signs in.',
    errors: { types: [NotSignedInError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, cookies } = context;
      const session = await linkIdentity(app, {
        ...input,
        ...clientOf(context),
        device: cookies?.device,
        linking: cookies?.linking,
      });
      cookies?.setSession(session.token, session.expiresAt);
      cookies?.keepDevice(session.device);
      return session;
    },
  },
  {
    name: 'LinkIdentitySuccess',
    description: 'The identity is linked, and the user signed in.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);

builder.relayMutationField(
  'requestIdentityLink',
  {
    description: 'The secret of the identity.',
    inputFields: (t) => ({ secret: t.string({ description: 'What follows `#` in the address.' }) }),
  },
  {
    description:
      'Sends a link that links the identity without the password to the owner of the account. It is good for ten minutes, in this browser.',
    errors: { types: [ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app }) => {
      await mailPending(app, input.secret);
      return { requested: true };
    },
  },
  {
    name: 'RequestIdentityLinkSuccess',
    description: 'The link is on its way.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'unlinkIdentity',
  {
    description: 'The identity to take away, and the password.',
    inputFields: (t) => ({
      password: t.string({
        required: false,
        description:
          'Current password. Who has none omits it, and has to have signed in within the last ten minutes.',
      }),
      identity: t.string({ description: 'Key of the identity, as `Viewer.identities` tells it.' }),
    }),
  },
  {
    description: 'Takes an identity from the signed-in user. Sessions that it opened end.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { identity, password } }, context) => {
      const { app, actor } = context;
      const id = /^\d{1,9}$/.test(identity) ? Number(identity) : 0;
      await unlinkIdentity(app, actor, { id, password, ...clientOf(context) });
      return { identities: (await listIdentities(app, actor)) ?? [] };
    },
  },
  {
    name: 'UnlinkIdentitySuccess',
    description: 'The identity is no longer a way to sign in.',
    outputFields: (t) => ({
      identities: t.expose('identities', { type: [IdentityType], description: 'Those that are left.' }),
    }),
  },
);
