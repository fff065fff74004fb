import { Gate, GateFullError } from './gate.ts';

/** A request whose body cannot be used; the message is for whoever sent it. */
export class BodyError extends Error {
  override name = 'BodyError';
  /** HTTP */
  readonly statusCode: 400 | 413 | 503;

  constructor(statusCode: 400 | 413 | 503, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** So many megabytes are in memory at most, however many people send them. */
const uploads = new Gate(6, 60);
/** Beyond so many times the limit nobody listens any more. */
const patience = 4;

/**
 * Hands on the chunks of a body. What is beyond the limit is read and dropped, so that the sender hears why it was refused; who goes on and
 * on is cut off.
 * @param limit bytes
 * @throws BodyError 413, and what breaks off
 */
export async function readChunks(body: AsyncIterable<Buffer>, limit: number, take: (chunk: Buffer) => void): Promise<void> {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total <= limit) take(chunk);
    else if (total > patience * limit) break;
  }
  if (total > limit) throw tooLarge(limit);
}

/** A whole body. @param limit bytes @throws BodyError 413 */
export async function readBytes(body: AsyncIterable<Buffer>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  await readChunks(body, limit, (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  return joined(chunks, length);
}

export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Reads a body of many megabytes when it is its turn. @throws BodyError 503 when too many wait, and what `read` throws */
export async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await uploads.run(read);
  } catch (error) {
    if (error instanceof GateFullError) throw new BodyError(503, 'Too many files are being sent. Please try again in a minute.');
    throw error;
  }
}

export const tooLarge = (limit: number): BodyError => new BodyError(413, `This is larger than the ${megabytes(limit)} MB that can be sent.`);

const megabytes = (bytes: number): string => String(Math.floor((bytes / 1024 / 1024) * 10) / 10);
