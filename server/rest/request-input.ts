import { joinedMessages } from '../lib/requests/joined-messages.ts';
import type { Failure } from './row.ts';

/** Maximum number of reported errors in an input: no client fixes more at once. */
const errorsMax = 100;

/** What a client sent cannot be read as what it has to be; keyed as validation errors are. */
export class InputError extends Error {
  override name = 'InputError';
  readonly fieldErrors: Failure['fieldErrors'];

  constructor(fieldErrors: Failure['fieldErrors']) {
    const told = fieldErrors.slice(0, errorsMax);
    super(joinedMessages(told));
    this.fieldErrors = told;
  }
}

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 has them. */
export interface JsonSchema {
  type?: string | readonly string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  [keyword: string]: unknown;
}

/**
 * Reads one value that was sent, of JSON or of a form. @throws InputError with fields relative to the value
 */
export interface Reader<Value = unknown> {
  (value: unknown): Value;
  /** What may be sent, for the documentation; it is laxer than what is documented. */
  schema?: JsonSchema;
}

/** A reader with a description of valid input. */
export const describedReader = <Value>(schema: JsonSchema, reader: Reader<Value>): Reader<Value> =>
  Object.assign(reader, { schema });

/** Called with what is read and the schema that it is read by. */
let watcher: ((value: unknown, schema: JsonSchema) => void) | null = null;

/** Runs something that reads, and tells what it reads by which schema: how the documentation learns it. */
export function watchReads(run: () => void, tell: (value: unknown, schema: JsonSchema) => void): void {
  watcher = tell;
  try {
    run();
  } finally {
    watcher = null;
  }
}

const refuse = (message: string): never => {
  throw new InputError([{ field: '', message }]);
};

export const text: Reader<string | null> = describedReader({ type: ['string', 'null'] }, (value) => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : refuse('This must be a string.');
});

/** Message for a missing required field. */
export const requiredMessage = 'Field is required and cannot be empty';

/** What `upload` made of base64. */
export const base64: Reader<Uint8Array> = (value) => {
  if (value instanceof Uint8Array) return value;
  return refuse(
    value === null
      ? 'This must be base64.'
      : value === '' || value === undefined
        ? requiredMessage
        : 'This must be a string.',
  );
};

/** A text that is also unset when it is empty. */
export const optionalText: Reader<string | null> = describedReader(
  { type: ['string', 'null'] },
  (value) => text(value) || null,
);

/**
 * Text that is always present: an absent one is empty, and a caller that requires more rejects it by field
 * name.
 */
export const words: Reader<string> = describedReader({ type: 'string' }, (value) =>
  value === undefined ? '' : (text(value) ?? ''),
);

export const flag: Reader<boolean> = describedReader({ type: 'boolean' }, (value) => {
  if (typeof value === 'boolean') return value;
  const known: Record<string, boolean> = {
    '1': true,
    true: true,
    on: true,
    '0': false,
    false: false,
    off: false,
    '': false,
    null: false,
  };
  const name = typeof value === 'object' && value !== null ? 'an object' : String(value);
  return Object.hasOwn(known, name) ? known[name]! : refuse('This must be true or false.');
});

export const integer: Reader<number | null> = describedReader({ type: ['integer', 'null'] }, (value) => {
  if (value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return Number.isSafeInteger(number) && Math.abs(number as number) <= 2_147_483_647
    ? (number as number)
    : refuse('This must be a whole number.');
});

/**
 * A day: `YYYY-MM-DD…`, or the object that answers carry. There is no year 0, and no database can hold one.
 */
export const day: Reader<string | null> = describedReader(
  { type: ['string', 'null'], format: 'date' },
  (value) => {
    const given = typeof value === 'object' && value !== null && 'date' in value ? value.date : value;
    if (given === null || given === '') return null;
    const found = typeof given === 'string' && /^(?!0000)\d{4}-\d\d-\d\d/.exec(given)?.[0];
    const date = found && new Date(`${found}T00:00:00Z`);
    return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(found)
      ? found
      : refuse('This must be a date, YYYY-MM-DD.');
  },
);

/** Any JSON value; in a form, its text. */
export const json: Reader = (value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return refuse('This must be valid JSON.');
  }
};

export const oneOf = <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  describedReader({ type: 'string', enum: values }, (value) =>
    values.includes(value as Value) ? (value as Value) : refuse(`This must be one of ${values.join(', ')}.`),
  );

