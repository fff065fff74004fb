import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages for administrators of the platform. */
export const administrationMessages = declareMessages({
  GRANT_OUT_OF_RANGE:
    'Must be a whole number from -{most, number, ::group-off} to {most, number, ::group-off}, and not 0.',
  NO_HOLDER: 'Either an organization or a user is required.',
  REQUEST_USED_BEFORE: 'This number was used for another change.',
  ADMINISTRATOR_NOT_STOPPED: 'You can’t suspend an administrator. Remove their admin rights first.',
  FEATURES_NOT_FOR_EVERYBODY: 'Only for organizations and projects: {features}.',
  FEATURES_GIVEN_AND_TAKEN: 'Cannot be given and taken at once: {features}.',
});
