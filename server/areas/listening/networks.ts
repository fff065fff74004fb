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
/** Networks that are remembered, twice; those that came long ago are forgotten, and begin anew. */
const rememberedMax = 50_000;

/** By number, which is no object and so no work for the garbage collector, where it is an IPv4 address. */
type Network = number | string;

/** What networks of late may still do: two numbers of each, in one piece of memory. */
class Levels {
  readonly #places = new Map<Network, number>();
  readonly left = new Float64Array(rememberedMax);
  /** Milliseconds. */
  readonly at = new Float64Array(rememberedMax);

  get full(): boolean {
    return this.#places.size >= rememberedMax;
  }

  find(network: Network): number | undefined {
    return this.#places.get(network);
  }

  /** @returns its place */
  add(network: Network, left: number, at: number): number {
    const place = this.#places.size;
    this.#places.set(network, place);
    this.left[place] = left;
    this.at[place] = at;
    return place;
  }
}

/** How much each network has sent of late. In this process' memory alone: no address is kept anywhere. */
export class Networks {
  #young = new Levels();
  #old = new Levels();

  /**
   * Takes what a network may still do, all of it or nothing. @returns whether it may; @param now milliseconds
   */
  take(address: string, count: number, now: number = performance.now()): boolean {
    const number = numberOf(address);
    if (number !== null) return this.#take(number, count, ofNetwork, now);
    const network = networkOf(address);
    if (!network.endsWith('::/64')) return this.#take(numberOf(network) ?? network, count, ofNetwork, now);
    if (!this.#take(network, count, ofNetwork, now)) return false;
    return this.#take(`${network.split(':').slice(0, 3).join(':')}::/48`, count, ofProvider, now);
  }

  #take(network: Network, count: number, { burst, perSecond }: Allowance, now: number): boolean {
    const place = this.#placeOf(network, burst, now);
    const { left, at } = this.#young;
    const may = Math.min(burst, left[place]! + ((now - at[place]!) / 1000) * perSecond);
    at[place] = now;
    left[place] = may < count ? may : may - count;
    return may >= count;
  }

  /** @returns the network's place among the young */
  #placeOf(network: Network, burst: number, now: number): number {
    const found = this.#young.find(network);
    if (found !== undefined) return found;
    const old = this.#old;
    const before = old.find(network);
    if (this.#young.full) {
      this.#old = this.#young;
      this.#young = new Levels();
    }
    return before === undefined
      ? this.#young.add(network, burst, now)
      : this.#young.add(network, old.left[before]!, old.at[before]!);
  }
}

/** The 32 bits of an IPv4 address as it is usually written; null: it is none. */
function numberOf(address: string): number | null {
  let number = 0;
  let part = 0;
  let dots = 0;
  for (let index = 0; index < address.length; index++) {
    const digit = address.charCodeAt(index) - 48;
    // A dot comes two before zero.
    if (digit === -2) {
      number = (number << 8) | part;
      part = 0;
      dots++;
    } else if (digit >= 0 && digit <= 9) {
      part = part * 10 + digit;
      if (part > 255) return null;
    } else return null;
  }
  return dots === 3 ? (number << 8) | part : null;
}
