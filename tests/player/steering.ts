import type { Locator } from '@playwright/test';
import type { PlayerRequest, Store } from '../../client/player/store.ts';
import { stateOf } from './player-page.ts';

/** Asks the player's store for something, as its buttons do. */
export const request = (player: Locator, wanted: PlayerRequest): Promise<void> =>
  player.evaluate(
    (element, one) => (element as HTMLElement & { store: Store }).store.request(one as PlayerRequest),
    wanted,
  );

/** Seconds of the article, as the store tells them. */
export const timeOf = async (player: Locator): Promise<number> => (await stateOf(player))['time'] as number;
