import type { AudioFormat } from '../audio/audio-format.ts';
import { STANDARD_PROFILE, type EncoderProfile } from '../audio/bitrates.ts';
import type { Segment } from '../audio/segment.ts';
import { OFFLINE_PROVIDER } from './offline-voices.ts';
import { ProviderError } from './provider-errors.ts';
import type { Provider, SpeechAudio, SpeechRequest, ConversionTarget } from './provider.ts';
import type { SpeechThreads } from './threads.ts';

export interface SpokenSegment extends Segment {
  /** What a service sent, kept for other renditions; the offline engine's speech can be had again. */
  master?: { bytes: Uint8Array; format: AudioFormat } | undefined;
}

/**
 * Voices one chunk: the offline engine speaks and encodes in one thread task; a service's answer is decoded,
 * checked, trimmed, normalised and encoded in a thread. What is spoken again is what the second service
 * answered; the words in it are measured.
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
  options: {
    profile?: EncoderProfile | undefined;
    volumeBoost?: number | undefined;
    /** The service that the request wants to speak it again. */
    again?: Provider | undefined;
  } = {},
): Promise<SpokenSegment> {
  const { profile = STANDARD_PROFILE, volumeBoost, again } = options;
  const { text, language } = request;
  const own = request.tenant === undefined ? threads : threads.for(request.tenant);
  const isOffline = provider.id === OFFLINE_PROVIDER;
  if (isOffline && !request.again) return own.run('speak', { request, profile, volumeBoost }, signal);
  const spoken: SpeechAudio = isOffline
    ? {
        audio: (
          await own.run('speak', { request, profile: STANDARD_PROFILE, volumeBoost: undefined }, signal)
        ).frames,
        format: { kind: 'mp3' },
      }
    : await provider.synthesise(request, signal);
  const { audio, format, timings, unspoken } = request.again
    ? await spokenAgain(spoken, request.again, again, signal)
    : spoken;
  const segment = await own.run(
    'segment',
    { audio, format, timings, text, language, profile, volumeBoost },
    signal,
  );
  const measures = unspoken?.length ? { ...segment.measures, unspoken } : segment.measures;
  return { ...segment, measures, master: { bytes: audio, format } };
}

function spokenAgain(
  { audio, format }: SpeechAudio,
  { provider, voice, model }: ConversionTarget,
  service: Provider | undefined,
  signal: AbortSignal,
): Promise<SpeechAudio> {
  if (!service?.conversion)
    throw new ProviderError(provider, 'gone', 'the service speaks nothing again in another voice');
  return service.conversion.run({ audio, format, voice, model }, signal);
}
