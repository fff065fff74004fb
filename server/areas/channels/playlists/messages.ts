import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about playlists and their items. */
export const playlistMessages = declareMessages({
  PLAYLIST_NOT_FOUND: 'This playlist does not exist.',
  PLAYLIST_CHANGED: 'Someone else has changed this playlist in the meantime.',
  PLAYLIST_NOT_DELETED: 'This playlist isn’t deleted. It may have been restored already.',
  PLAYLIST_HAS_ITEMS: 'A playlist with items can’t become automatic. Create a new one.',
  TOO_MANY_PLAYLIST_ITEMS: 'A playlist can have up to {most, number, ::group-off} items.',
  NOT_A_TIME_OF_DAY: 'Enter a time of day as HH:MM.',
  ITEM_OF_ANOTHER_PROJECT: 'This article doesn’t belong to the project.',
  ITEM_WITHOUT_AUDIO: 'Choose an article or custom audio for this item.',
  AUDIO_OF_ANOTHER_PROJECT: 'This audio doesn’t belong to the project.',
});
