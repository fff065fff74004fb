import { artworkSide, fileLimits } from '../../../generated/limits.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { currentWords } from '../../../words/word-catalogue.ts';

const names = /\.(jpe?g|png)$/i;

/**
 * Checks what is known of a file before it is read.
 * @returns why it can't be artwork, or null if it can
 */
export function artworkProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const { artwork } = currentWords(channelsWords);
  if (!names.test(name) || size === 0) return artwork.notAccepted;
  return size > fileLimits.imageMaxBytes ? artwork.tooLarge : null;
}

/** The type of a picture by its first bytes; null: neither JPEG nor PNG. */
export function pictureType(head: Uint8Array): 'image/jpeg' | 'image/png' | null {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : null;
}

export interface Size {
  width: number;
  height: number;
}

/** Whether a picture can be taken as it is, after a part of it was chosen, or not at all. */
export function fitOf({ width, height }: Size): 'fits' | 'crop' | 'small' {
  const side = Math.min(width, height);
  if (side < artworkSide.least) return 'small';
  return width === height && side <= artworkSide.most ? 'fits' : 'crop';
}

export const tooSmallMessage = ({ width, height }: Size): string =>
  currentWords(channelsWords).artwork.tooSmall({ width, height, least: artworkSide.least });

/** A square part of a picture, in its pixels. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

/** The largest square, in the middle. */
export function middleOf({ width, height }: Size): Square {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/**
 * A part in percent of the picture's width (`x`, `width`) and height (`y`): in whole pixels, within it, and
 * not smaller than allowed.
 */
export function squareOf(part: { x: number; y: number; width: number }, { width, height }: Size): Square {
  const side = Math.min(Math.max(Math.round((part.width / 100) * width), artworkSide.least), width, height);
  const within = (percent: number, size: number) =>
    Math.min(Math.max(0, Math.round((percent / 100) * size)), size - side);
  return { x: within(part.x, width), y: within(part.y, height), side };
}

/** The side that the part is stored with, in pixels: larger ones are made smaller. */
export const storedSide = ({ side }: Square): number => Math.min(side, artworkSide.most);
