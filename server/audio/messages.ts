import { declareMessages } from '../lib/declare-messages.ts';

/** What is wrong with a sound, a picture or a request for one, as the end of a sentence. */
export const audioMessages = declareMessages({
  AUDIO_EMPTY: 'the audio is empty',
  AUDIO_FILE_EMPTY: 'the file is empty',
  AUDIO_SILENT: 'the audio is silent',
  AUDIO_PART_SILENT: 'a part of the audio is silent',
  AUDIO_MUSIC_SILENT: 'the background music is silent',
  AUDIO_WITHOUT_SAMPLES: 'the audio contains no samples',
  AUDIO_NOT_NUMBERS: 'the audio contains samples that are not numbers',
  AUDIO_CUT_OFF: 'the audio is cut off',
  AUDIO_TOO_LONG: 'the audio is longer than 15 minutes',
  AUDIO_TOO_MANY_SAMPLES:
    'the audio contains too many samples; reduce the sample rate or the number of channels',
  AUDIO_FORMAT_NOT_SUPPORTED: '{format} files are not supported; upload MP3 or WAV',
  AUDIO_NEITHER_MP3_NOR_WAV: 'this is neither an MP3 nor a WAV file',
  AUDIO_MP3_WITHOUT_SOUND: 'the MP3 file contains no audio',
  AUDIO_NO_WAV: 'this is not a WAV file',
  AUDIO_WAV_BROKEN_FORMAT: 'the WAV file has a broken format chunk',
  AUDIO_WAV_LATE_FORMAT: 'the WAV file has no format chunk before its data',
  AUDIO_WAV_WITHOUT_FORMAT: 'the WAV file has no format chunk',
  AUDIO_WAV_WITHOUT_DATA: 'the WAV file has no data chunk',
  AUDIO_WAV_WITHOUT_SAMPLES: 'the WAV file contains no samples',
  AUDIO_WAV_ENCODING_NOT_SUPPORTED:
    'WAV encoding {encoding, number, ::group-off} with {bits, number, ::group-off} bits is not supported',
  AUDIO_WAV_CHANNELS_NOT_SUPPORTED: 'a WAV file of {channels, number, ::group-off} channels is not supported',
  AUDIO_WAV_RATE_NOT_SUPPORTED: 'a WAV file of {sampleRate, number, ::group-off} Hz is not supported',
  AUDIO_RAW_NOT_SUPPORTED:
    'raw audio of {sampleRate, number, ::group-off} Hz and {channels, number, ::group-off} channels is not supported',
  AUDIO_DOES_NOT_FIT_FILE:
    'audio of {sampleRate, number, ::group-off} Hz and {channels, number, ::group-off} channel(s) does not fit this file',
  AUDIO_DOES_NOT_FIT:
    'audio of {found} does not fit a file of {sampleRate, number, ::group-off} Hz, {channels, number, ::group-off} channel(s) and {bitrate, number, ::group-off} kbit/s',
  AUDIO_NOTHING_TO_JOIN: 'there is nothing to join',
  AUDIO_NOTHING_TO_RENDER: 'there is nothing to render',
  AUDIO_FILE_MISSING: 'the audio file is missing',
  AUDIO_BOOST_OUT_OF_RANGE: 'the volume boost must be between -100 and 100',
  AUDIO_NO_BUILT_IN_SOUND: 'there is no built-in sound “{name}”',
  COVER_NO_IMAGE: 'the cover is not a JPEG or PNG image',
  AUDIO_COVER_TOO_MANY_PIXELS:
    'the cover has {width, number, ::group-off} × {height, number, ::group-off} pixels; the maximum is 3000 × 3000',
  COVER_TOO_MANY_BYTES:
    'the cover has {bytes, number, ::group-off} bytes; the maximum is {limit, number, ::group-off}',
});
