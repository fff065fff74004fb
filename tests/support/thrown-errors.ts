import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Directories that may know the errors of callers; lower layers may not (see tests/architecture.test.ts). */
const knowing = 'server/{kernel,graphql,areas}/**/*.ts';
const errorsFile = 'server/kernel/errors.ts';

/** A node of a syntax tree (ESTree, with TypeScript's nodes beside it). */
type Node = Record<string, unknown> & { type: string };

/** What a file has at its top, and where what it imports comes from. */
interface Module {
  declared: Map<string, Node>;
  /** File and name there, by the name here. Types alone are left out. */
  imported: Map<string, { file: string; name: string }>;
  statements: Node[];
}

/** A field whose result is a union with errors. */
export interface ResultField {
  name: string;
  file: string;
  /** Names of errors that its `errors` lists. */
  declared: string[];
  /** By name of an error that its `resolve` can lead to, the way there: `createArticle → accessProject`. */
  thrown: ReadonlyMap<string, string>;
}

/** Returns the sources of the server directories that may know the errors of callers. */
export const knowingSources = (): ReadonlyMap<string, string> =>
  new Map(
    globSync(knowing, { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .sort()
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );

/**
 * Every field that lists `errors`, with what it lists and what its `resolve` can throw: the errors that are
 * named in any function which it names, or which those name in turn, to the end. That a call is never
 * reached, or that an error is caught on the way, it does not see.
 * @param sources by path
 */
export function resultFields(sources: ReadonlyMap<string, string>): ResultField[] {
  const modules = new Map([...sources].map(([file, code]) => [file, readModule(file, code)]));
  const named = new Map<string, readonly string[]>();
  const namedBy = (place: string): readonly string[] => {
    let found = named.get(place);
    if (!found) {
      const [file, name] = place.split('#') as [string, string];
      const node = modules.get(file)?.declared.get(name);
      named.set(place, (found = node ? placesIn(node, file) : []));
    }
    return found;
  };
  const placesIn = (node: unknown, file: string): string[] => {
    const { declared, imported } = modules.get(file)!;
    return [...new Set(valuesIn(node))].flatMap((name) => {
      const from = imported.get(name);
      return from ? [`${from.file}#${from.name}`] : declared.has(name) ? [`${file}#${name}`] : [];
    });
  };
  /** Errors to which places lead, each with the shortest way. */
  const errorsFrom = (places: readonly string[]): Map<string, string> => {
    const ways = new Map(places.map((place) => [place, nameIn(place)]));
    const errors = new Map<string, string>();
    for (const [place, way] of ways) {
      if (isError(place)) errors.set(nameIn(place), way);
      else for (const next of namedBy(place)) if (!ways.has(next)) ways.set(next, `${way} → ${nameIn(next)}`);
    }
    return errors;
  };
  return [...modules].flatMap(([file, module]) =>
    module.statements.flatMap((statement) =>
      fieldsIn(statement).flatMap(({ name, resolve, errors }) => {
        // What is declared in a loop finds its names and functions in what the loop goes through.
        const looped = loopedOver(statement, module);
        const listed = [...errorsFrom(placesIn(errors, file)).keys()].sort();
        const thrown = errorsFrom(placesIn([resolve, looped], file));
        return namesOf(name, looped).map((one) => ({ name: one, file, declared: listed, thrown }));
      }),
    ),
  );
}

const nameIn = (place: string): string => place.slice(place.indexOf('#') + 1);
const isError = (place: string): boolean => place.startsWith(`${errorsFile}#`) && place.endsWith('Error');

function readModule(file: string, code: string): Module {
  const { program, errors } = parseSync(file, code, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const module: Module = { declared: new Map(), imported: new Map(), statements: [] };
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === 'ImportDeclaration') readImport(module, file, statement);
    else readStatement(module, (statement['declaration'] as Node | null | undefined) ?? statement);
  }
  return module;
}

function readImport({ imported }: Module, file: string, statement: Node): void {
  const from = (statement['source'] as { value: string }).value;
  if (statement['importKind'] === 'type' || !from.startsWith('.')) return;
  for (const { importKind, imported: theirs, local } of statement['specifiers'] as {
    importKind?: string;
    imported?: { name: string };
    local: { name: string };
  }[])
    if (importKind !== 'type' && theirs)
      imported.set(local.name, { file: join(dirname(file), from), name: theirs.name });
}

function readStatement({ declared, statements }: Module, statement: Node): void {
  const { id } = statement as { id?: { name: string } };
  if (statement.type === 'VariableDeclaration')
    for (const { id: variable, init } of statement['declarations'] as { id: Node; init: Node | null }[])
      if (init && variable.type === 'Identifier') declared.set(variable['name'] as string, init);
  if (id && /^(Function|Class)Declaration$/.test(statement.type)) declared.set(id.name, statement);
  statements.push(statement);
}

/** Names of values in a part of a program: not of types, keys, members, or what `instanceof` asks about. */
function* valuesIn(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const one of part) yield* valuesIn(one);
  if (!isNode(part) || /^TS(Type|Interface)/.test(part.type)) return;
  if (part.type === 'Identifier') yield part['name'] as string;
  const isPlain = part['computed'] !== true;
  for (const [key, child] of Object.entries(part)) {
    if (/^(typeAnnotation|returnType|typeParameters|typeArguments)$/.test(key)) continue;
    if (isPlain && part.type === 'MemberExpression' && key === 'property') continue;
    if (isPlain && part.type === 'Property' && key === 'key') continue;
    if (part['operator'] === 'instanceof' && key === 'right') continue;
    yield* valuesIn(child);
  }
}

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && typeof (part as Partial<Node>).type === 'string';

