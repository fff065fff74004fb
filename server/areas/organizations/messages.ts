import { declareMessages } from '../../lib/declare-messages.ts';

/** What is said of organizations, their members and tokens. */
export const organizationMessages = declareMessages({
  ORGANIZATION_NOT_FOUND: 'This organization does not exist.',
  MEMBER_NOT_FOUND: 'This member does not exist.',
  TOKEN_NOT_FOUND: 'This token does not exist.',
  LAST_MAINTAINER: 'An organization needs at least one maintainer. Appoint another one first.',
  NOT_IN_THE_FUTURE: 'Must be in the future.',
});
