import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { BodyError, queueBodyRead, concatBytes, readChunks, bodyTooLargeError } from './request-body.ts';
import { UploadedFile } from './uploaded-file.ts';

/** The parts of a multipart form. */
export interface Form {
  /** In the order in which they were sent. */
  fields: [name: string, value: string][];
  /** By name; the last one where a name comes twice. */
  files: Map<string, UploadedFile>;
}

export interface FormLimits {
  /** Bytes that each file may have. */
  fileBytes: number;
  files: number;
  /** Number of parts that are no files; 10 unless said otherwise. */
  fields?: number;
  /** Bytes of all parts that are no files; a megabyte unless said otherwise. */
  fieldBytes?: number;
}

/**
 * Reads a multipart form into memory. What is too large is read to its end nevertheless, so that the sender
 * hears of it.
 * @param limits of the form, and the caller who takes turns with all others
 * @throws BodyError
 */
export async function readForm(
  request: IncomingMessage,
  { caller, fileBytes, files, fields = 10, fieldBytes = 1024 * 1024 }: FormLimits & { caller: string },
): Promise<Form> {
  return queueBodyRead(request, caller, async () => {
    const form: Form = { fields: [], files: new Map() };
    let failure: BodyError | undefined;
    const fail = (error: BodyError): void => void (failure ??= error);
    const parser = startParser(request, { fileBytes, files, fields, fieldBytes });
    parser
      .on('file', (name, stream, fileName) => {
        const chunks: Buffer[] = [];
        let length = 0;
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
        });
        stream.on('limit', () => fail(bodyTooLargeError(fileBytes)));
        stream.on(
          'end',
          () => void form.files.set(name, new UploadedFile(fileName ?? '', concatBytes(chunks, length))),
        );
        stream.on('error', () => fail(malformed()));
      })
      .on('field', (name, value, _, truncated) =>
        truncated ? fail(bodyTooLargeError(fieldBytes)) : void form.fields.push([name, value]),
      );
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(event, () => fail(new BodyError(400, 'The form has too many parts.')));
    const finished = new Promise<void>((resolve) => {
      parser.once('finish', resolve);
      parser.once('error', () => {
        fail(malformed());
        resolve();
      });
    });
    // Everything is kept in memory anyway, so there is nothing to wait for between chunks.
    await readChunks(
      request,
      files * fileBytes + fieldBytes,
      (chunk) => void (failure ?? parser.write(chunk)),
    ).catch((error: unknown) => {
      // What went wrong first says most.
      throw failure ?? error;
    });
    if (!failure) {
      parser.end();
      await finished;
    }
    if (failure) throw failure;
    return form;
  });
}

function startParser(
  { headers }: IncomingMessage,
  { fileBytes, files, fields, fieldBytes }: Required<FormLimits>,
) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      // A part without a file name is a field of any type.
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: {
        fileSize: fileBytes,
        files,
        fields,
        parts: fields + files,
        fieldSize: fieldBytes,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw malformed();
  }
}

const malformed = (): BodyError => new BodyError(400, 'The form cannot be read.');
