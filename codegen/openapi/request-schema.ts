import { watchReads, type JsonSchema } from '../../server/rest/request-input.ts';
import type { Call, Data, Row } from '../../server/rest/row.ts';

/** What a call reads. */
export interface Request {
  query: Record<string, JsonSchema>;
  body: JsonSchema | null;
}

/**
 * Learns what a row reads by letting it read calls that say nothing, and of each type that it knows what that
 * adds.
 */
export function requestOf(row: Row, data: Data): Request {
  const request: Request = { query: {}, body: null };
  const read = (body: unknown, query: Record<string, string> = {}) => {
    const call: Call = {
      params: Object.fromEntries(paramsOf(row.path).map((name) => [name, '1'])),
      query,
      body,
    };
    watchReads(
      () => {
        // Without the data of operations before, and with it: a row may read its body only then.
        for (const known of [{}, data]) {
          try {
            row.variables?.(call, known);
          } catch {
            // It misses something, which it read before.
          }
        }
      },
      (value, schema) => {
        if (value === query || row.method === 'GET') Object.assign(request.query, schema.properties);
        else request.body = merged(request.body, schema);
      },
    );
  };
  read({});
  if (!request.body) read([]);
  const types = (request.body as JsonSchema | null)?.properties?.['type']?.['enum'] as
    (string | null)[] | undefined;
  for (const type of types ?? []) if (type !== null) read({ type });
  if (row.upload) request.body = uploadOf(row.upload, request.body);
  return request;
}

/** A file comes as base64 in JSON, or as a part of a form. */
const uploadOf = ({ kind, field }: NonNullable<Row['upload']>, body: JsonSchema | null): JsonSchema => ({
  type: 'object',
  properties: {
    ...body?.properties,
    [field]:
      kind === 'json'
        ? { type: 'string', contentEncoding: 'base64' }
        : { type: 'string', contentMediaType: 'application/octet-stream' },
  },
  required: [field],
});

function merged(known: JsonSchema | null, more: JsonSchema): JsonSchema {
  if (!known || !known.properties || !more.properties) return known?.properties ? known : more;
  return { ...known, properties: { ...known.properties, ...more.properties } };
}

/** Names of a path's parts: `/api/projects/{id}` has `id`. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
