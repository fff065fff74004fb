import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why a podcast's hub was not notified. */
export const hubMessages = declareMessages({
  HUB_ANSWERED_STATUS: 'The hub responded with HTTP status {status, number, ::group-off}.',
});
