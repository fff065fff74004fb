import type { App } from '../../../kernel/app.ts';
import { itemsOf, type Item } from './playlist-items.ts';

/** Item as the player receives it. */
export type PublicItem = Pick<Item, 'articleId' | 'title' | 'imageUrl' | 'teaser'> & {
  file: string;
  durationMs: number | null;
};

/** A playlist as a public player plays it. Files are base names. */
export interface PublicPlaylist {
  id: number;
  projectId: number;
  name: string;
  /** Played in this order: before the first item, between two, after the last. */
  intro: string[];
  next: string[];
  outro: string[];
  items: PublicItem[];
}

/** Returns a playlist with the audio around its items; null: there is none, or it was deleted. */
export async function publicPlaylist({ db }: App, id: number): Promise<PublicPlaylist | null> {
  const playlist = await db.prisma.playlist.findFirst({
    where: { id, deletedAt: null, project: { deletedAt: null } },
  });
  if (!playlist) return null;
  const {
    projectId,
    name,
    introFile,
    introSpoken,
    outroFile,
    outroSpoken,
    nextArticleAudioFile,
    nextArticleSpoken,
  } = playlist;
  const items = await itemsOf(db.sql, [id]);
  const some = (...files: (string | null)[]): string[] => files.filter((file) => file !== null);
  return {
    id,
    projectId,
    name,
    intro: some(introFile, introSpoken),
    next: some(nextArticleAudioFile, nextArticleSpoken),
    outro: some(outroSpoken, outroFile),
    items: items.flatMap(({ articleId, title, imageUrl, file, durationMs, teaser }) =>
      file === null ? [] : { articleId, title, imageUrl, file, durationMs, teaser },
    ),
  };
}
