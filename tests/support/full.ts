/** Whether this is the long run before a release (`npm run test:full`), which leaves nothing out. */
export const isFull = process.env['SUITE'] === 'full';
