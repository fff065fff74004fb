/**
 * Makes the files of an embedded database, in a process of its own: that takes memory which is not given back
 * before a process ends.
 */
import { openEngine } from './pglite-open.ts';

process.once('message', async (directory: string) => {
  const engine = await openEngine(directory, true);
  await engine.close();
  process.send!('made', () => process.exit());
});
process.once('disconnect', () => process.exit());
