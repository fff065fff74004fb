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

/**
 * The same sound in one channel or two; a single one is doubled, of more than two the first two are taken.
 */
export function inChannels(pcm: Pcm, count: 1 | 2): Pcm {
  if (count === 1) return toMono(pcm);
  const [left, right] = pcm.channels;
  return { sampleRate: pcm.sampleRate, channels: left ? [left, right ?? left.slice()] : [] };
}

/** Audio in pieces, readable any number of times, so that it is never in memory as a whole. */
export interface PcmStream {
  /** Hertz. */
  sampleRate: number;
  channels: number;
  /** Each channel has no more samples than these. */
  maxSamples: number;
  /** Returns the audio from its start; the consumer may modify the pieces. */
  pieces(): AsyncGenerator<Float32Array[]>;
}

/** Samples of a piece, about. */
export const PIECE = 1 << 16;

/** A sound cut into pieces, which share its samples. */
export function* cut({ channels }: Pcm): Generator<Float32Array[]> {
  for (let at = 0; at < (channels[0]?.length ?? 0); at += PIECE)
    yield channels.map((channel) => channel.subarray(at, at + PIECE));
}

/** A sound in memory as a stream, whose pieces are copies. */
export const streamOf = (pcm: Pcm): PcmStream => ({
  sampleRate: pcm.sampleRate,
  channels: pcm.channels.length,
  maxSamples: pcm.channels[0]?.length ?? 0,
  async *pieces() {
    for (const piece of cut(pcm)) yield piece.map((channel) => channel.slice());
  },
});

/** Puts pieces together, in memory that is taken once. */
export class PcmCollector {
  readonly #sampleRate: number;
  readonly #channels: Float32Array[];
  #length = 0;

  constructor({
    sampleRate,
    channels,
    maxSamples,
  }: Pick<PcmStream, 'sampleRate' | 'channels' | 'maxSamples'>) {
    this.#sampleRate = sampleRate;
    this.#channels = Array.from({ length: channels }, () => new Float32Array(maxSamples));
  }

  add(piece: Float32Array[]): void {
    this.#channels.forEach((channel, index) => channel.set(piece[index]!, this.#length));
    this.#length += piece[0]!.length;
  }

  get pcm(): Pcm {
    return {
      sampleRate: this.#sampleRate,
      channels: this.#channels.map((channel) => channel.subarray(0, this.#length)),
    };
  }
}
