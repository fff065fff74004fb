import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * What this process holds in buffers, MiB, without what nobody refers to any more: how much of that there is
 * depends on what ran before in the same process.
 */
export function heldBuffers(): number {
  collect();
  return process.memoryUsage().arrayBuffers / 2 ** 20;
}
