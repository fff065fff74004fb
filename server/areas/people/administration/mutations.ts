import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { UserType } from '../../access/identity/types.ts';
import { suspendAccount } from './suspend-account.ts';

const only = 'Administrators only.';
const stopping = {
  inputs: 'The user, and the reason.',
  user: 'Global ID or database ID of the user.',
  reason: 'Reason, for the administration log; at most 500 characters.',
};

builder.relayMutationField(
  'suspendAccount',
  {
    description: stopping.inputs,
    inputFields: (t) => ({
      user: t.id({ description: stopping.user }),
      reason: t.string({ description: stopping.reason }),
    }),
  },
  {
    description: `Suspends an account: all its sessions end, its user can't sign in, and its studio audios are no longer played or shown anywhere. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { user, reason } }, { app, actor }) => ({
      user: await suspendAccount(app, actor, { userId: databaseId('User', user), reason, isSuspended: true }),
    }),
  },
  {
    name: 'SuspendAccountSuccess',
    description: 'The account has been suspended.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);

builder.relayMutationField(
  'reactivateAccount',
  {
    description: stopping.inputs,
    inputFields: (t) => ({
      user: t.id({ description: stopping.user }),
      reason: t.string({ description: stopping.reason }),
    }),
  },
  {
    description: `Reactivates a suspended account with all its content. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { user, reason } }, { app, actor }) => ({
      user: await suspendAccount(app, actor, {
        userId: databaseId('User', user),
        reason,
        isSuspended: false,
      }),
    }),
  },
  {
    name: 'ReactivateAccountSuccess',
    description: 'The account has been reactivated.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);
