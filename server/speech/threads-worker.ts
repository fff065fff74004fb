/** What runs in a speech thread: the entry point that the pool loads, and the tasks it knows. */
import { alignWords } from '../audio/align.ts';
import { decodeAudio } from '../audio/decode.ts';
import { AudioError } from '../audio/errors.ts';
import type { AudioFormat } from '../audio/format.ts';
import { Mp3Encoder } from '../audio/mp3-encoder.ts';
import { resample } from '../audio/resample.ts';
import { toMono } from '../audio/pcm.ts';
import type { EncoderProfile } from '../audio/profile.ts';
import { makeSegment, type Segment } from '../audio/segment.ts';
import { OfflineEngine } from './offline-engine.ts';
import { NothingToSpeakError } from './offline-text.ts';
import { engineVoice, OfflineVoiceError } from './offline-voices.ts';
import type { SpeechRequest, WordTiming } from './provider.ts';

let engine: Promise<OfflineEngine> | undefined;
let encoder: Promise<Mp3Encoder> | undefined;

const tasks = {
  /** Loads what the other tasks need. */
  async warm(): Promise<void> {
    await Promise.all([(engine ??= OfflineEngine.load()), (encoder ??= Mp3Encoder.load())]);
  },

  /** Text to a segment with the offline engine. */
  async speak({ request, profile }: { request: SpeechRequest; profile: EncoderProfile }): Promise<Segment> {
    const voice = engineVoice(request.voice, request.settings);
    const { pcm, timings } = (await (engine ??= OfflineEngine.load())).speak(request.text, voice);
    return makeSegment(resample(pcm, profile.sampleRate), timings, profile, await (encoder ??= Mp3Encoder.load()));
  },

  /** A service's audio to a segment; timings that it did not give are measured. */
  async segment(input: {
    audio: Uint8Array;
    format: AudioFormat;
    timings: WordTiming[] | undefined;
    text: string;
    language: string;
    profile: EncoderProfile;
  }): Promise<Segment> {
    const decoded = await decodeAudio(input.audio, input.format);
    const pcm = resample(input.profile.channels === 1 ? toMono(decoded) : decoded, input.profile.sampleRate);
    const timings = input.timings ?? alignWords(toMono(pcm), input.text, input.language);
    return makeSegment(pcm, timings, input.profile, await (encoder ??= Mp3Encoder.load()));
  },
};

export type ThreadTasks = typeof tasks;
export type ThreadTaskName = keyof ThreadTasks;

/** Errors lose their class on the way between threads, so the expected ones travel as data. */
export type ThreadAnswer =
  | { ok: true; value: unknown }
  | { ok: false; error: { name: string; message: string; problem?: string; stack?: string | undefined } };

/** Runs one task; an unexpected failure drops the engines, whose memory may be in any state. */
export default async function run({ name, input }: { name: ThreadTaskName; input: never }): Promise<ThreadAnswer> {
  try {
    return { ok: true, value: await tasks[name](input) };
  } catch (error) {
    if (error instanceof AudioError) return { ok: false, error: { name: error.name, message: error.message, problem: error.problem } };
    if (error instanceof NothingToSpeakError || error instanceof OfflineVoiceError) {
      return { ok: false, error: { name: error.name, message: error.message } };
    }
    engine = undefined;
    encoder = undefined;
    const { name: type, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, error: { name: 'SpeechThreadError', message: `${type}: ${message}`, stack } };
  }
}
