import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about organizations, their members and tokens. */
export const organizationMessages = declareMessages({
  ORGANIZATION_NOT_FOUND: 'This organization does not exist.',
  MEMBER_NOT_FOUND: 'This member does not exist.',
  TOKEN_NOT_FOUND: 'This token does not exist.',
  LAST_MAINTAINER: 'An organization needs at least one maintainer. Appoint another one first.',
  NOT_IN_THE_FUTURE: 'Must be in the future.',
  REQUIRED: 'Required',
  OWN_MEMBERSHIP: 'You cannot change or exclude yourself.',
  MEMBER_NOT_ACTIVE: 'Only active members can be excluded.',
  MEMBER_IS_ACTIVE: 'This person is a member already.',
  MEMBERS_ALREADY: 'Members already: {emails}',
  NO_ADDRESSES: 'No e-mail addresses: {texts}',
  TOO_MANY_ADDRESSES: 'At most {most, number, ::group-off} addresses at once.',
  TOO_MANY_INVITATIONS: 'Too many invitations. Please try again later.',
  TOO_MANY_LINKS: 'Too many attempts. Please try again in a moment.',
  TOO_MANY_ORGANIZATIONS: 'Too many organizations at once. Please try again later.',
  INVITATION_NOT_FOUND: 'This invitation was used, replaced or has expired.',
  INVITED_SOMEBODY_ELSE: 'This invitation is for {email}.',
  GRACE_OUT_OF_RANGE: 'Enter 0 to {most, number} days.',
  CALLS_OUT_OF_RANGE: 'Enter 1 to {most, number, ::group-off} calls per minute.',
  PROJECT_OF_ANOTHER: 'Choose projects of this organization.',
  NOT_A_VAT_NUMBER: 'This is no VAT number, such as DE123456789.',
});
