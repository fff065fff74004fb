/** Samples per side of a pixel, for smooth edges. */
const samples = 4;

/**
 * Returns a round play button as a PNG, for places without drawing and scripts, such as newsletters. It has
 * no text, because a server may have no fonts: the words are beside it.
 * @param color `#rgb` or `#rrggbb`
 * @param side pixels
 */
export async function playButtonPicture(color: string, side: number): Promise<Buffer> {
  const [red, green, blue] = channelsOf(color);
  const pixels = Buffer.alloc(side * side * 4);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      let [inCircle, inTriangle] = [0, 0];
      for (let sample = 0; sample < samples * samples; sample++) {
        // From the middle, in radii.
        const across = ((x + ((sample % samples) + 0.5) / samples) / side) * 2 - 1;
        const down = ((y + (Math.floor(sample / samples) + 0.5) / samples) / side) * 2 - 1;
        if (across ** 2 + down ** 2 > 1) continue;
        inCircle++;
        if (isInTriangle(across, down)) inTriangle++;
      }
      const white = inCircle ? inTriangle / inCircle : 0;
      const mixed = [red, green, blue].map((part) => Math.round(part + (255 - part) * white));
      pixels.set([...mixed, Math.round((255 * inCircle) / samples ** 2)], (y * side + x) * 4);
    }
  // Loaded when the first picture is drawn: most processes never draw one.
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Whether a point is in the triangle that points to the right, a little off the middle as eyes expect it. */
const isInTriangle = (across: number, down: number): boolean => {
  const [left, right, half] = [-0.28, 0.5, 0.42];
  return across >= left && Math.abs(down) <= (half * (right - across)) / (right - left);
};

function channelsOf(color: string): [number, number, number] {
  const digits = color.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!;
  return pairs.map((pair) => Number.parseInt(pair, 16)) as [number, number, number];
}
