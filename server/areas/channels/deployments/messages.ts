import { declareMessages } from '../../../lib/declare-messages.ts';

/** How far the publishing of a skill is, and why it failed. */
export const deploymentMessages = declareMessages({
  DEPLOYMENT_WAITING: 'Deployment is waiting to start',
  DEPLOYMENT_RECEIVING_SKILL: 'Amazon is receiving the skill.',
  DEPLOYMENT_CHECKING_SKILL: 'Amazon is checking the skill.',
  DEPLOYMENT_RECEIVING_LANGUAGES:
    'Amazon is receiving the languages: {language, number, ::group-off} of {languages, number, ::group-off}.',
  DEPLOYMENT_BUILDING_LANGUAGES: 'Amazon is building the languages.',
  DEPLOYMENT_FINISHED:
    'The skill is ready in the Alexa developer console. Publish it there to make it available to everyone.',
  DEPLOYMENT_TRIED_AGAIN: 'Retrying.',
  DEPLOYMENT_TOO_SLOW: 'Amazon didn’t finish within an hour. Publish the skill again.',
  DEPLOYMENT_CHANNEL_DELETED: 'The channel was deleted.',
  DEPLOYMENT_WITHOUT_HTTPS:
    'Alexa needs an HTTPS address. Ask the operator of this server to set PUBLIC_URL to an HTTPS address.',
  DEPLOYMENT_NAME_WITHOUT_WORDS:
    'Alexa doesn’t understand any word in the skill’s name. Choose another name.',
  DEPLOYMENT_SKILL_NOT_ACCEPTED: 'Amazon rejected the skill. Amazon says: “{said}”',
  DEPLOYMENT_LANGUAGE_NOT_ACCEPTED: 'Amazon rejected the language {language}. Amazon says: “{said}”',
  DEPLOYMENT_NOT_FOUND: 'This deployment does not exist.',
  DEPLOYMENT_OF_NO_SKILL: 'Only Alexa skills can be deployed.',
  DEPLOYMENT_WITHOUT_ACCOUNT: 'Connect an Alexa developer account first.',
  DEPLOYMENT_ACCOUNT_REVOKED:
    'Amazon no longer accepts the connection to the developer account. Connect the account again.',
});
