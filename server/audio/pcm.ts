/** Uncompressed sound: one array of samples in -1..1 per channel, all of the same length. */
export interface Pcm {
  /** Hertz. */
  sampleRate: number;
  channels: Float32Array[];
}

/** Length in milliseconds, not rounded. */
export const durationMs = (pcm: Pcm): number => ((pcm.channels[0]?.length ?? 0) / pcm.sampleRate) * 1000;

/** The mean of all channels. */
export function toMono(pcm: Pcm): Pcm {
  const [first, ...others] = pcm.channels;
  if (!first || others.length === 0) return pcm;
  const mixed = Float32Array.from(first);
  for (const channel of others) for (let i = 0; i < mixed.length; i++) mixed[i]! += channel[i]!;
  for (let i = 0; i < mixed.length; i++) mixed[i]! /= pcm.channels.length;
  return { sampleRate: pcm.sampleRate, channels: [mixed] };
}

/** The same sound in one channel or two; a single one is doubled, of more than two the first two are taken. */
export function inChannels(pcm: Pcm, count: 1 | 2): Pcm {
  if (count === 1) return toMono(pcm);
  const [left, right] = pcm.channels;
  return { sampleRate: pcm.sampleRate, channels: left ? [left, right ?? left.slice()] : [] };
}
