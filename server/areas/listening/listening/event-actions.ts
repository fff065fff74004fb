import type { EventRefusal, PlayerAction } from '../../../../prisma/generated/client/enums.ts';

export type { EventRefusal, PlayerAction };

/** What a player reports (document 2, section 4). */
export const actions: ReadonlySet<string> = new Set<PlayerAction>([
  'seen',
  'load',
  'play',
  'playlist_play',
  'pause',
  'resume',
  'finished',
  'close',
  'progress',
  'enhance',
  'enhancing',
  'enhanced',
]);

/** A view is a player that was seen; one that was only loaded, far below where anybody reads, is none. */
export const viewActions: readonly PlayerAction[] = ['seen'];
/** A listen is an article that was begun; going on after a pause is none. */
export const listenActions: readonly PlayerAction[] = ['play', 'playlist_play'];
export const finishActions: readonly PlayerAction[] = ['finished'];
