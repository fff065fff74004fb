/** Characters that a voice says in a minute, about: what people are told before it is measured. */
const charactersPerMinute = 900;

/** About how many minutes a text lasts, for the eye: `< 1`, `1`, `12`. */
export function aboutMinutes(text: string): string {
  const minutes = text.trim().length / charactersPerMinute;
  return minutes < 1 ? '< 1' : String(Math.round(minutes));
}
