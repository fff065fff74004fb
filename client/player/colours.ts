export type Rgb = [red: number, green: number, blue: number];

/**
 * A colour as the browser computes or a form writes it: `rgb(…)`, `rgba(…)`, `#rgb` or `#rrggbb`; null when
 * it is see-through or none.
 */
export function parseColour(text: string): Rgb | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1];
  if (hex) {
    const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as Rgb;
  }
  const numbers = (/^rgba?\(([^)]*)\)$/.exec(text)?.[1] ?? '').split(/[\s,/]+/).map(Number);
  return numbers.length < 3 || numbers.some(isNaN) || numbers[3]! < 0.5 ? null : (numbers.slice(0, 3) as Rgb);
}

/** Relative luminance as WCAG 2.2 defines it, 0 to 1. */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) =>
    value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the color, darkened or lightened until it has enough contrast with all possible backgrounds. */
function standOut(colour: Rgb, behind: readonly Rgb[], ratio: number): Rgb {
  const towards = isLight(behind[0]!) ? black : white;
  let result = colour;
  for (let step = 0; step < 30 && behind.some((one) => contrast(result, one) < ratio); step++)
    result = mix(result, towards, step < 29 ? 0.1 : 1);
  return result;
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Whether black can be read better on it than white: one of both always has more than 4.5. */
export const isLight = (colour: Rgb): boolean => contrast(black, colour) >= contrast(white, colour);

const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((value, at) => Math.round(value + (other[at]! - value) * share)) as Rgb;

const css = (colour: Rgb): string => `rgb(${colour})`;

/** What WCAG 2.2 asks of words and of drawings, and what is lost when colours are rounded. */
const ofWords = 4.6;
const ofDrawings = 3.1;

/**
 * Returns the colors of a player for its background. Text has a contrast of at least 4.5 with every
 * background behind it, graphics 3 (WCAG 2.2, 1.4.3 and 1.4.11), whatever color the publisher chose.
 * @param accent the publisher's color
 * @param behind the background: the page, or the publisher's color
 */
export function palette(accent: Rgb, behind: Rgb): Record<string, string> {
  const light = isLight(behind);
  const isOnAccent = contrast(accent, behind) === 1;
  const [far, near] = light ? [black, white] : [white, black];
  // Towards its words where they stay far from it, else away from them.
  const towards = contrast(far, mix(behind, far, 0.18)) > 9 ? far : near;
  const [wash, line] = [mix(behind, towards, 0.06), mix(behind, towards, 0.16)];
  const grounds = [behind, wash];
  const ink = standOut(light ? [27, 25, 23] : [245, 243, 240], [behind, wash, line], ofWords);
  const readable = (colour: Rgb, ratio: number): Rgb => (isOnAccent ? ink : standOut(colour, grounds, ratio));
  const onAccent = isLight(accent) ? black : white;
  return {
    behind: css(behind),
    ink: css(ink),
    soft: css(standOut(mix(ink, behind, 0.3), grounds, ofWords)),
    line: css(isOnAccent ? mix(behind, ink, 0.3) : line),
    wash: css(wash),
    pressed: css(line),
    accent: css(accent),
    // Drawings need less than words do, and look better in white.
    'on-accent': css(contrast(white, accent) >= ofDrawings ? white : onAccent),
    'accent-line': css(readable(accent, ofDrawings)),
    'accent-text': css(readable(accent, ofWords)),
    chip: css(isOnAccent ? onAccent : accent),
    'chip-ink': css(isOnAccent ? accent : onAccent),
    scheme: light ? 'light' : 'dark',
  };
}

/** The mean of some colors, at least one. */
export const average = (colours: readonly Rgb[]): Rgb =>
  [0, 1, 2].map((at) =>
    Math.round(colours.reduce((sum, colour) => sum + colour[at]!, 0) / colours.length),
  ) as Rgb;

/** Whether a palette's words and drawings can be read on another color than the one that it was made for. */
export const isReadable = (values: Record<string, string>, behind: Rgb): boolean =>
  ['ink', 'soft', 'accent-text', 'accent-line'].every(
    (name) => contrast(parseColour(values[name]!)!, behind) >= (name === 'accent-line' ? 3 : 4.5),
  );
