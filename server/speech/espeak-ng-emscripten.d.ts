declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    type:
      | 'list_terminated'
      | 'word'
      | 'sentence'
      | 'mark'
      | 'play'
      | 'end'
      | 'msg_terminated'
      | 'phoneme'
      | 'samplerate';
    /** 1-based, in code points of the markup. */
    text_position: number;
    word_length: number;
    /** Milliseconds. */
    audio_position: number;
    id: string | number | undefined;
  }
  export interface EspeakWorker {
    /** 0 when the voice was set. */
    set_voice(file: string): number;
    set_rate(wordsPerMinute: number): void;
    set_pitch(pitch: number): void;
    set_volume(volume: number): void;
    /** Where the sounds of a clause lie in the engine's memory: UTF-8, ended by a zero. */
    convert_to_phonemes(text: string, ipa: boolean): { ptr: number };
    /** Calls back while it speaks; true stops it. */
    synthesize(markup: string, callback: (samples: Int16Array, events: EspeakEvent[]) => boolean): void;
  }
  /** The engine's files, in its memory. */
  export interface EspeakFiles {
    readdir(path: string): string[];
    stat(path: string): { mode: number };
    isDir(mode: number): boolean;
    readFile(path: string): Uint8Array;
  }
  export default function load(
    options?: Record<string, unknown>,
  ): Promise<{ eSpeakNGWorker: new () => EspeakWorker; HEAPU8: Uint8Array; FS: EspeakFiles }>;
}
