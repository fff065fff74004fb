import type { CatalogueVoice, VoiceCatalogue } from './voice-catalogue.ts';
import type { Provider, SpeechRequest } from './provider.ts';
import type { SpeechProviders } from './providers.ts';
import type { SpokenSegment } from './speak.ts';
import type { SpeechThreads } from './threads.ts';
import type { VoiceInstaller } from './local/voice-installer.ts';
import type { VoicesDirectory } from './local/voices-directory.ts';

/** All that Parlance can speak with, behind one door: the offline engine and the services. */
export interface Speech {
  catalogue: VoiceCatalogue;
  providers: SpeechProviders;
  /** For joining and rendering sound. */
  threads: SpeechThreads;
  /** Voices that are installed on this machine, and what lies in their folder besides. */
  installed: VoicesDirectory;
  /** Installs and removes such voices. */
  installer: VoiceInstaller;
  /**
   * Finds `provider:name`, or a name that only one provider has; null when there is none in that language.
   */
  findVoice(name: string, language?: string): CatalogueVoice | null;
  /** @returns null for an unknown id. */
  provider(id: string): Provider | null;
  /**
   * Voices text, within the provider's queue.
   * @throws ProviderError, ProviderWaitError, UnknownProviderError, AudioError, and NothingToSpeakError for a
   * text without a word
   */
  speak(provider: string, request: SpeechRequest, signal: AbortSignal): Promise<SpokenSegment>;
  /** A short text as a finished MP3. @throws what `speak` throws */
  preview(
    provider: string,
    request: SpeechRequest,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; durationMs: number }>;
  close(): Promise<void>;
}
