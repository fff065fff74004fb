/**
 * Measures of a sound apart from its loudness: flaws that a listener may notice, in figures. Taken once,
 * during generation.
 */
import { z } from 'zod';

/** Frames whose level is taken, milliseconds. */
const FRAME_MS = 10;
/** Under this the level counts as silence, in relation to the loud frames (-40 dB). */
const SILENT = 10 ** (-40 / 20);
/** Samples of a flat top lie so near to the sound's own highest. */
const FLAT = 0.985;
/** Number of equal samples in a row that count as clipping: 0.14 ms at 22,050 Hz. */
const FLAT_RUN = 3;
/** Samples within which jumps are one. */
const APART = 4;
/** A sound whose highest sample lies under this has room left: nothing of it was cut off. */
const FULL_SCALE = 0.97;

/** What the column `measures` of a segment holds. */
export const soundMeasures = z.object({
  /** The longest silence between words, milliseconds, and where it begins in the segment. */
  silenceMs: z.number(),
  silenceAtMs: z.number(),
  /** Share of the samples that lie in flat tops at full scale, 0 to 1. */
  clipped: z.number(),
  /** Level of the quietest frames against the loudest, dB; 0 or less. */
  floorDb: z.number(),
  /** How far the strongest jump between samples exceeds those around it, as a factor, and where. */
  click: z.number(),
  clickAtMs: z.number(),
  /** Loudness against what it was brought to, LU; 0 where nothing held it back. */
  offTargetLu: z.number(),
  /**
   * Words of the text that the voice has no sound for, UTF-16 offsets; absent: it has one for all, as far as
   * known.
   */
  unspoken: z.array(z.object({ start: z.number(), end: z.number() })).optional(),
});

export type SoundMeasures = z.infer<typeof soundMeasures>;

/** What is measured of a sound before it is brought to a loudness. */
export type RawMeasures = Omit<SoundMeasures, 'offTargetLu' | 'unspoken'> & {
  /** The highest sample. */ peak: number;
};

interface Frames {
  /** Mean square of each frame. */
  power: Float64Array;
  /** The highest jump in each, and the highest that lies apart from it. */
  highestJump: Float64Array;
  nextJump: Float64Array;
}

/**
 * Measures a sound of which a part is kept.
 * @param from first kept sample
 * @param to one past the last
 */
export function measureSound(
  channels: readonly Float32Array[],
  sampleRate: number,
  from: number,
  to: number,
): RawMeasures {
  const size = Math.max(4, Math.round((sampleRate * FRAME_MS) / 1000));
  const samples = channels[0]!;
  const { power, highestJump, nextJump } = framesOf(samples, size);
  const levels = Float64Array.from(power, Math.sqrt);
  const sorted = levels.slice().sort();
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const quiet = sorted[Math.floor(sorted.length * 0.03)] ?? 0;
  const ms = (frame: number) => Math.max(0, frame * FRAME_MS - (from / sampleRate) * 1000);
  const [first, last] = [Math.floor(from / size), Math.min(levels.length, Math.ceil(to / size))];
  const silence = longestSilence(levels, first, last, loud * SILENT);
  const click = strongestJump(highestJump, nextJump, first, last, loud);
  const peak = highestOf(samples, from, to);
  return {
    silenceMs: silence.frames * FRAME_MS,
    silenceAtMs: ms(silence.at),
    clipped: peak < FULL_SCALE ? 0 : flatShare(samples, from, to, peak * FLAT),
    floorDb: loud === 0 ? 0 : Math.max(-120, 20 * Math.log10(Math.max(quiet, 1e-9) / loud)),
    click: click.factor,
    clickAtMs: ms(click.at),
    peak,
  };
}

function framesOf(samples: Float32Array, size: number): Frames {
  const count = Math.floor(samples.length / size);
  const [power, highestJump, nextJump] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ];
  for (let frame = 0, i = 0; frame < count; frame++) {
    let [sum, highest, next, at] = [0, 0, 0, -APART];
    for (const end = i + size; i < end; i++) {
      const x = samples[i]!;
      sum += x * x;
      if (i < 2) continue;
      const jump = Math.abs(x - 2 * samples[i - 1]! + samples[i - 2]!);
      if (jump > highest) {
        // What rises at the same place is the same jump.
        if (i - at >= APART) next = highest;
        [highest, at] = [jump, i];
      } else if (jump > next && i - at >= APART) next = jump;
    }
    power[frame] = sum / size;
    highestJump[frame] = highest;
    nextJump[frame] = next;
  }
  return { power, highestJump, nextJump };
}

/** Returns the longest stretch of quiet frames with audible ones on either side. */
function longestSilence(
  levels: Float64Array,
  first: number,
  last: number,
  under: number,
): { frames: number; at: number } {
  let [longest, at, began] = [0, 0, -1];
  for (let frame = first; frame < last; frame++) {
    if (levels[frame]! > under) {
      if (began > first && frame - began > longest) [longest, at] = [frame - began, began];
      began = -1;
    } else if (began === -1) began = frame;
  }
  return { frames: longest, at };
}

/**
 * A click is one jump where nothing else jumps as far: not in its own frame, nor in those beside it. A burst
 * of a plosive has many. A jump shows in differences of second order, of three samples in a row.
 */
function strongestJump(
  highestJump: Float64Array,
  nextJump: Float64Array,
  first: number,
  last: number,
  loud: number,
): { factor: number; at: number } {
  let [factor, at] = [0, 0];
  // A jump that is inaudible beside speech is no click.
  const least = loud * 0.5;
  for (let frame = first; frame < last; frame++) {
    const highest = highestJump[frame]!;
    if (highest < least) continue;
    const around = Math.max(
      nextJump[frame]!,
      highestJump[frame - 1] ?? 0,
      highestJump[frame + 1] ?? 0,
      loud * 0.05,
    );
    if (highest / around > factor) [factor, at] = [highest / around, frame];
  }
  return { factor, at };
}

function highestOf(samples: Float32Array, from: number, to: number): number {
  let highest = 0;
  for (let i = from; i < to; i++) {
    const magnitude = Math.abs(samples[i]!);
    if (magnitude > highest) highest = magnitude;
  }
  return highest;
}

function flatShare(samples: Float32Array, from: number, to: number, above: number): number {
  let [flat, run] = [0, 0];
  for (let i = from; i < to; i++) {
    if (Math.abs(samples[i]!) >= above) {
      run++;
      if (run === FLAT_RUN) flat += FLAT_RUN;
      else if (run > FLAT_RUN) flat++;
    } else run = 0;
  }
  return flat / Math.max(1, to - from);
}
