import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about a person's own account. */
export const profileMessages = declareMessages({
  PICTURE_UNREADABLE: 'This picture cannot be read.',
  TOO_MANY_PICTURES: 'Too many pictures at once. Please try again in a moment.',
  TOO_MANY_ARCHIVES: 'Too many archives. Please try again later.',
  LAST_MAINTAINER_IN: 'Appoint another administrator first, in: {organizations}',
});
