import { declareMessages } from '../lib/declare-messages.ts';

/**
 * Why a speech service does not speak: `service` is its id, `said` what went wrong in technical words, many
 * of them the service's own.
 */
export const speechMessages = declareMessages({
  SPEECH_REFUSED: '{service}: {said}',
  SPEECH_MODEL_GONE: '{service}: {said}',
  SPEECH_CREDENTIALS_REFUSED: '{service}: {said}',
  SPEECH_TOO_MUCH_ASKED: '{service}: {said}',
  SPEECH_NOT_AVAILABLE: '{service}: {said}',
  SPEECH_BAD_AUDIO: '{service}: {said}',
  SPEECH_PAUSED_CREDENTIALS: '{service} is not available now: its credentials are refused; try again at {at}',
  SPEECH_PAUSED_RATE: '{service} is not available now: its rate limit is reached; try again at {at}',
  SPEECH_PAUSED_OUTAGE: '{service} is not available now: it is not available; try again at {at}',
  SPEECH_NOT_SET_UP: '{variable} is not set',
  SPEECH_NOT_SET_UP_BOTH: '{variable} and {other} are not set',
  SPEECH_HELD_BACK_CREDENTIALS: 'Its credentials are refused.',
  SPEECH_HELD_BACK_OUTAGE: 'It is not available.',
  SPEECH_HELD_BACK_RATE: 'Its rate limit is reached.',
  SPEECH_NO_SUCH_SERVICE: "There is no speech provider ''{service}''",
  SPEECH_NO_SUCH_OFFLINE_VOICE: "There is no offline voice ''{voice}''",
  SPEECH_NOTHING_TO_SPEAK: 'The text contains nothing that can be spoken',
});
