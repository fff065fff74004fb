import { z } from 'zod';
import type { Message } from '../../lib/declare-messages.ts';
import { licenseIn } from './license-in-text.ts';
import { voiceInstallMessages as messages } from './messages.ts';
import type { VoiceLicense } from '../provider.ts';

/** The voices that Piper's project publishes. */
export const defaultIndex = 'https://huggingface.co/rhasspy/piper-voices/resolve/main/voices.json';
/** Bytes of an index, of one file, and files of a voice. */
const indexMax = 16 * 1024 * 1024;
const fileMax = 2 * 1024 ** 3;
const filesMax = 40;
const voicesMax = 5_000;
/** Milliseconds that a server may send nothing. */
export const stallMs = 30_000;

/** Bytes of a model card. */
const cardMax = 256 * 1024;

/** Why a voice cannot be installed; the message is for an operator. */
export class VoiceInstallError extends Error {
  override name = 'VoiceInstallError';
  readonly told: Message;

  constructor(told: Message, options?: ErrorOptions) {
    super(told.message, options);
    this.told = told;
  }
}

/** Whether a name can be that of a voice, and so of its folder. */
export const isVoiceName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name);

/** Address of the index: VOICES_INDEX, else Piper's. */
export const voiceIndexAddress = (env: Readonly<Record<string, string | undefined>>): string =>
  env['VOICES_INDEX']?.trim() || defaultIndex;

const indexFile = z
  .object({
    size_bytes: z.int().min(0),
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

export interface VoiceIndex {
  voices: IndexedVoice[];
  /** Names of voices with a file that is too large to be installed. */
  tooLarge: string[];
}

/**
 * Reads an index of voices. A voice that it describes wrongly is left out.
 * @throws VoiceInstallError
 */
export async function readVoiceIndex(source: string, signal?: AbortSignal): Promise<VoiceIndex> {
  const text = await download(source, indexMax, signal);
  let entries: Record<string, unknown>;
  try {
    entries = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new VoiceInstallError(messages.VOICE_INDEX_INVALID({ url: source }), { cause });
  }
  const read = Object.entries(entries)
    .slice(0, voicesMax)
    .flatMap(([name, entry]) => readVoice(name, entry, source) ?? []);
  const isTooLarge = ({ files }: IndexedVoice): boolean => files.some(({ size }) => size > fileMax);
  return {
    voices: read.filter((voice) => !isTooLarge(voice)),
    tooLarge: read.filter(isTooLarge).map(({ name }) => name),
  };
}

/** Returns a voice of an index. @throws VoiceInstallError */
export function indexedVoice({ voices, tooLarge }: VoiceIndex, name: string): IndexedVoice {
  const voice = voices.find((one) => one.name === name);
  if (voice) return voice;
  throw new VoiceInstallError(
    tooLarge.includes(name)
      ? messages.VOICE_TOO_LARGE({ voice: name, gigabytes: fileMax / 1024 ** 3 })
      : messages.VOICE_NOT_INDEXED({ voice: name }),
  );
}

/**
 * Returns the license that the index names, else the one in the voice's model card; null: none is named.
 * @throws VoiceInstallError
 */
export async function readLicense(voice: IndexedVoice, signal?: AbortSignal): Promise<VoiceLicense | null> {
  if (voice.license !== null) return licenseIn(`License: ${voice.license}`);
  for (const { url, size } of voice.files.filter(isLicenseFile)) {
    const license = size <= cardMax ? licenseIn(await download(url, cardMax, signal)) : null;
    if (license) return license;
  }
  return null;
}

/** Whether a license is looked for in a file. */
export const isLicenseFile = ({ name }: Pick<IndexedFile, 'name'>): boolean =>
  /^(?:model_card|licen[sc]e|readme)/i.test(name);

function readVoice(name: string, entry: unknown, base: string): IndexedVoice | null {
  const { data } = indexVoice.safeParse(entry);
  if (!data || !isVoiceName(name)) return null;
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

async function download(url: string, bytesMax: number, signal?: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(stallMs);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch(
    rethrowFrom(url),
  );
  if (!response.ok)
    throw new VoiceInstallError(messages.VOICE_SERVER_REFUSED({ url, status: String(response.status) }));
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > bytesMax) throw new VoiceInstallError(messages.VOICE_INDEX_TOO_LONG({ url }));
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
    throw new VoiceInstallError(messages.VOICE_INDEX_UNREADABLE({ url: source, reason }), { cause });
  };
