/**
 * Describes the REST calls by OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), from the rows themselves:
 * what each reads is seen by letting it read, what it answers by letting it reply to a sample of what its
 * document selects. Written to server/rest/generated/openapi.json.
 */
import { writeFile } from 'node:fs/promises';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
  Kind,
  OperationTypeNode,
  parse,
  typeFromAST,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type OperationDefinitionNode,
} from 'graphql';
import { product } from '../../server/product.ts';
import type { JsonSchema } from '../../server/rest/request-input.ts';
import type { Row } from '../../server/rest/row.ts';
import { rows } from '../../server/rest/rows.ts';
import { declaredStatus } from '../../server/rest/status.ts';
import { schema } from '../../server/schema.ts';
import { schemaOfReply } from './reply-schema.ts';
import { paramsOf, requestOf } from './request-schema.ts';
import { sampleOf } from './sample-data.ts';

const output = new URL('../../server/rest/generated/openapi.json', import.meta.url);

/** Statuses that are not a row's alone. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The body can’t be read: it isn’t JSON or a form, or it is too large.',
  401: 'The token is missing, invalid or expired.',
  403: 'The caller doesn’t have permission.',
  404: 'The object doesn’t exist, or the caller can’t see it.',
  409: 'Someone else has changed the object since it was read.',
  422: 'Nothing was changed. The response contains the reason.',
  429: 'Too many calls. Retry after the number of seconds in `Retry-After`.',
  503: 'The server is unavailable. Retry after the number of seconds in `Retry-After`.',
};

const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** The operation that a call is about: what it changes, or else what it reads. */
const chiefOf = (document: DocumentNode): OperationDefinitionNode => {
  const operations = operationsOf(document);
  return operations.find(({ operation }) => operation === OperationTypeNode.MUTATION) ?? operations.at(-1)!;
};

/**
 * The field that an operation is about: what a mutation does; of a query the field that is called like it, or
 * else its first.
 */
function fieldOf({ name, operation, selectionSet }: OperationDefinitionNode): GraphQLField<unknown, unknown> {
  const root = schema.getRootType(operation)!;
  const level = [{ type: root as GraphQLNamedType, selectionSet }];
  for (const { type, selectionSet: selected } of level) {
    if (!isObjectType(type)) continue;
    for (const one of selected.selections) {
      if (one.kind !== Kind.FIELD) continue;
      const field = type.getFields()[one.name.value]!;
      if (operation === OperationTypeNode.MUTATION || field.name.replace(/Connection$/, '') === name!.value)
        return field;
      if (one.selectionSet) level.push({ type: getNamedType(field.type), selectionSet: one.selectionSet });
    }
  }
  const [first] = selectionSet.selections;
  return root.getFields()[(first as FieldNode).name.value]!;
}

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Descriptions of what goes into an operation, by the names of GraphQL. */
function inputDescriptions(document: DocumentNode): Map<string, string> {
  const found = new Map<string, string>();
  const add = (type: GraphQLNamedType | undefined, depth = 0): void => {
    if (!isInputObjectType(type) || depth > 1) return;
    for (const { name, description, type: inner } of Object.values(type.getFields())) {
      if (description && !found.has(name)) found.set(name, description);
      add(getNamedType(inner), depth + 1);
    }
  };
  for (const { variableDefinitions = [] } of operationsOf(document)) {
    for (const { type } of variableDefinitions) {
      const given = typeFromAST(schema, type);
      add(given && getNamedType(given));
    }
  }
  const field = fieldOf(chiefOf(document));
  for (const { name, description } of field.args)
    if (description && !found.has(name)) found.set(name, description);
  return found;
}

function withDescriptions(
  properties: Record<string, JsonSchema>,
  descriptions: Map<string, string>,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = descriptions.get(name) ?? descriptions.get(camel(name));
      return [name, description ? { ...property, description } : property];
    }),
  );
}

const failure = { $ref: '#/components/schemas/Failure' };
const content = (of: JsonSchema) => ({ 'application/json': { schema: of } });

/**
 * The statuses of a call's failures: of the errors in its mutation's result, and of those that any call has.
 */
