import type { Call, Schema } from './openapi-document.ts';

/** Fields with an example that is more helpful than the word "string". */
const byName: Readonly<Record<string, string>> = {
  title: 'Good morning',
  text: 'It is a fine day at the harbour.',
  name: 'The Quay',
  url: 'https://www.example.com/good-morning',
  mainUrl: 'https://www.example.com/',
  email: 'editor@example.com',
  voice: 'offline:en-US-Emil',
  file: '/download/audio/1-good-morning.mp3',
  date: '2026-11-02 06:00:00.000000',
  timezone: 'UTC',
  result: 'ok',
};

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-11-02',
  'date-time': '2026-11-02T06:00:00.000Z',
  uri: 'https://www.example.com/',
};

/** So deep are lists and objects in lists shown. */
const depthMax = 8;

/** A value that fits a schema of the document. @param name of the field that has it */
export function exampleOf(schema: Schema, name = '', depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((value) => value !== null) ?? null;
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, name, depth);
  if (depth > depthMax) return null;
  const types = [schema.type ?? 'null'].flat();
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [
          field,
          exampleOf(inner, field, depth + 1),
        ]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, name.replace(/s$/, ''), depth + 1)] : [];
    case 'string':
      return byFormat[schema.format ?? ''] ?? byName[name] ?? 'string';
    case 'integer':
    case 'number':
      return name === 'timezone_type' ? 3 : 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Number of fields that a command shows when none is declared as required. */
const fieldsShown = 3;

/**
 * The example of a body without what may be left out, where the schema says what that is, or else with its
 * first fields.
 */
export function shortBodyOf(schema: Schema): unknown {
  const { properties, required } = schema;
  if (!properties) return exampleOf(schema);
  const shown = required?.length ? required : Object.keys(properties).slice(0, fieldsShown);
  return Object.fromEntries(shown.map((field) => [field, exampleOf(properties[field] ?? {}, field, 1)]));
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command that makes a call, for a shell that has the token in `$TOKEN`. @param origin of the server, such
 * as `https://audio.example.com`
 */
export function curlOf({ method, path, parameters, body }: Call, origin: string): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = required
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema, name)))}`)
    .join('&');
  const address = origin + path.replaceAll(/\{\w+\}/g, '1') + (query && `?${query}`);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (body?.media[0] === 'multipart/form-data') {
    for (const field of Object.keys(body.schema.properties ?? {}))
      lines.push(`-F ${quoted(`${field}=@${field}`)}`);
  } else if (body) {
    lines.push(
      `-H ${quoted('Content-Type: application/json')}`,
      `-d ${quoted(JSON.stringify(shortBodyOf(body.schema)))}`,
    );
  }
  return lines.join(' \\\n  ');
}
