import { readForm, type Form } from '../lib/requests/form-data.ts';
import { nestedFields } from '../lib/requests/form-fields.ts';
import { decodeFile, readJsonFile } from '../lib/requests/json-file.ts';
import { BodyError } from '../lib/requests/request-body.ts';
import { CallError } from './compile.ts';
import type { Row } from './row.ts';
import type { FastifyRequest } from 'fastify';

type Upload = NonNullable<Row['upload']>;

const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\b/i.test(contentType ?? '');

/**
 * Reads the body of a call that sends a file: JSON or an urlencoded form with base64, or a multipart form
 * with base64 or the file. @throws CallError for what a person can mend, BodyError for what only a program
 * can
 */
export async function readUpload(
  body: FastifyRequest['raw'],
  upload: Upload,
  caller: string,
): Promise<unknown> {
  const { kind, field, maxBytes, tooLarge } = upload;
  try {
    if (kind === 'json' && !isMultipart(body.headers['content-type']))
      return await readJsonFile(body, { field, maxBytes, caller });
    const base64Bytes = kind === 'json' ? Math.ceil((maxBytes * 4.2) / 3) : 0;
    const fieldBytes = base64Bytes + 1024 * 1024;
    return uploadIn(await readForm(body, { fileBytes: maxBytes, files: 1, fieldBytes, caller }), upload);
  } catch (error) {
    if (!(error instanceof BodyError) || error.statusCode !== 413) throw error;
    throw new CallError({
      type: 'ValidationError',
      message: tooLarge,
      fieldErrors: [{ field, message: tooLarge }],
    });
  }
}

/**
 * A multipart form as the call reads it: bytes in place of base64, a `UploadedFile` where a file is
 * expected.
 */
async function uploadIn({ fields, files }: Form, { kind, field }: Upload): Promise<unknown> {
  const body = nestedFields(fields);
  if (kind === 'form') return { ...body, ...Object.fromEntries(files) };
  const file = files.get(field);
  if (file) return { fileName: file.name, ...body, [field]: file.bytes };
  const text = body[field];
  return typeof text === 'string' && text !== '' ? { ...body, [field]: await decodeFile(text) } : body;
}
