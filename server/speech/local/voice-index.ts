import { z } from 'zod';

/** The voices that Piper's project publishes. */
export const defaultIndex = 'https://huggingface.co/rhasspy/piper-voices/resolve/main/voices.json';
/** Bytes of an index, of one file, and files of a voice. */
const indexMax = 16 * 1024 * 1024;
const fileMax = 2 * 1024 ** 3;
const filesMax = 40;
const voicesMax = 5_000;
/** Milliseconds that a server may send nothing. */
export const stallMs = 30_000;

/** Why a voice cannot be installed; the message is for an operator. */
export class VoiceInstallError extends Error {
  override name = 'VoiceInstallError';
}

const indexFile = z
  .object({
    size_bytes: z.int().min(0).max(fileMax),
    md5_digest: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  })
  .refine(({ md5_digest: md5, sha256 }) => md5 !== undefined || sha256 !== undefined, 'has no checksum');

/** As Piper's `voices.json` describes a voice; `sha256` may stand beside or in place of `md5_digest`. */
const indexVoice = z.object({
  language: z.object({ code: z.string().max(20), name_english: z.string().max(60).optional() }).optional(),
  license: z.string().max(200).optional(),
  files: z.record(z.string(), indexFile),
});

export interface IndexedFile {
  /** Name in the voice's folder. */
  name: string;
  url: string;
  /** Bytes. */
  size: number;
  checksum: { algorithm: 'sha256' | 'md5'; value: string };
}

export interface IndexedVoice {
  name: string;
  language: string;
  license: string | null;
  files: IndexedFile[];
  size: number;
}

/**
 * Reads an index of voices. A voice that it describes wrongly is left out.
 * @throws VoiceInstallError
 */
export async function readVoiceIndex(source: string, signal?: AbortSignal): Promise<IndexedVoice[]> {
  const text = await download(source, signal);
  let entries: Record<string, unknown>;
  try {
    entries = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new VoiceInstallError(`${source} is not an index of voices.`, { cause });
  }
  return Object.entries(entries)
    .slice(0, voicesMax)
    .flatMap(([name, entry]) => {
      const voice = readVoice(name, entry, source);
      return voice ? [voice] : [];
    });
}

function readVoice(name: string, entry: unknown, base: string): IndexedVoice | null {
  const { data } = indexVoice.safeParse(entry);
  if (!data || !/^[A-Za-z0-9][\w.-]{0,99}$/.test(name)) return null;
  const files = Object.entries(data.files).map(([path, file]) => readIndexFile(path, file, base));
  const known = files.filter((file) => file !== null);
  const names = new Set(known.map((file) => file.name));
  if (known.length !== files.length || names.size !== files.length || files.length > filesMax) return null;
  if (!known.some((file) => file.name.endsWith('.onnx'))) return null;
  return {
    name,
    language: data.language?.code ?? name.split('-')[0]!,
    license: data.license ?? null,
    files: known,
    size: known.reduce((sum, { size }) => sum + size, 0),
  };
}

function readIndexFile(path: string, file: z.output<typeof indexFile>, base: string): IndexedFile | null {
  const parts = path.split('/');
  // A path that leads elsewhere, or to a hidden file.
  if (parts.some((part) => !/^[A-Za-z0-9_][\w.@+-]{0,120}$/.test(part))) return null;
  const checksum =
    file.sha256 === undefined
      ? ({ algorithm: 'md5', value: file.md5_digest! } as const)
      : ({ algorithm: 'sha256', value: file.sha256 } as const);
  return { name: parts.at(-1)!, url: new URL(path, base).href, size: file.size_bytes, checksum };
}

async function download(url: string, signal?: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(stallMs);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch(
    rethrowFrom(url),
  );
  if (!response.ok) throw new VoiceInstallError(`${url} answered with ${response.status}.`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > indexMax) throw new VoiceInstallError(`${url} is too long to be an index of voices.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** No connection, or no file. */
export const rethrowFrom =
  (source: string) =>
  (cause: unknown): never => {
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    const reason = inner instanceof Error ? inner.message : String(inner);
    throw new VoiceInstallError(`${source} cannot be read: ${reason}.`, { cause });
  };
