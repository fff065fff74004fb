import type { PlayerConfig } from './player-config.ts';

export type PartKind = 'intro' | 'article' | 'next' | 'outro';

export interface Part {
  kind: PartKind;
  index: number;
}

export type Content = Pick<PlayerConfig, 'items' | 'sounds'>;

/** Returns the nearest playable item, from `index` on in the direction of `step`; -1 when there is none. */
export function playable({ items }: Content, index: number, step = 1): number {
  let at = index;
  while (items[at] && items[at]!.state !== 'ready') at += step;
  return items[at] ? at : -1;
}
