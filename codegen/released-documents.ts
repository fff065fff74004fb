import { readdir, readFile, writeFile } from 'node:fs/promises';

const dashboard = new URL('../client/dashboard/', import.meta.url);
const file = new URL('released-documents.json', dashboard);
/** Releases whose dashboards may still be open in a browser. */
const releasesKept = 2;

/** The ids of the documents of releases, by version, oldest first. */
type ReleasedDocuments = Record<string, string[]>;

/**
 * Returns the ids of the documents that this build of the dashboard sends, from Relay's artifacts.
 * @throws Error when there are none: run `npm run generate`
 */
export async function buildDocuments(): Promise<string[]> {
  const folder = new URL('__generated__/', dashboard);
  const names = await readdir(folder).catch(() => []);
  const artifacts = await Promise.all(
    names.filter((name) => name.endsWith('.ts')).map((name) => readFile(new URL(name, folder), 'utf8')),
  );
  const ids = artifacts.flatMap((text) => /^\/\/ @relayRequestID ([0-9a-f]{64})$/m.exec(text)?.[1] ?? []);
  if (ids.length === 0) throw new Error('Run `npm run generate` first: there are no artifacts of Relay.');
  return ids.sort();
}

/** Reads the documents of the last releases. */
export async function readReleasedDocuments(): Promise<ReleasedDocuments> {
  return JSON.parse(await readFile(file, 'utf8')) as ReleasedDocuments;
}

/**
 * Adds the documents of this build as those of a release, and drops the releases before the last two.
 * @throws Error when Relay's artifacts are missing
 */
export async function addReleasedDocuments(version: string): Promise<void> {
  const before = Object.entries(await readReleasedDocuments()).filter(([name]) => name !== version);
  const releases = [...before, [version, await buildDocuments()] as const].slice(-releasesKept);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(releases), null, 2)}\n`);
}
