/** What the page reads of the OpenAPI document: only what the server's own generator writes. */
export interface OpenapiDocument {
  info: { title: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { description: string }> };
}

export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  contentMediaType?: string;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  $ref?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

/** A call as the page shows it. */
export interface Call {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** Null for none. */
  body: { media: string[]; schema: Schema } | null;
  /** Null where nothing is answered. */
  reply: { status: string; media: string; schema: Schema } | null;
  failures: { status: string; description: string }[];
}

/** The form of every failure has this name in the document. */
export const failureSchema = 'Failure';
const isFailure = ({ $ref }: Schema): boolean => $ref === `#/components/schemas/${failureSchema}`;

/** What is answered when all went well. */
function successOf(schema: Schema): Schema | null {
  const [first] = (schema.anyOf ?? [schema]).filter((one) => !isFailure(one));
  return first ?? null;
}

/** The calls of a document, in its order. */
export function callsOf({ paths }: OpenapiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [media] = Object.entries(operation.requestBody?.content ?? {});
      const replies = Object.entries(operation.responses).filter(([status]) => status < '300');
      const [reply] = replies.flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([media, { schema }]) => {
          const success = successOf(schema);
          return success ? [{ status, media, schema: success }] : [];
        }),
      );
      return {
        id: operation.operationId,
        group: operation.tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        description: operation.description,
        parameters: operation.parameters,
        body: media ? { media: Object.keys(operation.requestBody!.content), schema: media[1].schema } : null,
        reply: reply ?? null,
        failures: Object.entries(operation.responses).flatMap(([status, { description }]) =>
          status >= '300' ? [{ status, description }] : [],
        ),
      };
    }),
  );
}

/** A schema's kind as people write it: "string or null", "array of integer", `"a" | "b"`. */
export function kindOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ');
  const types = [schema.type ?? 'any'].flat();
  return types
    .map((type) => {
      if (type === 'array') return schema.items ? `array of ${kindOf(schema.items)}` : 'array';
      if (type === 'string' && schema.contentMediaType) return 'file';
      return type === 'string' && schema.format ? `string (${schema.format})` : type;
    })
    .join(' or ');
}

/** The calls in which each word of a text occurs: in path, name, description or the names of what is sent. */
export function callsWith(calls: readonly Call[], text: string): Call[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    const sent = [
      ...call.parameters.map(({ name }) => name),
      ...Object.keys(call.body?.schema.properties ?? {}),
    ];
    const told = [call.method, call.path, call.id, call.group, call.description, ...sent]
      .join(' ')
      .toLowerCase();
    return wanted.every((word) => told.includes(word));
  });
}