function failuresOf(document: DocumentNode): number[] {
  const result = getNamedType(fieldOf(chiefOf(document)).type);
  const own = isUnionType(result)
    ? result.getTypes().map(({ name }) => declaredStatus(schema, name) ?? 200)
    : [];
  return [...new Set([...own, 401, 403, 404, 429, 503])]
    .filter((status) => status !== 200)
    .sort((a, b) => a - b);
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Chosen by the client, new for each call. For one day, repeating the call with the same key has no ' +
    'further effect and returns the same response. A different call with the same key returns 422.',
};

function operationOf(row: Row) {
  const document = parse(row.document);
  const sample = sampleOf(document, schema);
  const request = requestOf(row, sample.data);
  const descriptions = inputDescriptions(document);
  const chief = chiefOf(document);
  const { body } = request;
  const media =
    row.upload?.kind === 'form'
      ? ['multipart/form-data']
      : body?.type === 'array'
        ? ['application/json']
        : bodyMedia;
  const about = row.description ?? fieldOf(chief).description ?? '';
  return {
    operationId: chief.name!.value,
    tags: [tagOf(row.path)],
    summary: firstSentence(about),
    description: about,
    parameters: parametersOf(row, withDescriptions(request.query, descriptions)),
    ...(body && {
      requestBody: {
        content: Object.fromEntries(
          media.map((type) => [
            type,
            {
              schema: body.properties
                ? { ...body, properties: withDescriptions(body.properties, descriptions) }
                : body,
            },
          ]),
        ),
      },
    }),
    responses: responsesOf(row, document, body !== undefined),
  };
}

type Properties = ReturnType<typeof withDescriptions>;

/** What the path and the address of a call name, and the header of calls that change something. */
const parametersOf = (row: Row, query: Properties) => [
  ...paramsOf(row.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: describeParameter(name, row.path),
  })),
  ...Object.entries(query).map(([name, { description, ...of }]) => ({
    name,
    in: 'query',
    schema: of,
    ...(description !== undefined && { description }),
  })),
  ...(row.method === 'GET' ? [] : [idempotencyKey]),
];

/** The answers of a call by status, with schemas that follow from a made-up answer. */
function responsesOf(row: Row, document: DocumentNode, hasBody: boolean) {
  const sample = sampleOf(document, schema);
  const isMutation = chiefOf(document).operation === OperationTypeNode.MUTATION;
  const call = {
    params: Object.fromEntries(paramsOf(row.path).map((name) => [name, '1'])),
    query: {},
    body: {},
  };
  const reply = row.reply?.(sample.data, call);
  const scarce = attempt(() => row.reply?.(sampleOf(document, schema, true).data, call));
  return {
    ...(row.reply
      ? {
          200: {
            description: !isMutation
              ? 'The requested data.'
              : row.failStatus
                ? 'Success.'
                : 'Success, or `result` is `fail` and `message` contains the reason.',
            content: {
              ...(row.file && { [row.file.type]: { schema: { type: 'string' } } }),
              ...((!row.file || row.file.sometimes) &&
                content(
                  isMutation && !row.failStatus
                    ? { anyOf: [schemaOfReply(reply, scarce, sample), failure] }
                    : schemaOfReply(reply, scarce, sample),
                )),
            },
          },
        }
      : {
          200: {
            description: 'The call failed. The response contains the reason.',
            content: content(failure),
          },
          204: { description: 'Success.' },
        }),
    ...(hasBody && { 400: { description: meanings[400], content: content(failure) } }),
    ...(row.failStatus && {
      [row.failStatus]: { description: meanings[row.failStatus], content: content(failure) },
    }),
    ...Object.fromEntries(
      failuresOf(document).map((status) => [
        status,
        { description: meanings[status], content: content(failure) },
      ]),
    ),
  };
}

const bodyMedia = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

function attempt<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const firstSentence = (text: string): string =>
  /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0].replace(/\.$/, '') ?? text;

/** Describes a parameter of a path: `projectId` is the ID of the project, `id` that of the segment before. */
function describeParameter(name: string, path: string): string {
  const known = parameterMeanings[name];
  if (known !== undefined) return known;
  const segment = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) ?? '';
  const noun = name === 'id' ? (nounsBefore[segment] ?? segment.replace(/s$/, '')) : name.replace(/Id$/, '');
  return `ID of the ${noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`;
}

