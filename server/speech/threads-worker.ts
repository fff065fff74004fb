/** What runs in a speech thread: the entry point that the pool loads, and the tasks it knows. */
import type { Message } from '../lib/declare-messages.ts';
import { readFile } from 'node:fs/promises';
import { alignWords } from '../audio/align.ts';
import { renderBriefing, type Briefing } from '../audio/render-briefing.ts';
import { builtInSoundFile } from '../audio/built-in-sounds.ts';
import { collect, openAudio, sniffAudioFormat } from '../audio/decode.ts';
import { AudioError } from '../audio/audio-error.ts';
import type { AudioFormat } from '../audio/audio-format.ts';
import { timeEveryWord } from '../audio/word-times.ts';
import { Mp3Encoder, type SpeechEncoderName } from '../audio/mp3-encoder.ts';
import { MAX_MUSIC_SECONDS } from '../audio/music.ts';
import { renderToFile, type RenderOptions, type Rendition } from '../audio/render.ts';
import { convertStream, resample } from '../audio/resample.ts';
import { toMono, type Pcm } from '../audio/pcm.ts';
import type { EncoderProfile } from '../audio/bitrates.ts';
import { makeSegment, type Segment } from '../audio/segment.ts';
import { measureWaveform } from '../audio/measure-waveform.ts';
import { normaliseUpload, type NormalisedUpload } from '../audio/normalise-upload.ts';
import { OfflineEngine } from './offline-engine.ts';
import { NothingToSpeakError } from './offline-text.ts';
import { engineSounds } from './offline-phonemes.ts';
import { engineVoice, OfflineVoiceError, voiceOfLanguage } from './offline-voices.ts';
import type { SpeechRequest } from './provider.ts';
import type { WordTiming } from '../text/words.ts';

let engine: Promise<OfflineEngine> | undefined;
let encoder: Promise<Mp3Encoder> | undefined;
/** What encodes speech: the same for all tasks of a thread. */
let speechEncoder: SpeechEncoderName = 'own';
const loadEncoder = (): Promise<Mp3Encoder> => (encoder ??= Mp3Encoder.load(speechEncoder));

/** Encoded sound at hand, or in a file that is read when its turn comes; without a format it is sniffed. */
export type SoundSource = ({ audio: Uint8Array } | { path: string }) & { format?: AudioFormat | undefined };

/**
 * A stretch of a rendition and the silence after it: spoken by the offline engine, or a service's master, a
 * logo, a suffix. Masters of a long article belong in files, so that they do not lie in memory all at once.
 */
export type RenderSource =
  | { kind: 'speech'; pauseMs: number; request: SpeechRequest }
  | ({ kind: 'speech' | 'sound'; pauseMs: number } & SoundSource);

/** What the sound of a rendition is made of. */
type Form = Pick<EncoderProfile, 'channels'> & { sampleRate: number };

/** Converted as it is decoded, so that no more than what is wanted is held. */
async function decodeSource(
  source: SoundSource,
  { sampleRate, channels }: Form,
  maxSeconds?: number,
): Promise<Pcm> {
  const bytes = 'audio' in source ? source.audio : await readFile(source.path);
  return collect(
    convertStream(
      openAudio(bytes, source.format ?? sniffAudioFormat(bytes), false, maxSeconds),
      sampleRate,
      channels,
    ),
  );
}

