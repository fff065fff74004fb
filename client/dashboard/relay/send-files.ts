import type { GraphQLResponse, UploadableMap } from 'relay-runtime';
import type { requestBody } from './persisted-request.ts';

/** Called with the progress of an upload, 0 to 1. */
export type UploadProgress = (sent: number) => void;

/** What the server answered: its status and, where it is JSON, its body. */
export interface UploadAnswer {
  status: number;
  body: (GraphQLResponse & { errors?: { message: string }[] }) | null;
}

/**
 * The form of the GraphQL multipart request specification: the operation with null where a file belongs, a
 * map from the files' names to their places, then the files.
 * @param files by the path of their variable, such as `input.file`
 */
export function multipartForm(body: ReturnType<typeof requestBody>, files: UploadableMap): FormData {
  const form = new FormData();
  const paths = Object.keys(files);
  const variables = structuredClone(body.variables);
  for (const path of paths) setAt(variables, path.split('.'), null);
  form.append('operations', JSON.stringify({ ...body, variables }));
  form.append(
    'map',
    JSON.stringify(Object.fromEntries(paths.map((path, index) => [index, [`variables.${path}`]]))),
  );
  paths.forEach((path, index) => form.append(String(index), files[path]!));
  return form;
}

function setAt(target: Record<string, unknown>, [key, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[key!] = value;
  else setAt((target[key!] ??= {}) as Record<string, unknown>, rest, value);
}

/**
 * Sends the form. XMLHttpRequest, because fetch does not tell how much was sent. @throws TypeError when the
 * server cannot be reached
 */
export function sendForm(
  form: FormData,
  headers: Record<string, string>,
  onProgress?: UploadProgress,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/graphql');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onerror = () => reject(new TypeError('The upload did not reach the server.'));
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.send(form);
  });
}

function parsed(text: string): UploadAnswer['body'] {
  try {
    return JSON.parse(text) as UploadAnswer['body'];
  } catch {
    return null;
  }
}
