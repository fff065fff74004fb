import { copyFile, cp, mkdir, open, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { TransferError } from '../lib/database/transfer-tables.ts';
import { privateDirectory, privateFile } from '../lib/security/private-directory.ts';
import { readStoredSecrets, writeStoredSecrets } from '../lib/security/stored-secrets.ts';

/** Where all that belongs to an installation is. */
export type Installation = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'storageUrl' | 'jwtSecrets' | 'dataKeys' | 'publicUrl' | 'demo' | 'env'
>;

/** Secrets that Parlance makes itself while no variable names them. */
const secretFiles = ['jwt-secret', 'data-key'] as const;

/** The secrets of an installation, wherever they are: the newest first. */
export interface Secrets {
  jwtSecrets: readonly string[];
  dataKeys: readonly string[];
}

/** Reads what signs sessions and seals records. Empty: none was made yet, or none is used. */
export async function readSecrets({
  dataDir,
  jwtSecrets,
  dataKeys,
  databaseUrl,
}: Pick<Installation, 'dataDir' | 'jwtSecrets' | 'dataKeys' | 'databaseUrl'>): Promise<Secrets> {
  const kept = await readStoredSecrets(dataDir, 'data-key');
  // The server itself reads no key in DATA_DIR then.
  const ignoresKept = dataKeys === undefined && jwtSecrets !== undefined && databaseUrl !== undefined;
  return {
    jwtSecrets: jwtSecrets ?? (await readStoredSecrets(dataDir, 'jwt-secret')),
    dataKeys: [...(dataKeys ?? []), ...(ignoresKept ? [] : kept)],
  };
}

/**
 * Copies what DATA_DIR has beside database and audio: secrets, and mails that were written there.
 * @throws TransferError when the target has other secrets
 */
export async function copyDataDir(from: string, to: string): Promise<void> {
  if (from === to) return;
  await mkdir(to, { recursive: true, mode: privateDirectory });
  for (const name of secretFiles) {
    const source = join(from, name);
    if (!existsSync(source)) continue;
    const there = await readFile(join(to, name), 'utf8').catch(() => null);
    if (there === null) await copyFile(source, join(to, name));
    else if (there !== (await readFile(source, 'utf8')))
      throw new TransferError(`${join(to, name)} differs from ${source}. Nothing is ever overwritten.`);
  }
  if (existsSync(join(from, 'outbox')))
    await cp(join(from, 'outbox'), join(to, 'outbox'), { recursive: true, force: false });
}

/** Lines for the environment of the servers of an installation, secrets included. */
export function environmentLines(
  { databaseUrl, dataDir, storageUrl, publicUrl, demo, env }: Installation,
  { jwtSecrets, dataKeys }: Secrets,
): string[] {
  const list = (secrets: readonly string[]): string => [...new Set(secrets)].join(',');
  return [
    ...(databaseUrl ? [`DATABASE_URL=${databaseUrl}`] : []),
    `DATA_DIR=${dataDir}`,
    `STORAGE_URL=${storageUrl}`,
    ...(env['PUBLIC_URL'] ? [`PUBLIC_URL=${publicUrl}`] : []),
    ...(jwtSecrets.length > 0 ? [`JWT_SECRET=${list(jwtSecrets)}`] : []),
    ...(dataKeys.length > 0 ? [`DATA_KEY=${list(dataKeys)}`] : []),
    // With PostgreSQL it is off unless it is named, and the demo's articles would lose their pages.
    ...(demo ? ['DEMO=1'] : []),
  ];
}

/** Secrets of the environment, and after them those of a backup: what it sealed can be opened. */
export const withSecretsOf = (
  { jwtSecrets, dataKeys }: Pick<Installation, 'jwtSecrets' | 'dataKeys'>,
  backup: Secrets,
): Secrets => ({
  jwtSecrets: [...new Set([...(jwtSecrets ?? []), ...backup.jwtSecrets])],
  dataKeys: [...new Set([...(dataKeys ?? []), ...backup.dataKeys])],
});

/**
 * Stores the secrets of a backup in DATA_DIR, as far as the environment does not name them.
 * @throws TransferError when DATA_DIR has others
 */
export async function restoreSecrets(
  { dataDir, jwtSecrets, dataKeys }: Pick<Installation, 'dataDir' | 'jwtSecrets' | 'dataKeys'>,
  from: Secrets,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: privateDirectory });
  const files = [
    ['jwt-secret', jwtSecrets, from.jwtSecrets],
    ['data-key', dataKeys, from.dataKeys],
  ] as const;
  for (const [name, given, kept] of files) {
    if (given !== undefined || kept.length === 0) continue;
    const path = join(dataDir, name);
    const there = await readStoredSecrets(dataDir, name);
    if (there.length > 0 && there.join() !== kept.join())
      throw new TransferError(`${path} contains a different secret than the backup. Nothing is overwritten.`);
    if (there.length === 0) await writeStoredSecrets(dataDir, name, kept);
  }
}

/** Writes the environment of an installation to a file that only its owner can read, also if it is there. */
export async function writeEnvironment(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'w', privateFile);
  try {
    await file.chmod(privateFile);
    await file.writeFile(`${lines.join('\n')}\n`);
  } finally {
    await file.close();
  }
}
