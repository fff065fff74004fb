import type { Provider, SpeechRequest, Voice, WordTiming } from './provider.ts';
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

/** One provider as administrators see it. */
export interface ProviderState {
  id: string;
  title: string;
  available: boolean;
  /** Why it cannot speak now. */
  reason: string | null;
  voices: number;
  refreshedAt: Date | null;
  circuit: 'closed' | 'open' | 'half-open';
}

export interface CatalogueLanguage {
  /** BCP 47. */
  id: string;
  name: string;
  providers: { id: string; title: string; voices: Voice[] }[];
}

/** All that Parlance can speak with, behind one door: the offline engine and the services. */
export interface Speech {
  /** Voices by language, in the specification's order. */
  languages(): CatalogueLanguage[];
  /** Finds `provider:name`, or a name that only one provider has; null when there is none in that language. */
  findVoice(name: string, language?: string): Voice | null;
  provider(id: string): Provider | null;
  states(): ProviderState[];
  /**
   * Voices text, within the provider's queue.
   * @throws ProviderError, NothingToSpeakError
   */
  speak(provider: string, request: SpeechRequest, signal: AbortSignal): Promise<Segment>;
  close(): Promise<void>;
}
