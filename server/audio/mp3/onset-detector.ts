import { GRANULE } from './frame-format.ts';

/** Stretches of a granule, 4 ms each at 22.05 kHz, whose loudness is compared. */
const PARTS = 6;
/** Number of preceding stretches that an onset must exceed: they cover the longest period of a voice. */
const LOOK_BACK = 4;
/** By how much, in energy. */
const ONSET_RATIO = 4;
/** Minimum energy that an onset must exceed, some 60 dB below full scale. */
const ONSET_FLOOR = 1e-6;
/**
 * A short block covers onsets in its granule up to this stretch; later ones are covered by the next
 * granule's.
 */
const COVERED = 4;
/**
 * Decibels between the loudest and the quietest stretch from which on saved bits are spent, and at which all
 * are.
 */
const SPEND_FROM_DB = 15;
const SPEND_ALL_DB = 40;

/**
 * Detects where loudness changes so fast that a long block's noise would be audible before or after the
 * sound.
 */
export class OnsetDetector {
  /** Energies of the stretches of three granules. */
  readonly #energies = new Float64Array(3 * PARTS);
  #lateOnset = false;
  /**
   * Whether the granule before the one last listened to is to be made of short blocks, and whether that one
   * is.
   */
  now = false;
  next = false;

  restart(): void {
    this.#energies.fill(0);
    this.now = this.next = this.#lateOnset = false;
  }

  /** Takes the next granule's subband samples. */
  listen(subbands: Float64Array): void {
    const energies = this.#energies;
    energies.copyWithin(0, PARTS);
    for (let part = 0, i = 0; part < PARTS; part++) {
      let energy = 1e-9;
      for (const end = i + GRANULE / PARTS; i < end; i++) energy += subbands[i]! * subbands[i]!;
      energies[2 * PARTS + part] = energy;
    }
    this.now = this.next;
    this.next = this.#lateOnset;
    this.#lateOnset = false;
    for (let part = 0; part < PARTS; part++) {
      const at = 2 * PARTS + part;
      let highest = ONSET_FLOOR;
      for (let i = at - LOOK_BACK; i < at; i++) if (energies[i]! > highest) highest = energies[i]!;
      if (energies[at]! <= ONSET_RATIO * highest) continue;
      if (part < COVERED) this.next = true;
      else this.#lateOnset = true;
    }
  }

  /**
   * Between 0 and 1: how far loudness differs within the long block of the granule before the one last
   * listened to.
   */
  get urgency(): number {
    let [least, most] = [Infinity, 0];
    for (let i = 0; i < 2 * PARTS; i++) {
      const energy = this.#energies[i]!;
      if (energy < least) least = energy;
      if (energy > most) most = energy;
    }
    return Math.min(
      1,
      Math.max(0, (10 * Math.log10(most / (least + 1e-9)) - SPEND_FROM_DB) / (SPEND_ALL_DB - SPEND_FROM_DB)),
    );
  }
}
