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

builder.queryField('signUpOffered', (t) =>
  t.boolean({
    description:
      'Whether whoever comes may sign up for the studio, by e-mail or with one of `signInProviders`. Otherwise accounts are opened by invitation.',
    resolve: (_, __, { app }) => app.config.signUp.offered,
  }),
);

builder.relayMutationField(
  'signUp',
  {
    description: 'Who signs up.',
    inputFields: (t) => ({
      email: t.string({ description: 'E-mail address, to which a link is sent.' }),
      password: t.string({ description: 'Password; at least 10 characters.' }),
      name: t.string({ description: 'Full name; at most 200 characters.' }),
    }),
  },
  {
    description:
      'Signs up for the studio: sends a link to the address, which is good for 24 hours and works once. The answer is the same where ' +
      'somebody has the address already; that person is told. Requires no sign-in.',
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
    description: 'The link is on its way.',
    outputFields: (t) => ({ requested: t.exposeBoolean('requested', { description: 'Always true.' }) }),
  },
);

builder.relayMutationField(
  'confirmSignUp',
  {
    description: 'The secret of the link and, in a browser that did not sign up, the password.',
    inputFields: (t) => ({
      secret: t.string({ description: 'What follows `#` in the link.' }),
      password: t.string({
        required: false,
        description:
          'Password that was chosen at sign-up; with `name`, a new one in its place. Not needed in the browser that signed up.',
      }),
      name: t.string({
        required: false,
        description: 'Full name, with a new password; at most 200 characters.',
      }),
    }),
  },
  {
    description:
      'Opens the account that `signUp` sent a link for, with a studio, and signs in: sets the session cookie. Requires no sign-in; in a ' +
      'browser other than the one that signed up, the password.',
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
    description: 'The account is open, and the user is signed in.',
    outputFields: (t) => ({
      token: t.exposeString('token', {
        description: 'Session token for `Authorization: Bearer`, for clients that do not use cookies.',
      }),
      user: t.expose('user', {
        type: UserType,
        description:
          'The new user. Fields that only the user may read are not available yet; request them in the next operation.',
      }),
    }),
  },
);
