import type { GraphQLParams } from 'graphql-yoga';
import { BodyError } from '../lib/requests/request-body.ts';
import type { Form } from '../lib/requests/form-data.ts';
import type { UploadedFile } from '../lib/requests/uploaded-file.ts';

const pathsMax = 10;

/**
 * The operation in a form that follows the GraphQL multipart request specification
 * (github.com/jaydenseric/graphql-multipart-request-spec): `operations` holds it with null in place of files,
 * `map` says where which file belongs.
 * @throws BodyError
 */
export function operationOf({ fields: sent, files }: Form): GraphQLParams {
  const fields = new Map(sent);
  const params = objectIn(fields, 'operations');
  const places = Object.entries(objectIn(fields, 'map')).flatMap(([name, paths]) =>
    Array.isArray(paths)
      ? paths.map((path): [string, unknown] => [name, path])
      : [[name, paths] as [string, unknown]],
  );
  if (places.length > pathsMax) throw new BodyError(400, 'The form maps files to too many variables.');
  for (const [name, path] of places) {
    const file = files.get(name);
    if (!file) throw new BodyError(400, `The form has no file "${shown(name)}".`);
    if (typeof path !== 'string' || !place(params, path.split('.'), file))
      throw new BodyError(400, `The operation has no null in place of the file "${shown(name)}".`);
  }
  return params as GraphQLParams;
}

/** What a sender calls a file, as far as it can be read. */
const shown = (name: string): string => name.slice(0, 100);

/** Puts a file where null is, in a variable. @returns whether there is such a place */
function place(params: Record<string, unknown>, [root, ...path]: string[], file: UploadedFile): boolean {
  let parent: unknown = root === 'variables' ? params['variables'] : undefined;
  const last = path.pop();
  for (const key of path) parent = own(parent, key);
  if (last === undefined || own(parent, last) !== null) return false;
  (parent as Record<string, unknown>)[last] = file;
  return true;
}

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

function objectIn(fields: ReadonlyMap<string, string>, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(fields.get(name) ?? '');
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new BodyError(400, `The form's field "${name}" must be a JSON object.`);
}
