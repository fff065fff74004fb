import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirError } from '../database/data-dir-lock.ts';

/**
 * A secret in a file of DATA_DIR: one a line, the newest first, each but that one with the day on which
 * another took its place.
 */
interface KeptSecret {
  secret: string;
  replacedAt: Date | null;
}

/**
 * Reads the secrets that are kept in DATA_DIR, the one to sign with first, or makes one at the first start.
 * @throws DataDirError
 */
export async function storedSecrets(dataDir: string, name: string): Promise<string[]> {
  let kept = await read(dataDir, name);
  if (kept.length === 0) {
    // Of two processes that start at once one makes it, and both read that. It is never there without one.
    const made = `${name}.${randomBytes(8).toString('hex')}`;
    await write(dataDir, made, [{ secret: newSecret(), replacedAt: null }]);
    await link(join(dataDir, made), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw notWritable(dataDir, error);
    });
    await unlink(join(dataDir, made));
    kept = await read(dataDir, name);
  }
  if (kept.length === 0)
    throw new DataDirError(`DATA_DIR ${dataDir} cannot be used: ${name} contains no secret.`);
  return kept.map(({ secret }) => secret);
}

/** Reads the secrets that are kept in DATA_DIR, the newest first; none are made. */
export const readStoredSecrets = async (dataDir: string, name: string): Promise<string[]> =>
  (await read(dataDir, name)).map(({ secret }) => secret);

/**
 * Stores secrets in DATA_DIR, the newest first, as if the others had been replaced now.
 * @throws DataDirError
 */
export async function writeStoredSecrets(
  dataDir: string,
  name: string,
  secrets: readonly string[],
): Promise<void> {
  const replacedAt = new Date();
  await write(
    dataDir,
    name,
    secrets.map((secret, index) => ({ secret, replacedAt: index === 0 ? null : replacedAt })),
  );
}

/**
 * Makes a new secret, which processes that start from now on sign with. What the ones before have signed
 * counts for `days` more.
 * @param days 0: nothing that was signed before counts any more
 * @returns how many there are now
 * @throws DataDirError
 */
export async function rotateStoredSecret(dataDir: string, name: string, days: number): Promise<number> {
  const now = new Date();
  const since = now.getTime() - days * 86_400_000;
  const before = (await read(dataDir, name)).map(({ secret, replacedAt }) => ({
    secret,
    replacedAt: replacedAt ?? now,
  }));
  const kept = [
    { secret: newSecret(), replacedAt: null },
    ...before.filter(({ replacedAt }) => days > 0 && replacedAt.getTime() > since),
  ];
  await write(dataDir, `${name}.new`, kept);
  await rename(join(dataDir, `${name}.new`), join(dataDir, name));
  return kept.length;
}

/**
 * Adds secrets behind those that are kept, to open what they sealed: they never come first. A file that is
 * not there yet is made.
 * @throws DataDirError
 */
export async function storeDecryptionSecrets(
  dataDir: string,
  name: string,
  secrets: readonly string[],
): Promise<void> {
  await storedSecrets(dataDir, name);
  const kept = await read(dataDir, name);
  const added = secrets
    .filter((secret) => !kept.some((one) => one.secret === secret))
    .map((secret) => ({ secret, replacedAt: new Date() }));
  await write(dataDir, `${name}.new`, [...kept, ...added]);
  await rename(join(dataDir, `${name}.new`), join(dataDir, name));
}

/**
 * Drops all secrets but the first.
 * @returns how many
 * @throws DataDirError
 */
export async function dropEarlierSecrets(dataDir: string, name: string): Promise<number> {
  const kept = await read(dataDir, name);
  await write(dataDir, `${name}.new`, kept.slice(0, 1));
  await rename(join(dataDir, `${name}.new`), join(dataDir, name));
  return Math.max(0, kept.length - 1);
}

const newSecret = (): string => randomBytes(48).toString('base64url');

async function read(dataDir: string, name: string): Promise<KeptSecret[]> {
  const lines = (await readFile(join(dataDir, name), 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.trim());
  return lines
    .filter((line) => line.length >= 32)
    .map((line) => {
      const [secret = '', replacedAt] = line.split(' ');
      return { secret, replacedAt: replacedAt === undefined ? null : new Date(replacedAt) };
    });
}

async function write(dataDir: string, name: string, secrets: KeptSecret[]): Promise<void> {
  const path = join(dataDir, name);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(
        secrets
          .map(({ secret, replacedAt }) => `${secret}${replacedAt ? ` ${replacedAt.toISOString()}` : ''}\n`)
          .join(''),
      );
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(path, 0o600);
  } catch (error) {
    throw notWritable(dataDir, error as Error);
  }
}

const notWritable = (dataDir: string, cause: Error): DataDirError =>
  new DataDirError(`DATA_DIR ${dataDir} cannot be written: ${cause.message}`, { cause });
