import { declareMessages } from '../../../lib/declare-messages.ts';

/** What webhooks say. */
export const webhookMessages = declareMessages({
  WEBHOOK_NOT_FOUND: 'This webhook does not exist.',
  WEBHOOK_DELIVERY_NOT_FOUND: 'This delivery does not exist.',
  WEBHOOK_WITHOUT_EVENTS: 'Choose at least one event.',
  WEBHOOK_TOO_MANY: 'You can have up to {most, number, ::group-off} webhooks here.',
  WEBHOOK_OVERLAP_RANGE: 'The overlap can last from 0 to {most, number, ::group-off} hours.',
  WEBHOOK_OWNER_MISSING: 'Choose either an organization or a project.',
  WEBHOOK_IS_DISABLED: 'This webhook is disabled. Enable it first.',
  WEBHOOK_TESTS_TOO_OFTEN: 'Too many test messages. Try again later.',
  WEBHOOK_RESENT_TOO_OFTEN: 'Too many messages were sent again. Try again later.',
  WEBHOOK_REDIRECTED:
    'The receiver redirects to another URL. Webhooks don’t follow redirects: enter the final URL.',
  WEBHOOK_UNREADABLE: 'The URL and secret can no longer be read. Create the webhook again.',
});
