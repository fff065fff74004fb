import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Storage } from '../storage/storage.ts';
import { storagePlace } from '../storage/open-storage.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

/**
 * Checks that files can be written: in a bucket a small object is, on a disk a file that is deleted again.
 * @param isNew whether no server was started yet, which makes the folder
 */
export async function checkStorage(config: Config, storage: Storage, isNew = false): Promise<Finding | []> {
  const place = storagePlace(config);
  const { fine, wrong } = findingsAbout('STORAGE', place);
  if (isNew && config.storageUrl.startsWith('file:') && !existsSync(place)) return [];
  const why = await storage.whyNotWritable();
  return why === null ? fine(m.CHECK_STORAGE_FINE()) : wrong(m.CHECK_STORAGE_FAILED({ why }));
}
