import { expect } from 'vitest';

type Work = (size: number) => unknown;

/** Milliseconds of CPU of this process that a piece of work takes. */
async function cpuOf(work: Work, size: number): Promise<number> {
  const before = process.cpuUsage();
  await work(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Milliseconds of CPU that are enough to be compared: less is chance. */
const measurable = 10;
/** How many times as large the second size is. */
const factor = 16;
/**
 * Sixteen times as much takes sixteen times as long where time is linear, 256 times where it is quadratic.
 * The limit lies in the middle: garbage collection and small caches make the larger size up to three times
 * dearer for each character than the smaller one.
 */
const mostTimes = 64;

export interface Growth {
  /** The size that is tried first. It is doubled until the work takes long enough to be measured. */
  from?: number;
  /** The largest size that is measured. */
  most?: number;
  /** Shown beside what is wrong. */
  what?: string;
}

/**
 * Expects that the CPU time of a piece of work grows in proportion to its size: sixteen times as much takes
 * at most 64 times as long, on this machine and in this run. No figure of a machine is compared.
 *
 * @param work what is measured; it gets the size, and what it makes beforehand is best kept by size
 */
export async function expectLinear(
  work: Work,
  { from = 1_000, most = 400_000, what }: Growth = {},
): Promise<void> {
  const smallest = Math.max(1, Math.floor(most / factor));
  let size = Math.min(from, smallest);
  let small = await cpuOf(work, size);
  for (; small < measurable && 2 * size <= smallest; small = await cpuOf(work, size)) size *= 2;
  // Other load on the machine and warming up only add time, so the minimum of several measurements counts.
  small = Math.max(measurable, Math.min(small, await cpuOf(work, size)));
  let large = Infinity;
  for (let time = 0; time < 5 && large >= mostTimes * small; time++)
    large = Math.min(large, await cpuOf(work, factor * size));
  const times = `${size} took ${small.toFixed(0)} ms of CPU, ${factor * size} took ${large.toFixed(0)} ms`;
  expect(large / small, what === undefined ? times : `${JSON.stringify(what)}: ${times}`).toBeLessThan(
    mostTimes,
  );
}

/**
 * Makes a function keep what it returned for each argument, so that a measurement is not one of making its
 * input.
 */
export function memoize<Made>(make: (size: number) => Made): (size: number) => Made {
  const made = new Map<number, Made>();
  return (size) => {
    if (!made.has(size)) made.set(size, make(size));
    return made.get(size)!;
  };
}
