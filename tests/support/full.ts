/** Whether this is the long run before a release (`npm run test:full`), which leaves nothing out. */
export const isFull = process.env['SUITE'] === 'full';

/** How often something generated is tried: as a sample, or in full. */
export const runs = (sample: number, full: number): number => (isFull ? full : sample);
