import type { App } from '../../../kernel/app.ts';
import { artworkSide } from '../../../product.ts';
import { imageFile } from '../../../storage/files.ts';
import { channelMessages } from './messages.ts';
import { settingMessages } from '../../library/settings/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/**
 * Why an uploaded image cannot be the artwork of a podcast, which is square, in RGB, and still; or null.
 * (Apple Podcasts: artwork requirements.)
 */
export async function artworkProblem(app: App, tag: string): Promise<Message | null> {
  const missing = settingMessages.IMAGE_NOT_FOUND();
  if (!/^[0-9a-f]{40}$/.test(tag)) return missing;
  const [image, bytes] = await Promise.all([
    app.db.prisma.image.findUnique({
      where: { tag },
      select: { width: true, height: true, mediaType: true },
    }),
    app.storage.get(imageFile(tag)),
  ]);
  if (!image || !bytes) return missing;
  const { width, height, mediaType } = image;
  if (width !== height) return channelMessages.ARTWORK_NOT_SQUARE({ width, height });
  if (width < artworkSide.least || width > artworkSide.most)
    return channelMessages.ARTWORK_SIZE({ width, height, ...artworkSide });
  if (mediaType === 'image/png' && isAnimated(bytes)) return channelMessages.ARTWORK_ANIMATED();
  return mediaType === 'image/jpeg' && componentsOf(bytes) === 4 ? channelMessages.ARTWORK_CMYK() : null;
}

/** Whether a PNG has an `acTL` chunk before its image data (PNG, third edition, section 11.3.6.1). */
function isAnimated(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length;) {
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/**
 * Color components of a JPEG, as the header of its frame says (ITU-T T.81, section B.2.2); 0: it has none.
 */
function componentsOf(bytes: Uint8Array): number {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return bytes[at + 9]!;
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  }
  return 0;
}
