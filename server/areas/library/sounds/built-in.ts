import { builtInOf } from '../../../audio/built-in-sounds.ts';
import { audioFile } from '../../../storage/files.ts';
import type { App } from '../../../kernel/app.ts';

const running = new WeakMap<App, Map<string, Promise<void>>>();

/**
 * Creates the file of a built-in sound on first use and keeps it in storage. (A missing file of an earlier
 * version is created from the current sound.)
 * @returns whether the sound exists
 * @throws errors of threads and storage
 */
export async function ensureBuiltInSound(app: App, file: string): Promise<boolean> {
  const sound = builtInOf(file);
  if (!sound) return false;
  if (await app.storage.stat(audioFile(file))) return true;
  let own = running.get(app);
  if (!own) running.set(app, (own = new Map()));
  let run = own.get(file);
  if (!run) {
    run = make(app, sound.name, file).finally(() => own.delete(file));
    own.set(file, run);
  }
  await run;
  return true;
}

async function make({ speech, storage }: App, name: string, file: string): Promise<void> {
  const { bytes } = await speech.threads.run('builtInSound', { name });
  await storage.put(audioFile(file), bytes);
}