const tasks = {
  /** Loads what the other tasks need. */
  async warm(): Promise<void> {
    await Promise.all([(engine ??= OfflineEngine.load()), loadEncoder()]);
  },

  /** Text to a segment with the offline engine. */
  async speak({
    request,
    profile,
    volumeBoost,
  }: {
    request: SpeechRequest;
    profile: EncoderProfile;
    volumeBoost?: number | undefined;
  }): Promise<Segment> {
    const voice = engineVoice(request.voice, request.settings);
    const { pcm, timings } = (await (engine ??= OfflineEngine.load())).speak(
      request.text,
      voice,
      engineSounds(request),
    );
    const words = timeEveryWord(timings, request.text, request.language);
    return makeSegment(resample(pcm, profile.sampleRate), words, profile, await loadEncoder(), volumeBoost);
  },

  /** The sounds of words (IPA), to compare them by; null where the offline engine has no voice for them. */
  async sounds({ words, language }: { words: string[]; language: string }): Promise<string[][] | null> {
    const voice = voiceOfLanguage(language);
    return voice && (await (engine ??= OfflineEngine.load())).sounds(words, voice);
  },

  /** A service's audio to a segment; timings that it did not give are measured. */
  async segment(input: {
    audio: Uint8Array;
    format: AudioFormat;
    timings: WordTiming[] | undefined;
    text: string;
    language: string;
    profile: EncoderProfile;
    volumeBoost?: number | undefined;
  }): Promise<Segment> {
    const { sampleRate, channels } = input.profile;
    const pcm = await collect(convertStream(openAudio(input.audio, input.format), sampleRate, channels));
    const { text, language } = input;
    const timings = input.timings?.length
      ? timeEveryWord(input.timings, text, language)
      : alignWords(toMono(pcm), text, language);
    return makeSegment(pcm, timings, input.profile, await loadEncoder(), input.volumeBoost);
  },

  /**
   * An upload (logo, intro, outro, next-article sound, paywall suffix) to a segment, as loud as speech, that
   * `assembleMp3` can join.
   */
  async sound({
    bytes,
    profile,
    volumeBoost,
  }: {
    bytes: Uint8Array;
    profile: EncoderProfile;
    volumeBoost?: number | undefined;
  }): Promise<Segment> {
    return makeSegment(
      await decodeSource({ audio: bytes }, profile),
      [],
      profile,
      await loadEncoder(),
      volumeBoost,
    );
  },

  /** An upload, checked and made even. */
  async upload({ bytes }: { bytes: Uint8Array }): Promise<NormalisedUpload> {
    return normaliseUpload(bytes, await loadEncoder());
  },

  /** An article's file as a flash briefing. */
  async briefing({ bytes, endMs }: { bytes: Uint8Array; endMs: number }): Promise<Briefing> {
    return renderBriefing(bytes, endMs, await loadEncoder());
  },

  /** Loudness of an MP3 file over time. */
  async waveform({ bytes }: { bytes: Uint8Array }): Promise<Uint8Array> {
    return measureWaveform(bytes);
  },

  /** One of `builtInSounds` as a file like an upload's. */
  async builtInSound({ name }: { name: string }): Promise<NormalisedUpload> {
    return builtInSoundFile(name, await loadEncoder());
  },

  /**
   * Mixes and encodes a whole article again, into a file: with music, in high resolution, as WAV. Paths are
   * local to this machine. Audio at `-16 LUFS` keeps that level: every part and the whole have that loudness,
   * plus `volumeBoost`.
   */
  async render(
    input: Omit<RenderOptions, 'music'> & { parts: RenderSource[]; music?: SoundSource | undefined },
  ): Promise<Rendition> {
    const form = input.output.kind === 'mp3' ? input.output.profile : input.output;
    const parts = input.parts.map((part) => ({
      kind: part.kind,
      pauseMs: part.pauseMs,
      load: async () => {
        if (!('request' in part)) return decodeSource(part, form);
        const { pcm } = (await (engine ??= OfflineEngine.load())).speak(
          part.request.text,
          engineVoice(part.request.voice, part.request.settings),
          engineSounds(part.request),
        );
        // The engine says the next part into the same memory.
        return { ...pcm, channels: pcm.channels.map((channel) => channel.slice()) };
      },
    }));
    const music = input.music && (await decodeSource(input.music, form, MAX_MUSIC_SECONDS));
    return renderToFile(parts, { ...input, music }, await loadEncoder());
  },
};

export type ThreadTasks = typeof tasks;
export type ThreadTaskName = keyof ThreadTasks;

/** What a thread is sent. */
export interface ThreadTask {
  name: ThreadTaskName;
  input?: unknown;
  speechEncoder: SpeechEncoderName;
}

/** Errors lose their class on the way between threads, so the expected ones travel as data. */
export type ThreadAnswer =
  | { ok: true; value: unknown }
  | {
      ok: false;
      error: { name: string; message: string; problem?: string; told?: Message; stack?: string | undefined };
    };

/** Runs one task; an unexpected failure drops the engines, whose memory may be in any state. */
export default async function run(task: ThreadTask): Promise<ThreadAnswer> {
  speechEncoder = task.speechEncoder;
  try {
    // The pool sends each task the input that the table of tasks asks for.
    return { ok: true, value: await tasks[task.name](task.input as never) };
  } catch (error) {
    if (error instanceof AudioError)
      return {
        ok: false,
        error: { name: error.name, message: error.message, problem: error.problem, told: error.told },
      };
    if (error instanceof NothingToSpeakError || error instanceof OfflineVoiceError) {
      const { name: type, message, told } = error;
      return { ok: false, error: { name: type, message, ...(told && { told }) } };
    }
    engine = undefined;
    encoder = undefined;
    const { name: type, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, error: { name: 'SpeechThreadError', message: `${type}: ${message}`, stack } };
  }
}
