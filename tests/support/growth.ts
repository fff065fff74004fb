import { expect } from 'vitest';

type Work = (size: number) => unknown;

/** Milliseconds of CPU of this process that a piece of work takes. */
async function cpuOf(work: Work, size: number): Promise<number> {
  const before = process.cpuUsage();
  await work(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several times: whatever else the machine does only adds. */
async function leastOf(times: number, work: Work, size: number): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < times; time++) least = Math.min(least, await cpuOf(work, size));
  return least;
}

/** Milliseconds of CPU that are enough to be compared: less is chance. */
const measurable = 10;
/** Four times as much takes four times as long where time is linear, sixteen times where it is quadratic. */
const mostTimes = 9;

export interface Growth {
  /** The size that is tried first. It is doubled until the work takes long enough to be measured. */
  from?: number;
  /** The size beyond which it is not doubled. */
  most?: number;
}

/**
 * Expects that the CPU time of a piece of work grows in proportion to its size: four times as much takes at
 * most nine times as long, on this machine and in this run. What is compared is hence no figure of a machine.
 *
 * @param work what is measured; it gets the size, and what it makes beforehand is best kept by size
 */
export async function expectLinear(work: Work, { from = 1_000, most = 100_000 }: Growth = {}): Promise<void> {
  let size = from;
  // Warms up, too.
  while ((await cpuOf(work, size)) < measurable && 2 * size <= most) size *= 2;
  const small = Math.max(measurable, await leastOf(3, work, size));
  let large = await cpuOf(work, 4 * size);
  for (let more = 0; more < 4 && large >= mostTimes * small; more++)
    large = Math.min(large, await cpuOf(work, 4 * size));
  expect(
    large / small,
    `${size} take ${small.toFixed(0)} ms of CPU, ${4 * size} take ${large.toFixed(0)} ms`,
  ).toBeLessThan(mostTimes);
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
