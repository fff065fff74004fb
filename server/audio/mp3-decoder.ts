import { audioMessages } from './messages.ts';
import { MPEGDecoder } from 'mpg123-decoder';
import { AudioError } from './audio-error.ts';
import { DECODER_DELAY, readFrameHeader, type FrameHeader } from './mpeg-frames.ts';
import type { PcmStream } from './pcm.ts';

/** Where the frames of an MP3 file lie. */
export interface Mp3Layout {
  first: FrameHeader;
  /** Byte ranges of frames that lie one after the other. */
  runs: { from: number; to: number }[];
  frameCount: number;
  /** It ends within a frame, or holds fewer frames than its own header says. */
  truncated: boolean;
  durationMs: number;
}

/** Bytes of junk between frames before a file counts as something else. */
const MAX_JUNK = 256 * 1024;

const MAX_SAMPLE = 16;

/** Bytes that are decoded at a time: some seconds of sound. */
const PIECE_BYTES = 1 << 16;

/** Length of the ID3v2 tag at `at` (id3.org, section 3.1 of ID3v2.4.0), 0 where there is none. */
export function id3Length(bytes: Uint8Array, at: number): number {
  if (at + 10 > bytes.length || bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33)
    return 0;
  const size = bytes.subarray(at + 6, at + 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  return 10 + size + (bytes[at + 5]! & 0x10 ? 10 : 0);
}

/**
 * Finds the frames of an MP3 file by their headers: tags of any size are stepped over, junk between frames is
 * skipped.
 * @throws AudioError `unreadable` where there are no frames
 */
export function readMp3Layout(bytes: Uint8Array): Mp3Layout {
  const unreadable = () => new AudioError('unreadable', audioMessages.AUDIO_NEITHER_MP3_NOR_WAV());
  let at = 0;
  for (let tag = id3Length(bytes, at); tag > 0; tag = id3Length(bytes, at)) at += tag;
  let first: FrameHeader | undefined;
  let [frameCount, junk, truncated] = [0, 0, false];
  let promised: number | undefined;
  const runs: { from: number; to: number }[] = [];
  while (at < bytes.length) {
    const header = readFrameHeader(bytes, at);
    const fits =
      header && (!first || (header.sampleRate === first.sampleRate && header.samples === first.samples));
    if (fits && at + header.length > bytes.length && first) {
      truncated = true;
      break;
    }
    // What follows distinguishes a frame from a chance pattern in junk.
    const next = fits ? at + header.length : 0;
    if (fits && (first || next === bytes.length || readFrameHeader(bytes, next))) {
      if (!first) promised = promisedFrames(bytes.subarray(at, next));
      first ??= header;
      frameCount++;
      const run = runs.at(-1);
      if (run?.to === at) run.to = next;
      else runs.push({ from: at, to: next });
      at = next;
    } else {
      const tag = id3Length(bytes, at);
      if (tag === 0 && !first && ++junk > MAX_JUNK) throw unreadable();
      at += tag || 1;
    }
  }
  if (!first) throw unreadable();
  if (promised !== undefined) {
    frameCount--;
    truncated ||= frameCount < promised;
  }
  return {
    first,
    runs,
    frameCount,
    truncated,
    durationMs: (frameCount * first.samples * 1000) / first.sampleRate,
  };
}

/** How many frames follow, by the Xing/Info header within the first frame. */
function promisedFrames(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  for (const at of [13, 21, 36]) {
    if (at + 12 > frame.length) break;
    const tag = String.fromCharCode(...frame.subarray(at, at + 4));
    if (tag === 'Xing' || tag === 'Info')
      return view.getUint32(at + 4) & 1 ? view.getUint32(at + 8) : undefined;
  }
  return undefined;
}

/** A damaged file can contain NaN or huge numbers: they count as silence. */
function madeFinite(samples: Float32Array): Float32Array {
  for (let i = 0; i < samples.length; i++) if (!(Math.abs(samples[i]!) <= MAX_SAMPLE)) samples[i] = 0;
  return samples;
}

/**
 * The frames' sound, without what the encoder added at the ends (where the file says what that is).
 * @param maxSamples of each channel; the rest is left out
 * @throws AudioError `unreadable` when the frames hold no sound
 */
export function mp3Stream(
  bytes: Uint8Array,
  { first, frameCount, runs }: Mp3Layout,
  maxSamples = Infinity,
): PcmStream {
  const most = Math.min(maxSamples, (frameCount + 2) * first.samples);
  async function* pieces(): AsyncGenerator<Float32Array[]> {
    const decoder = new MPEGDecoder({ enableGapless: true });
    await decoder.ready;
    let length = 0;
    try {
      for (const { from, to } of runs) {
        for (let at = from; at < to && length < most; at += PIECE_BYTES) {
          const { channelData, samplesDecoded } = decoder.decode(
            bytes.subarray(at, Math.min(to, at + PIECE_BYTES)),
          );
          const count = Math.min(samplesDecoded, most - length);
          if (count === 0) continue;
          length += count;
          yield channelData.slice(0, first.channels).map((channel) => madeFinite(channel.subarray(0, count)));
        }
      }
    } finally {
      decoder.free();
    }
    if (length === 0 || (length <= DECODER_DELAY && frameCount > 2))
      throw new AudioError('empty', audioMessages.AUDIO_MP3_WITHOUT_SOUND());
  }
  return { sampleRate: first.sampleRate, channels: first.channels, maxSamples: most, pieces };
}
