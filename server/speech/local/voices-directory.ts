import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../../lib/logger.ts';
import type { FolderProblem, LocalModel } from './local-model.ts';
import { isVoiceName } from './voice-index.ts';
import { looseFolder, readVoiceFolder, VoiceFolderError, type VoiceFolder } from './voice-folder.ts';

/** What is installed, and what lies in the folder besides. */
export interface InstalledVoices {
  models: readonly LocalModel[];
  problems: readonly FolderProblem[];
}

/** Milliseconds between two looks into the folder. */
const lookEveryMs = 15_000;
/** Milliseconds since the last change of a file after which it counts as copied. */
const settledMs = 10_000;
const foldersMax = 500;
const filesMax = 500;

/** Something in the folder that may be a voice, with the times and sizes of its files. */
interface Candidate {
  folder: VoiceFolder;
  signature: string;
  changedAt: number;
}

/** What a candidate turned out to be, by its signature. */
interface Reading {
  signature: string;
  models: LocalModel[];
  problem: string | null;
}

/**
 * The folder that holds the voices of this machine: each folder in it, or pair of files, is a voice. It is
 * read when asked, and looked at regularly; what did not change is not read again.
 */
export class VoicesDirectory {
  readonly path: string;
  /** For copies that the runtime needs; may be deleted at any time. */
  readonly preparedFolder: string;
  readonly #log: Logger | undefined;
  #readings = new Map<string, Reading>();
  #installed: InstalledVoices = { models: [], problems: [] };
  #checksums: Checksums | undefined;
  #scan: Promise<boolean> | undefined;

  constructor(path: string, log?: Logger) {
    this.path = path;
    this.preparedFolder = join(path, '.prepared');
    this.#log = log;
  }

  /** As of the last look. */
  get installed(): InstalledVoices {
    return this.#installed;
  }

