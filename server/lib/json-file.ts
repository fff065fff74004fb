import type { IncomingMessage } from 'node:http';
import { BodyError, inTurn, readBytes } from './request-body.ts';
import type { JsonFileAnswer } from './json-file-thread.ts';
import { startThread } from './start-thread.ts';

/** Base64 takes four characters for three bytes; the rest is for line breaks and what goes with it. */
const encodedBytes = (bytes: number): number => Math.ceil((bytes * 4.2) / 3) + 64 * 1024;

/**
 * Reads a JSON body of which one field is a file in base64. It is parsed and decoded in a thread of its own:
 * that takes a while for tens of megabytes, and everybody else would wait.
 * @param field whose value is bytes in the answer, null where it is no base64 (with or without
 * `data:…;base64,` before it), and as it
 *   is where it is no text or empty
 * @param maxBytes of the file
 * @param caller who takes turns with all others
 * @returns what was sent; undefined for an empty body
 * @throws BodyError
 */
export async function readJsonFile(
  body: IncomingMessage,
  { field, maxBytes, caller }: { field: string; maxBytes: number; caller: string },
): Promise<unknown> {
  return inTurn(body, caller, async () => {
    const bytes = await readBytes(body, encodedBytes(maxBytes));
    const answer = await inThread(bytes, field);
    if (!answer.ok) throw new BodyError(400, answer.problem);
    return answer.body;
  });
}

function inThread(bytes: Uint8Array<ArrayBuffer>, field: string): Promise<JsonFileAnswer> {
  return new Promise((resolve, reject) => {
    const file = new URL('./json-file-thread.ts', import.meta.url);
    startThread(file, {
      data: { bytes, field },
      transfer: [bytes.buffer],
      onMessage: (answer) => resolve(answer as JsonFileAnswer),
      onEnd: reject,
    });
  });
}
