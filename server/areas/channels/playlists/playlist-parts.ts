import type { Playlist } from '../../../../prisma/generated/client/client.ts';
import type { JoinedPart } from '../../library/joined-audio/joined-audio.ts';
import type { Item } from './playlist-items.ts';

/** Silence between two parts, milliseconds. */
const gapMs = 500;

type Sounds = Pick<
  Playlist,
  | 'name'
  | 'introFile'
  | 'introSpoken'
  | 'outroFile'
  | 'outroSpoken'
  | 'nextArticleAudioFile'
  | 'nextArticleSpoken'
>;

/**
 * Returns the parts joined into a playlist's file: its intro, its items with the audio between them, its
 * outro. Each item starts a chapter, and so does the intro. Empty if no item is playable.
 */
export function partsOf(playlist: Sounds, items: readonly Item[]): JoinedPart[] {
  const heard = items.filter(({ file }) => file !== null);
  if (heard.length === 0) return [];
  const around = (files: (string | null)[], title: string | null = null): JoinedPart[] =>
    files
      .filter((file) => file !== null)
      .map((file, index) => ({ file, gapMs, title: index === 0 ? title : null, articleId: null }));
  const between = around([playlist.nextArticleAudioFile, playlist.nextArticleSpoken]);
  const parts = [
    ...around([playlist.introFile, playlist.introSpoken], playlist.name),
    ...heard.flatMap(({ file, title, articleId }, index) => [
      ...(index > 0 ? between : []),
      { file: file!, gapMs, title, articleId },
    ]),
    ...around([playlist.outroSpoken, playlist.outroFile]),
  ];
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, gapMs: 0 } : part));
}
