/** The same work, in a file that takes longer to load than its tasks may run. */
import { setTimeout as sleep } from 'node:timers/promises';

await sleep(1_500);
export { default } from './thread-work.ts';
