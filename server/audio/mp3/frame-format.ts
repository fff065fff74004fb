/**
 * What ISO/IEC 13818-3 lays down for one-channel Layer III frames of the low sample rates: one granule of 576
 * samples.
 */

export const GRANULE = 576;
/** Bytes of header and side information before a frame's share of the main data. */
export const HEADER_BYTES = 4;
export const SIDE_BYTES = 9;
/** The most bits that a granule may take (part2_3_length has twelve bits). */
export const MAX_GRANULE_BITS = 4095;
/** How far back, in bytes, main data may begin (main_data_begin has eight bits). */
export const MAX_RESERVOIR = 255;

export type LowSampleRate = 22_050 | 24_000;

/** Kbit/s by bitrate_index. */
export const BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Hertz by sampling_frequency. */
export const SAMPLE_RATES: readonly LowSampleRate[] = [22_050, 24_000];

export const isLowSampleRate = (hertz: number): hertz is LowSampleRate =>
  SAMPLE_RATES.includes(hertz as LowSampleRate);

/** Where each scalefactor band of a long block begins (table B.2), and the end. */
export const BAND_STARTS: Readonly<Record<LowSampleRate, readonly number[]>> = {
  22_050: [
    0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 116, 140, 168, 200, 238, 284, 336, 396, 464, 522, 576,
  ],
  24_000: [
    0, 6, 12, 18, 24, 30, 36, 44, 54, 66, 80, 96, 114, 136, 162, 194, 232, 278, 332, 394, 464, 540, 576,
  ],
};

/** The same for short blocks, whose three windows have 192 lines each. */
export const SHORT_BAND_STARTS: Readonly<Record<LowSampleRate, readonly number[]>> = {
  22_050: [0, 4, 8, 12, 18, 24, 32, 42, 56, 74, 100, 132, 174, 192],
  24_000: [0, 4, 8, 12, 18, 26, 36, 48, 62, 80, 104, 136, 180, 192],
};
