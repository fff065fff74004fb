import type { IncomingMessage } from 'node:http';
import { Gate, GateFullError } from '../threads/gate.ts';

/** Request whose body cannot be used; the message is for the sender. */
export class BodyError extends Error {
  override name = 'BodyError';
  /** HTTP */
  readonly statusCode: 400 | 408 | 413 | 415 | 503;
  /** Seconds after which it is worth another try, where it is a matter of time. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: BodyError['statusCode'], message: string, retryAfter?: number) {
    super(message);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

/**
 * Limits the megabytes in memory, however many clients upload. A slow connection does not block all others.
 */
const uploads = new Gate({
  atOnce: 6,
  waitingMax: 60,
  perCaller: { share: 1 / 3, waitingMax: 20 },
  patience: () => 60_000,
});
/** Multiple of the limit beyond which reading stops. */
const patience = 4;

/**
 * Bytes a second that a sender keeps up at least, over any so many milliseconds; 32 MB then take ten minutes
 * at most.
 */
const leastRate = 16 * 1024;
const watchedMs = 10_000;
/** All of a body, milliseconds. */
const longestMs = 600_000;

/** A body that is being received. */
interface Pace {
  request: IncomingMessage;
  since: number;
  begun: number;
  bytes: number;
  tooSlow: () => void;
}

const paces = new Map<IncomingMessage, Pace>();
let watch: NodeJS.Timeout | undefined;

/**
 * Watches a body from now on until it is complete: `tooSlow` is called when it stalls, drips, or takes too
 * long. Bodies wait for nothing then, so that it is the sender who is slow; see `queueBodyRead` for those
 * that have to.
 */
export function watchPace(request: IncomingMessage, tooSlow: () => void): void {
  const now = performance.now();
  paces.set(request, { request, since: now, begun: now, bytes: request.socket.bytesRead, tooSlow });
  watch ??= setInterval(lookAtPaces, 1_000).unref();
}

function lookAtPaces(): void {
  const now = performance.now();
  for (const pace of paces.values()) {
    const { request, since, begun, bytes, tooSlow } = pace;
    if (request.complete || request.destroyed) paces.delete(request);
    else if (
      now - begun > longestMs ||
      (now - since > watchedMs && request.socket.bytesRead - bytes < (leastRate * watchedMs) / 1000)
    ) {
      paces.delete(request);
      tooSlow();
    } else if (now - since > watchedMs) Object.assign(pace, { since: now, bytes: request.socket.bytesRead });
  }
  if (paces.size > 0) return;
  clearInterval(watch);
  watch = undefined;
}

/**
 * Passes on the chunks of a body. Data beyond the limit is read and dropped, so that the sender receives the
 * error; a sender that does not stop is cut off.
 * @param limit bytes
 * @throws BodyError 413, and the error that aborts the stream
 */
export async function readChunks(
  body: AsyncIterable<Buffer>,
  limit: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total <= limit) take(chunk);
    else if (total > patience * limit) break;
  }
  if (total > limit) throw bodyTooLargeError(limit);
}

/** A whole body. @param limit bytes @throws BodyError 413 */
export async function readBytes(
  body: AsyncIterable<Buffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  await readChunks(body, limit, (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  return concatBytes(chunks, length);
}

export function concatBytes(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Reads a body of many megabytes in its turn. The wait does not count as a slow upload.
 * @param caller takes turns with all other callers
 * @throws BodyError 503 when too many wait, and what `read` throws
 */
export async function queueBodyRead<T>(
  request: IncomingMessage,
  caller: string,
  read: () => Promise<T>,
): Promise<T> {
  const pace = paces.get(request);
  paces.delete(request);
  try {
    return await uploads.run(
      () => {
        if (pace) watchPace(request, pace.tooSlow);
        return read();
      },
      { caller },
    );
  } catch (error) {
    if (error instanceof GateFullError)
      throw new BodyError(503, 'Too many files are being uploaded. Try again in a minute.', 60);
    throw error;
  }
}

export const bodyTooLargeError = (limit: number): BodyError =>
  new BodyError(413, `The request is larger than the maximum of ${megabytes(limit)} MB.`);

const megabytes = (bytes: number): string => String(Math.floor((bytes / 1024 / 1024) * 10) / 10);
