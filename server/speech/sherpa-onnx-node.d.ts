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
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer };
  export default sherpa;
}
