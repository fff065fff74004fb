import { hash, randomInt } from 'node:crypto';
import { networkOf } from '../../kernel/actor.ts';
import { visitorBounds } from '../../product.ts';

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
const rememberedMax = visitorBounds.rememberedNetworks;

/** Two and a half times as many places as networks, so that most stay empty. */
const placeBits = 17;
const placesMax = 2 ** placeBits;
/** Of each process its own: nobody knows which networks meet in one place. */
const seed = randomInt(2 ** 32);
/** 2³² by the golden ratio spreads what lies side by side: Knuth, The Art of Computer Programming, 6.4. */
const spread = 0x9e3779b1;

/**
 * What networks of late may still do, in two pieces of memory for all of them: a Map would grow anew each
 * time, and V8 would look through it. A table of hashes with linear probing.
 */
class Levels {
  /** Where the rows of networks begin, by place; zero: nowhere. */
  readonly #rows = new Int32Array(placesMax);
  /** Of each network a row: its number, what it may still do, and since when (milliseconds). */
  readonly #values = new Float64Array(3 * (rememberedMax + 1));
  #end = 3;

  get full(): boolean {
    return this.#end === this.#values.length;
  }

  clear(): void {
    this.#rows.fill(0);
    this.#values.fill(0);
    this.#end = 3;
  }

  /** @returns its row; zero: it has none */
  find(network: number): number {
    return this.#rows[this.#placeOf(network)]!;
  }

  /** @returns its row */
  add(network: number, left: number, at: number): number {
    const row = this.#end;
    this.#rows[this.#placeOf(network)] = row;
    this.#values[row] = network;
    this.set(row, left, at);
    this.#end += 3;
    return row;
  }

  left(row: number): number {
    return this.#values[row + 1]!;
  }

  at(row: number): number {
    return this.#values[row + 2]!;
  }

  set(row: number, left: number, at: number): void {
    this.#values[row + 1] = left;
    this.#values[row + 2] = at;
  }

  /** The network's place, or the empty one that it would have. */
  #placeOf(network: number): number {
    const bits = network ^ (network / 2 ** 32) ^ seed;
    let place = Math.imul(bits ^ (bits >>> 16), spread) >>> (32 - placeBits);
    for (;;) {
      const row = this.#rows[place]!;
      if (row === 0 || this.#values[row] === network) return place;
      place = (place + 1) % placesMax;
    }
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
    const ipv4 = ipv4Of(address);
    if (ipv4 !== null) return this.#take(ipv4, count, ofNetwork, now);
    const network = networkOf(address);
    if (!network.endsWith('::/64')) return this.#take(numberOf(network), count, ofNetwork, now);
    if (!this.#take(numberOf(network), count, ofNetwork, now)) return false;
    const provider = `${network.split(':').slice(0, 3).join(':')}::/48`;
    return this.#take(numberOf(provider), count, ofProvider, now);
  }

  #take(network: number, count: number, { burst, perSecond }: Allowance, now: number): boolean {
    const row = this.#rowOf(network, burst, now);
    const levels = this.#young;
    const may = Math.min(burst, levels.left(row) + ((now - levels.at(row)) / 1000) * perSecond);
    levels.set(row, may < count ? may : may - count, now);
    return may >= count;
  }

  /** @returns the network's row among the young */
  #rowOf(network: number, burst: number, now: number): number {
    const found = this.#young.find(network);
    if (found !== 0) return found;
    const before = this.#old.find(network);
    const left = before === 0 ? burst : this.#old.left(before);
    const at = before === 0 ? now : this.#old.at(before);
    if (this.#young.full) {
      [this.#old, this.#young] = [this.#young, this.#old];
      this.#young.clear();
    }
    return this.#young.add(network, left, at);
  }
}

/** The number of what is no IPv4 address as it is usually written: larger than any of those. */
const numberOf = (network: string): number =>
  ipv4Of(network) ?? 2 ** 32 + Number.parseInt(hash('sha256', `${seed} ${network}`).slice(0, 12), 16);

/** The 32 bits of an IPv4 address as it is usually written; null: it is none. */
function ipv4Of(address: string): number | null {
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
