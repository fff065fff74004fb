import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about channels and their settings. */
export const channelMessages = declareMessages({
  CHANNEL_NOT_FOUND: 'This channel does not exist.',
  CHANNEL_CHANGED: 'This channel was changed by someone else in the meantime.',
  CHANNEL_NOT_DELETED: 'This channel is there: it was brought back already, or never deleted.',
  CHANNEL_OF_ONE_TYPE: 'Must contain exactly one field, named after the type of the channel.',
  NOT_A_PLAYER: 'Only players can be previewed.',
  CHANNEL_TYPE_FIXED: 'The type of this channel is {type}.',
  TOO_MANY_CHANNELS: 'A project can have at most {most, number, ::group-off} channels.',
  CHANNEL_SELECTOR_MISSING: 'Please enter a selector.',
  SLUG_INVALID: 'Must be 1 to 63 letters, digits and hyphens, and not only digits.',
  SLUG_TAKEN: 'This address is taken, or was used by a channel that has been deleted.',
  NOT_A_COLOR: 'Must be a color, such as #5d72e4.',
  NOT_A_MOMENT: 'Must be a date and time.',
  ENDS_BEFORE_GOING_LIVE: 'Must be later than the time of going live.',
  PLAYLIST_LISTED_TWICE: 'This playlist is already in the list.',
  PLAYLIST_OF_ANOTHER_PROJECT: 'The project does not have this playlist.',
  DESCRIPTION_TOO_LARGE: 'At most {most, number, ::group-off} bytes.',
  TOO_MANY_LINES: 'At most {most, number, ::group-off} lines.',
  NOT_A_LANGUAGE: 'Must be a BCP 47 language tag, such as en-GB.',
  UNKNOWN_CATEGORY: 'This is not a category of Apple Podcasts.',
  UNKNOWN_SUBCATEGORY: 'The category has no such subcategory.',
  TRACKING_ID_INVALID: 'Letters, digits, hyphens and underscores only.',
  ARTWORK_NOT_SQUARE:
    'The image has {width, number, ::group-off} × {height, number, ::group-off} pixels; artwork must be square.',
  ARTWORK_SIZE:
    'The image has {width, number, ::group-off} × {height, number, ::group-off} pixels; artwork must have {least, number, ::group-off} to {most, number, ::group-off} pixels on each side.',
  ARTWORK_ANIMATED: 'The image is animated; artwork must not move.',
  ARTWORK_CMYK: 'The image is in CMYK colors; artwork must be in RGB.',
});
