/** The ends of a sound: silence trimmed, and short fades so that nothing clicks. */

/** Below this (-50 dBFS) the ends of a sentence count as silence. */
const SILENCE = 10 ** (-50 / 20);
/** Kept before and after what is audible, so that soft consonants are not cut. */
const MARGIN_MS = 8;
const FADE_IN_MS = 2;
const FADE_OUT_MS = 5;

/** First and one past the last sample worth keeping; both 0 when everything is silent. */
export function audibleRange(channels: Float32Array[], sampleRate: number): { from: number; to: number } {
  const length = channels[0]?.length ?? 0;
  const margin = Math.round((sampleRate * MARGIN_MS) / 1000);
  const loud = (i: number) => channels.some((channel) => Math.abs(channel[i]!) > SILENCE);
  let from = 0;
  while (from < length && !loud(from)) from++;
  if (from === length) return { from: 0, to: 0 };
  let to = length;
  while (!loud(to - 1)) to--;
  return { from: Math.max(0, from - margin), to: Math.min(length, to + margin) };
}

/** Raises the first and lowers the last samples along a raised cosine, in place. Times in milliseconds. */
export function fadeEdges(
  channels: Float32Array[],
  sampleRate: number,
  inMs = FADE_IN_MS,
  outMs = FADE_OUT_MS,
): void {
  for (const channel of channels) {
    const half = channel.length >> 1;
    const fadeIn = Math.min(half, Math.round((sampleRate * inMs) / 1000));
    const fadeOut = Math.min(half, Math.round((sampleRate * outMs) / 1000));
    for (let i = 0; i < fadeIn; i++) channel[i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / fadeIn);
    for (let i = 0; i < fadeOut; i++)
      channel[channel.length - 1 - i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / fadeOut);
  }
}
