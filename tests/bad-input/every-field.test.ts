import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../server/schema.ts';
import {
  errorBesideResult,
  globalId,
  rootFields,
  sampleOf,
  selection,
  valuesOf,
  type RootField,
  type Values,
} from '../graphql/calls.ts';
import { operations } from '../permissions/table.ts';
import type { Newsroom } from '../support/factories.ts';
import { startServer, type GraphQLAnswer, type TestServer } from '../support/server.ts';
import { isFull } from '../support/full.ts';
import { takeSnapshot, type Snapshot } from '../support/snapshot.ts';
import { valuesFor } from './hostile-values.ts';

let server: TestServer;
let room: Newsroom;
let values: Values;
let strangers: readonly number[];
let snapshot: Snapshot;
let tokens: { maintainer: string; administrator: string };
beforeAll(async () => {
  server = await startServer({ env: { ARTICLE_MAX_CHARACTERS: '1000' } });
  room = await server.make.newsroom();
  values = valuesOf(room);
  const foreign = await server.make.newsroom();
  strangers = [
    foreign.project,
    foreign.article,
    foreign.organization,
    foreign.channel,
    foreign.rule,
    foreign.playlist,
  ].map(({ id }) => id);
  tokens = {
    maintainer: await server.signIn(room.maintainer),
    administrator: await server.signIn(room.admin),
  };
  snapshot = await takeSnapshot(server.app.db);
});
afterAll(() => server?.close());

/** Each field of each input type once: where it is first met, there again when the test is tried again. */
const met = new Map<string, string>();
let asked = 0;

interface Case {
  /** `input.filter.query` */
  path: string;
  value: unknown;
  /** Whether the server must reject the value. */
  isRefused?: boolean;
}

/** What an argument, or a field of an input, is given in turn. */
function* casesOf(
  type: GraphQLInputType,
  path: string,
  description: string | null | undefined,
  root: string,
): Generator<Case> {
  const name = path.split('.').at(-1)!;
  for (const value of valuesFor(type, `${root} ${path}`, description ?? '')) yield { path, value };
  if (getNamedType(type).name === 'ID') {
    for (const id of strangers) yield { path, value: String(id) };
    // Existing object, but of a type that no field accepts.
    const wrong = globalId('Chunk', room.project.id);
    yield { path, value: isListType(getNullableType(type)) ? [wrong] : wrong, isRefused: name !== 'ids' };
  }
  if (isNonNullType(type)) return yield* nested(type.ofType, path, root, name);
  yield* nested(type, path, root, name);
}

function* nested(type: GraphQLInputType, path: string, root: string, name: string): Generator<Case> {
  if (isNonNullType(type)) return yield* nested(type.ofType, path, root, name);
  if (isListType(type)) {
    const item = type.ofType as GraphQLInputType;
    if (!isInputObjectType(getNamedType(item)))
      for (const value of valuesFor(item, `${root} ${path} item`)) yield { path, value: [value] };
    for (const { value, ...one } of nested(item, path, root, name)) yield { ...one, value: [value] };
    return;
  }
  if (!isInputObjectType(type)) return;
  const sample = sampleOf(type, root, name, values) as Record<string, unknown>;
  for (const field of Object.values(type.getFields())) {
    const key = `${type.name}.${field.name}`;
    const place = `${root} ${path}`;
    if ((met.get(key) ?? place) !== place) continue;
    met.set(key, place);
    const { [field.name]: _, ...without } = sample;
    yield { path: `${path}.${field.name}`, value: without };
    for (const { value, ...one } of casesOf(field.type, `${path}.${field.name}`, field.description, root))
      yield { ...one, value: { ...sample, [field.name]: value } };
  }
}

/** Why an answer is no answer to bad input; null: it is one. */
function problemOf({ status, data, errors = [] }: GraphQLAnswer): string | null {
  if (status >= 500) return `HTTP ${status}`;
  const broken = errors.find(
    ({ message, extensions }) =>
      /internal server error|unexpected error/i.test(message) ||
      /^(INTERNAL|SERVICE_UNAVAILABLE)/.test(String(extensions?.['code'] ?? '')),
  );
  if (broken) return `${broken.message} at ${broken.path?.join('.')}`;
  const beside = errorBesideResult(errors);
  if (beside) return `${beside.message} beside the result of ${String(beside.path)}`;
  return data === undefined && errors.length === 0 ? 'Neither data nor errors' : null;
}

/** Whether an answer says that something does not exist, or is wrong: as an error, or by being null. */
const refuses = ({ data, errors = [] }: GraphQLAnswer): boolean =>
  errors.length > 0 || /null|"(?:NotFound|Validation)Error"/.test(JSON.stringify(data));

