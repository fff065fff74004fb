/** The thread that `readJsonFile` starts. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseForm } from './form-fields.ts';
import { formProblem, inputProblem, jsonProblem } from './input-bounds.ts';

export interface JsonFileTask {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whose value is the file. */
  field: string;
  /** An urlencoded form, or base64 alone, which then is the whole body. */
  format: 'json' | 'form' | 'base64';
}

export type JsonFileAnswer = { ok: true; body: unknown } | { ok: false; problem: string };

function decode(text: string): Uint8Array<ArrayBuffer> | null {
  const start = /^data:[^,]{0,200};base64,/.exec(text)?.[0].length ?? 0;
  const encoded = text.slice(start).replaceAll(/\s+/g, '');
  const bytes = new Uint8Array(Buffer.from(encoded, 'base64'));
  // What is no base64 is skipped in decoding, and so shows in the length.
  const characters = encoded.length - (encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0);
  return characters % 4 !== 1 && bytes.length === Math.floor((characters * 3) / 4) ? bytes : null;
}

/** What is too much in a body before it is parsed. */
const excesses = { json: jsonProblem, form: formProblem, base64: () => null };

function read({ bytes, field, format }: JsonFileTask): { answer: JsonFileAnswer; move: ArrayBuffer[] } {
  const excess = excesses[format](bytes);
  if (excess !== null) return { answer: { ok: false, problem: excess }, move: [] };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text.trim() === '') return { answer: { ok: true, body: undefined }, move: [] };
  if (format === 'base64') {
    const file = decode(text);
    return { answer: { ok: true, body: file }, move: file ? [file.buffer] : [] };
  }
  let body: unknown;
  try {
    body = format === 'form' ? parseForm(text) : JSON.parse(text);
  } catch {
    return { answer: { ok: false, problem: 'The body is not valid JSON.' }, move: [] };
  }
  // Endless nesting exhausts the stack on copying.
  const problem = inputProblem(body);
  if (problem !== null) return { answer: { ok: false, problem }, move: [] };
  const given =
    typeof body === 'object' && body !== null && Object.hasOwn(body, field)
      ? (body as Record<string, unknown>)[field]
      : undefined;
  if (typeof given !== 'string' || given === '') return { answer: { ok: true, body }, move: [] };
  const file = decode(given);
  return {
    answer: { ok: true, body: { ...(body as object), [field]: file } },
    move: file ? [file.buffer] : [],
  };
}

const { answer, move } = read(workerData as JsonFileTask);
parentPort!.postMessage(answer, move);
