import type { CatalogueVoice, VoiceCatalogue } from './catalogue.ts';
import type { Provider, SpeechRequest, WordTiming } from './provider.ts';
import type { SpeechProviders } from './registry.ts';
import type { AudioFormat } from '../audio/format.ts';

/** Voiced text, ready to be joined with others: bare MPEG frames, edges trimmed, loudness even. */
export interface Segment {
  frames: Uint8Array;
  frameCount: number;
  /** Hertz. */
  sampleRate: number;
  /** Samples of speech within the frames. */
  samples: number;
  timings: WordTiming[];
  /** What the service sent, where that is worth keeping. */
  master?: { bytes: Uint8Array; format: AudioFormat } | undefined;
}

/** All that Parlance can speak with, behind one door: the offline engine and the services. */
export interface Speech {
  catalogue: VoiceCatalogue;
  providers: SpeechProviders;
  /** Finds `provider:name`, or a name that only one provider has; null when there is none in that language. */
  findVoice(name: string, language?: string): CatalogueVoice | null;
  /** @returns null for an unknown id. */
  provider(id: string): Provider | null;
  /**
   * Voices text, within the provider's queue.
   * @throws ProviderError, ProviderWaitError, and NothingToSpeakError for a text without a word
   */
  speak(provider: string, request: SpeechRequest, signal: AbortSignal): Promise<Segment>;
  /** A short text as a finished MP3. @throws what `speak` throws */
  preview(provider: string, request: SpeechRequest, signal: AbortSignal): Promise<{ bytes: Uint8Array; durationMs: number }>;
  close(): Promise<void>;
}
