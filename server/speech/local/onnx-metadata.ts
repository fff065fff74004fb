import { open, type FileHandle } from 'node:fs/promises';

/** An incomplete ONNX model; the message says what is wrong with it. */
export class ModelFileError extends Error {
  override name = 'ModelFileError';
}

/** Numbers of the fields of ONNX's `ModelProto` (onnx.proto3). */
const fields = { irVersion: 1, graph: 7, metadata: 14 };
/** Bytes of one entry: names and numbers of speakers take some kilobytes. */
const entryMax = 256 * 1024;
const entriesMax = 1_000;

/**
 * Reads the metadata of an ONNX model (`metadata_props`) without its weights: fields are skipped by their
 * length, so a model of 300 MB takes a few reads.
 * @throws ModelFileError for another kind of file and for one that ends too early
 */
export async function readOnnxMetadata(path: string): Promise<Record<string, string>> {
  const file = await open(path);
  try {
    return await readFields(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function readFields(file: FileHandle, size: number): Promise<Record<string, string>> {
  const metadata: Record<string, string> = {};
  let hasGraph = false;
  let entries = 0;
  for (let at = 0; at < size;) {
    const head = await bytesAt(file, at, Math.min(20, size - at));
    const key = readVarint(head, 0);
    const [field, wire] = [Math.floor(key.value / 8), key.value % 8];
    if (at === 0 && (field !== fields.irVersion || wire !== 0))
      throw new ModelFileError('it is not an ONNX model');
    const value = readVarint(head, key.next);
    if (wire === 0) at += value.next;
    else if (wire === 2) {
      const start = at + value.next;
      if (start + value.value > size) throw new ModelFileError('it is incomplete: copy it again');
      if (field === fields.graph) hasGraph = true;
      if (field === fields.metadata) {
        if (value.value > entryMax || ++entries > entriesMax)
          throw new ModelFileError('its metadata is too long');
        const [name, text] = readEntry(await bytesAt(file, start, value.value));
        metadata[name] = text;
      }
      at = start + value.value;
    } else throw new ModelFileError('it is not an ONNX model');
  }
  if (!hasGraph) throw new ModelFileError('it is incomplete: copy it again');
  return metadata;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new ModelFileError('it is incomplete: copy it again');
  return buffer;
}

function readVarint(bytes: Buffer, from: number): { value: number; next: number } {
  let value = 0;
  for (let at = from, factor = 1; at < bytes.length && at < from + 10; at++, factor *= 128) {
    value += (bytes[at]! & 0x7f) * factor;
    if (bytes[at]! < 0x80) return { value, next: at + 1 };
  }
  throw new ModelFileError('it is not an ONNX model');
}

function readEntry(bytes: Buffer): [name: string, value: string] {
  const texts = ['', ''];
  for (let at = 0; at < bytes.length;) {
    const key = readVarint(bytes, at);
    const length = readVarint(bytes, key.next);
    const end = length.next + length.value;
    texts[Math.floor(key.value / 8) - 1] = bytes.toString('utf8', length.next, end);
    at = end;
  }
  return [texts[0]!, texts[1]!];
}

/**
 * Metadata as it is appended to a model's file. Repeated fields of Protocol Buffers may be written in parts,
 * and of two entries with one name the runtime takes the later one.
 */
export function metadataBytes(metadata: Readonly<Record<string, string | number>>): Buffer {
  const part = (field: number, content: Buffer): Buffer =>
    Buffer.concat([writeVarint(field * 8 + 2), writeVarint(content.length), content]);
  return Buffer.concat(
    Object.entries(metadata).map(([name, value]) =>
      part(fields.metadata, Buffer.concat([part(1, Buffer.from(name)), part(2, Buffer.from(String(value)))])),
    ),
  );
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
}
