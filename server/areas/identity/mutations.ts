import { builder } from '../../graphql/builder.ts';
import { whenceOf } from '../../graphql/context.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../kernel/errors.ts';
import { askForEmailChange, confirmEmailChange } from './email-change.ts';

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
      await askForEmailChange(context.app, context.actor, { ...input, ...whenceOf(context) });
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
    inputFields: (t) => ({ secret: t.string({ description: 'What follows `#` in the link.' }) }),
  },
  {
    description:
      'Gives a user the e-mail address that `requestEmailChange` sent a link to, and tells the former one. Other sessions of the user end. ' +
      'Requires no sign-in.',
    errors: { types: [ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      await confirmEmailChange(context.app, context.actor, { ...input, ...whenceOf(context) });
      return { confirmed: true };
    },
  },
  {
    name: 'ConfirmEmailChangeSuccess',
    description: 'The user signs in with the new address from now on.',
    outputFields: (t) => ({ confirmed: t.exposeBoolean('confirmed', { description: 'Always true.' }) }),
  },
);
