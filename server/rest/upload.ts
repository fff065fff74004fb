import { readForm } from '../lib/form-data.ts';
import { readJsonFile } from '../lib/json-file.ts';
import { BodyError } from '../lib/request-body.ts';
import { CallError } from './compile.ts';
import type { Row } from './row.ts';
import type { FastifyRequest } from 'fastify';

/**
 * The body of a call that sends a file. @throws CallError for what a person can mend, BodyError for what only
 * a program can
 */
export async function readUpload(
  body: FastifyRequest['raw'],
  { kind, field, maxBytes, tooLarge }: NonNullable<Row['upload']>,
  caller: string,
): Promise<unknown> {
  try {
    return kind === 'form'
      ? Object.fromEntries((await readForm(body, { fileBytes: maxBytes, files: 1, caller })).files)
      : await readJsonFile(body, { field, maxBytes, caller });
  } catch (error) {
    if (!(error instanceof BodyError) || error.statusCode !== 413) throw error;
    throw new CallError({
      type: 'ValidationError',
      message: tooLarge,
      fieldErrors: [{ field, message: tooLarge }],
    });
  }
}
