import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['server', 'client', 'codegen', 'scripts', 'prisma', 'tests'];
const notOurs = /(^|\/)(node_modules|dist|generated|__generated__|fixtures|test-results)(\/|$)/;

interface Import {
  /** A path below the root (`server/lib/db.ts`), or a package's name as it is written. */
  to: string;
  /** Types alone; gone when the code runs. */
  typeOnly: boolean;
  /** Loaded when it is needed. */
  lazy: boolean;
}

interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

const files = await readSources();

async function readSources(): Promise<SourceFile[]> {
  const paths = await Promise.all(folders.map(async (folder) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
  }));
  const code = paths.flat().filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !notOurs.test(path)).sort();
  return Promise.all(code.map(async (path) => {
    const text = await readFile(join(root, path), 'utf8');
    return { path, text, imports: importsOf(path, text) };
  }));
}

function importsOf(path: string, text: string): Import[] {
  const place = (name: string): string => (name.startsWith('.') ? join(dirname(path), name) : name);
  const stated = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
    .map(([, type, name]) => ({ to: place(name!), typeOnly: type !== undefined, lazy: false }));
  const lazy = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(([, name]) => ({ to: place(name!), typeOnly: false, lazy: true }));
  return [...stated, ...lazy];
}

/** Every import of the files that match, told as "file imports what", that the rule does not allow. */
function offences(of: RegExp, allowed: (to: string, path: string, typeOnly: boolean) => boolean): string[] {
  return files.filter(({ path }) => of.test(path) && !/\.test\.tsx?$/.test(path)).flatMap(({ path, imports }) =>
    imports.filter(({ to, typeOnly }) => !allowed(to, path, typeOnly)).map(({ to }) => `${path} imports ${to}`));
}

const isPackage = (to: string): boolean => !folders.some((folder) => to.startsWith(`${folder}/`));
const areaOf = (path: string): string => /^server\/areas\/([^/]+)\//.exec(path)?.[1] ?? '';

test('the sources are found, and their imports are read', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.find(({ path }) => path === 'server/lib/db.ts')!.imports).toEqual(expect.arrayContaining([
    { to: 'pg', typeOnly: false, lazy: false },
    { to: 'server/lib/data-dir-lock.ts', typeOnly: false, lazy: false },
    { to: 'server/lib/pglite.ts', typeOnly: false, lazy: true },
  ]));
});

