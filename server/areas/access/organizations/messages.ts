import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about organizations, their members and tokens. */
export const organizationMessages = declareMessages({
  ORGANIZATION_NOT_FOUND: 'This organization does not exist.',
  MEMBER_NOT_FOUND: 'This member does not exist.',
  TOKEN_NOT_FOUND: 'This token does not exist.',
  LAST_MAINTAINER: 'An organization needs at least one administrator. Appoint another one first.',
  NOT_IN_THE_FUTURE: 'Choose a time in the future.',
  REQUIRED: 'Required',
  OWN_MEMBERSHIP: 'You can’t change or remove your own membership.',
  MEMBER_NOT_ACTIVE: 'Only active members can be removed.',
  MEMBER_IS_ACTIVE: 'This person is already a member.',
  MEMBERS_ALREADY: 'Already members: {emails}',
  NO_ADDRESSES: 'These aren’t email addresses: {texts}',
  TOO_MANY_ADDRESSES: 'Enter up to {most, number, ::group-off} addresses at a time.',
  TOO_MANY_INVITATIONS: 'Too many invitations. Try again later.',
  TOO_MANY_LINKS: 'Too many attempts. Try again in a moment.',
  TOO_MANY_ORGANIZATIONS: 'You’ve created many organizations in a short time. Try again later.',
  INVITATION_NOT_FOUND: 'This invitation was used, replaced or has expired. Ask for a new one.',
  INVITED_SOMEBODY_ELSE: 'This invitation is for {email}.',
  GRACE_OUT_OF_RANGE: 'Enter 0 to {most, number} days.',
  CALLS_OUT_OF_RANGE: 'Enter 1 to {most, number, ::group-off} requests per minute.',
  PROJECT_OF_ANOTHER: 'Choose projects of this organization.',
  NOT_A_VAT_NUMBER: 'Enter a VAT number, such as DE123456789.',
});
