import type { PlayerConfig } from './player-config.ts';

/** Waits while an article is being made, and after failures, in milliseconds. */
const waits = { first: 2_000, growth: 1.5, longest: 30_000 };
/** A server that fails is asked so often. */
const failuresMost = 6;

/**
 * What the server answers, asked again until the article is ready.
 * @param address asked each time anew
 * @param goesOn whether anybody still waits for it
 * @returns null when there is nothing to play; undefined when the server cannot be reached, or nobody waits
 * any more
 */
export async function requestConfig(
  address: () => string,
  goesOn: () => boolean,
): Promise<PlayerConfig | null | undefined> {
  let wait = waits.first;
  let failures = 0;
  while (goesOn()) {
    try {
      const answer = await fetch(address());
      if (answer.ok) {
        const config = (await answer.json()) as PlayerConfig;
        const states = config.items.map(({ state }) => state);
        if (states.includes('ready')) return config;
        if (!states.includes('inProgress')) return null;
        failures = 0;
      } else if (answer.status < 500 && answer.status !== 429) return null;
      else failures += 1;
    } catch {
      failures += 1;
    }
    if (failures >= failuresMost) return undefined;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * waits.growth, waits.longest);
  }
  return undefined;
}
