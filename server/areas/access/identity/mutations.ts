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
import type { Question } from './passkey-ceremony.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { beginPasskey, confirmPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  takeSecondFactor,
} from './second-factor.ts';
import { UserType, ViewerType } from './types.ts';

builder.relayMutationField(
  'requestEmailChange',
  {
    description: 'The new address, and the password.',
    inputFields: (t) => ({
      email: t.string({ description: 'New e-mail address.' }),
      password: t.string({
        required: false,
        description:
          'Current password. Who has none, because a provider signs them in, omits it, and has to have signed in within the last ten minutes.',
      }),
    }),
  },
  {
    description:
      'Sends a link to another e-mail address of the signed-in user, which is good for 24 hours and works once. Nothing changes until ' +
      'it is followed. The answer is the same whether or not somebody else has the address; if so, nothing is sent.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await askForEmailChange(context.app, context.actor, { ...input, ...clientOf(context) });
      return { requested: true };
    },
  },
  {
    name: 'RequestEmailChangeSuccess',
    description: 'If nobody has the address, the link is on its way.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'confirmEmailChange',
  {
    description: 'The secret of the link.',
    inputFields: (t) => ({
      secret: t.string({ description: 'What follows `#` in the link.' }),
      password: t.string({
        required: false,
        description: 'Current password of the account. Not needed in a session of the account.',
      }),
    }),
  },
  {
    description:
      'Gives a user the email address that `requestEmailChange` sent a link to, and emails the former one. Other sessions of the user end. ' +
      'Requires a session of the account or its password.',
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
      'Makes a secret for an authenticator app (TOTP, RFC 6238). Nothing changes until `confirmSecondFactor` proves that the app has it.',
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: (_, __, { app, actor }) => beginSecondFactor(app, actor),
  },
  {
    name: 'BeginSecondFactorSuccess',
    description: 'What the authenticator app needs.',
    outputFields: (t) => ({
      uri: t.exposeString('uri', { description: '`otpauth://` address, for a QR code.' }),
      secret: t.exposeString('secret', { description: 'The secret in base 32, to be typed.' }),
      setup: t.exposeString('setup', {
        description: 'To be sent to `confirmSecondFactor`, within 15 minutes.',
      }),
    }),
  },
);

builder.relayMutationField(
  'confirmSecondFactor',
  {
    description: 'What `beginSecondFactor` answered, a code of the app, and the password.',
    inputFields: (t) => ({
      setup: t.string({ description: 'As `beginSecondFactor` answered it.' }),
      code: t.string({ description: 'Code that the app shows now.' }),
      password: t.string({ description: 'Current password.' }),
    }),
  },
  {
    description:
      'Turns the second factor on: from now on, each sign-in with the password asks for a code of this app, in place of an earlier one. All other sessions end.',
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
        description: 'Ten codes, each for one sign-in without the app. They cannot be read again.',
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
    description: 'Removes the second factor of the signed-in user: signing in no longer asks for a code.',
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
  'takeSecondFactor',
  {
    description: 'Whose second factor it is.',
    inputFields: (t) => ({ user: t.id({ description: 'Global ID or database ID of the user.' }) }),
  },
  {
    description:
      'Takes second factor, recovery codes and passkeys from somebody who has lost them, and ends all sessions of that person, who is told ' +
      'by mail. Administrators only.',
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => {
      const userId = databaseId('User', input.user);
      await takeSecondFactor(app, actor, userId);
      return { user: await readUser(app, actor, userId) };
    },
  },
  {
    name: 'TakeSecondFactorSuccess',
    description: 'The password alone signs in.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The person.' }) }),
  },
);

const PasskeyType = builder
  .objectRef<Passkey>('Passkey')
  .implement({
    description: 'A key of a device with which the caller signs in without a password (WebAuthn).',
    fields: (t) => ({
      key: t.string({
        description: 'By which `renamePasskey` and `removePasskey` know it.',
        resolve: ({ id }) => String(id),
      }),
      name: t.exposeString('name', { description: 'What its person calls it.' }),
      backedUp: t.exposeBoolean('backedUp', {
        description: 'Whether it is kept beyond the device, such as in an account of its maker.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was set up.' }),
      lastUsedAt: t.expose('lastUsedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When somebody last signed in with it. Null when nobody has yet.',
      }),
    }),
  });

builder.objectField(ViewerType, 'passkeys', (t) =>
  t.field({
    type: [PasskeyType],
    nullable: true,
    description: 'Passkeys of the signed-in user, the oldest first. Null for a program.',
    resolve: (_, __, { app, actor }) => listPasskeys(app, actor),
  }),
);

const PasskeyQuestionType = builder
  .objectRef<Question>('PasskeyQuestion')
  .implement({
    description: 'What a browser is asked for. It is to be answered within five minutes, once.',
    fields: (t) => ({
      options: t.exposeString('options', {
        description: '`publicKey` of `navigator.credentials`, as JSON (WebAuthn Level 3).',
      }),
      setup: t.exposeString('setup', { description: 'To be sent along with the answer.' }),
    }),
  });

