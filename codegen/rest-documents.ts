/**
 * Types the GraphQL documents of the REST rows: each `graphql(`…`)` in server/rest/routes is found, joined
 * with the fragments that it spreads, checked against the schema, and written with the types of its data and
 * variables to server/rest/generated/documents.ts.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import {
  isEnumType,
  Kind,
  parse,
  printSchema,
  visit,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql';
import { projectSettings, reportSettings } from '../server/rest/generated/project-settings.ts';
import { schema } from '../server/schema.ts';
import { channelSelection } from './channel-selection.ts';

const routes = new URL('../server/rest/routes/', import.meta.url);
const output = new URL('../server/rest/generated/documents.ts', import.meta.url);

interface Found {
  file: string;
  source: string;
}

async function found(): Promise<Found[]> {
  const files = (await readdir(routes)).filter((file) => file.endsWith('.ts')).sort();
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(new URL(file, routes), 'utf8') })),
  );
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bgraphql\(\s*`([^`]*)`,?\s*\)/g)].map(([, source]) => ({ file, source: source! })),
  );
}

/** All settings of a project that REST has and can read: a new one is answered without another edit. */
const readable = Object.values({ ...projectSettings, ...reportSettings }).filter(
  (setting) => setting.readable,
);
const selections = [...Map.groupBy(readable, ({ path }) => path[0])].map(([first, members]) => {
  const fields = members.flatMap(({ path: [, second] }) => second ?? []);
  return fields.length === 0 ? first : `${first} { ${fields.join(' ')} }`;
});
const given = `fragment ProjectSettings on Project { ${selections.join(' ')} }
fragment ChannelSettings on Channel { settings { ${channelSelection} } }`;

const documents = [...new Map((await found()).map((document) => [document.source, document])).values()];
const fragments = new Map<string, FragmentDefinitionNode>();
for (const { source, file } of [...documents, { source: given, file: 'settings' }]) {
  for (const definition of parse(source).definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    if (fragments.has(definition.name.value))
      throw new Error(`${file}: there are two fragments ${definition.name.value}`);
    fragments.set(definition.name.value, definition);
  }
}

/** Names of the fragments that a text spreads, directly or within others. */
function spreadIn(source: string, seen = new Set<string>()): Set<string> {
  visit(parse(source), {
    FragmentSpread({ name: { value } }) {
      if (seen.has(value)) return;
      const fragment = fragments.get(value);
      if (!fragment) throw new Error(`There is no fragment ${value}:\n${source}`);
      seen.add(value);
      spreadIn(textOf(fragment), seen);
    },
  });
  return seen;
}

const textOf = ({ loc }: FragmentDefinitionNode): string => loc!.source.body.slice(loc!.start, loc!.end);
const operationsOf = (source: string): OperationDefinitionNode[] =>
  parse(source).definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

const rows = documents
  .filter(({ source }) => operationsOf(source).length > 0)
  .map(({ source, file }, index) => {
    // Names of operations need not differ between rows; the types' names must.
    const operations = operationsOf(source).map(({ name, operation, variableDefinitions = [] }) => ({
      type: `${name!.value}${index}${operation === 'query' ? 'Query' : 'Mutation'}`,
      name: `${name!.value}${index}`,
      hasVariables: variableDefinitions.length > 0,
    }));
    return {
      source,
      file,
      operations,
      text: [source, ...[...spreadIn(source)].map((name) => textOf(fragments.get(name)!))].join('\n'),
    };
  });

/** REST has the words themselves, which `compile` turns into the names of the schema and back. */
const words = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .map((type) => [
      type.name,
      Object.fromEntries(type.getValues().map(({ name, value }) => [name, String(value)])),
    ]),
);

const typed = await codegen({
  filename: 'documents.ts',
  schema: parse(printSchema(schema)),
  schemaAst: schema,
  documents: [
    ...[...fragments.values()].map((fragment) => ({
      location: fragment.name.value,
      document: { kind: Kind.DOCUMENT, definitions: [fragment] } as const,
    })),
    ...rows.map(({ source, operations, file }) => ({
      location: file,
      document: {
        kind: Kind.DOCUMENT,
        definitions: operationsOf(source).map((definition, at) => ({
          ...definition,
          name: { kind: Kind.NAME, value: operations[at]!.name } as const,
        })),
      } as const,
    })),
  ],
  plugins: [{ operations: {} }],
  pluginMap: { operations: operationTypes },
  config: {
    scalars: {
      DateTime: 'string',
      Date: 'string',
      URL: 'string',
      JSON: 'unknown',
      File: 'import("../../lib/requests/uploaded-file.ts").UploadedFile',
      ID: { input: 'string | number', output: 'string' },
    },
    enumsAsTypes: true,
    enumValues: words,
    skipTypename: true,
    nonOptionalTypename: false,
    avoidOptionals: false,
    onlyOperationTypes: true,
    useTypeImports: true,
    dedupeFragments: true,
    namingConvention: 'keep',
    maybeValue: 'T | null',
    inputMaybeValue: 'T | null | undefined',
    exactOptionalPropertyTypes: false,
  },
});

const entries = rows.map(({ source, operations }) => {
  const data = operations.map(({ type }) => type).join(' & ');
  const variables =
    operations
      .filter(({ hasVariables }) => hasVariables)
      .map(({ type }) => `${type}Variables`)
      .join(' & ') || '{}';
  // Between two operations the variables of the second may not be known yet.
  return `  ${JSON.stringify(source)}: TypedDocument<${data}, ${operations.length > 1 ? `Partial<${variables}>` : variables}>;\n`;
});
const fragmentsOnly = documents
  .filter(({ source }) => operationsOf(source).length === 0)
  .map(({ source }) => `  ${JSON.stringify(source)}: unknown;\n`);

await writeFile(
  output,
  `// Made by codegen/rest-documents.ts from the rows.
import type { TypedDocument } from '../document.ts';

${typed}
/** Each document as it stands in its row, with what it answers and what goes into it. */
export interface Documents {
${[...entries, ...fragmentsOnly].join('')}}

/** The documents with the fragments that they spread. */
export const texts: Readonly<Record<string, string>> = {
${rows.map(({ source, text }) => `  ${JSON.stringify(source)}: ${JSON.stringify(text)},\n`).join('')}};
`,
);
