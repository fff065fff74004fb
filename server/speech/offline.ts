import { STANDARD_PROFILE } from '../audio/bitrates.ts';
import { ProviderError } from './provider-errors.ts';
import { NothingToSpeakError } from './offline-text.ts';
import { OFFLINE_PROVIDER, offlineVoices, OfflineVoiceError } from './offline-voices.ts';
import { offlinePhonemes } from './offline-phonemes.ts';
import { unsupportedSounds, noPhonemesMessage } from './phoneme-support.ts';
import type { Provider } from './provider.ts';
import type { SpeechThreads } from './threads.ts';

/**
 * Longer texts make the engine many times slower a character: V8 gives up optimising it. Sentences are
 * rarely half as long.
 */
export const offlineMaxCharacters = 1_500;

/**
 * The engine that needs no credentials and no network. `speakSegment` takes a shorter way to it; `synthesise`
 * is for callers that want a service's answer, and gives MPEG frames.
 */
export function offlineProvider(threads: SpeechThreads, concurrency: number): Provider {
  return {
    id: OFFLINE_PROVIDER,
    title: 'Parlance offline voices',
    fixedVoices: true,
    unavailable: null,
    limits: { maxRequest: { unit: 'characters', value: offlineMaxCharacters }, concurrency },
    soundsProblem: (ipa, { language }) =>
      unsupportedSounds(ipa, language) ??
      (offlinePhonemes(ipa, language) === null ? noPhonemesMessage('This offline voice') : null),
    voices: () => Promise.resolve(offlineVoices()),
    async synthesise(request, signal) {
      try {
        const { frames, timings } = await threads.run(
          'speak',
          { request, profile: STANDARD_PROFILE },
          signal,
        );
        return { audio: frames, format: { kind: 'mp3' }, timings };
      } catch (error) {
        if (error instanceof NothingToSpeakError || error instanceof OfflineVoiceError) {
          throw new ProviderError(OFFLINE_PROVIDER, 'bad_request', error.message, { cause: error });
        }
        throw error;
      }
    },
  };
}
