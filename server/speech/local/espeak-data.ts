import loadEspeak from '@echogarden/espeak-ng-emscripten';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const source = '/usr/share/espeak-ng-data';

/**
 * Writes the offline engine's language data (24 MB) to a folder, once, and returns the folder: the native
 * runtime reads texts by the same data. Several processes may do it at once.
 */
export async function writeEspeakData(parent: string): Promise<string> {
  const target = join(parent, 'espeak-ng-data');
  if (await stat(target).catch(() => null)) return target;
  const { FS } = await loadEspeak();
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, 'espeak-ng-data-'));
  const copy = async (from: string, to: string): Promise<void> => {
    for (const name of FS.readdir(from)) {
      if (name === '.' || name === '..') continue;
      const [path, copied] = [`${from}/${name}`, join(to, name)];
      if (FS.isDir(FS.stat(path).mode)) await copy(path, copied);
      else {
        await mkdir(dirname(copied), { recursive: true });
        await writeFile(copied, FS.readFile(path));
      }
    }
  };
  await copy(source, draft);
  // Another process may have been faster: then its copy serves.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  return target;
}
