/**
 * A small orchestra in code: struck bars and bells, soft pads, a room. Everything is deterministic, at 44.1
 * kHz in stereo.
 */
import type { Pcm } from './pcm.ts';

export const SYNTHESIS_RATE = 44_100;

export type Instrument = 'bell' | 'marimba' | 'kalimba' | 'piano' | 'pad';

/** When (seconds), what ("F#4"), how strongly (0 to 1), for how long it is held (pads only, seconds). */
export type Note = [at: number, pitch: string, strength: number, held?: number];

export interface Score {
  seconds: number;
  /** Mixes the reverberation at the end into the beginning, so that the sound repeats without a seam. */
  loop?: boolean;
  parts: {
    instrument: Instrument;
    notes: Note[];
    /** -1 left to 1 right; by pitch where it is not given */ pan?: number;
  }[];
  /** Amount of reverberation, 0 to 1. */
  room: number;
}

/**
 * What a struck body sounds like: partials, each with its ratio to the note, its level, and the seconds in
 * which it falls by 60 dB.
 */
const BODIES: Record<
  Exclude<Instrument, 'pad'>,
  { partials: [ratio: number, level: number, seconds: number][]; attackMs: number }
> = {
  bell: {
    partials: [
      [0.5, 0.25, 3.2],
      [1, 1, 2.6],
      [2, 0.45, 1.7],
      [2.756, 0.22, 1.1],
      [4.07, 0.1, 0.7],
      [5.404, 0.05, 0.4],
    ],
    attackMs: 3,
  },
  marimba: {
    partials: [
      [1, 1, 0.9],
      [3.93, 0.22, 0.28],
      [9.24, 0.06, 0.12],
    ],
    attackMs: 2,
  },
  kalimba: {
    partials: [
      [1, 1, 1.6],
      [2.01, 0.12, 0.9],
      [5.42, 0.08, 0.25],
    ],
    attackMs: 3,
  },
  piano: {
    partials: [
      [1, 1, 2.4],
      [2.001, 0.35, 1.6],
      [3.003, 0.12, 1],
      [4.006, 0.06, 0.7],
      [6.01, 0.02, 0.3],
    ],
    attackMs: 6,
  },
};

const TABLE = 4096;
/** One period of the pads' wave: few and quickly falling harmonics. */
const PAD_WAVE = Float32Array.from({ length: TABLE + 1 }, (_, i) => {
  let sum = 0;
  for (let k = 1; k <= 6; k++) sum += Math.sin((2 * Math.PI * k * i) / TABLE) / k ** 2.2;
  return sum;
});
/** Two voices to each note of a pad, this far apart in pitch, one on either side. */
const PAD_DETUNE = 1.0012;
const PAD_ATTACK = 1.4;
const PAD_RELEASE = 2.2;

const SEMITONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Hertz of a note like "Bb3", equal temperament with A4 at 440 Hz. */
function hertzOf(pitch: string): number {
  const [, letter, sign, octave] = /^([A-G])([#b]?)(\d)$/.exec(pitch)!;
  const semitones =
    SEMITONES[letter!]! + (sign === '#' ? 1 : sign === 'b' ? -1 : 0) + (Number(octave) - 4) * 12;
  return 440 * 2 ** ((semitones - 9) / 12);
}

type Stereo = [Float32Array, Float32Array];

/** Plays a score. The level is arbitrary; the writer of the file sets it. */
export function play(score: Score): Pcm {
  const length = Math.round(score.seconds * SYNTHESIS_RATE);
  const dry: Stereo = [new Float32Array(length), new Float32Array(length)];
  for (const { instrument, notes, pan } of score.parts) {
    for (const [at, pitch, strength, held] of notes) {
      const hertz = hertzOf(pitch);
      const side = pan ?? Math.max(-0.5, Math.min(0.5, Math.log2(hertz / 440) / 3));
      const start = Math.round(at * SYNTHESIS_RATE);
      if (instrument === 'pad') hold(dry, start, hertz, strength, held ?? 2, score.loop ?? false);
      else strike(dry, start, hertz, strength, BODIES[instrument], side, score.loop ?? false);
    }
  }
  const sound = inRoom(dry, score.room, score.loop ?? false);
  if (!score.loop) fadeOut(sound);
  return { sampleRate: SYNTHESIS_RATE, channels: sound };
}

function strike(
  out: Stereo,
  start: number,
  hertz: number,
  strength: number,
  body: (typeof BODIES)['bell'],
  pan: number,
  loop: boolean,
): void {
  const angle = ((pan + 1) * Math.PI) / 4;
  const [left, right] = [Math.cos(angle), Math.sin(angle)];
  const attack = Math.round((body.attackMs / 1000) * SYNTHESIS_RATE);
  for (const [ratio, level, seconds] of body.partials) {
    // High notes ring shorter, and a soft touch leaves out the highest partials.
    const ring = seconds * Math.min(1.4, (440 / hertz) ** 0.35);
    const amplitude = level * strength * (ratio > 1.5 ? strength ** 0.6 : 1);
    if (hertz * ratio > 15_000) continue;
    const omega = (2 * Math.PI * hertz * ratio) / SYNTHESIS_RATE;
    const decay = 10 ** (-3 / (ring * SYNTHESIS_RATE));
    // A decaying oscillator by recurrence: y(n) = 2 r cos(w) y(n-1) - r² y(n-2).
    const [c1, c2] = [2 * decay * Math.cos(omega), decay * decay];
    let [y1, y2] = [-amplitude * (Math.sin(omega) / decay), -amplitude * (Math.sin(2 * omega) / decay ** 2)];
    const samples = Math.round(ring * 1.5 * SYNTHESIS_RATE);
    for (let i = 0; i < samples; i++) {
      const y = c1 * y1 - c2 * y2;
      y2 = y1;
      y1 = y;
      let at = start + i;
      if (at >= out[0].length) {
        if (!loop) break;
        at %= out[0].length;
      }
      const value = i < attack ? y * (0.5 - 0.5 * Math.cos((Math.PI * i) / attack)) : y;
      out[0][at]! += value * left;
      out[1][at]! += value * right;
    }
  }
}

function hold(
  out: Stereo,
  start: number,
  hertz: number,
  strength: number,
  seconds: number,
  loop: boolean,
): void {
  const [attack, sustain, release] = [PAD_ATTACK, seconds, PAD_RELEASE].map((time) =>
    Math.round(time * SYNTHESIS_RATE),
  ) as [number, number, number];
  const end = Math.max(attack, sustain) + release;
  const steps = [(hertz * TABLE) / SYNTHESIS_RATE, (hertz * PAD_DETUNE * TABLE) / SYNTHESIS_RATE];
  const phases = [0, TABLE / 3];
  for (let i = 0; i < end; i++) {
    let at = start + i;
    if (at >= out[0].length) {
      if (!loop) break;
      at %= out[0].length;
    }
    const rise = i < attack ? 0.5 - 0.5 * Math.cos((Math.PI * i) / attack) : 1;
    const fall = i > end - release ? 0.5 - 0.5 * Math.cos((Math.PI * (end - i)) / release) : 1;
    const level = strength * rise * fall * 0.35;
    for (let voice = 0; voice < 2; voice++) {
      const phase = phases[voice]!;
      const whole = Math.floor(phase);
      const value = level * (PAD_WAVE[whole]! + (phase - whole) * (PAD_WAVE[whole + 1]! - PAD_WAVE[whole]!));
      out[0][at]! += value * (voice === 0 ? 0.85 : 0.35);
      out[1][at]! += value * (voice === 0 ? 0.35 : 0.85);
      phases[voice] = (phase + steps[voice]!) % TABLE;
    }
  }
}

/**
 * Delays of the room's four walls in samples, without a common divisor, and how much each pass through it
 * leaves.
 */
const WALLS = [1553, 1913, 2287, 2777];
const REFLECTION = 0.8;
const DAMPING = 0.35;

/**
 * A feedback delay network (Jot and Chaigne) with a low pass in each line. For loops the room already rings
 * at the beginning.
 */
function inRoom(dry: Stereo, amount: number, loop: boolean): Stereo {
  const length = dry[0].length;
  const wet: Stereo = [dry[0].slice(), dry[1].slice()];
  const lines = WALLS.map((delay) => new Float32Array(delay));
  const at = [0, 0, 0, 0];
  const low = [0, 0, 0, 0];
  for (let pass = loop ? 0 : 1; pass < 2; pass++) {
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let line = 0; line < 4; line++) {
        const heard = lines[line]![at[line]!]!;
        low[line]! += (heard - low[line]!) * (1 - DAMPING);
        sum += low[line]!;
      }
      if (pass === 1) {
        wet[0][i]! += amount * (low[0]! - low[2]!);
        wet[1][i]! += amount * (low[1]! - low[3]!);
      }
      for (let line = 0; line < 4; line++) {
        // A Householder reflection: every line feeds every other, and no energy is added.
        lines[line]![at[line]!] = REFLECTION * (low[line]! - sum / 2) + 0.5 * dry[line & 1]![i]!;
        at[line] = at[line]! + 1 === WALLS[line] ? 0 : at[line]! + 1;
      }
    }
  }
  return wet;
}

/** The last half second fades away. */
function fadeOut(sound: Stereo): void {
  const fade = Math.round(SYNTHESIS_RATE / 2);
  for (const channel of sound) {
    for (let i = 0; i < fade; i++)
      channel[channel.length - 1 - i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / fade);
  }
}
