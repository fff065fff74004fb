import type { LocalTime } from '../../../ui/time/local-time.ts';

/** A playlist of a playlist player, and when listeners find it there. */
export interface PublishedPlaylist {
  /** Global id. */
  playlist: string;
  /** By the clocks of the organization; null: not yet. */
  goesLiveAt: LocalTime | null;
  /** Null: forever. */
  publishedUntil: LocalTime | null;
}
