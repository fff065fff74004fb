import type { Failure } from './row.ts';

/** What a client sent cannot be read as what it has to be; keyed as validation errors are. */
export class InputError extends Error {
  override name = 'InputError';
  readonly fieldErrors: Failure['fieldErrors'];

  constructor(fieldErrors: Failure['fieldErrors']) {
    super(fieldErrors.map((error) => error.message).join(' '));
    this.fieldErrors = fieldErrors;
  }
}

/** Reads one value that was sent, of JSON or of a form. @throws InputError with fields relative to the value */
export type Reader = (value: unknown) => unknown;

const refuse = (message: string): never => {
  throw new InputError([{ field: '', message }]);
};

export const text: Reader = (value) => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : refuse('This must be a text.');
};

/** A text that is also unset when it is empty. */
export const optionalText: Reader = (value) => text(value) || null;

export const flag: Reader = (value) => {
  if (typeof value === 'boolean') return value;
  const known: Record<string, boolean> = { '1': true, true: true, on: true, '0': false, false: false, off: false, '': false, null: false };
  return known[String(value)] ?? refuse('This must be true or false.');
};

export const integer: Reader = (value) => {
  if (value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return Number.isSafeInteger(number) && Math.abs(number as number) <= 2_147_483_647 ? number : refuse('This must be a whole number.');
};

/** A day: `YYYY-MM-DD…`, or the object that answers carry. */
export const day: Reader = (value) => {
  const given = typeof value === 'object' && value !== null && 'date' in value ? value.date : value;
  if (given === null || given === '') return null;
  const found = typeof given === 'string' && /^\d{4}-\d\d-\d\d/.exec(given)?.[0];
  const date = found && new Date(`${found}T00:00:00Z`);
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(found) ? found : refuse('This must be a date, YYYY-MM-DD.');
};

/** Any JSON value; in a form, its text. */
export const json: Reader = (value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return refuse('This must be JSON.');
  }
};

export const oneOf = (...values: string[]): Reader => (value) =>
  typeof value === 'string' && values.includes(value) ? value : refuse(`This must be one of ${values.join(', ')}.`);

/** How settings are read, from what is generated of their declarations. */
export function settingReaders(settings: Readonly<Record<string, { kind: string; options?: readonly (string | number)[] }>>): Record<string, Reader> {
  const readers: Record<string, Reader> = { flag, whole: integer, text, day };
  const readerOf = ({ kind, options = [] }: (typeof settings)[string]): Reader => {
    if (kind !== 'choice') return readers[kind]!;
    // What is no number must be one of the words that GraphQL knows; an empty one clears it.
    return typeof options[0] === 'number' ? integer : (value) => (value === null || value === '' ? null : oneOf(...(options as string[]))(value));
  };
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, readerOf(setting)]));
}

export const list = (of: Reader): Reader => (value) => {
  if (value === null || value === '') return [];
  const items = Array.isArray(value) ? value : refuse('This must be a list.');
  return readAll(items.map((item, index) => [String(index), of, item])).map(([, item]) => item);
};

export const record = (shape: Record<string, Reader>): Reader => (value) => read(value, shape);

/**
 * The fields of a body that its shape names and that were sent; others are ignored, as they always were.
 * @throws InputError naming each field that is wrong.
 */
export function read(body: unknown, shape: Record<string, Reader>): Record<string, any> {
  if (body === undefined || body === null || body === '') return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new InputError([{ field: 'body', message: 'This must be an object.' }]);
  const given = body as Record<string, unknown>;
  return Object.fromEntries(
    readAll(Object.entries(shape).filter(([name]) => Object.hasOwn(given, name)).map(([name, reader]) => [name, reader, given[name]])),
  );
}

function readAll(fields: [name: string, reader: Reader, value: unknown][]): [string, unknown][] {
  const errors: Failure['fieldErrors'] = [];
  const values = fields.map(([name, reader, value]): [string, unknown] => {
    try {
      return [name, reader(value)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.push(...error.fieldErrors.map(({ field, message }) => ({ field: field ? `${name}.${field}` : name, message })));
      return [name, undefined];
    }
  });
  if (errors.length) throw new InputError(errors);
  return values;
}
