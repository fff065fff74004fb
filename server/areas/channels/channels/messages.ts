import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about channels and their settings. */
export const channelMessages = declareMessages({
  CHANNEL_NOT_FOUND: 'This channel does not exist.',
  CHANNEL_CHANGED: 'Someone else has changed this channel in the meantime.',
  CHANNEL_NOT_DELETED: 'This channel isn’t deleted. It may have been restored already.',
  CHANNEL_OF_ONE_TYPE: 'Must contain exactly one field, named after the type of the channel.',
  NOT_A_PLAYER: 'Only players can be previewed.',
  PRONUNCIATION_REPORT_INVALID: 'Send the name of the audio and a position in it, in whole milliseconds.',
  PRONUNCIATION_REPORT_NOT_PLAYED: 'This player takes no reports about this audio.',
  PRONUNCIATION_REPORT_TOO_OFTEN: 'Too many reports. Try again in a moment.',
  CHANNEL_TYPE_FIXED: 'The type of this channel is {type}.',
  TOO_MANY_CHANNELS: 'A project can have up to {most, number, ::group-off} channels. Delete one first.',
  CHANNEL_SELECTOR_MISSING: 'Enter a CSS selector.',
  SLUG_INVALID: 'Use 1 to 63 letters, digits and hyphens, not only digits.',
  SLUG_TAKEN: 'This address is in use, or belonged to a deleted channel. Choose another one.',
  NOT_A_COLOR: 'Enter a color, such as #5d72e4.',
  NOT_A_MOMENT: 'Enter a date and time.',
  ENDS_BEFORE_GOING_LIVE: 'Choose a time after the playlist goes live.',
  PLAYLIST_LISTED_TWICE: 'This playlist is already in the list.',
  PLAYLIST_OF_ANOTHER_PROJECT: 'This playlist doesn’t belong to the project.',
  DESCRIPTION_TOO_LARGE: 'Enter up to {most, number, ::group-off} bytes.',
  TOO_MANY_LINES: 'Enter up to {most, number, ::group-off} lines.',
  NOT_A_LANGUAGE: 'Enter a language code, such as en-GB.',
  UNKNOWN_CATEGORY: 'Choose an Apple Podcasts category.',
  UNKNOWN_SUBCATEGORY: 'Choose a subcategory of this category.',
  TRACKING_ID_INVALID: 'Use letters, digits, hyphens and underscores only.',
  ARTWORK_NOT_SQUARE:
    'The image is {width, number, ::group-off} × {height, number, ::group-off} pixels. Artwork must be square.',
  ARTWORK_SIZE:
    'The image is {width, number, ::group-off} × {height, number, ::group-off} pixels. Each side must be {least, number, ::group-off} to {most, number, ::group-off} pixels.',
  ARTWORK_ANIMATED: 'The image is animated. Choose a still image.',
  ARTWORK_CMYK: 'The image uses CMYK colors. Save it in RGB.',
});
