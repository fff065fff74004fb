import type { AudioFormat } from '../audio/audio-format.ts';
import { STANDARD_PROFILE, type EncoderProfile } from '../audio/profile.ts';
import type { Segment } from '../audio/segment.ts';
import { OFFLINE_PROVIDER } from './offline-voices.ts';
import type { Provider, SpeechRequest } from './provider.ts';
import type { SpeechThreads } from './threads.ts';

export interface SpokenSegment extends Segment {
  /** What a service sent, kept for other renditions; the offline engine's speech can be had again. */
  master?: { bytes: Uint8Array; format: AudioFormat } | undefined;
}

/**
 * Voices one chunk: the offline engine speaks and encodes in one thread task; a service's answer is decoded,
 * checked, trimmed, normalised and encoded in a thread.
 * @param options `volumeBoost` is the rule action's, -100 to 100; both are part of what makes a segment what
 * it is
 * @throws ProviderError, AudioError, NothingToSpeakError, OfflineVoiceError, SpeechThreadError,
 * SpeechTimeoutError
 */
export async function speakSegment(
  threads: SpeechThreads,
  request: SpeechRequest,
  provider: Provider,
  signal: AbortSignal,
  options: { profile?: EncoderProfile | undefined; volumeBoost?: number | undefined } = {},
): Promise<SpokenSegment> {
  const { profile = STANDARD_PROFILE, volumeBoost } = options;
  const own = request.tenant === undefined ? threads : threads.for(request.tenant);
  if (provider.id === OFFLINE_PROVIDER) return own.run('speak', { request, profile, volumeBoost }, signal);
  const { audio, format, timings } = await provider.synthesise(request, signal);
  const { text, language } = request;
  const segment = await own.run(
    'segment',
    { audio, format, timings, text, language, profile, volumeBoost },
    signal,
  );
  return { ...segment, master: { bytes: audio, format } };
}
