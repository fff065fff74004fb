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
  SPEECH_PAUSED_CREDENTIALS: '{service} is unavailable: its credentials are refused. Next attempt at {at}.',
  SPEECH_PAUSED_RATE: '{service} is unavailable: its rate limit is reached. Next attempt at {at}.',
  SPEECH_PAUSED_OUTAGE: '{service} is unavailable. Next attempt at {at}.',
  SPEECH_NOT_SET_UP: '{variable} is not set',
  SPEECH_NOT_SET_UP_BOTH: '{variable} and {other} are not set',
  SPEECH_NOT_INSTALLED: 'sherpa-onnx is not installed: run `{command}`',
  SPEECH_HELD_BACK_CREDENTIALS: 'Its credentials are refused.',
  SPEECH_HELD_BACK_OUTAGE: 'It is unavailable.',
  SPEECH_HELD_BACK_RATE: 'Its rate limit is reached.',
  SPEECH_NO_SUCH_SERVICE: "There is no speech service ''{service}''.",
  SPEECH_NO_SUCH_OFFLINE_VOICE: "There is no offline voice ''{voice}''.",
  SPEECH_NOTHING_TO_SPEAK: 'The text contains nothing that can be spoken.',
});
