import type { IncomingMessage } from 'node:http';
import { BodyError, queueBodyRead, readBytes } from './request-body.ts';
import type { JsonFileAnswer, JsonFileTask } from './json-file-thread.ts';
import { startThread } from '../threads/start-thread.ts';

/** Base64 takes four characters for three bytes; the rest is for line breaks and what goes with it. */
const encodedBytes = (bytes: number): number => Math.ceil((bytes * 4.2) / 3) + 64 * 1024;

/**
 * Reads a body, JSON or an urlencoded form, in which one field is a file in base64. Parses and decodes it in
 * a separate thread, because tens of megabytes would block all other requests.
 * @param field its value is bytes in the result, null if it is not base64 (with or without `data:…;base64,`
 * before it), and unchanged if it is not a text or is empty
 * @param maxBytes of the file
 * @param caller takes turns with all other callers
 * @returns the parsed body; undefined for an empty one
 * @throws BodyError
 */
export async function readJsonFile(
  body: IncomingMessage,
  { field, maxBytes, caller }: { field: string; maxBytes: number; caller: string },
): Promise<unknown> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(body.headers['content-type'] ?? '');
  return queueBodyRead(body, caller, async () => {
    // A form escapes `+`, `/` and `=` with three characters each.
    const bytes = await readBytes(body, encodedBytes(maxBytes) * (isForm ? 1.1 : 1));
    return inThread({ bytes, field, format: isForm ? 'form' : 'json' });
  });
}

/** Decodes a file that was sent as base64, as `readJsonFile` does; null where it is no base64. */
export const decodeFile = async (text: string): Promise<Uint8Array | null> =>
  (await inThread({
    bytes: new Uint8Array(Buffer.from(text)),
    field: '',
    format: 'base64',
  })) as Uint8Array | null;

async function inThread(data: JsonFileTask): Promise<unknown> {
  const answer = await new Promise<JsonFileAnswer>((resolve, reject) => {
    const file = new URL('./json-file-thread.ts', import.meta.url);
    startThread(file, {
      data,
      transfer: [data.bytes.buffer],
      // A thread is enough: the values are counted before they are parsed, and the rest is the file.
      limits: { maxOldGenerationSizeMb: 384 },
      onMessage: (answer) => resolve(answer as JsonFileAnswer),
      onEnd: (error) =>
        reject(error.outOfMemory ? new BodyError(413, 'The body takes too much memory to read.') : error),
    });
  });
  if (!answer.ok) throw new BodyError(400, answer.problem);
  return answer.body;
}
