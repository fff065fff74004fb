import { access, mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noticeOf, noticeSchema, type Notice } from '../../lib/declare-messages.ts';
import type { Logger } from '../../lib/logger.ts';
import { installVoice, type InstallOptions } from './install-voice.ts';
import type { LocalModel } from './local-model.ts';
import { voiceInstallMessages as messages } from './messages.ts';
import {
  indexedVoice,
  isVoiceName,
  readLicense,
  readVoiceIndex,
  VoiceInstallError,
  type IndexedVoice,
  type VoiceIndex,
} from './voice-index.ts';
import type { VoiceLicense } from '../provider.ts';
import type { VoicesDirectory } from './voices-directory.ts';

/** Milliseconds between two records of progress, and looks for a cancellation by another process. */
const recordEveryMs = 500;
/** Milliseconds without a record after which the process that installs has ended. */
const staleMs = 30_000;
/** Milliseconds for which an index is reused. */
const indexMs = 5 * 60_000;

const record = z.object({
  size: z.number(),
  done: z.number(),
  startedAt: z.number(),
  failure: noticeSchema.nullable(),
});
type InstallRecord = z.output<typeof record>;

/** A voice that is being installed, or could not be. */
export interface VoiceInstallation {
  name: string;
  /** Bytes of its files, and bytes that have arrived. */
  size: number;
  done: number;
  startedAt: Date;
  /** Why it ended; null: it is running. */
  failure: Notice | null;
}

export interface VoiceInstallerOptions {
  directory: VoicesDirectory;
  /** Address of the index. */
  index: string;
  log?: Logger | undefined;
  /** Called after a voice was installed or removed. */
  onChange?(): Promise<void>;
}

type InstallHooks = Pick<InstallOptions, 'onLicense' | 'onProgress'>;

/**
 * Installs and removes voices. Each installation has a record in the voices folder, which all processes of
 * an installation share, so that each can show its progress and cancel it.
 */
export class VoiceInstaller {
  readonly index: string;
  readonly #directory: VoicesDirectory;
  readonly #records: string;
  readonly #log: Logger | undefined;
  readonly #onChange: () => Promise<void>;
  readonly #running = new Map<string, { abort: AbortController; ended: Promise<unknown> }>();
  #read: { at: number; content: Promise<VoiceIndex> } | undefined;

  constructor({ directory, index, log, onChange = () => Promise.resolve() }: VoiceInstallerOptions) {
    this.index = index;
    this.#directory = directory;
    this.#records = join(directory.path, '.installations');
    this.#log = log;
    this.#onChange = onChange;
  }

