import { networkOf } from '../../kernel/actor.ts';

/** What one network may do: so much at once, and so much more each second. */
export interface Allowance {
  burst: number;
  perSecond: number;
}

/**
 * Events of a network: an address, or the 64 bits of IPv6 that one household has. Behind one address may be
 * all readers in an office or on a mobile network: of 36,000 an hour, some 2,000 articles are heard.
 */
const ofNetwork: Allowance = { burst: 600, perSecond: 10 };
/** Whoever rents 48 bits of IPv6 has 65,536 of those. */
const ofProvider: Allowance = { burst: 6_000, perSecond: 100 };
/** Networks that are remembered; those that came long ago are forgotten, and begin anew. */
const rememberedMax = 50_000;

interface Level {
  left: number;
  /** Milliseconds. */
  at: number;
}

/** How much each network has sent of late. In this process' memory alone: no address is kept anywhere. */
export class Networks {
  #young = new Map<string, Level>();
  #old = new Map<string, Level>();

  /**
   * Takes what a network may still do, all of it or nothing. @returns whether it may; @param now milliseconds
   */
  take(address: string, count: number, now: number = performance.now()): boolean {
    const network = networkOf(address);
    if (!this.#take(network, count, ofNetwork, now)) return false;
    if (!network.endsWith('::/64')) return true;
    return this.#take(`${network.split(':').slice(0, 3).join(':')}::/48`, count, ofProvider, now);
  }

  #take(key: string, count: number, { burst, perSecond }: Allowance, now: number): boolean {
    const level = this.#levelOf(key, burst, now);
    level.left = Math.min(burst, level.left + ((now - level.at) / 1000) * perSecond);
    level.at = now;
    if (level.left < count) return false;
    level.left -= count;
    return true;
  }

  #levelOf(key: string, burst: number, now: number): Level {
    let level = this.#young.get(key);
    if (level) return level;
    level = this.#old.get(key) ?? { left: burst, at: now };
    if (this.#young.size >= rememberedMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, level);
    return level;
  }
}
