import { fetchMessages } from '../messages.ts';
import type { Readable, Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { FetchError } from './safe-fetch-error.ts';

const maxCodings = 3;

/**
 * Reads a body, undoing its content codings, into at most `maxBytes` bytes: counted on the wire and after
 * each decompression, so that a small bomb ends at the limit instead of in memory. Decompressors run in
 * zlib's threads.
 * @throws FetchError kinds `too-large`, `bad-encoding`
 */
export async function readBody(
  source: Readable,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings)
    throw new FetchError('bad-encoding', fetchMessages.FETCH_COMPRESSED_TOO_OFTEN());
  let bytes = await collect(source, maxBytes);
  for (const coding of codings.reverse()) bytes = await decompress(bytes, coding, maxBytes);
  return bytes;
}

/**
 * Undoes one content coding. What does not begin as its coding promises is taken as it is: servers label
 * plain bodies gzip.
 */
async function decompress(
  bytes: Uint8Array<ArrayBuffer>,
  coding: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.byteLength === 0) return bytes;
  const decompressor = decompressorFor(coding, bytes);
  if (!decompressor) return bytes;
  decompressor.end(bytes);
  try {
    return await collect(decompressor, maxBytes);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError('bad-encoding', fetchMessages.FETCH_DAMAGED_ENCODING({ coding }), { cause: error });
  }
}

function decompressorFor(coding: string, bytes: Uint8Array): Transform | undefined {
  // A sync flush at the end gives what a truncated stream holds, as browsers do.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  const [first = 0, second = 0] = bytes;
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(bytes) ? createGunzip(lenient) : undefined;
    case 'deflate':
      // "deflate" means zlib (RFC 9110, 8.4.1.2), some servers send raw deflate.
      return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
        ? createInflate(lenient)
        : createInflateRaw(lenient);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      // The window that a browser allows (RFC 9659): by default it may take 128 MB.
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      throw new FetchError(
        'bad-encoding',
        fetchMessages.FETCH_UNKNOWN_ENCODING({ coding: coding.slice(0, 40) }),
      );
  }
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Undoes the compression of a `.gz` file, within the same limit. */
export function gunzip(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  return decompress(bytes, 'gzip', maxBytes);
}

async function collect(source: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error destroys the source and with it the connection.
  for await (const part of source as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > maxBytes) throw tooLargeError(maxBytes);
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

export function tooLargeError(maxBytes: number): FetchError {
  return new FetchError(
    'too-large',
    fetchMessages.FETCH_TOO_LARGE({ megabytes: Math.max(1, Math.round(maxBytes / 1e6)) }),
  );
}
