import { LRUCache } from 'lru-cache';
import { networkOf, siteNetworkOf } from '../../../kernel/actor.ts';
import { visitorBounds } from '../../../product.ts';

/** What one network may do: so much at once, and so much more each second. */
export interface NetworkLimit {
  burst: number;
  perSecond: number;
}

/**
 * Events of a network: an address, or the 64 bits of IPv6 that one household has. Behind one address may be
 * all readers in an office or on a mobile network: of 36,000 an hour, some 2,000 articles are played.
 */
const ofNetwork: NetworkLimit = { burst: 600, perSecond: 10 };
/** 48 bits of IPv6, which one customer of a provider can rent, hold 65,536 of those networks. */
const ofProvider: NetworkLimit = { burst: 6_000, perSecond: 100 };

/** Characters of a network that are remembered; more than any address has. */
const keyCharacters = 64;

/** What a network may still do, and since when (milliseconds). */
interface Level {
  left: number;
  at: number;
}

/**
 * Limits the rate of events by network. In the memory of this process alone: addresses are stored nowhere.
 * The networks that sent least recently are forgotten, and begin with a full burst.
 */
export class NetworkRateLimit {
  readonly #levels = new LRUCache<string, Level>({ max: visitorBounds.rememberedNetworks });

  /**
   * Takes what a network may still do, all of it or nothing. @returns whether it may; @param now milliseconds
   */
  take(address: string, count: number, now: number = performance.now()): boolean {
    const network = networkOf(address).slice(0, keyCharacters);
    if (!this.#take(network, count, ofNetwork, now)) return false;
    const provider = siteNetworkOf(address).slice(0, keyCharacters);
    return provider === network || this.#take(provider, count, ofProvider, now);
  }

  #take(network: string, count: number, { burst, perSecond }: NetworkLimit, now: number): boolean {
    const level = this.#levels.get(network);
    const may = level ? Math.min(burst, level.left + ((now - level.at) / 1000) * perSecond) : burst;
    const left = may < count ? may : may - count;
    if (level) Object.assign(level, { left, at: now });
    else this.#levels.set(network, { left, at: now });
    return may >= count;
  }
}
