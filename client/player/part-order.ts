import { playable, type Content, type Part } from './sequence.ts';

/**
 * Returns the part that follows automatically: intro, article, next-article sound, article … outro; null
 * after the last.
 */
export function partAfter(content: Content, { kind, index }: Part): Part | null {
  if (kind === 'intro' || kind === 'next') return { kind: 'article', index };
  if (kind === 'outro') return null;
  const following = playable(content, index + 1);
  if (following !== -1) return { kind: content.sounds.next ? 'next' : 'article', index: following };
  return content.sounds.outro ? { kind: 'outro', index } : null;
}

/** Address of a part's sound. */
export const addressOf = ({ items, sounds }: Content, { kind, index }: Part): string | null =>
  kind === 'article' ? (items[index]?.audio ?? null) : sounds[kind];
