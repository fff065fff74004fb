import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/**
 * Opens what STORAGE_URL names: `file:` (files in DATA_DIR), `file:/path`, or
 * `s3://bucket?endpoint=…&region=…` with the credentials of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or
 * else those that the AWS SDK finds.
 * @throws StorageError when the address cannot be read
 */
export async function openStorage({
  storageUrl,
  dataDir,
  accelRedirect,
  env,
}: Pick<Config, 'storageUrl' | 'dataDir' | 'env'> &
  Partial<Pick<Config, 'accelRedirect'>>): Promise<Storage> {
  if (storageUrl.startsWith('s3:')) {
    const { parseS3Url, s3Storage } = await import('./s3.ts');
    const accessKeyId = env['S3_ACCESS_KEY_ID'] ?? env['AWS_ACCESS_KEY_ID'];
    const secretAccessKey = env['S3_SECRET_ACCESS_KEY'] ?? env['AWS_SECRET_ACCESS_KEY'];
    return s3Storage(
      parseS3Url(storageUrl),
      accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    );
  }
  return diskStorage(folderOf({ storageUrl, dataDir }), { forGroup: accelRedirect !== undefined });
}

function folderOf({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): string {
  const path = storageUrl.startsWith('file://')
    ? fileURLToPath(storageUrl)
    : storageUrl.slice('file:'.length);
  if (!path) return join(dataDir, 'files');
  return isAbsolute(path) ? path : resolve(dataDir, path);
}

/** Where files are, the same for all processes that share them, without credentials. */
export function storagePlace({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): string {
  if (!storageUrl.startsWith('s3:')) return folderOf({ storageUrl, dataDir });
  const { hostname, pathname, searchParams } = new URL(storageUrl);
  const endpoint = searchParams.get('endpoint');
  const place = `s3://${hostname}${pathname.replace(/(?<!\/)\/+$/, '')}`;
  return endpoint ? `${place} at ${new URL(endpoint).host}` : place;
}
