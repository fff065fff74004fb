import { dirname, resolve } from 'node:path';
import { parseAst } from 'vite';

/** Anything that can tell of a module: the bundler's context. */
export interface Modules {
  getModuleInfo(
    id: string,
  ): {
    code: string | null;
    importedIds: readonly string[];
    isEntry: boolean;
    dynamicImporters: readonly string[];
  } | null;
}

/** A name as the module knows it that is imported from; null for all that it has. */
type Taken = readonly [id: string, name: string | null];

interface Links {
  imports: readonly Taken[];
  /** What the module only passes on, by the name that it passes it on with. */
  passes: ReadonlyMap<string, Taken>;
}

/**
 * All that modules import, directly or not; not what they load later. Of a library that names all that it has
 * in one file, what is taken of it.
 */
export function collectModules(modules: Modules): (ids: readonly string[]) => Set<string> {
  const known = new Map<string, Links>();
  const linksOf = (id: string): Links => {
    if (!known.has(id)) known.set(id, readLinks(id, modules));
    return known.get(id)!;
  };
  return (ids) => {
    const reached = new Set<string>();
    const ahead: Taken[] = ids.map((id) => [id, null]);
    for (let taken = ahead.pop(); taken; taken = ahead.pop()) {
      const [id, name] = taken;
      const passed = name === null ? undefined : linksOf(id).passes.get(name);
      if (passed) {
        ahead.push(passed);
        continue;
      }
      if (reached.has(id)) continue;
      reached.add(id);
      ahead.push(...linksOf(id).imports);
    }
    return reached;
  };
}

function readLinks(id: string, modules: Modules): Links {
  const { code, importedIds } = modules.getModuleInfo(id) ?? { code: null, importedIds: [] };
  const whole = importedIds.map((imported): Taken => [imported, null]);
  // Of our own modules all are taken that they import: they pass nothing on.
  if (code === null) return { imports: whole, passes: new Map() };
  const known = new Set(importedIds);
  const found = (source: string): string | undefined => {
    if (!source.startsWith('.'))
      return importedIds.find((imported) => imported.includes(`/node_modules/${source}/`));
    const path = resolve(dirname(id), source);
    return known.has(path) ? path : importedIds.find((imported) => imported.startsWith(path));
  };
  const named: Taken[] = [];
  const bySource = new Set<string>();
  const locals = new Map<string, Taken>();
  const passes = new Map<string, Taken>();
  for (const node of parseAst(code).body) {
    if (node.type === 'ImportDeclaration') {
      const from = found(node.source.value);
      if (from === undefined) continue;
      bySource.add(from);
      if (node.specifiers.length === 0) named.push([from, null]);
      for (const specifier of node.specifiers) {
        const taken: Taken = [
          from,
          specifier.type === 'ImportSpecifier'
            ? nameOf(specifier.imported)
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : null,
        ];
        named.push(taken);
        locals.set(specifier.local.name, taken);
      }
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      const from = node.source ? found(node.source.value) : undefined;
      for (const { local, exported } of node.specifiers) {
        const passed: Taken | undefined = node.source
          ? from === undefined
            ? undefined
            : [from, nameOf(local)]
          : locals.get(nameOf(local));
        if (passed) passes.set(nameOf(exported), passed);
      }
      if (from !== undefined) bySource.add(from);
    }
  }
  // What the bundler knows of, but the text does not show, is taken whole.
  return { imports: [...named, ...whole.filter(([from]) => !bySource.has(from))], passes };
}

const nameOf = (name: { type: string; name?: string; value?: unknown }): string =>
  name.type === 'Identifier' ? name.name! : String(name.value);
