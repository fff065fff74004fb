import { LimitReachedError } from '../../kernel/errors.ts';

const windowMs = 15 * 60_000;
const perAccount = 10;
const perAddress = 50;
const maxTracked = 50_000;

/** Failed sign-ins of late, by account and by address; in this process only, which slows guessing enough. */
export class SignInAttempts {
  readonly #failures = new Map<string, { count: number; since: number }>();

  /** @throws LimitReachedError when there were too many. */
  check(email: string, address: string): void {
    if (this.#count(`a ${email}`) >= perAccount || (address && this.#count(`i ${address}`) >= perAddress)) {
      throw new LimitReachedError('Too many failed attempts. Please try again in 15 minutes.');
    }
  }

  fail(email: string, address: string): void {
    for (const key of [`a ${email}`, ...(address ? [`i ${address}`] : [])]) {
      const count = this.#count(key);
      const since = count ? this.#failures.get(key)!.since : Date.now();
      if (this.#failures.size >= maxTracked) this.#failures.clear();
      this.#failures.set(key, { count: count + 1, since });
    }
  }

  succeed(email: string): void {
    this.#failures.delete(`a ${email}`);
  }

  #count(key: string): number {
    const entry = this.#failures.get(key);
    return entry && entry.since > Date.now() - windowMs ? entry.count : 0;
  }
}
