import { describe, expect, test } from 'vitest';
import { importCycles, readSources, sourceFolders, type SourceFile } from './support/source-graph.ts';

const files = await readSources();

/**
 * The room that a file lies in: a folder of the server or the dashboard, an area, a screen. What lies beside
 * those is a room alone.
 */
function roomOf(path: string): string {
  const inside = [
    /^server\/areas\/[^/]+\/[^/]+(?=\/)/,
    /^client\/dashboard\/screens\/[^/]+(?=\/)/,
    /^client\/dashboard\/[^/]+(?=\/)/,
    /^(?:server|prisma)\/[^/]+(?=\/)/,
    /^client\/player(?=\/)/,
    /^(?:codegen|scripts|tests|training)(?=\/)/,
  ];
  return inside.map((room) => room.exec(path)?.[0]).find(Boolean) ?? path;
}

const isPackage = (to: string): boolean => !sourceFolders.some((folder) => to.startsWith(`${folder}/`));
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);

/**
 * Every import of the files that match, told as "file imports what", that the rule does not allow; types
 * count like the rest.
 */
function offences(of: RegExp, allowed: (to: string, path: string) => boolean): string[] {
  return files
    .filter(({ path }) => of.test(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports.filter(({ to }) => !allowed(to, path)).map(({ to }) => `${path} imports ${to}`),
    );
}

const data = ['prisma/generated', 'server/lib', 'server/config.ts', 'server/product.ts'];
const below = [
  ...data,
  'server/text',
  'server/audio',
  'server/extraction',
  'server/storage',
  'server/speech',
  'server/language-models',
  'server/mail',
  'server/transfer',
  'server/doctor',
  'server/kernel',
];

/** What each room of the server may know of the others, from the ground up; areas are one room here. */
const mayKnow: Record<string, string[]> = {
  'server/product.ts': [],
  'server/config.ts': ['server/product.ts'],
  'server/lib': data,
  'server/text': ['server/product.ts', 'server/lib/expected-error.ts', 'server/lib/declare-messages.ts'],
  'server/audio': ['server/product.ts', 'server/lib', 'server/text'],
  'server/extraction': ['server/product.ts', 'server/lib', 'server/text'],
  'server/storage': [...data, 'server/audio'],
  'server/speech': [...data, 'server/audio', 'server/text'],
  'server/language-models': [...data, 'server/speech'],
  'server/mail': data,
  'server/transfer': [...data, 'server/storage'],
  'server/doctor': [...data, 'server/storage', 'server/mail', 'server/speech', 'server/transfer'],
  'server/kernel': below,
  'server/graphql': ['server/kernel', ...data],
  'server/areas': below,
  'server/jobs.ts': ['server/areas', 'server/kernel'],
  'server/mails.ts': ['server/areas', 'server/kernel'],
  'server/pipeline': ['server/areas', ...below],
  'server/worker': ['server/areas', 'server/pipeline', 'server/jobs.ts', ...below],
  'server/feeds': ['server/areas', ...below],
  'server/alexa': ['server/areas', ...below],
  'server/rest': ['server/product.ts', 'server/lib/requests'],
  'server/http': ['server/areas', 'server/feeds', 'server/alexa', 'server/graphql', 'prisma/seed', ...below],
};

/**
 * Groups of areas, from the top down: an area imports areas of its group and of the groups below it, never of
 * one above. GraphQL types are exempt, because they refer to each other in both directions.
 */
const areaGroups = [
  'people',
  'channels',
  'voice',
  'projects',
  'review',
  'listening',
  'articles',
  'library',
  'access',
] as const;

/** Packages for building endpoints. */
const doors = /^(graphql|graphql-yoga|@pothos\/.*|fastify|@fastify\/.*)$/;

/** Files of an area in which its GraphQL types are made, and what reads for them. */
const graphqlOfArea = /^server\/areas\/[^/]+\/[^/]+\/(schema|mutations|types|loaders)\.ts$/;

test('threads and processes are started in one module, which handles crashes', () => {
  const starting =
    /\bnew (Worker|Piscina|SharedWorker)\b|['"](node:)?(child_process|cluster)['"]|import\s*\{[^}]*\bWorker\b[^}]*\}\s*from '(node:)?worker_threads'/;
  const starters = files
    .filter(
      ({ path, text }) => path.startsWith('server/') && !path.endsWith('.test.ts') && starting.test(text),
    )
    .map(({ path }) => path);
  // The other one is a thread of a process that is limited: if it dies, so does the process.
  expect(starters).toEqual(['server/lib/threads/process-memory.ts', 'server/lib/threads/start-thread.ts']);
});

test('the sources are found, and their imports are parsed', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.find(({ path }) => path === 'server/lib/database/db.ts')!.imports).toEqual(
    expect.arrayContaining([
      { to: 'pg', typeOnly: false, lazy: false },
      { to: 'server/lib/database/data-dir-lock.ts', typeOnly: false, lazy: false },
      { to: 'server/lib/database/pglite.ts', typeOnly: false, lazy: true },
    ]),
  );
});

