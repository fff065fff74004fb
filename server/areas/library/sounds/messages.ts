import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about sounds, images and their previews. */
export const soundMessages = declareMessages({
  SOUND_OF_ANOTHER_PROJECT: 'This sound doesn’t belong to the project.',
  SOUND_MISSING: 'The file of this sound is missing. Upload it again.',
  SOUND_TOO_LARGE: 'The file is larger than {megabytes, number, ::group-off} MB.',
  SOUND_BUILT_IN: 'Built-in sounds cannot be deleted.',
  SOUND_IN_USE: 'This sound is used: {uses}.',
  TOO_MANY_SOUNDS:
    'A project can have up to {most, number, ::group-off} sounds. Delete some that aren’t used.',
  TOO_MANY_UPLOADS: 'Too many sounds are being uploaded. Try again in a minute.',
  SOUND_TOO_DEMANDING: 'This file is too complex to process. Upload a shorter one.',
  SOUNDS_TOO_BUSY: 'The server is busy. Try again later.',
  NOTHING_TO_PREVIEW: 'Nothing to preview',
  TOO_MANY_PREVIEWS: 'Too many previews. Try again in a moment.',
  IMAGE_FILE_TOO_LARGE: 'File is too large.',
  IMAGE_FILE_TYPE: 'File type not accepted, sorry!',
  IMAGE_TOO_MANY_PIXELS:
    'The image is {width, number, ::group-off} × {height, number, ::group-off} pixels. The maximum is {megapixels, number, ::group-off} megapixels.',
  TOO_MANY_IMAGES: 'You’ve reached the limit of {most, number, ::group-off} images.',
  TOO_MANY_IMAGE_UPLOADS: 'Too many images were uploaded. Try again in a moment.',
});
