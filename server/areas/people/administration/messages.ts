import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages for administrators of the platform. */
export const administrationMessages = declareMessages({
  GRANT_OUT_OF_RANGE:
    'Enter a whole number from -{most, number, ::group-off} to {most, number, ::group-off}, except 0.',
  NO_HOLDER: 'Choose either an organization or a user.',
  REQUEST_USED_BEFORE: 'This request ID was used for another change.',
  ADMINISTRATOR_NOT_SUSPENDED: 'You can’t suspend an administrator. Remove their admin rights first.',
  FEATURES_NOT_FOR_EVERYBODY: 'These features can only be set for organizations and projects: {features}.',
  FEATURES_GIVEN_AND_TAKEN: 'These features can’t be turned on and off at once: {features}.',
});
