import type { PlayerConfig } from './player-config.ts';

/** Waits while an article is being made, and after failures, in milliseconds. */
const waits = { first: 2_000, growth: 1.5, longest: 30_000 };
/** Maximum number of attempts after server errors. */
const failuresMost = 6;

/** Why no player appears, by the anchors of the server's page `/player/help`. */
export type Reason =
  | 'in-progress'
  | 'no-article'
  | 'no-audio'
  | 'no-channel'
  | 'no-reader'
  | 'unknown-channel'
  | 'deleted-channel'
  | 'unreachable';
const refusals: { [status: number]: Reason } = {
  403: 'no-reader',
  404: 'unknown-channel',
  410: 'deleted-channel',
};

/**
 * Returns the server's config, requested until the article is ready. Starts generating the audio of an
 * unknown page once the page is visible: until then there is no reader.
 * @param address read before each request
 * @param goesOn whether the player still waits
 * @returns null if there is nothing to play; undefined if the server can't be reached or the player is gone
 */
export async function requestConfig(
  address: () => string,
  goesOn: () => boolean,
  explain: (reason: Reason) => void = () => {},
): Promise<PlayerConfig | null | undefined> {
  let wait = waits.first;
  let failures = 0;
  let body: string | null = null;
  while (goesOn()) {
    try {
      const answer = await fetch(address(), body ? { method: 'POST', body } : {});
      body = null;
      if (answer.ok) {
        const config = (await answer.json()) as PlayerConfig;
        const states = config.items.map(({ state }) => state);
        if (states.includes('ready')) return config;
        failures = 0;
        if (states.includes('inProgress')) explain('in-progress');
        else {
          if (!config.pageToken) {
            explain(states.length ? 'no-audio' : 'no-article');
            return null;
          }
          // A reader sees the page: its audio is generated. A token is asked for again when that was later.
          if (await isVisible()) body = config.pageToken;
          continue;
        }
      } else if (answer.status < 500 && answer.status !== 429) {
        explain(refusals[answer.status] ?? 'unreachable');
        return null;
      } else failures += 1;
    } catch {
      failures += 1;
    }
    if (failures) explain('unreachable');
    if (failures >= failuresMost) return undefined;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * waits.growth, waits.longest);
  }
  return undefined;
}

/** Waits until the page is visible. @returns whether it is already */
async function isVisible(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  return false;
}
