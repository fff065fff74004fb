import type { Passkey } from '../../../../prisma/generated/client/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { clientOf } from '../../../graphql/context.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
  ReauthenticationRequiredError,
} from '../../../kernel/errors.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { askForEmailChange, confirmEmailChange } from './email-change.ts';
import { readUser } from './identity.ts';
import type { PasskeyChallenge } from './passkey-ceremony.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { beginPasskey, confirmPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from './second-factor.ts';
import { UserType, ViewerType } from './types.ts';

builder.relayMutationField(
  'requestEmailChange',
  {
    description: 'New address and current password.',
    inputFields: (t) => ({
      email: t.string({ description: 'New email address.' }),
      password: t.string({
        required: false,
        description:
          'Current password. Users without one, because a provider signs them in, omit it and must ' +
          'have signed in within the last ten minutes.',
      }),
    }),
  },
  {
    description:
      'Emails a link to the new address of the signed-in user. The link is valid for 24 hours and ' +
      'works once. Nothing changes until it is opened. The response is the same if another user ' +
      'has the address; no email is sent then.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await askForEmailChange(context.app, context.actor, { ...input, ...clientOf(context) });
      return { requested: true };
    },
  },
  {
    name: 'RequestEmailChangeSuccess',
    description: 'The link was sent, if the address is not in use.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'confirmEmailChange',
  {
    description: 'Secret from the link.',
    inputFields: (t) => ({
      secret: t.string({ description: 'Part of the link after `#`.' }),
      password: t.string({
        required: false,
        description: 'Current password of the account. Not needed in a session of the account.',
      }),
    }),
  },
  {
    description:
      'Sets the email address that `requestEmailChange` sent a link to, and notifies the old ' +
      "address. Ends the user's other sessions. Requires a session of the account or its password.",
    errors: { types: [ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await confirmEmailChange(context.app, context.actor, {
        ...input,
        ...clientOf(context),
        device: context.cookies?.device,
      });
      return { confirmed: true };
    },
  },
  {
    name: 'ConfirmEmailChangeSuccess',
    description: 'The user signs in with the new address from now on.',
    outputFields: (t) => ({ confirmed: t.exposeBoolean('confirmed', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'beginSecondFactor',
  null,
  {
    description:
      'Creates a secret for an authenticator app (TOTP, RFC 6238). Nothing changes until ' +
      '`confirmSecondFactor` verifies a code from the app.',
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: (_, __, { app, actor }) => beginSecondFactor(app, actor),
  },
  {
    name: 'BeginSecondFactorSuccess',
    description: 'Setup data for the authenticator app.',
    outputFields: (t) => ({
      uri: t.exposeString('uri', { description: '`otpauth://` address, for a QR code.' }),
      secret: t.exposeString('secret', { description: 'Secret in base 32, for manual entry.' }),
      setup: t.exposeString('setup', {
        description: 'Value for `confirmSecondFactor`, valid for 15 minutes.',
      }),
    }),
  },
);

builder.relayMutationField(
  'confirmSecondFactor',
  {
    description: 'Result of `beginSecondFactor`, a code from the app, and the password.',
    inputFields: (t) => ({
      setup: t.string({ description: '`setup` from `beginSecondFactor`.' }),
      code: t.string({ description: 'Current code from the app.' }),
      password: t.string({ description: 'Current password.' }),
    }),
  },
  {
    description:
      'Turns the second factor on. Each password sign-in then requires a code from this app, which ' +
      'replaces any earlier app. All other sessions end.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => ({
      recoveryCodes: await confirmSecondFactor(context.app, context.actor, {
        ...input,
        ...clientOf(context),
      }),
    }),
  },
  {
    name: 'ConfirmSecondFactorSuccess',
    description: 'The second factor is on.',
    outputFields: (t) => ({
      recoveryCodes: t.exposeStringList('recoveryCodes', {
        description: "Ten codes, each for one sign-in without the app. They can't be shown again.",
      }),
    }),
  },
);

builder.relayMutationField(
  'removeSecondFactor',
  {
    description: 'The password.',
    inputFields: (t) => ({ password: t.string({ description: 'Current password.' }) }),
  },
  {
    description: 'Removes the second factor of the signed-in user. Signing in no longer requires a code.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await removeSecondFactor(context.app, context.actor, { ...input, ...clientOf(context) });
      return { removed: true };
    },
  },
  {
    name: 'RemoveSecondFactorSuccess',
    description: 'The second factor is off.',
    outputFields: (t) => ({ removed: t.exposeBoolean('removed', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'resetSecondFactor',
  {
    description: 'The affected user.',
    inputFields: (t) => ({ user: t.id({ description: 'Global ID or database ID of the user.' }) }),
  },
  {
    description:
      'Removes the second factor, recovery codes and passkeys of a user who lost them, ends all of ' +
      "the user's sessions and notifies the user by email. Administrators only.",
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => {
      const userId = databaseId('User', input.user);
      await resetSecondFactor(app, actor, userId);
      return { user: await readUser(app, actor, userId) };
    },
  },
  {
    name: 'ResetSecondFactorSuccess',
    description: 'The second factor has been removed. The password is enough to sign in.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);

const PasskeyType = builder
  .objectRef<Passkey>('Passkey')
  .implement({
    description: 'A device key with which the caller signs in without a password (WebAuthn).',
    fields: (t) => ({
      key: t.string({
        description: 'Key for `renamePasskey` and `removePasskey`.',
        resolve: ({ id }) => String(id),
      }),
      name: t.exposeString('name', { description: 'Name given by the user.' }),
      backedUp: t.exposeBoolean('backedUp', {
        description: 'Whether it is backed up outside the device, such as in a vendor account.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
      lastUsedAt: t.expose('lastUsedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was last used to sign in. Null if never.',
      }),
    }),
  });

builder.objectField(ViewerType, 'passkeys', (t) =>
  t.field({
    type: [PasskeyType],
    nullable: true,
    description: 'Passkeys of the signed-in user, oldest first. Null for an API client.',
    resolve: (_, __, { app, actor }) => listPasskeys(app, actor),
  }),
);

const PasskeyChallengeType = builder
  .objectRef<PasskeyChallenge>('PasskeyChallenge')
  .implement({
    description: "Request for the browser's WebAuthn API. Valid for five minutes and one response.",
    fields: (t) => ({
      options: t.exposeString('options', {
        description: '`publicKey` of `navigator.credentials`, as JSON (WebAuthn Level 3).',
      }),
      setup: t.exposeString('setup', { description: 'Value to send with the response.' }),
    }),
  });

const password = {
  required: false,
  description:
    'Current password. Users without one, because a provider or a passkey signs them in, omit it ' +
    'and must have signed in within the last ten minutes.',
} as const;
const passkeyKey = { description: 'Key of the passkey, from `Viewer.passkeys`.' };
const idOf = (key: string): number => (/^\d{1,9}$/.test(key) ? Number(key) : 0);

builder.relayMutationField(
  'beginPasskey',
  { description: 'The password.', inputFields: (t) => ({ password: t.string(password) }) },
  {
    description:
      'Starts passkey setup for the signed-in user, even if `secondFactorRequirement` blocks everything ' +
      'else.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => ({
      challenge: await beginPasskey(context.app, context.actor, { ...input, ...clientOf(context) }),
    }),
  },
  {
    name: 'BeginPasskeySuccess',
    description: 'Options for creating the passkey.',
    outputFields: (t) => ({
      challenge: t.expose('challenge', {
        type: PasskeyChallengeType,
        description: 'Options for `navigator.credentials.create`.',
      }),
    }),
  },
);

builder.relayMutationField(
  'confirmPasskey',
  {
    description: 'Credential from the browser, and name of the passkey.',
    inputFields: (t) => ({
      setup: t.string({ description: '`setup` from `beginPasskey`.' }),
      credential: t.string({ description: 'Credential created by the browser, as JSON.' }),
      name: t.string({ description: 'Name of the passkey; at most 100 characters.' }),
    }),
  },
  {
    description:
      'Saves a passkey of the signed-in user. Once a passkey exists, the password alone no longer ' +
      'signs in. All other sessions end.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input }, context) => ({
      recoveryCodes: await confirmPasskey(context.app, context.actor, { ...input, ...clientOf(context) }),
      passkeys: async () => (await listPasskeys(context.app, await context.actorNow())) ?? [],
    }),
  },
  {
    name: 'ConfirmPasskeySuccess',
    description: 'The passkey is active.',
    outputFields: (t) => ({
      recoveryCodes: t.exposeStringList('recoveryCodes', {
        description:
          "Ten codes, each for one password sign-in without a passkey. They can't be shown again. " +
          'Empty if the user already has codes.',
      }),
      passkeys: t.field({
        type: [PasskeyType],
        description: 'Passkeys of the user.',
        resolve: ({ passkeys }) => passkeys(),
      }),
    }),
  },
);

builder.relayMutationField(
  'renamePasskey',
  {
    description: 'The passkey and its new name.',
    inputFields: (t) => ({
      passkey: t.string(passkeyKey),
      name: t.string({ description: 'New name; at most 100 characters.' }),
    }),
  },
  {
    description: 'Renames a passkey of the signed-in user.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input: { passkey, name } }, { app, actor }) => {
      await renamePasskey(app, actor, { id: idOf(passkey), name });
      return { passkeys: (await listPasskeys(app, actor)) ?? [] };
    },
  },
  {
    name: 'RenamePasskeySuccess',
    description: 'The passkey has been renamed.',
    outputFields: (t) => ({
      passkeys: t.expose('passkeys', { type: [PasskeyType], description: 'Passkeys of the user.' }),
    }),
  },
);

builder.relayMutationField(
  'removePasskey',
  {
    description: 'The passkey, and the password.',
    inputFields: (t) => ({ passkey: t.string(passkeyKey), password: t.string(password) }),
  },
  {
    description: 'Removes a passkey of the signed-in user; it no longer signs in. All other sessions end.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { passkey, ...input } }, context) => {
      const { app, actor } = context;
      await removePasskey(app, actor, { ...input, id: idOf(passkey), ...clientOf(context) });
      return { passkeys: (await listPasskeys(app, actor)) ?? [] };
    },
  },
  {
    name: 'RemovePasskeySuccess',
    description: 'The passkey was removed.',
    outputFields: (t) => ({
      passkeys: t.expose('passkeys', { type: [PasskeyType], description: 'Remaining passkeys.' }),
    }),
  },
);

builder.relayMutationField(
  'beginPasskeySignIn',
  null,
  {
    description: 'Starts a sign-in with a passkey of any user.',
    errors: { types: [] },
    resolve: async (_, __, { app }) => ({ challenge: await beginPasskeySignIn(app) }),
  },
  {
    name: 'BeginPasskeySignInSuccess',
    description: 'Options for using a passkey.',
    outputFields: (t) => ({
      challenge: t.expose('challenge', {
        type: PasskeyChallengeType,
        description: 'Options for `navigator.credentials.get`.',
      }),
    }),
  },
);

builder.relayMutationField(
  'signInWithPasskey',
  {
    description: 'Credential from the browser.',
    inputFields: (t) => ({
      setup: t.string({ description: '`setup` from `beginPasskeySignIn`.' }),
      credential: t.string({ description: 'Credential used by the browser, as JSON.' }),
    }),
  },
  {
    description:
      'Signs in with a passkey instead of password and code, and sets the cookie `jwt`. After ' +
      'thirty failures from one network, attempts are slowed down (`retryAfter`).',
    errors: { types: [NotSignedInError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, cookies } = context;
      const session = await signInWithPasskey(app, {
        ...input,
        ...clientOf(context),
        device: cookies?.device,
      });
      cookies?.setSession(session.token, session.expiresAt);
      cookies?.keepDevice(session.device);
      return session;
    },
  },
  {
    name: 'SignInWithPasskeySuccess',
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
  'confirmIdentity',
  {
    description:
      'Password, and the code if sign-in requires one; or a passkey response to ' + '`beginPasskeySignIn`.',
    inputFields: (t) => ({
      password: t.string({ required: false, description: 'Current password.' }),
      code: t.string({
        required: false,
        description: 'Code from the authenticator app, or a recovery code.',
      }),
      setup: t.string({ required: false, description: '`setup` from `beginPasskeySignIn`.' }),
      credential: t.string({ required: false, description: 'Credential used by the browser, as JSON.' }),
    }),
  },
  {
    description:
      'Confirms the identity of the signed-in user. For ten minutes after this, and after signing ' +
      'in, calls that create credentials, grant rights or show secrets do not fail with ' +
      '`ReauthenticationRequiredError`.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { setup, credential, ...input } }, context) => {
      const passkey = setup && credential ? { setup, credential } : null;
      const { device } = context.cookies ?? {};
      await confirmIdentity(context.app, context.actor, { ...input, passkey, device, ...clientOf(context) });
      return { confirmed: true };
    },
  },
  {
    name: 'ConfirmIdentitySuccess',
    description: 'The identity has been confirmed.',
    outputFields: (t) => ({ confirmed: t.exposeBoolean('confirmed', { description: 'Always true.' }) }),
  },
);
