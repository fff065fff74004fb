import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about joined files. */
export const joinedAudioMessages = declareMessages({
  NOTHING_TO_JOIN: 'There is nothing to join.',
  TOO_MANY_TO_JOIN: 'At most {most, number, ::group-off} files can be joined.',
  NOT_A_FILE_TO_JOIN: 'A file to be joined is none.',
  FILE_OF_ANOTHER_PROJECT: "A file to be joined is another project's.",
  JOINED_TOO_LONG: 'What is joined can be at most {hours, number, ::group-off} hours long.',
});