/** Asks with each value in turn for one argument, a few at once. */
async function tryAll(
  cases: Iterable<Case>,
  ask: (value: unknown) => Promise<GraphQLAnswer>,
): Promise<string[]> {
  const problems: string[] = [];
  const left = cases[Symbol.iterator]();
  const next = async (): Promise<void> => {
    for (let { value: one, done } = left.next(); !done; { value: one, done } = left.next()) {
      asked++;
      const answer = await ask(one!.value);
      const problem =
        problemOf(answer) ?? (one!.isRefused && !refuses(answer) ? JSON.stringify(answer.data) : null);
      if (problem) problems.push(`${one!.path} = ${JSON.stringify(one!.value).slice(0, 200)}: ${problem}`);
    }
  };
  await Promise.all([next(), next(), next(), next()]);
  return problems;
}

/** Builds an operation that takes one argument as a variable, with all other required arguments. */
function operationOf(
  field: { name: string; args: readonly GraphQLArgument[] },
  arg: GraphQLArgument,
  root: string,
) {
  const others = field.args.filter((other) => other !== arg && isNonNullType(other.type));
  const given = others.map((other) => `${other.name}: $${other.name}`);
  return {
    head: [
      `$it: ${String(arg.type)}`,
      ...others.map((other) => `$${other.name}: ${String(other.type)}`),
    ].join(', '),
    args: [`${arg.name}: $it`, ...given].join(', '),
    variables: Object.fromEntries(
      others.map((other) => [other.name, sampleOf(other.type, root, other.name, values)]),
    ),
  };
}

const withArguments = rootFields.filter(
  ({ operation, field }) => operation !== 'subscription' && field.args.length > 0,
);

describe('every argument and every field of every input', () => {
  test.each(withArguments.map((root) => [root.name, root] as const))(
    '%s',
    async (name, { operation, field }: RootField) => {
      const token = operations[name]?.may === 'administrators' ? tokens.administrator : tokens.maintainer;
      const problems: string[] = [];
      for (const arg of field.args) {
        const { head, args, variables } = operationOf(field, arg, name);
        const document = `${operation} (${head}) { ${field.name}(${args}) ${selection(field.type)} }`;
        const ask = (it: unknown) => server.graphql(document, { ...variables, it }, token);
        problems.push(...(await tryAll(casesOf(arg.type, arg.name, arg.description, name), ask)));
      }
      if (operation === 'mutation') await snapshot.restore();
      expect(problems).toEqual([]);
    },
  );
});

/** Where the types are found whose fields take arguments. */
const places: Record<string, (selected: string) => string> = {
  Project: (selected) => `project(id: ${room.project.id}) { ${selected} }`,
  Article: (selected) => `article(id: ${room.article.id}) { ${selected} }`,
  Organization: (selected) => `organization(id: ${room.organization.id}) { ${selected} }`,
  OrganizationPurchasing: (selected) =>
    `organization(id: ${room.organization.id}) { purchasing { ${selected} } }`,
  Playlist: (selected) => `playlist(id: ${room.playlist.id}) { ${selected} }`,
  Channel: (selected) => `channel(id: ${room.channel.id}) { ${selected} }`,
  Dictionary: (selected) => `dictionary(id: ${room.dictionary.id}) { ${selected} }`,
  Statistics: (selected) => `project(id: ${room.project.id}) { statistics { ${selected} } }`,
  Studio: (selected) => `studio { ${selected} }`,
  Viewer: (selected) => `viewer { ${selected} }`,
  User: (selected) => `viewer { user { ${selected} } }`,
  Webhook: (selected) => `project(id: ${room.project.id}) { webhooks { ${selected} } }`,
};
const typesWithArguments = Object.values(schema.getTypeMap())
  .filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && !/^(__|Query$|Mutation$|Subscription$)/.test(type.name),
  )
  .filter((type) => Object.values(type.getFields()).some(({ args }) => args.length > 0));

test('every type whose fields take arguments has an example', () => {
  expect(typesWithArguments.map(({ name }) => name).filter((name) => !places[name])).toEqual([]);
});

describe.each(typesWithArguments.map((type) => [type.name, type] as const))('%s', (name, type) => {
  const fields = Object.values(type.getFields()).filter(({ args }) => args.length > 0);
  test.each(fields.map((field) => [field.name, field] as const))('%s', async (_, field) => {
    const problems: string[] = [];
    for (const arg of field.args) {
      const { head, args, variables } = operationOf(field, arg, `${name}.${field.name}`);
      const document = `query (${head}) { ${places[name]!(`${field.name}(${args}) ${selection(field.type)}`)} }`;
      const ask = (it: unknown) => server.graphql(document, { ...variables, it }, tokens.maintainer);
      problems.push(
        ...(await tryAll(casesOf(arg.type, arg.name, arg.description, `${name}.${field.name}`), ask)),
      );
    }
    expect(problems).toEqual([]);
  });
});

afterAll(() => {
  console.log(`${asked} calls`);
  expect(asked).toBeGreaterThan(isFull ? 3_000 : 700);
});
