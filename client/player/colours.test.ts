import { expect, test } from 'vitest';
import { contrast, palette, parseColour, type Rgb } from './colours.ts';

/** 512 colours all over the cube, and 33 greys. */
const steps = [0, 36, 73, 109, 146, 182, 219, 255];
const colours: Rgb[] = [
  ...steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue]))),
  ...Array.from({ length: 33 }, (_, step): Rgb => {
    const grey = Math.min(255, step * 8);
    return [grey, grey, grey];
  }),
];

const grounds: Record<string, (colour: Rgb) => Rgb> = {
  white: () => [255, 255, 255],
  'middle grey': () => [119, 119, 119],
  night: () => [18, 17, 16],
  sand: () => [201, 178, 124],
  // Version 4 has its publisher's color as its background.
  'its own colour': (colour) => colour,
};

/** Backgrounds, foregrounds, and the contrast that WCAG 2.2 requires: 4.5 for text, 3 for graphics. */
const pairs: [on: string, least: number, ...what: string[]][] = [
  ['behind', 4.5, 'ink', 'soft', 'accent-text'],
  ['wash', 4.5, 'ink', 'soft', 'accent-text'],
  ['pressed', 4.5, 'ink'],
  ['chip', 4.5, 'chip-ink'],
  ['accent', 3, 'on-accent'],
  ['behind', 3, 'accent-line'],
];

test.each(Object.entries(grounds))(
  'text and graphics have enough contrast in 500 colors on %s',
  (_, groundOf) => {
    const bad = colours.flatMap((colour) => {
      const made = palette(colour, groundOf(colour));
      return pairs.flatMap(([on, least, ...names]) =>
        names
          .map((name) => ({ name, ratio: contrast(parseColour(made[name]!)!, parseColour(made[on]!)!) }))
          .filter(({ ratio }) => ratio < least)
          .map(({ name, ratio }) => `${made['accent']}: ${name} on ${on} ${ratio.toFixed(2)}`),
      );
    });
    expect(bad).toEqual([]);
  },
);
