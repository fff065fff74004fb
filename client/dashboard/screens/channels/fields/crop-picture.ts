import { fileLimits } from '../../../generated/limits.ts';
import { storedSide, type Square } from './artwork-rules.ts';

/** Tried in turn until the file is small enough; the last one is for photographs of noise. */
const qualities = [0.92, 0.85, 0.7];

/**
 * Cuts a square out of a picture: a plain RGB JPEG, or a PNG where the picture is one and the result is small
 * enough.
 * @throws Error when the browser cannot encode it
 */
export async function cropPicture(
  picture: ImageBitmap,
  part: Square,
  type: 'image/jpeg' | 'image/png',
): Promise<Blob> {
  const side = storedSide(part);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { alpha: type === 'image/png' });
  if (!context) throw new Error('The browser offers no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, part.x, part.y, part.side, part.side, 0, 0, side, side);
  if (type === 'image/png') {
    const png = await encode(canvas, 'image/png');
    if (png.size <= fileLimits.imageMaxBytes) return png;
  }
  for (const quality of qualities) {
    const jpeg = await encode(canvas, 'image/jpeg', quality);
    if (jpeg.size <= fileLimits.imageMaxBytes) return jpeg;
  }
  throw new Error('The picture stays too large.');
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be encoded.'))),
      type,
      quality,
    ),
  );
}
