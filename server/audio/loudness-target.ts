/** Loudness of every article, LUFS (EBU R 128 s2, podcasts: -16). */
export const TARGET_LUFS = -16;

/** Highest true peak of finished audio, dBTP. */
export const MAX_TRUE_PEAK_DB = -1;
