import { Gate, type Visitor } from './gate.ts';

/** Each takes a thread of four that files, names and passwords need, too. */
const shrinking = new Gate({
  atOnce: 1,
  waitingMax: 24,
  perCaller: { share: 1, waitingMax: 2 },
  patience: () => 10_000,
});
/** Longest time that one picture takes. */
const timeoutSeconds = 10;

/**
 * Decodes a JPEG or PNG and writes it anew as a small square JPEG, cut to its middle, upright, without what
 * cameras add (places, names); transparent parts become white. Every other format is refused before a decoder
 * sees it.
 * @param side pixels
 * @param pixelsMax what the picture may have: its decoder is not begun for more
 * @returns null where it cannot be decoded
 * @throws GateFullError when too many wait for theirs
 */
export async function shrinkPicture(
  bytes: Uint8Array,
  { side, pixelsMax }: { side: number; pixelsMax: number },
  visitor: Visitor,
): Promise<Uint8Array | null> {
  const sharp = await decoder();
  return shrinking.run(
    () =>
      sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, sequentialRead: true })
        .timeout({ seconds: timeoutSeconds })
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 84 })
        .toBuffer()
        .catch(() => null),
    visitor,
  );
}

type Sharp = typeof import('sharp').default;
let loaded: Promise<Sharp> | undefined;

/** Loaded when the first picture comes: most processes never see one. */
function decoder(): Promise<Sharp> {
  return (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
    return sharp;
  }));
}
