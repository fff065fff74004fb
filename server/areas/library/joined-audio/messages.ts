import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about joined files. */
export const joinedAudioMessages = declareMessages({
  NOTHING_TO_JOIN: 'There is nothing to join.',
  TOO_MANY_TO_JOIN: 'Up to {most, number, ::group-off} files can be joined.',
  NOT_A_FILE_TO_JOIN: 'One of the files to join isn’t an audio file on this server.',
  FILE_OF_ANOTHER_PROJECT: 'One of the files to join belongs to another project.',
  JOINED_TOO_LONG: 'Joined audio can be up to {hours, number, ::group-off} hours long.',
});
