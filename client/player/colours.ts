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

/** The colour, made darker or lighter until it stands out from what is behind it. */
export function standOut(colour: Rgb, behind: Rgb, ratio: number): Rgb {
  const towards = luminance(behind) > 0.18 ? 0 : 255;
  let result = colour;
  for (let step = 0; step < 20 && contrast(result, behind) < ratio; step++)
    result = result.map((value) => Math.round(value + (towards - value) * 0.1)) as Rgb;
  return result;
}

export const css = (colour: Rgb): string => `rgb(${colour})`;
