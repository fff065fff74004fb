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
/** Four times as much takes four times as long where time is linear, sixteen times where it is quadratic. */
const linear = 9;

export interface Growth {
  /** The size that is tried first. It is doubled until the work takes long enough to be measured. */
  from?: number;
  /** The size beyond which it is not doubled. */
  most?: number;
  /** How many times as long four times as much may take. Default 9. */
  mostTimes?: number;
  /** Said beside what is wrong. */
  what?: string;
}

/**
 * Expects that the CPU time of a piece of work grows in proportion to its size: four times as much takes at
 * most nine times as long, on this machine and in this run. What is compared is hence no figure of a machine.
 *
 * @param work what is measured; it gets the size, and what it makes beforehand is best kept by size
 */
export async function expectLinear(
  work: Work,
  { from = 1_000, most = 100_000, mostTimes = linear, what }: Growth = {},
): Promise<void> {
  let size = from;
  let small = await cpuOf(work, size);
  for (; small < measurable && 2 * size <= most; small = await cpuOf(work, size)) size *= 2;
  // Whatever else the machine does only adds, and so does warming up: the least of several times counts.
  small = Math.max(measurable, Math.min(small, await cpuOf(work, size)));
  let large = Infinity;
  for (let time = 0; time < 5 && large >= mostTimes * small; time++)
    large = Math.min(large, await cpuOf(work, 4 * size));
  const times = `${size} took ${small.toFixed(0)} ms of CPU, ${4 * size} took ${large.toFixed(0)} ms`;
  expect(large / small, what === undefined ? times : `${JSON.stringify(what)}: ${times}`).toBeLessThan(
    mostTimes,
  );
}

/**
 * Makes a function keep what it returned for each argument, so that a measurement is not one of making its
 * input.
 */
export function keepMade<Made>(make: (size: number) => Made): (size: number) => Made {
  const made = new Map<number, Made>();
  return (size) => {
    if (!made.has(size)) made.set(size, make(size));
    return made.get(size)!;
  };
}