const password = {
  required: false,
  description:
    'Current password. Who has none, because a provider or a passkey signs them in, omits it, and has to have signed in within the last ' +
    'ten minutes.',
} as const;
const passkeyKey = { description: 'Key of the passkey, as `Viewer.passkeys` tells it.' };
const idOf = (key: string): number => (/^\d{1,9}$/.test(key) ? Number(key) : 0);

builder.relayMutationField(
  'beginPasskey',
  { description: 'The password.', inputFields: (t) => ({ password: t.string(password) }) },
  {
    description:
      'Begins to set up a passkey for the signed-in user, also for one who may do nothing else before (`secondFactorDemand`).',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => ({
      question: await beginPasskey(context.app, context.actor, { ...input, ...clientOf(context) }),
    }),
  },
  {
    name: 'BeginPasskeySuccess',
    description: 'The browser is to make a passkey.',
    outputFields: (t) => ({
      question: t.expose('question', {
        type: PasskeyQuestionType,
        description: 'For `navigator.credentials.create`.',
      }),
    }),
  },
);

builder.relayMutationField(
  'confirmPasskey',
  {
    description: 'What the browser answered, and what the passkey is to be called.',
    inputFields: (t) => ({
      setup: t.string({ description: 'As `beginPasskey` answered it.' }),
      answer: t.string({ description: 'The credential that the browser made, as JSON.' }),
      name: t.string({ description: 'Name of the passkey: at most 100 characters.' }),
    }),
  },
  {
    description:
      'Keeps a passkey of the signed-in user. From the first one on, the password alone signs in no more, and all other sessions end.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input }, context) => ({
      recoveryCodes: await confirmPasskey(context.app, context.actor, { ...input, ...clientOf(context) }),
      passkeys: async () => (await listPasskeys(context.app, await context.actorNow())) ?? [],
    }),
  },
  {
    name: 'ConfirmPasskeySuccess',
    description: 'The passkey signs in.',
    outputFields: (t) => ({
      recoveryCodes: t.exposeStringList('recoveryCodes', {
        description:
          'Ten codes, each for one sign-in with the password where no passkey is at hand. They cannot be read again. Empty when the user ' +
          'has some already.',
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
      name: t.string({ description: 'New name: at most 100 characters.' }),
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
    description: 'The passkey has its new name.',
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
    description: 'Takes a passkey from the signed-in user: it signs in no more. All other sessions end.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { passkey, ...input } }, context) => {
      const { app, actor } = context;
      await removePasskey(app, actor, { ...input, id: idOf(passkey), ...clientOf(context) });
      return { passkeys: (await listPasskeys(app, actor)) ?? [] };
    },
  },
  {
    name: 'RemovePasskeySuccess',
    description: 'The passkey is gone.',
    outputFields: (t) => ({
      passkeys: t.expose('passkeys', { type: [PasskeyType], description: 'Those that are left.' }),
    }),
  },
);

builder.relayMutationField(
  'beginPasskeySignIn',
  null,
  {
    description: 'Begins to sign in with a passkey, whosever it is.',
    errors: { types: [] },
    resolve: async (_, __, { app }) => ({ question: await beginPasskeySignIn(app) }),
  },
  {
    name: 'BeginPasskeySignInSuccess',
    description: 'The browser is to use a passkey.',
    outputFields: (t) => ({
      question: t.expose('question', {
        type: PasskeyQuestionType,
        description: 'For `navigator.credentials.get`.',
      }),
    }),
  },
);

builder.relayMutationField(
  'signInWithPasskey',
  {
    description: 'What the browser answered.',
    inputFields: (t) => ({
      setup: t.string({ description: 'As `beginPasskeySignIn` answered it.' }),
      answer: t.string({ description: 'The credential that the browser used, as JSON.' }),
    }),
  },
  {
    description:
      'Signs in with a passkey in place of password and code, and sets the cookie `jwt`. After thirty failures from one network, ' +
      'attempts are slowed down (`retryAfter`).',
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
      'Password, and the code where one is asked for at sign-in; or the answer of a passkey to `beginPasskeySignIn`.',
    inputFields: (t) => ({
      password: t.string({ required: false, description: 'Current password.' }),
      code: t.string({ required: false, description: 'Code of the authenticator app, or a recovery code.' }),
      setup: t.string({ required: false, description: 'As `beginPasskeySignIn` answered it.' }),
      answer: t.string({ required: false, description: 'The credential that the browser used, as JSON.' }),
    }),
  },
  {
    description:
      'Confirms that the signed-in user is who they are. For ten minutes after this, and after signing in, calls that make ' +
      'credentials, give rights or show secrets do not fail with `ReauthenticationRequiredError`.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { setup, answer, ...input } }, context) => {
      const passkey = setup && answer ? { setup, answer } : null;
      const { device } = context.cookies ?? {};
      await confirmIdentity(context.app, context.actor, { ...input, passkey, device, ...clientOf(context) });
      return { confirmed: true };
    },
  },
  {
    name: 'ConfirmIdentitySuccess',
    description: 'The identity is confirmed.',
    outputFields: (t) => ({ confirmed: t.exposeBoolean('confirmed', { description: 'Always true.' }) }),
  },
);
