import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunkText, type Chunk, type ChunkOptions } from '../../../text/chunk-text.ts';

/** What of a plan costs nothing. */
export const silence = {
  articleId: 0,
  pauses: { sentence: 0, paragraph: 0, heading: 0 },
  sound: { bitrate: 64, volumeBoost: 0, music: null, logo: null, cover: null },
  publisher: '',
  paywall: null,
} as const;

/** UTF-16 units that are cut in a few milliseconds. */
export const cutUnitsMax = 8_000;

/**
 * Cuts a long text paragraph by paragraph, so that others have their turn between; the numbers of characters
 * are the same.
 */
export async function cutLongText(text: string, { title, ...options }: ChunkOptions): Promise<Chunk[]> {
  if (text.length <= cutUnitsMax || hasTags(text)) return chunkText(text, { ...options, title });
  const chunks: Chunk[] = title === undefined ? [] : chunkText('', { ...options, title });
  let offset = 0;
  while (offset < text.length) {
    const gap = text.indexOf('\n\n', offset + cutUnitsMax);
    const end = gap === -1 ? text.length : gap + 2;
    for (const chunk of chunkText(text.slice(offset, end), options))
      chunks.push({ ...chunk, start: chunk.start + offset, end: chunk.end + offset });
    offset = end;
    await nextTurn();
  }
  return chunks;
}

/** A mark for a voice. */
export const tag = /<\/?voice\b[^<>]*>/gi;
export const hasTags = (text: string): boolean => text.search(tag) !== -1;
