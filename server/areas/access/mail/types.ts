import { builder } from '../../../graphql/builder.ts';

/** A mail, for administrators. */
export const MailType = builder.prismaObject('Mail', {
  name: 'Email',
  description: 'An email that this server has sent or will send. Visible to administrators.',
  select: { id: true },
});
