/** Sounds that every project can use from the first minute, composed for Parlance. */
import { audioMessages } from './messages.ts';
import { AudioError } from './audio-error.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';
import { streamOf, type Pcm } from './pcm.ts';
import { play, type Note, type Score } from './synthesis.ts';
import { encodeUpload, type NormalisedUpload } from './normalise-upload.ts';

export interface BuiltInSound {
  /** Kebab-case; never changes its meaning. */
  name: string;
  title: string;
  kind: 'intro' | 'outro' | 'next' | 'logo' | 'music';
  durationMs: number;
}

/** Part of the sounds' file names: raise it when one of them sounds different. */
export const BUILT_IN_SOUNDS_VERSION = 1;

/** Notes one after the other, the last ones a little softer. */
const run = (from: number, step: number, strength: number, ...pitches: string[]): Note[] =>
  pitches.map((pitch, index) => [from + index * step, pitch, strength * (1 - 0.06 * index)]);
/** Notes together, the upper ones softer; struck chords are spread by a few milliseconds, as by a hand. */
const chord = (at: number, strength: number, pitches: string, held?: number): Note[] =>
  pitches.split(' ').map((pitch, index) => [at + index * 0.012, pitch, strength * 0.92 ** index, held]);

/** Chords of a music bed, each held for a number of seconds and overlapping the next. */
const progression = (seconds: number, strength: number, ...chords: string[]): Note[] =>
  chords.flatMap((pitches, index) => chord(index * seconds, strength, pitches, seconds));

const SCORES: Record<string, Score & Pick<BuiltInSound, 'title' | 'kind'>> = {
  'morning-light': {
    title: 'Morning light',
    kind: 'intro',
    seconds: 4.6,
    room: 0.4,
    parts: [
      { instrument: 'bell', notes: run(0, 0.26, 0.7, 'D5', 'A5', 'E5', 'F#5', 'D6') },
      { instrument: 'pad', notes: chord(0, 0.5, 'D3 A3 F#4', 2) },
    ],
  },
  'clear-horizon': {
    title: 'Clear horizon',
    kind: 'intro',
    seconds: 3,
    room: 0.3,
    parts: [
      {
        instrument: 'marimba',
        notes: [...run(0, 0.17, 0.8, 'G4', 'B4', 'D5', 'A5'), ...chord(0.85, 0.7, 'G3 D4 B4 G5')],
      },
      { instrument: 'bell', notes: [[0.85, 'D6', 0.25]] },
    ],
  },
  'warm-welcome': {
    title: 'Warm welcome',
    kind: 'intro',
    seconds: 4.8,
    room: 0.35,
    parts: [
      {
        instrument: 'piano',
        notes: [
          ...chord(0, 0.55, 'Bb2 F3 D4 A4 C5'),
          ...chord(0.75, 0.55, 'C3 G3 E4 Bb4 D5'),
          ...chord(1.5, 0.65, 'F3 C4 A4 E5 G5'),
        ],
      },
    ],
  },
  'evening-bell': {
    title: 'Evening bell',
    kind: 'outro',
    seconds: 4.6,
    room: 0.45,
    parts: [
      {
        instrument: 'bell',
        notes: [...run(0, 0.34, 0.65, 'A5', 'F#5', 'E5'), ...chord(1.02, 0.6, 'D4 A4 D5')],
      },
    ],
  },
  'soft-landing': {
    title: 'Soft landing',
    kind: 'outro',
    seconds: 2.8,
    room: 0.3,
    parts: [
      {
        instrument: 'marimba',
        notes: [...run(0, 0.19, 0.75, 'A5', 'G5', 'E5', 'D5'), ...chord(0.95, 0.7, 'C3 G3 E4 C5')],
      },
    ],
  },
  'last-light': {
    title: 'Last light',
    kind: 'outro',
    seconds: 5,
    room: 0.4,
    parts: [
      { instrument: 'pad', notes: [...chord(0, 0.6, 'G2 D3 B3', 1.2), ...chord(1, 0.6, 'C3 G3 E4', 1.6)] },
      {
        instrument: 'piano',
        notes: [
          [0.2, 'B4', 0.5],
          [0.6, 'D5', 0.45],
          [1.2, 'C5', 0.5],
          [1.22, 'G4', 0.4],
        ],
      },
    ],
  },
  'two-notes': {
    title: 'Two notes',
    kind: 'next',
    seconds: 1.7,
    room: 0.25,
    parts: [{ instrument: 'kalimba', notes: run(0, 0.2, 0.8, 'E5', 'A5') }],
  },
  'wooden-steps': {
    title: 'Wooden steps',
    kind: 'next',
    seconds: 1.2,
    room: 0.2,
    parts: [{ instrument: 'marimba', notes: run(0, 0.14, 0.8, 'C5', 'E5', 'G5') }],
  },
  'glass-drop': {
    title: 'Glass drop',
    kind: 'next',
    seconds: 2,
    room: 0.4,
    parts: [
      {
        instrument: 'bell',
        notes: [
          [0, 'B5', 0.35],
          [0.09, 'E6', 0.6],
        ],
      },
    ],
  },
  'soft-bell': {
    title: 'Soft bell',
    kind: 'logo',
    seconds: 2.6,
    room: 0.35,
    parts: [
      {
        instrument: 'bell',
        notes: [
          [0, 'G4', 0.7],
          [0.01, 'D5', 0.3],
        ],
      },
    ],
  },
  'open-fifth': {
    title: 'Open fifth',
    kind: 'logo',
    seconds: 2.4,
    room: 0.3,
    parts: [
      { instrument: 'piano', notes: [...chord(0, 0.6, 'D3 A3 D4'), [0.3, 'A4', 0.55], [0.3, 'E5', 0.4]] },
    ],
  },
  'three-steps': {
    title: 'Three steps',
    kind: 'logo',
    seconds: 1.9,
    room: 0.3,
    parts: [{ instrument: 'kalimba', notes: run(0, 0.16, 0.8, 'G4', 'C5', 'D5') }],
  },
  'calm-pads': {
    title: 'Calm pads',
    kind: 'music',
    seconds: 32,
    loop: true,
    room: 0.5,
    parts: [
      {
        instrument: 'pad',
        notes: progression(8, 0.7, 'D3 A3 E4 F#4', 'B2 F#3 D4 A4', 'G2 D3 B3 F#4', 'A2 E3 B3 D4'),
      },
    ],
  },
  'slow-tide': {
    title: 'Slow tide',
    kind: 'music',
    seconds: 36,
    loop: true,
    room: 0.6,
    parts: [
      {
        instrument: 'pad',
        notes: progression(9, 0.6, 'C3 G3 D4 E4', 'A2 E3 C4 G4', 'F2 C3 A3 E4', 'G2 D3 A3 C4'),
      },
      {
        instrument: 'kalimba',
        notes: [
          [2, 'G5', 0.2],
          [4.5, 'E5', 0.22],
          [5.25, 'D5', 0.16],
          [11, 'C5', 0.2],
          [14.25, 'E5', 0.18],
          [20, 'A5', 0.16],
          [22.5, 'E5', 0.22],
          [29, 'D5', 0.2],
          [31.25, 'G5', 0.16],
          [33.5, 'A5', 0.14],
        ],
      },
    ],
  },
  'quiet-pulse': {
    title: 'Quiet pulse',
    kind: 'music',
    seconds: 38.4,
    loop: true,
    room: 0.4,
    parts: [
      {
        instrument: 'piano',
        // Four chords of two bars at 50 beats a minute, each struck three times, ever softer.
        notes: ['F3 C4 E4 A4', 'D3 A3 C4 F4', 'Bb2 F3 A3 D4', 'C3 G3 Bb3 E4'].flatMap((pitches, index) =>
          [0, 2.4, 6].flatMap((beat, strike) => chord(index * 9.6 + beat, 0.4 - 0.08 * strike, pitches)),
        ),
      },
      { instrument: 'pad', notes: progression(9.6, 0.35, 'F2 C3 A3', 'D2 A2 F3', 'Bb1 F2 D3', 'C2 G2 E3') },
    ],
  },
};

