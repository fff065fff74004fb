import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A node of a syntax tree (ESTree, with TypeScript's nodes beside it). */
type Node = Record<string, unknown> & { type: string };

/** What a file has at its top, and where what it imports comes from. */
interface Module {
  declared: Map<string, Node>;
  /** `file#name` there, by the name here. Types alone are left out. */
  imported: Map<string, string>;
  statements: Node[];
}

/** A piece of a program, and the names that it finds around it. */
interface Piece {
  node: Node;
  file: string;
  /** The top-level declaration that it is in: its functions are found by their names. */
  within: Node;
}

/** Functions that wait for another machine, by their names. */
const outboundFunctions = new Set([
  'fetch',
  'safeFetch',
  'callService',
  'sendBySmtp',
  'stripeOf',
  'askStripe',
  'requestAmazon',
  'screenText',
]);
/** Methods that do, by the last name of what they are called on. */
const outboundMethods: Record<string, RegExp> = {
  storage: /^(put|putFile|get|stat|stream|delete|list|deleteUnfinished)$/,
  mail: /^send$/,
  recogniser: /^recognise$/,
  languageModel: /^ask$/,
  model: /^ask$/,
  provider: /^(synthesize|synthesise|speak|voices)$/,
  stripe: /./,
  // Not another machine, but as slow where a disk is.
  file: /^(appendFile|writeFile|sync)$/,
};

/** The server's sources, by path. */
export const serverSources = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('server/**/*.ts', { cwd: root })
      .filter((file) => !/\.(test|d)\.ts$/.test(file))
      .sort()
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );

/**
 * Every call of another machine to which the work of a database transaction can lead, with the way there:
 * `server/a.ts: keep → write → storage.put`. What is called through a variable that holds a function it does
 * not see; that a call is never reached it does not see either.
 * @param sources by path
 */
export function outboundCallsInTransactions(sources: ReadonlyMap<string, string>): string[] {
  const modules = new Map([...sources].map(([file, code]) => [file, readModule(file, code)]));
  const wrappers = wrappersIn(modules);
  const found = new Set<string>();
  for (const [file, { statements }] of modules)
    for (const statement of statements)
      for (const work of worksIn(statement, (name) => wrappers.has(placeOf(modules, file, name) ?? '')))
        for (const way of waysOut(modules, { node: work, file, within: statement }))
          found.add(`${file}: ${way}`);
  return [...found].sort();
}

/** Top-level functions that call one of their parameters within a transaction. */
function wrappersIn(modules: ReadonlyMap<string, Module>): Set<string> {
  const wrappers = new Set<string>();
  for (const [file, { declared }] of modules)
    for (const [name, node] of declared) {
      const parameters = new Set(((node['params'] as Node[] | undefined) ?? []).flatMap(boundBy));
      const handsOn = worksIn(node, () => false).some((work) =>
        [...valuesIn(work)].some((value) => parameters.has(value) && isCalled(node, value)),
      );
      if (handsOn) wrappers.add(`${file}#${name}`);
    }
  return wrappers;
}

/** Whether a name is called, or handed to a transaction, somewhere in a function. */
const isCalled = (node: Node, name: string): boolean =>
  nodesIn(node).some(
    (one) =>
      one.type === 'CallExpression' &&
      ((one['callee'] as Node)['name'] === name ||
        (isTransaction(one) && (one['arguments'] as Node[]).some((argument) => argument['name'] === name))),
  );

const boundBy = (parameter: Node): string[] =>
  parameter.type === 'Identifier' ? [parameter['name'] as string] : [];

/** The work of each transaction that is begun in a piece of a program. */
function worksIn(node: Node, isWrapper: (name: string) => boolean): Node[] {
  return nodesIn(node).flatMap((call) => {
    if (call.type !== 'CallExpression') return [];
    const callee = call['callee'] as Node;
    const works = call['arguments'] as Node[];
    if (isTransaction(call)) return works.filter(({ type }) => type !== 'ArrayExpression');
    return isWrapper((callee['name'] as string | undefined) ?? '') ? works.filter(isFunction) : [];
  });
}

/** `db.transaction(work)`, `prisma.$transaction(work)`, `sql.transaction().execute(work)`. */
function isTransaction(call: Node): boolean {
  const callee = call['callee'] as Node;
  if (callee.type !== 'MemberExpression') return false;
  const method = (callee['property'] as Node)['name'];
  if (method === 'transaction' || method === '$transaction') return (call['arguments'] as Node[]).length > 0;
  const object = callee['object'] as Node;
  return (
    method === 'execute' &&
    object.type === 'CallExpression' &&
    ((object['callee'] as Node)['property'] as Node | undefined)?.['name'] === 'transaction'
  );
}

const isFunction = ({ type }: Node): boolean => /^(Arrow)?FunctionExpression$/.test(type);

