import type { Readable } from 'node:stream';
import { Gate, GateFullError } from './gate.ts';

/** A request whose body cannot be used; the message is for whoever sent it. */
export class BodyError extends Error {
  override name = 'BodyError';
  /** HTTP */
  readonly statusCode: 400 | 408 | 413 | 503;

  constructor(statusCode: BodyError['statusCode'], message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** So many megabytes are in memory at most, however many people send them. */
const uploads = new Gate(6, 60);
/** Beyond so many times the limit nobody listens any more. */
const patience = 4;
/** Nor to who sends nothing for so long, or takes so long for all of it, milliseconds: others wait for their turn. */
const idleMs = 30_000;
const longestMs = 600_000;

/**
 * Hands on the chunks of a body. What is beyond the limit is read and dropped, so that the sender hears why it was refused; who goes on and
 * on, or stalls, is cut off.
 * @param limit bytes
 * @throws BodyError 408 or 413, and what breaks off
 */
export async function readChunks(body: Readable, limit: number, take: (chunk: Buffer) => void): Promise<void> {
  const giveUp = (): void => void body.destroy(new BodyError(408, 'The rest of the file did not come.'));
  const idle = setTimeout(giveUp, idleMs);
  const longest = setTimeout(giveUp, longestMs);
  let total = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      idle.refresh();
      total += chunk.length;
      if (total <= limit) take(chunk);
      else if (total > patience * limit) break;
    }
  } finally {
    clearTimeout(idle);
    clearTimeout(longest);
  }
  if (total > limit) throw tooLarge(limit);
}

/** A whole body. @param limit bytes @throws BodyError 413 */
export async function readBytes(body: Readable, limit: number): Promise<Uint8Array<ArrayBuffer>> {
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
