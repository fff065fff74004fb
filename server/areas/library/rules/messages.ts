import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about processing rules. */
export const ruleMessages = declareMessages({
  RULE_NOT_FOUND: 'This rule does not exist.',
  RULE_NOT_DELETED: 'This rule isn’t deleted. It may have been restored already.',
  RULE_OF_ANOTHER_PROJECT: 'This rule doesn’t belong to the project.',
  RULE_LISTED_TWICE: 'This rule is already in the list.',
  RULE_EMPTY: 'Fields IF and THEN is required and cannot be empty',
  RULE_WITHOUT_CONDITIONS: 'Field IF is required and cannot be empty',
  RULE_WITHOUT_ACTIONS: 'Field THEN is required and cannot be empty',
  RULE_CONDITION_COUNT: 'Add 1 to {most, number, ::group-off} conditions.',
  TOO_MANY_CONDITIONS: 'Add up to {most, number, ::group-off} conditions.',
  TOO_MANY_ACTIONS: 'Add up to {most, number, ::group-off} actions.',
  VALUE_TOO_LONG: 'This value is too long.',
  TOO_MANY_VALUES: 'There are too many values, or some are too long.',
  UNKNOWN_CONDITION: 'Unknown condition.',
  UNKNOWN_ACTION: 'Unknown action.',
  RULE_NEEDS_VALUE: '“{part}” needs a value.',
  RULE_NEEDS_NUMBER:
    '“{part}” needs a whole number from {least, number, ::group-off} to {most, number, ::group-off}.',
  RULE_NEEDS_MULTIPLE: '“{part}” needs a multiple of {step, number, ::group-off}.',
  RULE_NEEDS_VOICE_NAME: '“{part}” needs a voice in the form provider:name.',
  RULE_NEEDS_MODEL_NAME: '“{part}” needs a language model in the form provider:name.',
  RULE_NEEDS_SOUND: '“{part}” needs a sound.',
  RULE_NEEDS_MODEL: '“{part}” needs a language model, and none is set up.',
  RULE_NEEDS_SERVICE_THAT_SPEAKS_AGAIN:
    '“{part}” needs a speech service that can convert one voice to another, and none is set up.',
  RULE_NEEDS_VOICE_THAT_SPEAKS_AGAIN:
    '“{part}” needs a voice of a service that can convert one voice to another.',
  RULE_TAKES_LABELS: '“{part}” accepts up to {most, number, ::group-off} labels.',
  RULE_TAKES_SHORT_LABELS: '“{part}” accepts labels of up to {most, number, ::group-off} characters.',
  RULE_TAKES_OPTION: '“{part}” accepts one of {options}.',
  RULE_TAKES_SHORT_TEXT: '“{part}” accepts up to {most, number, ::group-off} characters.',
  RULE_TAKES_ONE_VALUE: '“{part}” accepts one value.',
  RULE_TAKES_VALUES: '“{part}” accepts up to {most, number, ::group-off} values.',
  RULE_VOICE_UNKNOWN: '“{part}” refers to an unknown voice.',
  RULE_MODEL_UNKNOWN: '“{part}” refers to a language model that is not set up.',
  RULE_SOUND_UNKNOWN: '“{part}” refers to a sound that doesn’t belong to the project.',
});