describe('who may import whom', () => {
  test('nothing imports the composition roots, but tests and scripts', () => {
    expect(offences(/^(server|client|prisma|codegen)\//, (to) => !/^server\/(api|worker)\.ts$/.test(to))).toEqual([]);
  });

  test('the API loads no pipeline step unless it embeds the worker', () => {
    const reached = reachableFrom('server/api.ts');
    expect(reached).toContain('server/schema.ts');
    expect(reached.filter((path) => path.startsWith('server/pipeline/steps/'))).toEqual([]);
  });

  test("an area's schema knows its own area, other areas' types, and GraphQL", () => {
    expect(offences(/^server\/areas\/[^/]+\/schema\.ts$/, (to, path, typeOnly) =>
      typeOnly || areaOf(to) === areaOf(path) || /^server\/areas\/[^/]+\/types\.ts$/.test(to) ||
      /^(server\/graphql|server\/kernel|prisma\/generated)\//.test(to) || to === 'server/product.ts' || (isPackage(to) && !/^(fastify|pg)$/.test(to)))).toEqual([]);
  });

  test("an area's functions know nothing of GraphQL, HTTP, REST or the pipeline's steps", () => {
    const isFunction = /^server\/areas\/(?!.*\/(schema|types)\.ts$)/;
    expect(offences(isFunction, (to) => !/^server\/(graphql|http|rest|feeds|pipeline\/steps)\/|\/(schema|types)\.ts$|^(graphql|graphql-yoga|@pothos\/|fastify|@fastify\/)/.test(to) || /^server\/speech\/|^server\/audio\//.test(to))).toEqual([]);
  });

  test('steps know areas, speech, audio, extraction and storage, but no door', () => {
    expect(offences(/^server\/pipeline\//, (to) => !/^server\/(graphql|http|rest|feeds)\/|^(graphql|fastify|@fastify\/|@pothos\/)/.test(to))).toEqual([]);
  });

  test('REST knows the assembled schema, which it is handed, and never areas or Prisma', () => {
    const shared = ['fastify', 'graphql', 'server/product.ts', ...['request-body', 'form-data', 'json-file', 'sent-file'].map((name) => `server/lib/${name}.ts`)];
    expect(offences(/^server\/rest\//, (to) => to.startsWith('server/rest/') || shared.includes(to))).toEqual([]);
  });

  test('feeds know areas', () => {
    expect(offences(/^server\/feeds\//, (to) => isPackage(to) || /^server\/(feeds|areas|lib)\/|^server\/product\.ts$/.test(to))).toEqual([]);
  });

  test('what lies below knows nothing of what lies above', () => {
    const above = /^server\/(areas|graphql|http|rest|feeds|pipeline)\//;
    expect(offences(/^server\/(kernel|speech|audio|text|extraction|storage)\//, (to) => !above.test(to))).toEqual([]);
    expect(offences(/^server\/lib\//, (to) => isPackage(to) || /^server\/lib\/|^prisma\/generated\/|^server\/product\.ts$/.test(to) || /^server\/lib\/start-errors\.ts$/.test(to) || to === 'server/config.ts')).toEqual([]);
  });

  test('the client knows the server through GraphQL alone', () => {
    expect(offences(/^client\/(dashboard|player)\//, (to) => !/^(server|prisma|codegen)\//.test(to))).toEqual([]);
  });

  test('the player carries no React, Relay or Mantine', () => {
    expect(offences(/^client\/player\//, (to) => !/^(react|react-dom|relay|react-relay|relay-runtime|@mantine)(\/|$)/.test(to))).toEqual([]);
  });

  test('the code that ships imports no tests', () => {
    expect(offences(/^(server|client|prisma)\//, (to) => !/^tests\/|\.test\.ts$|^vitest/.test(to))).toEqual([]);
  });

  test('there are no circles', () => {
    expect(circles()).toEqual([]);
  });
});

/** Files that are loaded when one is, without what is imported lazily or for its types. */
function reachableFrom(start: string): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { to, typeOnly, lazy } of byPath.get(path)?.imports ?? []) if (!typeOnly && !lazy) visit(to);
  };
  visit(start);
  return [...seen];
}

/** Circles of imports within the server, each told once by the way round. */
function circles(): string[] {
  const byPath = new Map(files.filter(({ path }) => path.startsWith('server/')).map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) found.push([...way.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const { to, typeOnly, lazy } of byPath.get(path)?.imports ?? []) if (!typeOnly && !lazy) visit(to, [...way, path]);
    done.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  return found;
}

describe('files', () => {
  const offending = (wrong: (file: SourceFile) => boolean): string[] => files.filter(wrong).map(({ path }) => path);

  test('have at most 500 lines', () => {
    expect(files.filter(({ text }) => text.split('\n').length > 501).map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`)).toEqual([]);
  });

  test('are not named utils, helpers, misc, manager or common', () => {
    expect(offending(({ path }) => /(^|[/.-])(utils?|helpers?|misc|managers?|common)([/.-]|$)/i.test(path))).toEqual([]);
  });

  test('are kebab-case; components are named as what they export', () => {
    expect(offending(({ path }) => {
      const name = path.split('/').at(-1)!.replace(/(\.test|\.spec|\.config|\.d)*\.tsx?$/, '');
      const isComponent = /^[A-Z][A-Za-z0-9]*$/.test(name) && path.startsWith('client/') && path.endsWith('.tsx');
      return !isComponent && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
    })).toEqual([]);
  });

  test('that only pass on what others export do not exist', () => {
    expect(offending(({ text }) => text.trim() !== '' && text.replace(/^\s*(\/\/.*|\/\*[\s\S]*?\*\/)/gm, '').trim().split(/;\s*/).filter(Boolean).every((statement) => /^export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s*)?from\s/.test(statement.trim())))).toEqual([]);
  });

  test('declare errors that are named so', () => {
    const wrong = files.flatMap(({ path, text }) =>
      [...text.matchAll(/class\s+(\w+)\s+extends\s+\w*Error\b/g)].filter(([, name]) => !name!.endsWith('Error')).map(([, name]) => `${path}: ${name}`));
    expect(wrong).toEqual([]);
  });

  test('leave nothing to do, and run every test', () => {
    const own = 'tests/architecture.test.ts';
    expect(offending(({ path, text }) => path !== own && /\b(TODO|FIXME|XXX)\b/.test(text))).toEqual([]);
    expect(offending(({ path, text }) => path !== own && /\b(test|it|describe)\.(skip|only|todo|fixme)\(/.test(text))).toEqual([]);
  });
});
