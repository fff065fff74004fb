import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

/**
 * Returns the size of this process's buffers, MiB, without unreferenced ones, whose size depends on what ran
 * before in the same process.
 */
export function countBuffers(): number {
  collect();
  return process.memoryUsage().arrayBuffers / 2 ** 20;
}

/** Collects what is young, as V8 does many times a second: what it comes upon twice, it takes for old. */
export const collectYoung = (): void => collect({ type: 'minor' });

/** Returns the bytes of V8's old generation, referenced or not. */
export const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;
