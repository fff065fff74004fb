import { tmpdir } from 'node:os';
import type { Config } from '../config.ts';
import { embeddedReserve, freeSpace, writeRefusalReason } from '../lib/disk-space.ts';
import { storagePlace } from '../storage/open-storage.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

const gigabyte = 1e9;
/** Less free space than this is little, in bytes and in percent of the disk; both have to be true. */
const little = { bytes: 10 * gigabyte, percent: 10 } as const;
/** Less than this is too little, however large the disk is. */
const tooLittleBytes = gigabyte;
const littleFilesPercent = 5;

/** Checks the disks of DATA_DIR, files, backups and temporary files, each disk once. */
export async function checkDisks(config: Config): Promise<Finding[]> {
  const { dataDir, storageUrl, backup, databaseUrl } = config;
  const folders = [
    dataDir,
    ...(storageUrl.startsWith('file:') ? [storagePlace(config)] : []),
    ...(backup.url?.startsWith('file:') ? [storagePlace({ storageUrl: backup.url, dataDir })] : []),
    tmpdir(),
  ];
  const reserve = databaseUrl === undefined ? embeddedReserve : 0;
  const disks = new Set<number>();
  const findings: Finding[] = [];
  for (const folder of folders) {
    const { wrong } = findingsAbout('DISK', folder);
    const why = await writeRefusalReason(folder, { reserve: folder === dataDir ? reserve : 0 });
    if (why !== null) findings.push(wrong(m.CHECK_DISK_FAILED({ why })));
    const space = await freeSpace(folder);
    if (space === null || disks.has(space.disk)) continue;
    disks.add(space.disk);
    if (why === null) findings.push(...findingsOf(folder, space));
  }
  return findings;
}

function findingsOf(
  folder: string,
  { bytes, percent, filesPercent }: { bytes: number; percent: number; filesPercent: number },
): Finding[] {
  const { fine, warning, wrong } = findingsAbout('DISK', folder);
  const size = { gigabytes: bytes / gigabyte, percent: Math.floor(percent) };
  if (filesPercent < littleFilesPercent)
    return [warning(m.CHECK_DISK_FILES_LOW({ percent: Math.floor(filesPercent) }))];
  if (bytes < tooLittleBytes) return [wrong(m.CHECK_DISK_LOW(size))];
  const isLow = bytes < little.bytes && percent < little.percent;
  return [isLow ? warning(m.CHECK_DISK_LOW(size)) : fine(m.CHECK_DISK_FINE(size))];
}