describe('imports between modules', () => {
  test('each layer of the server imports only layers below it', () => {
    const rooms = files
      .map(({ path }) => /^server\/[^/]+(?=\/)/.exec(path)?.[0])
      .filter((room) => room !== undefined);
    expect([...new Set(rooms)].filter((room) => !mayKnow[room])).toEqual([]);
    expect(
      Object.entries(mayKnow).flatMap(([room, known]) => {
        const knows = [room, ...known];
        return offences(
          new RegExp(`^${room}(/|$)`),
          (to, path) =>
            isPackage(to) ||
            knows.some((other) => to === other || to.startsWith(`${other}/`)) ||
            (graphqlOfArea.test(path) && to.startsWith('server/graphql/')),
        );
      }),
    ).toEqual([]);
  });

  test('each group of areas imports only itself and the groups below it', () => {
    const groupOf = (path: string): string | undefined => /^server\/areas\/([^/]+)\//.exec(path)?.[1];
    const groups = files.map(({ path }) => groupOf(path)).filter((group) => group !== undefined);
    expect([...new Set(groups)].sort()).toEqual([...areaGroups].sort());
    expect(
      areaGroups.flatMap((group, index) => {
        const known: readonly string[] = areaGroups.slice(index);
        return offences(
          new RegExp(`^server/areas/${group}/(?!.*/(schema|mutations|types|loaders)\\.ts$)`),
          (to) => !to.startsWith('server/areas/') || known.includes(groupOf(to)!),
        );
      }),
    ).toEqual([]);
  });

  test('all texts of the server are declared in the files that its list names', () => {
    const declaring = files.filter(
      ({ path, text }) => !isTest(path) && /^export const \w+ = declareMessages\(/m.test(text),
    );
    const listed = files.find(({ path }) => path === 'server/messages.ts')!.imports;
    expect(declaring.map(({ path }) => path).filter((path) => !path.endsWith('/messages.ts'))).toEqual([]);
    expect(declaring.map(({ path }) => path).sort()).toEqual(
      listed
        .map(({ to }) => to)
        .filter((to) => to.endsWith('/messages.ts'))
        .sort(),
    );
  });

  test('only tests and scripts import the composition roots', () => {
    expect(
      offences(/^(server|client|prisma|codegen)\//, (to) => !/^server\/(api|worker)\.ts$/.test(to)),
    ).toEqual([]);
  });

  test('the API process loads no pipeline steps or job handlers unless it embeds the worker', () => {
    const reached = reachableFrom('server/api.ts');
    expect(reached).toContain('server/schema.ts');
    expect(reached).toContain('server/jobs.ts');
    // The API formats the worker's messages.
    expect(reached.filter((path) => /^server\/(pipeline|worker)\/(?!messages\.ts$)/.test(path))).toEqual([]);
  });

  test('an area’s schema imports only its area, types and loaders of others, GraphQL, voices and settings', () => {
    expect(
      offences(
        /^server\/areas\/[^/]+\/[^/]+\/(schema|mutations)\.ts$/,
        (to, path) =>
          roomOf(to) === roomOf(path) ||
          /^server\/areas\/[^/]+\/[^/]+\/(types|loaders)\.ts$/.test(to) ||
          /^server\/(graphql|kernel|areas\/library\/settings\/groups)\//.test(to) ||
          /^server\/speech\/(provider|voice-catalogue|local\/local-model)\.ts$/.test(to) ||
          to.startsWith('prisma/generated/') ||
          to === 'server/product.ts' ||
          (isPackage(to) && !/^(fastify|pg)$/.test(to)),
      ),
    ).toEqual([]);
  });

  test('an area’s functions import neither GraphQL nor HTTP', () => {
    expect(
      offences(
        /^server\/areas\/(?!.*\/(schema|mutations|types|loaders)\.ts$)/,
        (to) => !/\/(schema|mutations|types|loaders)\.ts$/.test(to) && !doors.test(to),
      ),
    ).toEqual([]);
  });

  test('pipeline steps do not import HTTP', () => {
    expect(
      offences(
        /^server\/(kernel|worker|pipeline|speech|audio|text|extraction|storage)\//,
        (to) => !doors.test(to),
      ),
    ).toEqual([]);
  });

  test('text functions do not import the file system', () => {
    expect(offences(/^server\/text\//, (to) => !to.startsWith('node:'))).toEqual([]);
  });

  test('REST gets the schema passed in, and imports only the packages that it is built on', () => {
    expect(
      offences(/^server\/rest\//, (to) => !isPackage(to) || to === 'fastify' || to === 'graphql'),
    ).toEqual([]);
  });

  test('the client accesses the server only through GraphQL', () => {
    expect(offences(/^client\/(dashboard|player)\//, (to) => !/^(server|prisma|codegen)\//.test(to))).toEqual(
      [],
    );
  });

  test('shared UI components import neither data nor screens', () => {
    const dataOrScreens =
      /^client\/dashboard\/(?!ui\/|words\/|generated\/words\/|__generated__\/)|^(react-relay|relay-runtime)$/;
    expect(offences(/^client\/dashboard\/ui\//, (to) => !dataOrScreens.test(to))).toEqual([]);
    expect(
      offences(
        /^client\/dashboard\/words\//,
        (to) => to === 'react' || /^client\/dashboard\/(generated\/)?words\//.test(to),
      ),
    ).toEqual([]);
    expect(
      offences(
        /^client\/dashboard\/relay\//,
        (to) => !/^client\/dashboard\/(screens\/|[^/]+\.tsx?$)/.test(to),
      ),
    ).toEqual([]);
  });

  test('the player does not bundle React, Relay or Mantine, except in its React package', () => {
    expect(
      offences(
        /^client\/player\/(?!package\/react\.ts$)/,
        (to) => !/^(react|react-dom|relay|react-relay|relay-runtime|@mantine)(\/|$)/.test(to),
      ),
    ).toEqual([]);
  });

  test('production code does not import tests', () => {
    expect(
      offences(/^(server|client(?!\/testing)|prisma)\//, (to) => !/^tests\/|\.test\.ts$|^vitest/.test(to)),
    ).toEqual([]);
  });

  test('no files import each other in a cycle', () => {
    expect(
      importCycles(
        new Map(files.map(({ path, imports }) => [path, new Map(imports.map(({ to }) => [to, '']))])),
      ),
    ).toEqual([]);
  });

  test('no modules import each other in a cycle', () => {
    const rooms = new Map<string, Map<string, string>>();
    for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
      const [room, known] = [roomOf(path), rooms.get(roomOf(path)) ?? new Map<string, string>()];
      rooms.set(room, known);
      for (const { to } of imports)
        if (!isPackage(to) && roomOf(to) !== room) known.set(roomOf(to), ` (${path} imports ${to})`);
    }
    expect(importCycles(rooms)).toEqual([]);
  });

  test('import cycles are detected', () => {
    const to = (...names: string[]): Map<string, string> => new Map(names.map((name) => [name, '']));
    const two = new Map([
      ['a', to('b', 'x')],
      ['b', to('c')],
      ['c', to('a')],
      ['x', to('b')],
    ]);
    expect(importCycles(two)).toEqual(['a → b → c → a', 'x → b → c → a → x']);
    expect(
      importCycles(
        new Map([
          ['a', to('b', 'c')],
          ['b', to('c')],
          ['c', to()],
        ]),
      ),
    ).toEqual([]);
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

/** Files that are named for what they are to their room; every other name is one file's alone. */
const namedForTheirPart = [
  /^server\/(areas\/[^/]+\/[^/]+\/)?schema\.ts$/, // GraphQL of an area, and all of them together
  /^server\/(.+\/)?messages\.ts$/, // what a room says, and all of it together
  /^server\/areas\/[^/]+\/[^/]+\/(mutations|types|loaders|policy|events)\.ts$/,
  /^server\/(areas\/[^/]+\/[^/]+\/)?jobs\.ts$/, // those of an area, and all of them together
  /^server\/areas\/library\/rules\/[^/]+\/registry\.ts$/, // the list of the files beside it
  // Addresses of a screen, and all of them together.
  /^client\/dashboard\/(screens\/[^/]+\/routes\.ts|routes\.tsx)$/,
  /^server\/text\/normalise\/[^/]+\//, // words and rules of each language
  /^tests\/speech\/servers\//, // each speaks the wire format of the service of its name
];

describe('files', () => {
  const offending = (wrong: (file: SourceFile) => boolean): string[] =>
    files.filter(wrong).map(({ path }) => path);

  // Of 110 characters; most that are longer than 300 have been discussed.
  test('have at most 500 lines', () => {
    expect(
      files
        .filter(({ text }) => text.split('\n').length > 501)
        .map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`),
    ).toEqual([]);
  });

  test('are not named utils, helpers, misc, manager or common', () => {
    expect(
      offending(({ path }) => /(^|[/.-])(utils?|helpers?|misc|managers?|common)([/.-]|$)/i.test(path)),
    ).toEqual([]);
  });

  test('are in kebab case, or named after the component that they export', () => {
    expect(
      offending(({ path }) => {
        const name = path
          .split('/')
          .at(-1)!
          .replace(/(\.test|\.spec|\.config|\.d)*\.tsx?$/, '');
        const isComponent =
          /^[A-Z][A-Za-z0-9]*$/.test(name) && path.startsWith('client/') && path.endsWith('.tsx');
        return !isComponent && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
      }),
    ).toEqual([]);
  });

  test('with different content have different names', () => {
    const named = new Map<string, string[]>();
    for (const { path } of files.filter(
      (file) => !isTest(file.path) && !namedForTheirPart.some((part) => part.test(file.path)),
    )) {
      const name = path
        .split('/')
        .at(-1)!
        .replace(/\.tsx?$/, '');
      named.set(name, [...(named.get(name) ?? []), path]);
    }
    expect([...named.values()].filter((paths) => paths.length > 1).map((paths) => paths.join(', '))).toEqual(
      [],
    );
  });

  test('that only re-export do not exist', () => {
    expect(
      offending(
        ({ text }) =>
          text.trim() !== '' &&
          text
            .replace(/^\s*(\/\/.*|\/\*[\s\S]*?\*\/)/gm, '')
            .trim()
            .split(/;\s*/)
            .filter(Boolean)
            .every((statement) =>
              /^export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s*)?from\s/.test(statement.trim()),
            ),
      ),
    ).toEqual([]);
  });

  test('declare error classes whose names end in Error', () => {
    const wrong = files.flatMap(({ path, text }) =>
      [...text.matchAll(/class\s+(\w+)\s+extends\s+\w*Error\b/g)]
        .filter(([, name]) => !name!.endsWith('Error'))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('read rows from the database with the types of its tables', () => {
    // Types that are merely asserted: of pg, and of whole statements as text. What has no table is in lib.
    const asserted =
      /\b(query|executeQuery)<|\bpool\.query\b|\$(queryRaw|executeRaw)|sql(<[^`]*>)?`[^`]*`\.execute\(/;
    expect(asserted.test('db.query<{ id: number }>(')).toBe(true);
    expect(asserted.test('sql<Row>`SELECT 1`.execute(db)')).toBe(true);
    expect(
      offending(
        ({ path, text }) =>
          path.startsWith('server/') && !path.startsWith('server/lib/') && asserted.test(text),
      ),
    ).toEqual([]);
  });

  test('contain no to-do comments and no skipped tests', () => {
    const own = 'tests/architecture.test.ts';
    expect(offending(({ path, text }) => path !== own && /\b(TODO|FIXME|XXX)\b/.test(text))).toEqual([]);
    expect(
      offending(
        ({ path, text }) => path !== own && /\b(test|it|describe)\.(skip|only|todo|fixme)\(/.test(text),
      ),
    ).toEqual([]);
  });
});
