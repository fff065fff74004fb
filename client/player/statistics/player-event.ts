import type { PlayerItem } from '../player-config.ts';
import type { ServiceContext } from '../player-services.ts';
import { randomId } from '../random-id.ts';

/** Reported fields of one action. Up to `status`, the names are the specification's. */
export interface PlayerEvent {
  ac: string;
  /** The audio file's name. */
  au: string;
  /** Percent: of the article, or of the advertisement. */
  v: number;
  /** Where the click was that made it, in percent of the player's box. */
  x?: number;
  y?: number;
  /** Position in the audio and its length, in seconds. */
  ct: number;
  d: number;
  /** The page, without query and fragment. */
  res: string;
  status: string;
  /** Random: the same once more is a replay. */
  id: string;
  /** Channel and article. */
  c: string;
  a: number;
  /** Ranges played since the last event that reported them, in seconds of the audio. */
  h?: [from: number, to: number][];
  rate?: number;
}

/** An event and when it happened, by a clock that only goes forward, in milliseconds. */
export interface QueuedEvent {
  event: PlayerEvent;
  at: number;
}

export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.max(0, Math.min(100, Math.round((part / whole) * 100))) : 0;

const thousandths = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export function playerEvent(
  { config, store, page }: ServiceContext,
  ac: string,
  item: PlayerItem,
  told: Partial<PlayerEvent>,
): PlayerEvent {
  const { ad, closed, phase, rate, duration } = store.state;
  const isCurrent = item.id === store.item.id;
  const ct = told.ct ?? (isCurrent ? store.now() : 0);
  const d = (isCurrent && duration) || item.durationMs / 1000;
  const sounding = phase === 'playing' ? phase : 'paused';
  return {
    ac,
    au: item.au,
    v: percentOf(ct, d),
    res: (page.location.origin + page.location.pathname).slice(0, 2048),
    status: ad ? 'ad' : closed ? 'closed' : item.state === 'inProgress' ? item.state : sounding,
    id: randomId(page),
    c: config.channel.slug,
    a: item.id,
    ...(rate !== 1 && { rate }),
    ...told,
    ct: thousandths(ct),
    d: thousandths(d),
  };
}
