import type { FastifyRequest } from 'fastify';
import { BodyError, inTurn, readText } from '../lib/request-body.ts';
import { readForm } from '../lib/form-data.ts';
import { CallError } from './compile.ts';
import { InputError } from './input.ts';
import type { Row } from './row.ts';

/** Base64 takes four characters for three bytes; the rest is for what goes with it. */
const encodedBytes = (bytes: number): number => Math.ceil(bytes / 3) * 4 + 64 * 1024;

/** The body of a call that sends a file. @throws CallError for what a person can mend, BodyError for what only a program can */
export async function readUpload(body: FastifyRequest['raw'], { kind, maxBytes, tooLarge }: NonNullable<Row['upload']>): Promise<unknown> {
  try {
    if (kind === 'form') return Object.fromEntries((await readForm(body, { fileBytes: maxBytes, files: 1 })).files);
    const text = await inTurn(() => readText(body, encodedBytes(maxBytes)));
    return text.trim() === '' ? null : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof BodyError && error.statusCode === 413) throw refused(tooLarge);
    if (error instanceof SyntaxError) throw new BodyError(400, 'The body is not valid JSON.');
    throw error;
  }
}

/** A file that was sent as base64, with or without `data:…;base64,` before it. @throws InputError on `field` */
export function decodeBase64(text: string, field: string): Uint8Array<ArrayBuffer> {
  const start = /^data:[^,]{0,200};base64,/.exec(text)?.[0].length ?? 0;
  const encoded = (start ? text.slice(start) : text).replaceAll(/\s+/g, '');
  const bytes = Uint8Array.from(Buffer.from(encoded, 'base64'));
  // What is no base64 is skipped in decoding, and so shows in the length.
  const characters = encoded.length - (encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0);
  if (characters % 4 === 1 || bytes.length !== Math.floor((characters * 3) / 4)) throw new InputError([{ field, message: `${field} must be base64.` }]);
  return bytes;
}

const refused = (message: string): CallError => new CallError({ type: 'ValidationError', message, fieldErrors: [{ field: 'file', message }] });
