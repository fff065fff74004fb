import { audioFile } from '../../../storage/files.ts';
import type { App } from '../../../kernel/app.ts';
import { ensureBuiltInSound } from './built-in.ts';

/**
 * The MP3 file of an uploaded or built-in sound, of a deleted one too: articles made with it keep it. Null:
 * there is none.
 */
export async function readSound(app: App, file: string): Promise<Uint8Array | null> {
  await ensureBuiltInSound(app, file);
  return app.storage.get(audioFile(file));
}