const parameterMeanings: Readonly<Record<string, string>> = {
  slug: 'Slug of the studio audio.',
  type: 'Level of the dictionaries, such as `organization`.',
  reportName: 'Name of the report, such as `PlaysByDay`.',
  unitId: 'ID of the ad.',
};

/** What an `id` identifies after a segment that does not name it. */
const nounsBefore: Readonly<Record<string, string>> = {
  '{type}': 'organization',
  stats: 'project',
  extractorRules: 'project',
};

/** A call belongs to the last thing that its path names. */
function tagOf(path: string): string {
  const tags: [RegExp, string][] = [
    [/adcampaign/, 'Ads'],
    [/\/stats/, 'Statistics'],
    [/\/replacements/, 'Dictionaries'],
    [/playlists|articles\/query/, 'Playlists'],
    [/channels|deployments/, 'Channels'],
    [/articles/, 'Articles'],
    [/url_replacements|extractor/i, 'Extraction'],
    [/audio-rules/, 'Processing rules'],
    [/sources/, 'Sources'],
    [/voices/, 'Voices'],
    [/upload|receivefile/, 'Files'],
    [/projects/, 'Projects'],
  ];
  return tags.find(([pattern]) => pattern.test(path))?.[1] ?? 'Account';
}

const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
for (const row of rows) (paths[row.path] ??= {})[row.method.toLowerCase()] = operationOf(row);

// Operations of several rows may be called the same; here their names must differ.
const used = new Map<string, number>();
for (const operations of Object.values(paths)) {
  for (const operation of Object.values(operations)) {
    const count = (used.get(operation.operationId) ?? 0) + 1;
    used.set(operation.operationId, count);
    if (count > 1) operation.operationId += count;
  }
}

/** Words of REST by the names that GraphQL has for them, where all enums mean the same. */
const words = new Map<string, string>();
for (const type of Object.values(schema.getTypeMap()))
  if (isEnumType(type))
    for (const { name, value } of type.getValues()) {
      const word = value as string;
      words.set(name, (words.get(name) ?? word) === word ? word : name);
    }

/** What the schema says, with REST's words in place of the names of enums. */
const saidByRest = (key: string, value: unknown): unknown =>
  (key === 'description' || key === 'summary') && typeof value === 'string'
    ? value.replaceAll(/`([A-Z][A-Z\d_]*)`/g, (_, name: string) => `\`${words.get(name) ?? name}\``)
    : value;

await writeFile(
  output,
  JSON.stringify(
    {
      openapi: '3.1.1',
      info: {
        title: `${product.name} REST API`,
        version: '1',
        description:
          `REST calls for older clients of ${product.name}. New clients should use GraphQL, which offers all of this and more. Send a token as ` +
          '`Authorization: Bearer`. If a call fails for a reason that the caller can fix, the response contains `result: "fail"`, a `message` and, for ' +
          'problems with single fields, `errors` with field names in brackets as keys, such as `[title]`. Unknown fields of a body are ignored.',
        license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
      },
      servers: [{ url: '/', description: 'This server.' }],
      security: [{ token: [] }, { session: [] }],
      tags: [
        ...new Set(Object.values(paths).flatMap((one) => Object.values(one).flatMap(({ tags }) => tags))),
      ]
        .sort()
        .map((name) => ({ name, description: `${name}.` })),
      paths,
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'API token, key of a source, or session token.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'jwt',
            description: 'Session cookie of a signed-in browser.',
          },
        },
        schemas: {
          Failure: {
            type: 'object',
            description: 'Why a call did not succeed.',
            properties: {
              result: { type: 'string', const: 'fail' },
              message: { type: 'string', description: 'Error message that can be shown to users.' },
              errors: {
                type: 'object',
                description: 'Messages by field, with field names in brackets: `[title]`, `[0][source]`.',
                additionalProperties: { type: 'array', items: { type: 'string' } },
              },
            },
          },
        },
      },
    },
    saidByRest,
  ),
);