/** What is generated of a setting's declaration. */
type Told = { readonly kind: string; readonly options?: readonly (string | number)[] };
type ReadAs<Setting extends Told> = Setting extends { options: readonly (infer Option)[] }
  ? Option | null
  : Setting extends { kind: 'flag' }
    ? boolean
    : Setting extends { kind: 'whole' | 'reference' }
      ? number | null
      : string | null;

/** How settings are read, from what is generated of their declarations. */
export function settingReaders<const Settings extends Readonly<Record<string, Told>>>(
  settings: Settings,
): { [Name in keyof Settings]: Reader<ReadAs<Settings[Name]>> } {
  const readers: Record<string, Reader> = { flag, whole: integer, reference: integer, text, day };
  const readerOf = ({ kind, options = [] }: Told): Reader => {
    if (kind !== 'choice') return readers[kind]!;
    // What is no number must be one of the words that GraphQL knows; an empty one clears it.
    if (typeof options[0] === 'number')
      return describedReader({ type: ['integer', 'null'], enum: [...options, null] }, (value) =>
        integer(value),
      );
    const known = options.map(String);
    return describedReader({ type: ['string', 'null'], enum: [...known, null] }, (value) =>
      value === null || value === '' ? null : oneOf(...known)(value),
    );
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, readerOf(setting)]),
    // Entries lose which name has which type.
  ) as never;
}

export function list<Item>(of: Reader<Item>): Reader<Item[]> {
  const schema = { type: 'array', items: of.schema ?? {} };
  return describedReader(schema, (value) => {
    watcher?.(value, schema);
    if (value === null || value === '') return [];
    const items: unknown[] = Array.isArray(value) ? value : refuse('This must be a list.');
    return readAll(items.map((item, index) => [String(index), of, item])).map(([, item]) => item as Item);
  });
}

type Shape = Readonly<Record<string, Reader>>;
/** What was sent of a shape. */
export type ReadOf<Fields extends Shape> = { [Name in keyof Fields]?: ReturnType<Fields[Name]> };

const schemaOf = (shape: Shape): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(shape).map(([name, { schema = {} }]) => [name, schema])),
});

export const record = <Fields extends Shape>(shape: Fields): Reader<ReadOf<Fields>> =>
  describedReader(schemaOf(shape), (value) => read(value, shape, ''));

/** A record whose fields are all read, absent ones as undefined. */
export const completeRecord = <Fields extends Shape>(
  shape: Fields,
): Reader<{ [Name in keyof Fields]: ReturnType<Fields[Name]> }> =>
  describedReader(schemaOf(shape), (value) => {
    const absent = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
    return read(
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...absent, ...value } : value,
      shape,
      '',
      // Nothing is absent: so all fields are there.
    ) as never;
  });

/** The file of a body, which has to be there. @throws InputError under its name */
export function requiredFile(body: unknown, name: string): Uint8Array {
  const sent = typeof body === 'object' && body !== null ? body : {};
  return read({ [name]: undefined, ...sent }, { [name]: base64 })[name]!;
}

/**
 * The fields of a body that its shape names and that were sent; others are ignored, as they always were.
 * @param field the name that an error has for the body itself
 * @throws InputError naming each field that is wrong.
 */
export function read<Fields extends Shape>(body: unknown, shape: Fields, field = 'body'): ReadOf<Fields> {
  watcher?.(body, schemaOf(shape));
  if (body === undefined || body === null || body === '') return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new InputError([{ field, message: 'This must be an object.' }]);
  const given = body as Record<string, unknown>;
  return Object.fromEntries(
    readAll(
      Object.entries(shape)
        .filter(([name]) => Object.hasOwn(given, name))
        .map(([name, reader]) => [name, reader, given[name]]),
    ),
  ) as ReadOf<Fields>;
}

function readAll(fields: [name: string, reader: Reader, value: unknown][]): [string, unknown][] {
  const errors: Failure['fieldErrors'] = [];
  const values = fields.map(([name, reader, value]): [string, unknown] => {
    try {
      return [name, reader(value)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.push(
        ...error.fieldErrors.map(({ field, message }) => ({
          field: field ? `${name}.${field}` : name,
          message,
        })),
      );
      return [name, undefined];
    }
  });
  if (errors.length) throw new InputError(errors);
  return values;
}
