import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about projects, their account and their voice. */
export const projectMessages = declareMessages({
  ORGANIZATION_NOT_YOURS: 'You aren’t an editor of this organization.',
  PROJECT_MOVED_BY_MAINTAINERS:
    'Only an administrator of the organization can move a project to another account.',
  NO_TARGETS: 'Choose at least one project.',
  TOO_MANY_TARGETS: 'Choose up to {most, number, ::group-off} projects.',
  TARGET_IS_SOURCE: 'A project can’t be copied to itself. Choose another one.',
  TARGET_OF_ANOTHER_ORGANIZATION: 'Choose other projects of the same organization.',
  NO_PARTS: 'Choose at least one part.',
  LANGUAGE_WITHOUT_VOICE: 'No voice is available for this language.',
  VOICE_WITHOUT_MODEL: 'The voice has no model "{model}".',
  VOICE_WITHOUT_STYLE: 'The voice has no style "{style}".',
  VOICE_SETTING_KIND: '{setting} must be a string, a number or a boolean.',
  VOICE_SETTING_NOT_AN_OPTION: '{setting} must be one of {options}.',
  VOICE_SETTING_OUT_OF_RANGE:
    '{setting} must be a number from {least, number, ::group-off} to {most, number, ::group-off}.',
  VOICE_SETTING_NOT_A_FLAG: '{setting} must be true or false.',
  TOO_MANY_VOICE_SETTINGS: 'Enter up to {most, number, ::group-off} settings.',
});
