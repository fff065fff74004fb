/** The used part of the package, which ships no types and may be absent. */
declare module 'sherpa-onnx-node' {
  interface Stream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  }
  class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>;
    createStream(): Stream;
    decodeAsync(stream: Stream): Promise<{ text: string }>;
  }
  export interface GeneratedAudio {
    /** From -1 to 1. */
    samples: Float32Array;
    sampleRate: number;
  }
  /** A loaded voice model. Wrong files end the process. */
  export class OfflineTts {
    constructor(config: object);
    numSpeakers: number;
    sampleRate: number;
    /** Blocks the thread while it speaks. */
    generate(request: {
      text: string;
      sid: number;
      speed: number;
      enableExternalBuffer: boolean;
    }): GeneratedAudio;
  }
  export interface SherpaOnnx {
    OfflineRecognizer: typeof OfflineRecognizer;
    OfflineTts: typeof OfflineTts;
  }
  const sherpa: SherpaOnnx;
  export default sherpa;
}
