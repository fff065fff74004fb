/** Bars side by side: the current value in front of the previous one. */
export interface Bars {
  values: readonly { value: number; before: number | null }[];
  /** Pixels; mails are shown at half of it on screens of usual density. */
  width: number;
  height: number;
}

type Colour = readonly [red: number, green: number, blue: number];
const paper: Colour = [255, 255, 255];
const line: Colour = [228, 224, 217];
const past: Colour = [190, 205, 206];
const accent: Colour = [11, 95, 115];

/**
 * Returns a bar chart as a PNG, for places without drawing, such as emails. It has no text, because a server
 * may have no fonts: the labels are beside it.
 */
export async function barsPicture({ values, width, height }: Bars): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(paper));
  const fill = (x: number, y: number, wide: number, high: number, colour: Colour): void => {
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(width, Math.round(x + wide))];
    for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + high)); row++)
      for (let column = left; column < right; column++) pixels.set(colour, (row * width + column) * 3);
  };
  const most = Math.max(1, ...values.flatMap(({ value, before }) => [value, before ?? 0]));
  const room = height - 4;
  for (const share of [0.25, 0.5, 0.75, 1]) fill(0, height - 2 - room * share, width, 1, line);
  const step = width / Math.max(1, values.length);
  for (const [place, { value, before }] of values.entries()) {
    const high = (of: number): number => (room * of) / most;
    if (before !== null)
      fill(place * step + step * 0.1, height - 2 - high(before), step * 0.8, high(before), past);
    fill(place * step + step * 0.25, height - 2 - high(value), step * 0.5, high(value), accent);
  }
  fill(0, height - 2, width, 2, line);
  // Loaded when the first picture is drawn: most processes never draw one.
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 8 })
    .toBuffer();
}
