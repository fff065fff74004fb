import { builder } from '../../../graphql/builder.ts';

/** A mail, for administrators. */
export const MailType = builder.prismaObject('Mail', {
  description: 'A mail that this server sent, or is about to send. Visible to administrators.',
  select: { id: true },
});
