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

/** A view is a player that was visible; one that was only loaded, outside the viewport, is not counted. */
export const viewActions: readonly PlayerAction[] = ['seen'];
/** A listen is a started play; resuming after a pause is not counted. */
export const listenActions: readonly PlayerAction[] = ['play', 'playlist_play'];
export const finishActions: readonly PlayerAction[] = ['finished'];
