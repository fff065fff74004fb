/** DOM events for the page's own scripts: `parlance:load` and so on. */
export type PageEventType = 'load' | 'seen' | 'play' | 'pause' | 'progress' | 'finished' | 'ad' | 'error';

/** `detail` of each event. */
export interface PageEventDetail {
  article: { id: number; externalId: string | null; title: string; url: string | null };
  /** Slug of the channel. */
  channel: string;
  /** Position in the article and its length. */
  seconds: number;
  duration: number;
  /** `progress`: how much of the article has passed: 10, 25, 50, 75 or 90. */
  percent?: number;
  /** `ad`: which, and its length in seconds, 0 if unknown; null once it is over. */
  ad?: { title: string; duration: number } | null;
  /** `error`: the audio was removed, or can't be reached now. */
  reason?: 'gone' | 'unreachable';
}
