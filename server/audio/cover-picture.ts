import { coverMaxPixels } from '../product.ts';
import { audioMessages } from './messages.ts';
import { AudioError } from './audio-error.ts';

/** A cover goes into every download, so it is kept small. */
const MAX_BYTES = 2 * 1024 * 1024;

export interface CoverImage {
  mime: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

/**
 * Size of a PNG (W3C PNG, IHDR) or a JPEG (ITU-T T.81, start of frame), read from the header alone; null: it
 * is neither.
 */
export function measureImage(bytes: Uint8Array): CoverImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (
    bytes.length >= 24 &&
    view.getUint32(0) === 0x8950_4e47 &&
    view.getUint32(4) === 0x0d0a_1a0a &&
    view.getUint32(12) === 0x4948_4452
  ) {
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { mime: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/**
 * Checks a cover without decoding it.
 * @throws AudioError `bad-cover` when it is no JPEG or PNG, above 2 MB or above 9 megapixels
 */
export function checkCover(bytes: Uint8Array): CoverImage {
  const image = measureImage(bytes);
  if (!image || image.width === 0 || image.height === 0)
    throw new AudioError('bad-cover', audioMessages.COVER_NO_IMAGE());
  if (image.width * image.height > coverMaxPixels) {
    throw new AudioError(
      'bad-cover',
      audioMessages.AUDIO_COVER_TOO_MANY_PIXELS({ width: image.width, height: image.height }),
    );
  }
  if (bytes.length > MAX_BYTES)
    throw new AudioError(
      'bad-cover',
      audioMessages.COVER_TOO_MANY_BYTES({ bytes: bytes.length, limit: MAX_BYTES }),
    );
  return image;
}
