/**
 * Creates the files of an embedded database in a separate process, because the memory that this takes is
 * freed only when the process ends.
 */
import { openEngine } from './pglite-open.ts';

process.once('message', async (directory: string) => {
  const engine = await openEngine(directory, true);
  await engine.close();
  process.send!('made', () => process.exit());
});
process.once('disconnect', () => process.exit());