/** The shortest way from a piece of a program to each outbound call. */
function waysOut(modules: ReadonlyMap<string, Module>, begin: Piece): string[] {
  const ways: string[] = [];
  const seen = new Set<Node>([begin.node]);
  const queue: { piece: Piece; way: string }[] = [{ piece: begin, way: '' }];
  for (const { piece, way } of queue) {
    for (const call of outboundIn(piece.node)) ways.push(`${way}${call}`);
    const locals = functionsIn(piece.within);
    const { declared, imported } = modules.get(piece.file)!;
    for (const name of valuesIn(piece.node)) {
      if (outboundFunctions.has(name)) continue;
      const local = locals.get(name);
      const place = imported.get(name);
      const [file, key] = place ? (place.split('#') as [string, string]) : [piece.file, name];
      const top = place ? modules.get(file)?.declared.get(key) : declared.get(name);
      const node = local ?? top;
      if (!node || seen.has(node)) continue;
      seen.add(node);
      queue.push({ piece: { node, file, within: local ? piece.within : node }, way: `${way}${name} → ` });
    }
  }
  return ways;
}

function placeOf(modules: ReadonlyMap<string, Module>, file: string, name: string): string | undefined {
  const { declared, imported } = modules.get(file)!;
  return imported.get(name) ?? (declared.has(name) ? `${file}#${name}` : undefined);
}

/** Functions that are declared within another, by their names. */
const functionsIn = remembered((node) => {
  const functions = new Map<string, Node>();
  for (const one of nodesIn(node)) {
    const init = one['init'] as Node | null | undefined;
    const id = one['id'] as Node | null | undefined;
    if (one.type === 'VariableDeclarator' && init && id?.type === 'Identifier' && isFunction(init))
      functions.set(id['name'] as string, init);
    if (one.type === 'FunctionDeclaration' && id && one !== node) functions.set(id['name'] as string, one);
  }
  return functions;
});

/** Returns the outbound calls in a part of a program. */
const outboundIn = remembered((node) => {
  const calls: string[] = [];
  for (const call of nodesIn(node)) {
    if (call.type !== 'CallExpression') continue;
    const callee = call['callee'] as Node;
    if (callee.type === 'Identifier' && outboundFunctions.has(callee['name'] as string))
      calls.push(callee['name'] as string);
    if (callee.type !== 'MemberExpression' || callee['computed'] === true) continue;
    const object = callee['object'] as Node;
    const on = (object['name'] ?? (object['property'] as Node | undefined)?.['name']) as string | undefined;
    const method = (callee['property'] as Node)['name'] as string;
    if (on !== undefined && Object.hasOwn(outboundMethods, on) && outboundMethods[on]!.test(method))
      calls.push(`${on}.${method}`);
  }
  return calls;
});

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
      imported.set(local.name, `${join(dirname(file), from)}#${theirs.name}`);
}

function readStatement({ declared, statements }: Module, statement: Node): void {
  const { id } = statement as { id?: { name: string } };
  if (statement.type === 'VariableDeclaration')
    for (const { id: variable, init } of statement['declarations'] as { id: Node; init: Node | null }[])
      if (init && variable.type === 'Identifier') declared.set(variable['name'] as string, init);
  if (id && /^(Function|Class)Declaration$/.test(statement.type)) declared.set(id.name, statement);
  statements.push(statement);
}

/** Names of values in a part of a program: not of types, keys or members. */
const valuesIn = remembered((part) => {
  const names = new Set<string>();
  const queue: unknown[] = [part];
  for (let at = 0; at < queue.length; at++) {
    const one = queue[at];
    if (Array.isArray(one)) {
      queue.push(...one);
      continue;
    }
    if (!isNode(one) || /^TS(Type|Interface)/.test(one.type)) continue;
    if (one.type === 'Identifier') names.add(one['name'] as string);
    const isPlain = one['computed'] !== true;
    for (const key in one) {
      if (/^(typeAnnotation|returnType|typeParameters|typeArguments)$/.test(key)) continue;
      if (isPlain && one.type === 'MemberExpression' && key === 'property') continue;
      if (isPlain && one.type === 'Property' && key === 'key') continue;
      queue.push(one[key]);
    }
  }
  return names;
});

const nodesIn = remembered((part) => {
  const nodes: Node[] = [];
  const queue: unknown[] = [part];
  for (let at = 0; at < queue.length; at++) {
    const one = queue[at];
    if (Array.isArray(one)) queue.push(...one);
    else if (isNode(one)) {
      nodes.push(one);
      for (const key in one) if (typeof one[key] === 'object') queue.push(one[key]);
    }
  }
  return nodes;
});

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Partial<Node>).type === 'string';
}

/** The same function, whose result for a node is kept. */
function remembered<T>(read: (node: Node) => T): (node: Node) => T {
  const known = new WeakMap<Node, T>();
  return (node) => {
    let result = known.get(node);
    if (result === undefined) known.set(node, (result = read(node)));
    return result;
  };
}
