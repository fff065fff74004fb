import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about a person's own account. */
export const profileMessages = declareMessages({
  PICTURE_UNREADABLE: 'We can’t read this picture. Choose another file.',
  TOO_MANY_PICTURES: 'Too many pictures at once. Try again in a moment.',
  TOO_MANY_ARCHIVES: 'You’ve requested many archives in a short time. Try again later.',
  LAST_MAINTAINER_IN: 'First appoint another administrator in: {organizations}',
});
