/** Approximate characters that a voice speaks in a minute, used for estimates before it is measured. */
const charactersPerMinute = 900;

/** About how many whole minutes a text lasts; 0: less than one. */
export function estimateMinutes(text: string): number {
  const minutes = text.trim().length / charactersPerMinute;
  return minutes < 1 ? 0 : Math.round(minutes);
}
