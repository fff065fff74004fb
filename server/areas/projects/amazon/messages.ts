import { declareMessages } from '../../../lib/declare-messages.ts';

/** What went wrong with Amazon. */
export const amazonMessages = declareMessages({
  AMAZON_SAYS: 'Amazon says: “{said}”',
  AMAZON_NOT_SET_UP:
    'This server can’t connect Amazon accounts because it has no credentials for Login with Amazon. Ask the operator to set LWA_CLIENT_ID and LWA_CLIENT_SECRET.',
  AMAZON_CREDENTIALS_REFUSED:
    'Amazon doesn’t accept this server’s credentials (LWA_CLIENT_ID, LWA_CLIENT_SECRET). Tell the operator.',
  AMAZON_NOT_CONNECTED: 'No Amazon account is connected. Connect one first.',
  AMAZON_LINK_REFUSED: 'Amazon no longer accepts the connection to this account. Connect the account again.',
  AMAZON_LINK_UNREADABLE: 'The connection to this account can no longer be read. Connect the account again.',
  AMAZON_ACCOUNT_WITHOUT_RIGHT:
    'The connected Amazon account isn’t allowed to do this. It needs an Alexa developer account.',
  AMAZON_ANSWER_NOT_OURS: 'Amazon’s response doesn’t belong to your request. Connect the account again.',
  AMAZON_ACCESS_DENIED: 'The account wasn’t connected because access was denied at Amazon.',
  AMAZON_DID_NOT_CONNECT: 'Amazon didn’t connect the account.',
  AMAZON_NO_DEVELOPER:
    'The Amazon account {account} has no Alexa developer account yet. Register one at developer.amazon.com, then connect again.',
  AMAZON_NO_TOKEN_FOR_LATER: 'Amazon didn’t send a refresh token.',
  AMAZON_SIGN_IN_TOO_OFTEN: 'Amazon’s sign-in service is limiting our requests.',
  AMAZON_SIGN_IN_TROUBLE: 'Amazon’s sign-in service has a problem.',
  AMAZON_SIGN_IN_REFUSED:
    'Amazon’s sign-in service refused the request (HTTP {status, number, ::group-off}).',
  AMAZON_SKILL_UNKNOWN: 'Amazon couldn’t find this skill.',
  AMAZON_SKILL_BUSY: 'Someone else is changing the skill.',
  AMAZON_TOO_OFTEN: 'Amazon is limiting our requests. Try again later.',
  AMAZON_TROUBLE: 'Amazon’s skill service has a problem. Try again later.',
  AMAZON_SKILL_REFUSED: 'Amazon refused the skill (HTTP {status, number, ::group-off}).',
  AMAZON_UNREACHABLE: 'Amazon can’t be reached.',
  AMAZON_NOT_UNDERSTOOD: 'Amazon responded in an unexpected format (HTTP {status, number, ::group-off}).',
  SKILLS_FOR_ORGANIZATIONS: 'Only projects of an organization can publish Alexa skills.',
  AMAZON_ACCOUNT_FOR_EDITORS:
    'Only editors and administrators of the organization can connect or disconnect its Amazon account.',
});
