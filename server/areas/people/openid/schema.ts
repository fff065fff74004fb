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
    description: 'An OpenID provider for signing in.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Display name.' }),
      path: t.exposeString('path', {
        description: 'Path on this server that starts signing in with the provider.',
      }),
    }),
  });

const IdentityType = builder
  .objectRef<OwnIdentity>('Identity')
  .implement({
    description: 'An identity at an OpenID provider that the caller can sign in with.',
    fields: (t) => ({
      key: t.string({
        description: 'Key of the identity, for `unlinkIdentity`.',
        resolve: ({ id }) => String(id),
      }),
      provider: t.exposeString('provider', { description: 'Display name of the provider.' }),
      email: t.exposeString('email', {
        nullable: true,
        description: 'Email address last reported by the provider. Null if it reported no verified address.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was linked.' }),
    }),
  });

builder.queryField('signInProviders', (t) =>
  t.field({
    type: [SignInProviderType],
    description: 'OpenID providers for signing in on this server, in addition to the password.',
    resolve: (_, __, { app }) => signInProviders(app),
  }),
);

builder.objectField(ViewerType, 'identities', (t) =>
  t.field({
    type: [IdentityType],
    nullable: true,
    description: 'Identities that the signed-in user can sign in with. Null for an API client.',
    resolve: (_, __, { app, actor }) => listIdentities(app, actor),
  }),
);

const IdentityProofsType = builder
  .objectRef<IdentityProofs>('IdentityProofs')
  .implement({
    description: 'Ways for the signed-in user to confirm their identity. See `confirmIdentity`.',
    fields: (t) => ({
      password: t.exposeBoolean('password', { description: 'Whether a password can be used.' }),
      code: t.exposeBoolean('code', {
        description: 'Whether the password also requires a code of the authenticator app.',
      }),
      passkey: t.exposeBoolean('passkey', { description: 'Whether a passkey can be used.' }),
      providers: t.expose('providers', {
        type: [SignInProviderType],
        description:
          'OpenID providers that can confirm the identity. `path` starts it, in a separate window.',
      }),
    }),
  });

builder.objectField(ViewerType, 'identityProofs', (t) =>
  t.field({
    type: IdentityProofsType,
    nullable: true,
    description: 'Ways for the signed-in user to confirm their identity. Null for an API client.',
    resolve: (_, __, { app, actor }) => identityProofs(app, actor),
  }),
);

builder.objectField(ViewerType, 'signOutUrl', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description:
      'URL that signs the browser out at the OpenID provider after `signOut` has ended the ' +
      'session. Null if the session was not started by a provider.',
    resolve: (_, __, { app, actor }) => signOutElsewhere(app, actor),
  }),
);

builder.relayMutationField(
  'linkIdentity',
  {
    description: 'The secret of the identity, and the password of the account.',
    inputFields: (t) => ({
      secret: t.string({ description: 'Part of the URL, or of the link in the email, after `#`.' }),
      password: t.string({
        required: false,
        description:
          'Password of the account. Not needed with the secret from the email, which is valid only in ' +
          'the browser that requested it.',
      }),
      code: t.string({
        required: false,
        description:
          'Code from the authenticator app, or a recovery code. Required if the account has a second ' +
          'factor.',
      }),
    }),
  },
  {
    description:
      'Links the identity just used at an OpenID provider to the account with the same verified ' +
      'email address, and signs in.',
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
    description: 'The identity has been linked, and the user is signed in.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);

builder.relayMutationField(
  'requestIdentityLink',
  {
    description: 'The secret of the identity.',
    inputFields: (t) => ({ secret: t.string({ description: 'Part of the URL after `#`.' }) }),
  },
  {
    description:
      'Emails the owner of the account a link that links the identity without the password. Valid ' +
      'for ten minutes, in this browser only.',
    errors: { types: [ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app }) => {
      await mailPending(app, input.secret);
      return { requested: true };
    },
  },
  {
    name: 'RequestIdentityLinkSuccess',
    description: 'The link has been sent.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'unlinkIdentity',
  {
    description: 'The identity to unlink, and the password.',
    inputFields: (t) => ({
      password: t.string({
        required: false,
        description:
          'Current password. Users without one omit it and must have signed in within the last ten ' +
          'minutes.',
      }),
      identity: t.string({ description: 'Key of the identity, from `Viewer.identities`.' }),
    }),
  },
  {
    description: 'Unlinks an identity from the signed-in user. Ends the sessions that it started.',
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
    description: 'The identity has been unlinked.',
    outputFields: (t) => ({
      identities: t.expose('identities', { type: [IdentityType], description: 'Remaining identities.' }),
    }),
  },
);
