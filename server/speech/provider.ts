import { z } from 'zod';
import type { AudioFormat } from '../audio/audio-format.ts';
import type { TextRange } from '../text/sentences.ts';
import type { WordTiming } from '../text/words.ts';
import type { Message } from '../lib/declare-messages.ts';

export type Gender = 'male' | 'female' | 'neutral';

/**
 * A setting of a voice that an editor may change; the value's kind and range are part of it. The same id
 * means the same thing with every provider; `model` and `style` are taken by the choices of that name.
 */
export type VoiceSetting =
  | { id: string; title: string; type: 'options'; options: string[]; default: string }
  | { id: string; title: string; type: 'float'; min: number; max: number; step: number; default: number }
  | { id: string; title: string; type: 'boolean'; default: boolean };

export interface Voice {
  /** Unique within its provider, and what `synthesise` takes. */
  name: string;
  /** What a person reads in the list. */
  label: string;
  provider: string;
  /** BCP 47, such as `en-US`. A voice that speaks several languages is listed once for each. */
  language: string;
  gender: Gender;
  type: 'standard' | 'premium';
  styles: string[];
  /** The first is used when none is chosen. Empty: there is nothing to choose. */
  availableModels: string[];
  availableSettings: VoiceSetting[];
  /** Of a model on this machine, where its files name one. */
  license?: VoiceLicense | undefined;
}

export interface VoiceLicense {
  /** As its publisher names it, such as `CC BY-NC 4.0`. */
  name: string;
  /** Whether it excludes commercial use, or demands that the author is named. */
  limits: ('non-commercial' | 'attribution')[];
}

/** What the column `voices` of a catalogue holds. */
export const voiceList: z.ZodType<Voice[]> = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    provider: z.string(),
    language: z.string(),
    gender: z.enum(['male', 'female', 'neutral']),
    type: z.enum(['standard', 'premium']),
    styles: z.array(z.string()),
    availableModels: z.array(z.string()),
    availableSettings: z.array(
      z.discriminatedUnion('type', [
        z.object({
          id: z.string(),
          title: z.string(),
          type: z.literal('options'),
          options: z.array(z.string()),
          default: z.string(),
        }),
        z.object({
          id: z.string(),
          title: z.string(),
          type: z.literal('float'),
          min: z.number(),
          max: z.number(),
          step: z.number(),
          default: z.number(),
        }),
        z.object({ id: z.string(), title: z.string(), type: z.literal('boolean'), default: z.boolean() }),
      ]),
    ),
    license: z
      .object({ name: z.string(), limits: z.array(z.enum(['non-commercial', 'attribution'])) })
      .optional(),
  }),
);

/** Who speaks again what was spoken. */
export interface ConversionTarget {
  /** Of a service that has a `conversion`. */
  provider: string;
  voice: string;
  model: string;
}

/** What was spoken, and whose voice is to speak it again. */
export interface Recording {
  audio: Uint8Array;
  format: AudioFormat;
  voice: string;
  model: string;
}

/** Stretch of a text that is spoken with given phonemes. */
export interface RequestedSounds {
  /** UTF-16 offset and length in the text, which says the same to a voice that cannot. */
  start: number;
  length: number;
  ipa: string;
}

export interface SpeechRequest {
  voice: string;
  language: string;
  model?: string | undefined;
  style?: string | undefined;
  /** Values of the voice's settings, by setting id. */
  settings: Record<string, string | number | boolean>;
  /** Plain text, never markup: a provider escapes it for its own wire format. */
  text: string;
  /** In order, not touching; only what `soundsProblem` of the provider lets pass. */
  sounds?: RequestedSounds[] | undefined;
  /** 2 for another rendition of audio that did not match the text; absent: the first. */
  take?: 2 | undefined;
  /** Target that converts the spoken audio to another voice; absent: none. */
  again?: ConversionTarget | undefined;
  /**
   * A person waits for it (a preview): it goes before batch work in the provider's queue. No part of what is
   * spoken.
   */
  urgent?: boolean | undefined;
  /** Whose it is: tenants take turns. No part of what is spoken. */
  tenant?: string | undefined;
}

/** What the column `request` of a segment holds. */
export const speechRequest: z.ZodType<SpeechRequest> = z.object({
  voice: z.string(),
  language: z.string(),
  model: z.string().optional(),
  style: z.string().optional(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  text: z.string(),
  sounds: z.array(z.object({ start: z.number(), length: z.number(), ipa: z.string() })).optional(),
  again: z.object({ provider: z.string(), voice: z.string(), model: z.string() }).optional(),
  take: z.literal(2).optional(),
  urgent: z.boolean().optional(),
});

export interface SpeechAudio {
  audio: Uint8Array;
  format: AudioFormat;
  /** Word timings where the service gives them; absent ones are measured from the audio. */
  timings?: WordTiming[] | undefined;
  /** Words that the voice has no sound for, and passed over in silence, where it can tell. */
  unspoken?: TextRange[] | undefined;
}

export interface ProviderLimits {
  /** What one request may carry, counted as the service counts it. */
  maxRequest: { unit: 'characters' | 'bytes'; value: number };
  /** Requests under way at once. */
  concurrency: number;
  requestsPerMinute?: number;
}

/** What determines the phonemes that a voice supports. */
export type SpeakingVoice = Pick<SpeechRequest, 'voice' | 'language' | 'model'>;

/** A speech service. One file per service; `services.ts` lists them. */
export interface Provider {
  id: string;
  title: string;
  /** Why it offers nothing, or null when it can speak. */
  unavailable: Message | null;
  limits: ProviderLimits;
  /**
   * Its voices are built in: listing them sends no request, and does not show whether the service is up.
   */
  fixedVoices?: true;
  /** Its voices are files of this machine: what this process lists counts, stored lists do not. */
  isLocal?: true;
  /** It never says the same text twice alike: asked again, it may say right what it said wrong. */
  varies?: true;
  /** Why a voice cannot say these sounds (IPA), for an editor; null: it can. Absent: it takes none. */
  soundsProblem?(ipa: string, voice: SpeakingVoice): string | null;
  /** @throws ProviderError, and ProviderWaitError if the service has a queue */
  voices(signal: AbortSignal): Promise<Voice[]>;
  /** @throws ProviderError, and ProviderWaitError if the service has a queue */
  synthesise(request: SpeechRequest, signal: AbortSignal): Promise<SpeechAudio>;
  /** How it speaks again in one of its voices what another one has spoken; absent: it cannot. */
  conversion?: Conversion | undefined;
}

export interface Conversion {
  model: string;
  /** @throws ProviderError, and ProviderWaitError if the service has a queue */
  run(recording: Recording, signal: AbortSignal): Promise<SpeechAudio>;
}
