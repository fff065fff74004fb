/** Uncompressed sound: one array of samples in -1..1 per channel, all of the same length. */
export interface Pcm {
  /** Hertz. */
  sampleRate: number;
  channels: Float32Array[];
}

/** Length in milliseconds, not rounded. */
export const durationMs = (pcm: Pcm): number => ((pcm.channels[0]?.length ?? 0) / pcm.sampleRate) * 1000;
