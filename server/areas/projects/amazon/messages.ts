import { declareMessages } from '../../../lib/declare-messages.ts';

/** What went wrong with Amazon. */
export const amazonMessages = declareMessages({
  AMAZON_SAYS: 'Amazon says: “{said}”',
  AMAZON_NOT_SET_UP:
    'Amazon accounts cannot be linked: this server has no credentials for Login with Amazon. The operator sets LWA_CLIENT_ID and LWA_CLIENT_SECRET.',
  AMAZON_CREDENTIALS_REFUSED:
    'Amazon does not accept this server’s credentials (LWA_CLIENT_ID, LWA_CLIENT_SECRET). Please tell the operator.',
  AMAZON_NOT_CONNECTED: 'No Amazon account is connected. Please connect one first.',
  AMAZON_LINK_REFUSED: 'Amazon no longer accepts the link to this account. Please connect it again.',
  AMAZON_LINK_UNREADABLE: 'The link to this account can no longer be read. Please connect it again.',
  AMAZON_ACCOUNT_WITHOUT_RIGHT:
    'The linked Amazon account may not do this. It needs an Alexa developer account.',
  AMAZON_ANSWER_NOT_OURS:
    'This answer of Amazon’s does not belong to what you began here. Please connect the account again.',
  AMAZON_ACCESS_DENIED: 'The account was not connected, because the access was not allowed at Amazon.',
  AMAZON_DID_NOT_CONNECT: 'Amazon did not connect the account.',
  AMAZON_NO_DEVELOPER:
    'The Amazon account {account} has no Alexa developer account yet. Register one at developer.amazon.com, then connect again.',
  AMAZON_NO_TOKEN_FOR_LATER: 'Amazon did not send a token for later.',
  AMAZON_SIGN_IN_TOO_OFTEN: 'Amazon asks us to come less often.',
  AMAZON_SIGN_IN_TROUBLE: 'Amazon’s sign-in service has a problem of its own.',
  AMAZON_SIGN_IN_REFUSED:
    'Amazon’s sign-in service refused the request (HTTP {status, number, ::group-off}).',
  AMAZON_SKILL_UNKNOWN: 'Amazon does not know this skill.',
  AMAZON_SKILL_BUSY: 'The skill is being changed by somebody else.',
  AMAZON_TOO_OFTEN: 'Amazon asks us to come less often. Please try again later.',
  AMAZON_TROUBLE: 'Amazon’s skill service has a problem of its own. Please try again later.',
  AMAZON_SKILL_REFUSED: 'Amazon refused the skill (HTTP {status, number, ::group-off}).',
  AMAZON_UNREACHABLE: 'Amazon cannot be reached.',
  AMAZON_NOT_UNDERSTOOD:
    'Amazon answered in a form that is not understood (HTTP {status, number, ::group-off}).',
  SKILLS_FOR_ORGANIZATIONS: 'Only projects of an organization can publish Alexa skills.',
  AMAZON_ACCOUNT_FOR_EDITORS:
    'Only editors and maintainers of the organization can connect or disconnect its Amazon account.',
});
