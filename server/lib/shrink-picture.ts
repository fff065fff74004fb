/** What a picture is made into. */
export interface PictureOptions {
  /** Pixels of each side. */
  side: number;
  /** Pixels that the picture may have: its decoder does not begin for more. */
  pixelsMax: number;
}

/** Longest time that one picture takes. */
const timeoutSeconds = 10;

/**
 * Decodes a JPEG or PNG and encodes it as a small square JPEG, cut to its middle, upright, without what
 * cameras add (places, names); transparent parts become white, and of an animation the first picture counts.
 * Every other format is refused before a decoder sees it. Runs where memory and time are limited.
 * @returns null where it cannot be decoded
 */
export async function shrinkPicture(
  bytes: Uint8Array,
  { side, pixelsMax }: PictureOptions,
): Promise<Uint8Array | null> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 84 })
    .toBuffer()
    .catch(() => null);
}
