import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about playlists and their items. */
export const playlistMessages = declareMessages({
  PLAYLIST_NOT_FOUND: 'This playlist does not exist.',
  PLAYLIST_CHANGED: 'This playlist was changed by someone else in the meantime.',
  PLAYLIST_NOT_DELETED: 'This playlist is there: it was brought back already, or never deleted.',
  PLAYLIST_HAS_ITEMS: 'A playlist that has items cannot become automatic. Please make a new one.',
  TOO_MANY_PLAYLIST_ITEMS: 'A playlist can have at most {most, number, ::group-off} items.',
  NOT_A_TIME_OF_DAY: 'Must be a time of day, HH:MM.',
  ITEM_OF_ANOTHER_PROJECT: 'The project does not have this article.',
  ITEM_WITHOUT_AUDIO: 'This item has no article, so it needs audio of its own.',
  AUDIO_OF_ANOTHER_PROJECT: 'The project does not have this audio.',
});
