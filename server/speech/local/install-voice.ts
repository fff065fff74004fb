import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { licenseIn } from './license-in-text.ts';
import { voiceInstallMessages as messages } from './messages.ts';
import {
  isLicenseFile,
  rethrowFrom,
  stallMs,
  VoiceInstallError,
  type IndexedFile,
  type IndexedVoice,
} from './voice-index.ts';

/** Bytes that stay free on the disk. */
const reserve = 256 * 1024 * 1024;

export interface InstallOptions {
  /** The voices folder. */
  folder: string;
  signal?: AbortSignal;
  /** Called when the license is known, before the large files. */
  onLicense?(license: string | null): void;
  /** Bytes of the whole voice. */
  onProgress?(done: number, total: number): void;
}

/**
 * Downloads a voice into the voices folder: the small files first, each checked by its checksum. What is
 * there of an earlier attempt is continued, and nothing shows in the folder until all is complete.
 * @throws VoiceInstallError
 */
export async function installVoice(voice: IndexedVoice, options: InstallOptions): Promise<string> {
  try {
    return await install(voice, options);
  } catch (error) {
    const { folder } = options;
    const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new VoiceInstallError(messages.VOICE_DISK_FULL({ folder, voice: voice.name }), { cause: error });
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
      throw new VoiceInstallError(messages.VOICE_FOLDER_READ_ONLY({ folder }), { cause: error });
    throw error;
  }
}

/** Whether the file system failed, not the connection. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

async function install(voice: IndexedVoice, options: InstallOptions): Promise<string> {
  const target = join(options.folder, voice.name);
  if (await stat(target).catch(() => null))
    throw new VoiceInstallError(messages.VOICE_INSTALLED_ALREADY({ voice: voice.name }));
  await mkdir(options.folder, { recursive: true });
  await checkSpace(voice, options.folder);
  const draft = join(options.folder, `.download-${voice.name}`);
  await mkdir(draft, { recursive: true });
  const files = voice.files.toSorted((a, b) => a.size - b.size);
  const large = files.at(-1);
  let done = 0;
  for (const file of files) {
    if (file === large) options.onLicense?.(voice.license ?? (await licenseOf(draft, files)));
    const before = done;
    await fetchFile(file, join(draft, file.name), options.signal, (bytes) =>
      options.onProgress?.(before + bytes, voice.size),
    );
    done += file.size;
  }
  await rename(draft, target);
  return target;
}

async function checkSpace({ name, size }: IndexedVoice, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < size + reserve)
    throw new VoiceInstallError(messages.VOICE_DISK_FULL({ folder, voice: name }));
}

async function licenseOf(draft: string, files: readonly IndexedFile[]): Promise<string | null> {
  for (const { name } of files.filter(isLicenseFile)) {
    const license = licenseIn(await readFile(join(draft, name), 'utf8').catch(() => ''));
    if (license) return license.name;
  }
  return null;
}

async function fetchFile(
  file: IndexedFile,
  path: string,
  signal: AbortSignal | undefined,
  onProgress: (bytes: number) => void,
): Promise<void> {
  if ((await stat(path).catch(() => null))?.size === file.size && (await fits(file, path))) return;
  const part = `${path}.part`;
  const there = (await stat(part).catch(() => null))?.size ?? 0;
  // A part that is too long is of another file.
  const from = there < file.size ? there : 0;
  await receive(file, part, from, signal, onProgress);
  if (!(await fits(file, part))) {
    await rm(part, { force: true });
    throw new VoiceInstallError(messages.VOICE_CHECKSUM_WRONG({ file: file.name }));
  }
  await rename(part, path);
}

async function receive(
  file: IndexedFile,
  part: string,
  from: number,
  signal: AbortSignal | undefined,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const stall = new AbortController();
  const either = signal ? AbortSignal.any([signal, stall.signal]) : stall.signal;
  let timer = setTimeout(() => stall.abort(), stallMs);
  try {
    const response = await fetch(file.url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: either,
    }).catch(rethrowFrom(file.url));
    if (!response.ok || !response.body)
      throw new VoiceInstallError(
        messages.VOICE_SERVER_REFUSED({ url: file.url, status: String(response.status) }),
      );
    // A server that cannot continue sends all of it.
    let size = response.status === 206 ? from : 0;
    const handle = await open(part, size > 0 ? 'a' : 'w');
    try {
      for await (const piece of response.body) {
        clearTimeout(timer);
        timer = setTimeout(() => stall.abort(), stallMs);
        size += piece.length;
        if (size > file.size) throw new VoiceInstallError(messages.VOICE_FILE_TOO_LONG({ file: file.name }));
        await handle.write(piece);
        onProgress(size);
      }
    } finally {
      await handle.close();
    }
    if (size < file.size) throw new VoiceInstallError(messages.VOICE_FILE_CUT({ file: file.name }));
  } catch (error) {
    if (error instanceof VoiceInstallError) throw error;
    signal?.throwIfAborted();
    if (isOfDisk(error)) throw error;
    throw new VoiceInstallError(messages.VOICE_DOWNLOAD_STALLED({ file: file.name }), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function fits({ size, checksum }: IndexedFile, path: string): Promise<boolean> {
  if ((await stat(path)).size !== size) return false;
  const hash = createHash(checksum.algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === checksum.value;
}
