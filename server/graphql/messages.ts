import { declareMessages } from '../lib/declare-messages.ts';

/** What refuses an operation. */
export const graphqlMessages = declareMessages({
  TOO_MUCH_READ_AT_ONCE: 'Too much data is being read at once. Try again in a moment.',
  RESPONSE_TOO_LARGE: 'The response would be too large. Request less at once.',
  TOO_MANY_IDS: 'Request up to {most, number, ::group-off} IDs at once.',
  OPERATION_TOO_COMPLEX:
    'The operation is too complex: its cost is {cost, number, ::group-off}, and the maximum is {most, number, ::group-off}. Request fewer fields or shorter lists.',
  TOO_MANY_STATEMENTS:
    'The operation reads from the database too often: the maximum is {most, number, ::group-off} times. Request fewer nested lists at once.',
  TOO_MANY_OPERATIONS:
    'Up to {onSocket, number, ::group-off} operations can run at once on a socket, and {ofCaller, number, ::group-off} per caller.',
});