  /** Reads the folder. @returns whether the voices have changed since the last time */
  scan(): Promise<boolean> {
    return (this.#scan ??= this.#read().finally(() => (this.#scan = undefined)));
  }

  /** Looks into the folder regularly. @returns what ends that */
  watch(onChange: () => void): () => void {
    const timer = setInterval(() => {
      this.scan().then(
        (changed) => changed && onChange(),
        (err: unknown) => this.#log?.warn({ err, folder: this.path }, 'voices folder unreadable'),
      );
    }, lookEveryMs).unref();
    return () => clearInterval(timer);
  }

  async #read(): Promise<boolean> {
    const candidates = await findCandidates(this.path);
    this.#checksums ??= await Checksums.load(join(this.preparedFolder, 'checksums.json'));
    const readings = new Map<string, Reading>();
    for (const candidate of candidates) {
      const known = this.#readings.get(keyOf(candidate));
      const reading = known?.signature === candidate.signature ? known : await this.#readCandidate(candidate);
      if (reading) readings.set(keyOf(candidate), reading);
    }
    await this.#checksums.save();
    const before = this.#installed;
    this.#readings = readings;
    this.#installed = installedOf(candidates, [...readings.values()]);
    this.#report(before);
    const isSame = checksumsOf(before) === checksumsOf(this.#installed);
    if (!isSame) await this.#deleteUnused();
    return !isSame;
  }

  /** @returns null: it is being copied still */
  async #readCandidate({ folder, signature, changedAt }: Candidate): Promise<Reading | null> {
    try {
      if (!isVoiceName(folder.id))
        throw new VoiceFolderError('Rename it: only letters, digits, full stops, hyphens and underscores.');
      const models: LocalModel[] = [];
      for (const { hashed, ...model } of await readVoiceFolder(folder)) {
        if (!isVoiceName(model.id))
          throw new VoiceFolderError(`Rename ${model.id}: only letters and digits.`);
        models.push({ ...model, checksum: await this.#checksums!.of(hashed) });
      }
      return { signature, models, problem: null };
    } catch (error) {
      if (Date.now() - changedAt < settledMs) return null;
      const problem =
        error instanceof VoiceFolderError
          ? error.message
          : `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
      return { signature, models: [], problem };
    }
  }

  /** One line for each change. */
  #report(before: InstalledVoices): void {
    const { models, problems } = this.#installed;
    const ids = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id));
    const [had, has] = [ids(before.models), ids(models)];
    for (const { id, files, speakers, license } of models)
      if (!had.has(id))
        this.#log?.info(
          { voice: id, family: files.family, speakers: speakers.length, license: license?.name },
          `voice ${id} is installed`,
        );
    for (const { id } of before.models)
      if (!has.has(id)) this.#log?.warn({ voice: id }, `voice ${id} is no longer installed`);
    const known = new Set(before.problems.map(({ id, problem }) => `${id} ${problem}`));
    for (const { id, problem } of problems)
      if (!known.has(`${id} ${problem}`))
        this.#log?.warn({ voice: id }, `voices folder: ${id} is not used: ${problem}`);
  }

  /** Deletes prepared copies of models that are gone. */
  async #deleteUnused(): Promise<void> {
    const used = new Set(this.#installed.models.map(({ checksum }) => checksum.slice(0, 32)));
    const prepared = await readdir(this.preparedFolder).catch(() => []);
    for (const name of prepared)
      if (/^[0-9a-f]{32}$/.test(name) && !used.has(name))
        await rm(join(this.preparedFolder, name), { recursive: true, force: true }).catch(() => {});
  }
}

const keyOf = ({ folder }: Candidate): string => `${folder.path} ${folder.id}`;

const checksumsOf = ({ models }: InstalledVoices): string =>
  models.map(({ id, checksum }) => `${id} ${checksum}`).join('\n');

function installedOf(candidates: readonly Candidate[], readings: readonly Reading[]): InstalledVoices {
  const models = new Map<string, LocalModel>();
  const problems: FolderProblem[] = [];
  const names = new Map(candidates.map(({ folder, signature }) => [signature, folder.id]));
  for (const { signature, models: found, problem } of readings) {
    const id = names.get(signature) ?? '';
    if (problem !== null) problems.push({ id, problem });
    for (const model of found)
      if (models.has(model.id)) problems.push({ id, problem: `There is another voice named ${model.id}.` });
      else models.set(model.id, model);
  }
  return { models: [...models.values()], problems };
}

async function findCandidates(path: string): Promise<Candidate[]> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const candidates: Candidate[] = [];
  for (const name of names
    .filter((one) => !one.startsWith('.'))
    .sort()
    .slice(0, foldersMax)) {
    const place = join(path, name);
    // It may be deleted while it is looked at.
    const about = await stat(place).catch(() => null);
    if (about?.isDirectory()) candidates.push(...(await folderCandidate(name, place)));
    else if (about && name.endsWith('.onnx') && names.includes(`${name}.json`))
      candidates.push(await candidateOf(looseFolder(place)));
  }
  return candidates;
}

/** A folder, or the only folder in it: archives that are unpacked often have one more around them. */
async function folderCandidate(id: string, path: string): Promise<Candidate[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return [];
  const visible = entries.filter(({ name }) => !name.startsWith('.'));
  const folders = visible.filter((entry) => entry.isDirectory());
  if (folders.length === 1 && visible.length === 1) {
    const inner = join(path, folders[0]!.name);
    const files = await readdir(inner).catch(() => []);
    return [await candidateOf({ id, path: inner, files: files.slice(0, filesMax) })];
  }
  const files = visible.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  return [await candidateOf({ id, path, files: files.slice(0, filesMax) })];
}

async function candidateOf(folder: VoiceFolder): Promise<Candidate> {
  const about = await Promise.all(
    folder.files.map(async (name) => [name, await stat(join(folder.path, name)).catch(() => null)] as const),
  );
  const times = about.map(([, file]) => file?.mtimeMs ?? 0);
  const signature = JSON.stringify([
    folder.id,
    folder.path,
    about.map(([name, file]) => [name, file?.size, file?.mtimeMs]),
  ]);
  return { folder, signature, changedAt: Math.max(0, ...times) };
}

/** SHA-256 of files; of each as long as its size and time stay, across restarts too. */
class Checksums {
  readonly #path: string;
  #known: Map<string, [about: string, checksum: string]>;
  #changed = false;

  private constructor(path: string, known: Map<string, [string, string]>) {
    this.#path = path;
    this.#known = known;
  }

  static async load(path: string): Promise<Checksums> {
    try {
      const entries = JSON.parse(await readFile(path, 'utf8')) as [string, [string, string]][];
      return new Checksums(path, new Map(entries));
    } catch {
      return new Checksums(path, new Map());
    }
  }

  /** One checksum of several files. */
  async of(paths: readonly string[]): Promise<string> {
    const all = createHash('sha256');
    for (const path of paths) all.update(await this.#ofFile(path));
    return all.digest('hex');
  }

  async #ofFile(path: string): Promise<string> {
    const about = aboutFile(await stat(path));
    const known = this.#known.get(path);
    if (known?.[0] === about) return known[1];
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const checksum = hash.digest('hex');
    this.#known.set(path, [about, checksum]);
    this.#changed = true;
    return checksum;
  }

  /** A folder that cannot be written to is no error: then the files are hashed again after a restart. */
  async save(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    const draft = `${this.#path}.${process.pid}`;
    try {
      await mkdir(join(this.#path, '..'), { recursive: true });
      await writeFile(draft, JSON.stringify([...this.#known]));
      await rename(draft, this.#path);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}

const aboutFile = ({ size, mtimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ino}`;
