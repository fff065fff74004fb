import { builder } from '../../../graphql/builder.ts';
import { clientOf } from '../../../graphql/context.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../../kernel/errors.ts';
import { UserType } from '../../access/identity/types.ts';
import { confirmSignUp, signUp } from './sign-up.ts';

builder.queryField('signUpEnabled', (t) =>
  t.boolean({
    description:
      'Whether anyone may sign up for the studio, by email or with one of `signInProviders`. If ' +
      'false, accounts are created by invitation.',
    resolve: (_, __, { app }) => app.config.signUp.offered,
  }),
);

builder.relayMutationField(
  'signUp',
  {
    description: 'Details of the new user.',
    inputFields: (t) => ({
      email: t.string({ description: 'Email address that the link is sent to.' }),
      password: t.string({ description: 'Password. At least 10 characters.' }),
      name: t.string({ description: 'Full name. At most 200 characters.' }),
    }),
  },
  {
    description:
      'Signs up for the studio: emails a link that is valid for 24 hours and works once. The ' +
      'response is the same if the address already has an account, whose owner is then notified. ' +
      'Requires no sign-in.',
    errors: { types: [NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, cookies } = context;
      const { signingUp } = await signUp(app, {
        ...input,
        ...clientOf(context),
        signingUp: cookies?.signingUp,
      });
      cookies?.keepSigningUp(signingUp);
      return { requested: true };
    },
  },
  {
    name: 'SignUpSuccess',
    description: 'The link has been sent.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'confirmSignUp',
  {
    description: 'Secret of the link and, in a browser other than the one that signed up, the password.',
    inputFields: (t) => ({
      secret: t.string({ description: 'Part of the link after `#`.' }),
      password: t.string({
        required: false,
        description:
          'Password chosen at sign-up or, with `name`, a new one to replace it. Not needed in the ' +
          'browser that signed up.',
      }),
      name: t.string({
        required: false,
        description: 'Full name, with a new password. At most 200 characters.',
      }),
    }),
  },
  {
    description:
      'Creates the account that `signUp` sent a link for, with a studio, and signs in by setting ' +
      'the session cookie. Requires no sign-in, but the password in a browser other than the one ' +
      'that signed up.',
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, cookies } = context;
      const session = await confirmSignUp(app, {
        ...input,
        ...clientOf(context),
        device: cookies?.device,
        signingUp: cookies?.signingUp,
      });
      cookies?.setSession(session.token, session.expiresAt);
      cookies?.keepDevice(session.device);
      return session;
    },
  },
  {
    name: 'ConfirmSignUpSuccess',
    description: 'The account has been created, and the user is signed in.',
    outputFields: (t) => ({
      token: t.exposeString('token', {
        description: 'Session token for `Authorization: Bearer`, for clients that do not use cookies.',
      }),
      user: t.expose('user', {
        type: UserType,
        description:
          'The new user. Fields restricted to the user are not available yet; request them in the next ' +
          'operation.',
      }),
    }),
  },
);
