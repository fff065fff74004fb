import { builder } from '../../../graphql/builder.ts';
import type { LinkedAmazonAccount } from './linked-account.ts';

const AmazonAccountStateType = builder.enumType('AmazonAccountState', {
  description: 'Whether a linked Amazon account can be used.',
  values: {
    linked: { description: 'The account can be used.' },
    revoked: { description: 'Amazon no longer accepts the connection. Connect the account again.' },
  } as const,
});

export const AmazonAccountType = builder
  .objectRef<LinkedAmazonAccount>('AmazonAccount')
  .implement({
    description: "Alexa developer account that publishes the skills of an organization's projects.",
    fields: (t) => ({
      name: t.exposeString('name', {
        description: 'Name of the account, as Amazon reports it, or its email address if it has no name.',
      }),
      state: t.expose('state', {
        type: AmazonAccountStateType,
        description: 'Whether the account can be used.',
      }),
      linkedAt: t.expose('linkedAt', { type: 'DateTime', description: 'When the account was connected.' }),
    }),
  });