export const builtInSounds: readonly BuiltInSound[] = Object.entries(SCORES).map(
  ([name, { title, kind, seconds }]) => ({ name, title, kind, durationMs: seconds * 1000 }),
);

/** Base name of a built-in sound's file. */
export const builtInFile = (name: string): string => `sound-${name}-${BUILT_IN_SOUNDS_VERSION}`;

/** Returns the built-in sound of a base name, including earlier versions of the product; null: none. */
export function builtInOf(file: string): BuiltInSound | null {
  const [, name, version] = /^sound-([a-z-]+)-(\d{1,4})$/.exec(file) ?? [];
  if (Number(version) < 1 || Number(version) > BUILT_IN_SOUNDS_VERSION) return null;
  return builtInSounds.find((sound) => sound.name === name) ?? null;
}

/**
 * Plays one of them; up to half a second of computing.
 * @throws AudioError `bad-setting` for a name that there is not
 */
export function playBuiltInSound(name: string): Pcm {
  const score = Object.hasOwn(SCORES, name) ? SCORES[name] : undefined;
  if (!score) throw new AudioError('bad-setting', audioMessages.AUDIO_NO_BUILT_IN_SOUND({ name }));
  return play(score);
}

/** One of them as a file like any upload. @throws AudioError `bad-setting` for a name that there is not */
export const builtInSoundFile = async (name: string, encoder: Mp3Encoder): Promise<NormalisedUpload> =>
  encodeUpload(streamOf(playBuiltInSound(name)), encoder);
