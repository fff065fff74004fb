import { audioMessages } from './messages.ts';
import { audibleRange, fadeEdges } from './edges.ts';
import { AudioError } from './audio-error.ts';
import type { Pcm } from './pcm.ts';
import { resample } from './resample.ts';
import { normaliseLoudness } from './segment.ts';

/** Loudness of music on its own, before and after the speech and in long pauses, LUFS. */
const OPEN_LUFS = -22;
/** Loudness of music under speech: 20 LU below it, as WCAG 2.2, success criterion 1.4.7, asks. */
const DUCKED_LUFS = -36;
/** Gains of the two, for music that has been brought to the first. */
const OPEN = 1;
const DUCKED = 10 ** ((DUCKED_LUFS - OPEN_LUFS) / 20);
/**
 * Music's own true peak at its loudest, dBTP: under speech its drums then add next to nothing to the peaks.
 */
const MAX_PEAK_DB = -6;
/** The music takes this long to step back before speech, and to return after it. */
const DUCK_MS = 400;
const RETURN_MS = 900;
/** Pauses shorter than this keep the music down. */
const LONG_PAUSE_MS = 2500;
/** Where the music's end meets its beginning. */
const LOOP_FADE_MS = 250;
/** A sound shorter than this has no end to be faded into its beginning: silence is put between. */
const MIN_LOOP_MS = 1000;
/** Of longer music so much is used, again and again: it lies in memory as a whole. */
export const MAX_MUSIC_SECONDS = 300;
/** Length of music before the first and after the last word, faded in and out. */
export const LEAD_MS = 3000;

/** Background music of an article: endless, and quieter during speech. Blocks must be read in order. */
export class BackgroundMusic {
  readonly #loop: Float32Array[];
  readonly #rate: number;
  #at = 0;
  #gain = 0;

  /**
   * @param music in the channels of the article; its samples may be changed
   * @param boostDb how much louder than others the article is, decibels
   * @throws AudioError `empty` for silence, `unreadable` when samples are no numbers
   */
  constructor(music: Pcm, sampleRate: number, boostDb = 0) {
    this.#rate = sampleRate;
    const { from, to } = audibleRange(music.channels, music.sampleRate);
    if (from === to) throw new AudioError('empty', audioMessages.AUDIO_MUSIC_SILENT());
    const loop = resample(music, sampleRate);
    normaliseLoudness(loop, OPEN_LUFS + boostDb, 0, MAX_PEAK_DB);
    const least = this.#samples(MIN_LOOP_MS);
    if (loop.channels[0]!.length < least) {
      fadeEdges(loop.channels, sampleRate);
      this.#loop = loop.channels.map((channel) => lengthened(channel, least));
    } else this.#loop = loop.channels.map((channel) => crossfaded(channel, this.#samples(LOOP_FADE_MS)));
  }

  #samples(ms: number): number {
    return Math.round((ms * this.#rate) / 1000);
  }

  /** Adds the music under a stretch of speech, in place. */
  underSpeech(channels: Float32Array[]): Float32Array[] {
    return this.#add(channels, [[0, DUCKED]]);
  }

  /**
   * Adds the music to a pause, in place: down all the while, or up and down again where there is time for it.
   */
  inPause(channels: Float32Array[]): Float32Array[] {
    const length = channels[0]!.length;
    if (length < this.#samples(LONG_PAUSE_MS)) return this.underSpeech(channels);
    const [duck, rise] = [this.#samples(DUCK_MS), this.#samples(RETURN_MS)];
    return this.#add(channels, [
      [0, DUCKED],
      [rise, OPEN],
      [length - duck, OPEN],
      [length, DUCKED],
    ]);
  }

  /** Adds the music's beginning, faded in, which steps back at its end. */
  leadIn(channels: Float32Array[]): Float32Array[] {
    const length = channels[0]!.length;
    return this.#add(channels, [
      [0, 0],
      [this.#samples(RETURN_MS), OPEN],
      [length - this.#samples(DUCK_MS), OPEN],
      [length, DUCKED],
    ]);
  }

  /** Adds the music's end, faded out. */
  leadOut(channels: Float32Array[]): Float32Array[] {
    const length = channels[0]!.length;
    return this.#add(channels, [
      [0, DUCKED],
      [this.#samples(DUCK_MS), OPEN],
      [length >> 1, OPEN],
      [length, 0],
    ]);
  }

  /** Mixes the next samples in, the gain going in straight lines from point to point. */
  #add(channels: Float32Array[], points: [at: number, gain: number][]): Float32Array[] {
    const length = channels[0]!.length;
    const size = this.#loop[0]!.length;
    let [next, from, fromGain] = [0, 0, points[0]![0] === 0 ? points[0]![1] : this.#gain];
    for (let i = 0; i < length;) {
      while (next < points.length && points[next]![0] <= i) [from, fromGain] = points[next++]!;
      const [to, toGain] = points[next] ?? [length, fromGain];
      const until = Math.min(length, Math.max(to, i + 1), i + size - this.#at);
      const slope = to > from ? (toGain - fromGain) / (to - from) : 0;
      channels.forEach((channel, index) => {
        const music = this.#loop[index]!;
        for (let k = i, m = this.#at; k < until; k++, m++)
          channel[k]! += music[m]! * (fromGain + slope * (k - from));
      });
      this.#at = (this.#at + until - i) % size;
      i = until;
    }
    this.#gain = points.at(-1)![1];
    return channels;
  }
}

/** A loop without a seam: the last samples are faded into the first and then left off. */
function crossfaded(channel: Float32Array, fade: number): Float32Array {
  const loop = channel.slice(0, channel.length - fade);
  for (let i = 0; i < fade; i++) {
    const angle = ((i + 0.5) / fade) * (Math.PI / 2);
    loop[i] = channel[i]! * Math.sin(angle) + channel[channel.length - fade + i]! * Math.cos(angle);
  }
  return loop;
}

function lengthened(channel: Float32Array, length: number): Float32Array {
  const longer = new Float32Array(length);
  longer.set(channel);
  return longer;
}
