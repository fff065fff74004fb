/** Milliseconds of sound that a character makes, about: what is not known yet is charged by it. */
const msPerCharacter = 65;

/**
 * How long a text will sound, about; never nothing, so that an empty account begins nothing. Milliseconds.
 */
export const estimateDurationMs = (text: string): number =>
  Math.max(1, Math.round(text.length * msPerCharacter));

/** How long a sound is, in whole milliseconds. */
export const durationMsOf = ({ samples, sampleRate }: { samples: number; sampleRate: number }): number =>
  sampleRate > 0 ? Math.round((samples / sampleRate) * 1_000) : 0;
