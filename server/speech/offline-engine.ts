import loadEspeak, { type EspeakEvent, type EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import type { Pcm } from '../audio/pcm.ts';
import { engineText, wordsOfEvents, type EngineSounds, type WordEvent } from './offline-text.ts';
import type { EngineVoice } from './offline-voices.ts';
import type { WordTiming } from '../text/words.ts';

/** Hertz of everything the engine speaks. */
export const ENGINE_SAMPLE_RATE = 22_050;
/** Of 0 to 100; at 100 some voices clip. */
const VOLUME = 80;
/** Sound below this (-42 dBFS) at a word's end is a pause that follows it. */
const PAUSE_LEVEL = 10 ** (-42 / 20);
const PAUSE_STEP = ENGINE_SAMPLE_RATE / 200;

/** The speech engine eSpeak NG, in this thread. Speaking blocks the thread. */
export class OfflineEngine {
  readonly #espeak: EspeakWorker;
  #samples = new Float32Array(ENGINE_SAMPLE_RATE * 30);
  #voice: EngineVoice | undefined;

  readonly #memory: () => Uint8Array;

  private constructor(espeak: EspeakWorker, memory: () => Uint8Array) {
    this.#espeak = espeak;
    this.#memory = memory;
    espeak.set_volume(VOLUME);
  }

  static async load(): Promise<OfflineEngine> {
    const engine = await loadEspeak();
    return new OfflineEngine(new engine.eSpeakNGWorker(), () => engine.HEAPU8);
  }

  /**
   * Speaks plain text. The samples stay valid until the next call; silence at the ends is left as the engine
   * made it.
   * @throws NothingToSpeakError
   */
  speak(
    text: string,
    voice: EngineVoice,
    sounds: readonly EngineSounds[] = [],
  ): { pcm: Pcm; timings: WordTiming[] } {
    const { markup, offsets } = engineText(text, sounds);
    this.#choose(voice);
    const words: WordEvent[] = [];
    let length = 0;
    this.#espeak.synthesize(markup, (chunk: Int16Array, events: EspeakEvent[]) => {
      if (length + chunk.length > this.#samples.length) {
        const larger = new Float32Array(2 * (length + chunk.length));
        larger.set(this.#samples.subarray(0, length));
        this.#samples = larger;
      }
      for (let i = 0; i < chunk.length; i++) this.#samples[length + i] = chunk[i]! / 32_768;
      length += chunk.length;
      for (const event of events) {
        if (event.type === 'word')
          words.push({ offset: offsets[event.text_position - 1] ?? text.length, ms: event.audio_position });
      }
      return false;
    });
    const samples = this.#samples.subarray(0, length);
    const starts = wordsOfEvents(text, words);
    const totalMs = (length / ENGINE_SAMPLE_RATE) * 1000;
    const timings = starts.map((word, index) => {
      const next = Math.min(starts[index + 1]?.startMs ?? totalMs, totalMs);
      return { ...word, endMs: endOfWord(samples, word.startMs, next) };
    });
    return { pcm: { sampleRate: ENGINE_SAMPLE_RATE, channels: [samples] }, timings };
  }

  /** How a voice says each of some words: its sounds in IPA, without stress. */
  sounds(words: readonly string[], voice: EngineVoice): string[][] {
    this.#choose(voice);
    return words.map((word) =>
      this.#phonemes(word)
        .replace(/[ˈˌ]|\([a-z-]+\)/g, '')
        .split(/[_\s]+/)
        .filter(Boolean),
    );
  }

  /**
   * How a language says a clause: IPA with stress, words separated by spaces.
   * @param file the language's voice file, or eSpeak's name for it, such as `en-us`
   * @returns null: the engine does not have the language
   */
  clausePhonemes(clause: string, file: string): string | null {
    if (this.#voice?.file !== file && this.#espeak.set_voice(file) !== 0) return null;
    // Speed and pitch are those of no voice, and set again for the next one that speaks.
    if (this.#voice?.file !== file) this.#voice = { file, wordsPerMinute: NaN, pitch: NaN };
    return this.#phonemes(clause)
      .replace(/_|\([a-z-]+\)/g, '')
      .replace(/[|\s]+/g, ' ')
      .trim();
  }

  #phonemes(text: string): string {
    const { ptr } = this.#espeak.convert_to_phonemes(text, true);
    const memory = this.#memory();
    return new TextDecoder().decode(memory.subarray(ptr, memory.indexOf(0, ptr)));
  }

  #choose(voice: EngineVoice): void {
    const now = this.#voice;
    if (now?.file !== voice.file) {
      // The engine returns 2 for an unknown name and keeps the previous voice.
      if (this.#espeak.set_voice(voice.file) !== 0)
        throw new Error(`The offline engine has no voice file ${voice.file}`);
    }
    if (now?.file !== voice.file || now.wordsPerMinute !== voice.wordsPerMinute)
      this.#espeak.set_rate(voice.wordsPerMinute);
    if (now?.file !== voice.file || now.pitch !== voice.pitch) this.#espeak.set_pitch(voice.pitch);
    this.#voice = voice;
  }
}

/** Where a word falls silent, looking back from where the next one begins; milliseconds. */
function endOfWord(samples: Float32Array, startMs: number, nextMs: number): number {
  const toSample = (ms: number) => Math.round((ms * ENGINE_SAMPLE_RATE) / 1000);
  const from = toSample(startMs);
  let to = Math.min(samples.length, toSample(nextMs));
  while (to - PAUSE_STEP > from) {
    let i = Math.floor(to - PAUSE_STEP);
    while (i < to && Math.abs(samples[i]!) < PAUSE_LEVEL) i++;
    if (i < to) break;
    to = Math.floor(to - PAUSE_STEP);
  }
  return Math.min(nextMs, Math.max(startMs, (to / ENGINE_SAMPLE_RATE) * 1000));
}
