import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { UserType } from '../../access/identity/types.ts';
import { stopAccount } from './stop-account.ts';

const only = 'Administrators only.';
const stopping = {
  inputs: 'The user, and why.',
  user: 'Global ID or database ID of the user.',
  why: 'Reason, for the administration log; at most 500 characters.',
};

builder.relayMutationField(
  'stopAccount',
  {
    description: stopping.inputs,
    inputFields: (t) => ({
      user: t.id({ description: stopping.user }),
      why: t.string({ description: stopping.why }),
    }),
  },
  {
    description: `Stops an account: all its sessions end, nobody signs in, and what it made in the studio is heard nowhere any more. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { user, why } }, { app, actor }) => ({
      user: await stopAccount(app, actor, { userId: databaseId('User', user), why, isStopped: true }),
    }),
  },
  {
    name: 'StopAccountSuccess',
    description: 'The account has been suspended.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);

builder.relayMutationField(
  'resumeAccount',
  {
    description: stopping.inputs,
    inputFields: (t) => ({
      user: t.id({ description: stopping.user }),
      why: t.string({ description: stopping.why }),
    }),
  },
  {
    description: `Lets a stopped account go on, with all that it made. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { user, why } }, { app, actor }) => ({
      user: await stopAccount(app, actor, { userId: databaseId('User', user), why, isStopped: false }),
    }),
  },
  {
    name: 'ResumeAccountSuccess',
    description: 'The account has been reactivated.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The user.' }) }),
  },
);