  /** Reads the index; what was read lately is returned again. @throws VoiceInstallError */
  offered(): Promise<VoiceIndex> {
    if (this.#read && Date.now() - this.#read.at < indexMs) return this.#read.content;
    const read = { at: Date.now(), content: readVoiceIndex(this.index) };
    this.#read = read;
    read.content.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return read.content;
  }

  /** License of a voice of the index; null: it names none. @throws VoiceInstallError */
  async license(name: string): Promise<VoiceLicense | null> {
    return readLicense(indexedVoice(await this.offered(), name));
  }

  /** Installations that are running or failed, those that began first at the start. */
  async list(): Promise<VoiceInstallation[]> {
    const names = await readdir(this.#records).catch(() => []);
    const found = await Promise.all(
      names.flatMap((file) => (file.endsWith('.json') ? this.#find(file.slice(0, -'.json'.length)) : [])),
    );
    return found
      .filter((one) => one !== null)
      .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || a.name.localeCompare(b.name));
  }

  /** Begins to install a voice of the index. @throws VoiceInstallError */
  async start(name: string): Promise<void> {
    const voice = indexedVoice(await this.offered(), name);
    if (await exists(join(this.#directory.path, name)))
      throw new VoiceInstallError(messages.VOICE_INSTALLED_ALREADY({ voice: name }));
    await this.#claim(voice);
    // Failures are in the record.
    this.#begin(voice, {}).catch(() => {});
  }

  /** Installs a voice of the index. @returns its folder @throws VoiceInstallError */
  async install(
    name: string,
    options: InstallHooks & { onVoice?(voice: IndexedVoice): void } = {},
  ): Promise<string> {
    const voice = indexedVoice(await this.offered(), name);
    options.onVoice?.(voice);
    await this.#claim(voice);
    return this.#begin(voice, options);
  }

  /** Ends an installation, or forgets one that failed, and deletes what has arrived. */
  async cancel(name: string): Promise<void> {
    if (!isVoiceName(name)) return;
    const own = this.#running.get(name);
    const found = own ? null : await this.#find(name);
    if (!own && !found) return;
    if (own) {
      own.abort.abort(new CancelledError());
      await own.ended;
    } else if (found?.failure === null) {
      // Its process looks for this.
      await writeFile(this.#path(name, 'cancel'), '');
      return;
    }
    await this.#forget(name);
    await rm(join(this.#directory.path, `.download-${name}`), { recursive: true, force: true });
  }

  /** Deletes an installed voice. @throws VoiceInstallError */
  async remove(id: string): Promise<void> {
    const { models } = this.#directory.installed;
    const model = models.find((one) => one.id === id);
    if (!model) throw new VoiceInstallError(messages.VOICE_NOT_INSTALLED({ voice: id }));
    const entry = (one: LocalModel) => relative(this.#directory.path, one.files.model).split(sep)[0]!;
    const isShared = models.some((one) => one !== model && entry(one) === entry(model));
    const paths =
      isShared || entry(model).endsWith('.onnx')
        ? [model.files.model, `${model.files.model}.json`]
        : [join(this.#directory.path, entry(model))];
    // No one sees half of it.
    const removed = join(this.#directory.path, `.removed-${randomUUID()}`);
    await writable(this.#directory.path, async () => {
      await mkdir(removed);
      for (const [number, path] of paths.entries())
        if (await exists(path)) await rename(path, join(removed, String(number)));
      await rm(removed, { recursive: true, force: true });
    });
    await this.#changed();
  }

  /** Ends what this process installs; it can be continued. */
  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort(new Error('closing'));
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #path(name: string, suffix: 'json' | 'cancel'): string {
    return join(this.#records, `${name}.${suffix}`);
  }

  async #find(name: string): Promise<VoiceInstallation | null> {
    const path = this.#path(name, 'json');
    try {
      const { mtimeMs } = await stat(path);
      const { startedAt, failure, ...known } = record.parse(JSON.parse(await readFile(path, 'utf8')));
      const isStale = failure === null && Date.now() - mtimeMs > staleMs;
      return {
        name,
        ...known,
        startedAt: new Date(startedAt),
        failure: isStale ? noticeOf(messages.VOICE_INSTALL_INTERRUPTED()) : failure,
      };
    } catch {
      // It has just ended.
      return null;
    }
  }

  /** @throws VoiceInstallError if it is being installed already, or nothing can be written */
  async #claim({ name, size }: IndexedVoice): Promise<void> {
    const other = await this.#find(name);
    if (this.#running.has(name) || other?.failure === null)
      throw new VoiceInstallError(messages.VOICE_BEING_INSTALLED({ voice: name }));
    await writable(this.#directory.path, async () => {
      await mkdir(this.#records, { recursive: true });
      await this.#forget(name);
      const started: InstallRecord = { size, done: 0, startedAt: Date.now(), failure: null };
      try {
        await writeFile(this.#path(name, 'json'), JSON.stringify(started), { flag: 'wx' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new VoiceInstallError(messages.VOICE_BEING_INSTALLED({ voice: name }));
      }
    });
  }

  #begin(voice: IndexedVoice, options: InstallHooks): Promise<string> {
    const abort = new AbortController();
    const running = this.#run(voice, abort, options);
    const ended = running.then(
      () => {},
      () => {},
    );
    this.#running.set(voice.name, { abort, ended });
    return running.finally(() => this.#running.delete(voice.name));
  }

  async #run(voice: IndexedVoice, abort: AbortController, options: InstallHooks): Promise<string> {
    const { name, size } = voice;
    const state: InstallRecord = { size, done: 0, startedAt: Date.now(), failure: null };
    let writing = Promise.resolve();
    const write = () => (writing = writing.then(() => this.#write(name, state)).catch(() => {}));
    const timer = setInterval(() => {
      void write();
      void exists(this.#path(name, 'cancel')).then((asked) => asked && abort.abort(new CancelledError()));
    }, recordEveryMs);
    try {
      const folder = await installVoice(voice, {
        folder: this.#directory.path,
        signal: abort.signal,
        onLicense: (license) => options.onLicense?.(license),
        onProgress: (done, total) => {
          state.done = done;
          options.onProgress?.(done, total);
        },
      });
      clearInterval(timer);
      await writing;
      await this.#changed();
      await this.#forget(name);
      return folder;
    } catch (cause) {
      clearInterval(timer);
      await writing;
      const error: unknown = abort.signal.aborted ? abort.signal.reason : cause;
      if (error instanceof CancelledError) {
        await this.#forget(name);
        await rm(join(this.#directory.path, `.download-${name}`), { recursive: true, force: true });
      } else {
        state.failure = noticeOf(
          error instanceof VoiceInstallError ? error.told : messages.VOICE_INSTALL_INTERRUPTED(),
        );
        await write();
        if (!abort.signal.aborted)
          this.#log?.warn({ err: error, voice: name }, `voice ${name} not installed`);
      }
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** A reader sees the old record or the new one. */
  async #write(name: string, state: InstallRecord): Promise<void> {
    const draft = join(this.#records, `.${name}-${process.pid}`);
    await writeFile(draft, JSON.stringify(state));
    await rename(draft, this.#path(name, 'json'));
  }

  async #forget(name: string): Promise<void> {
    for (const suffix of ['json', 'cancel'] as const) await unlink(this.#path(name, suffix)).catch(() => {});
  }

  async #changed(): Promise<void> {
    await this.#directory.scan();
    await this.#onChange();
  }
}

class CancelledError extends Error {}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** @throws VoiceInstallError if the folder cannot be written to */
async function writable(folder: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
      throw new VoiceInstallError(messages.VOICE_FOLDER_READ_ONLY({ folder }), { cause: error });
    throw error;
  }
}