interface Options {
  resolve: Node;
  errors: Node;
}

/** The fields with `errors` that a statement adds to the schema. */
function fieldsIn(part: unknown): (Options & { name: Node })[] {
  if (Array.isArray(part)) return part.flatMap(fieldsIn);
  if (!isNode(part)) return [];
  if (part.type === 'CallExpression') {
    const [name, ...rest] = part['arguments'] as Node[];
    const options =
      name && /^(Literal|TemplateLiteral|Identifier)$/.test(name.type) ? optionsIn(rest) : undefined;
    if (options) return [{ name: name!, ...options }];
  }
  return Object.values(part).flatMap(fieldsIn);
}

/** The options of a field among a call's arguments, which may make them in a function. */
function optionsIn(part: unknown): Options | undefined {
  if (Array.isArray(part)) return part.map(optionsIn).find(Boolean);
  if (!isNode(part)) return undefined;
  if (part.type === 'ObjectExpression') {
    const options = new Map(
      (part['properties'] as Node[]).map(({ key, value }) => [
        (key as { name?: string } | undefined)?.name,
        value,
      ]),
    );
    const [errors, resolve] = [options.get('errors'), options.get('resolve')];
    if (isNode(errors) && isNode(resolve)) return { errors, resolve };
  }
  return Object.values(part).map(optionsIn).find(Boolean);
}

/** What a name comes to: a text, or what a loop makes of the texts that it goes through. */
function namesOf(name: Node, looped: Node | undefined): string[] {
  if (name.type === 'Literal') return [String(name['value'])];
  if (name.type === 'Identifier') return textsUnder(name['name'] as string, looped);
  const [before, after] = (name['quasis'] as { value: { cooked: string } }[]).map(
    ({ value }) => value.cooked,
  );
  return namesOf((name['expressions'] as Node[])[0]!, looped).map((text) => `${before}${text}${after}`);
}

/** Returns the texts under a key anywhere in a part of a program. */
function textsUnder(key: string, part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap((one) => textsUnder(key, one));
  if (!isNode(part)) return [];
  const { key: own, value } = part as { key?: { name?: string }; value?: Node };
  if (part.type === 'Property' && own?.name === key && value?.type === 'Literal')
    return [String(value['value'])];
  return Object.values(part).flatMap((one) => textsUnder(key, one));
}

function loopedOver(statement: Node, { declared }: Module): Node | undefined {
  if (statement.type !== 'ForOfStatement') return undefined;
  const over = statement['right'] as Node;
  return over.type === 'Identifier' ? declared.get(over['name'] as string) : over;
}
