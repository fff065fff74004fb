import { describe, expect, test } from 'vitest';
import { circles, readSources, sourceFolders, type SourceFile } from './support/source-graph.ts';

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

test('threads and processes are started in one place, which notices when they die', () => {
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

test('the sources are found, and their imports are read', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.find(({ path }) => path === 'server/lib/database/db.ts')!.imports).toEqual(
    expect.arrayContaining([
      { to: 'pg', typeOnly: false, lazy: false },
      { to: 'server/lib/database/data-dir-lock.ts', typeOnly: false, lazy: false },
      { to: 'server/lib/database/pglite.ts', typeOnly: false, lazy: true },
    ]),
  );
});

describe('who may import whom', () => {
  test('each room of the server knows only those below it', () => {
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

  test('all that the server says is declared in the files that its list names', () => {
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

  test('nothing imports the composition roots, but tests and scripts', () => {
    expect(
      offences(/^(server|client|prisma|codegen)\//, (to) => !/^server\/(api|worker)\.ts$/.test(to)),
    ).toEqual([]);
  });

  test('the API loads neither steps nor what does jobs unless it embeds the worker', () => {
    const reached = reachableFrom('server/api.ts');
    expect(reached).toContain('server/schema.ts');
    expect(reached).toContain('server/jobs.ts');
    // The API formats the worker's messages.
    expect(reached.filter((path) => /^server\/(pipeline|worker)\/(?!messages\.ts$)/.test(path))).toEqual([]);
  });

  test("an area's schema knows its own area, other areas' types and loaders, GraphQL, and what voices and settings are", () => {
    expect(
      offences(
        /^server\/areas\/[^/]+\/[^/]+\/(schema|mutations)\.ts$/,
        (to, path) =>
          roomOf(to) === roomOf(path) ||
          /^server\/areas\/[^/]+\/[^/]+\/(types|loaders)\.ts$/.test(to) ||
          /^server\/(graphql|kernel|areas\/library\/settings\/groups)\//.test(to) ||
          /^server\/speech\/(provider|voice-catalogue)\.ts$/.test(to) ||
          to.startsWith('prisma/generated/') ||
          to === 'server/product.ts' ||
          (isPackage(to) && !/^(fastify|pg)$/.test(to)),
      ),
    ).toEqual([]);
  });

  test("an area's functions know nothing of GraphQL or HTTP", () => {
    expect(
      offences(
        /^server\/areas\/(?!.*\/(schema|mutations|types|loaders)\.ts$)/,
        (to) => !/\/(schema|mutations|types|loaders)\.ts$/.test(to) && !doors.test(to),
      ),
    ).toEqual([]);
  });

  test('what runs steps opens no door', () => {
    expect(
      offences(
        /^server\/(kernel|worker|pipeline|speech|audio|text|extraction|storage)\//,
        (to) => !doors.test(to),
      ),
    ).toEqual([]);
  });

  test('pure functions on texts open no file', () => {
    expect(offences(/^server\/text\//, (to) => !to.startsWith('node:'))).toEqual([]);
  });

  test('REST knows the assembled schema, which it is handed, and of packages only what it is made on', () => {
    expect(
      offences(/^server\/rest\//, (to) => !isPackage(to) || to === 'fastify' || to === 'graphql'),
    ).toEqual([]);
  });

  test('the client knows the server through GraphQL alone', () => {
    expect(offences(/^client\/(dashboard|player)\//, (to) => !/^(server|prisma|codegen)\//.test(to))).toEqual(
      [],
    );
  });

  test('pieces of the dashboard without data know neither data nor screens', () => {
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

  test('the player carries no React, Relay or Mantine', () => {
    expect(
      offences(
        /^client\/player\//,
        (to) => !/^(react|react-dom|relay|react-relay|relay-runtime|@mantine)(\/|$)/.test(to),
      ),
    ).toEqual([]);
  });

  test('the code that ships imports no tests', () => {
    expect(
      offences(/^(server|client(?!\/testing)|prisma)\//, (to) => !/^tests\/|\.test\.ts$|^vitest/.test(to)),
    ).toEqual([]);
  });

  test('no files import each other, however long the way round', () => {
    expect(
      circles(new Map(files.map(({ path, imports }) => [path, new Map(imports.map(({ to }) => [to, '']))]))),
    ).toEqual([]);
  });

  test('no rooms import each other, however long the way round', () => {
    const rooms = new Map<string, Map<string, string>>();
    for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
      const [room, known] = [roomOf(path), rooms.get(roomOf(path)) ?? new Map<string, string>()];
      rooms.set(room, known);
      for (const { to } of imports)
        if (!isPackage(to) && roomOf(to) !== room) known.set(roomOf(to), ` (${path} imports ${to})`);
    }
    expect(circles(rooms)).toEqual([]);
  });

  test('circles are found', () => {
    const to = (...names: string[]): Map<string, string> => new Map(names.map((name) => [name, '']));
    const two = new Map([
      ['a', to('b', 'x')],
      ['b', to('c')],
      ['c', to('a')],
      ['x', to('b')],
    ]);
    expect(circles(two)).toEqual(['a → b → c → a', 'x → b → c → a → x']);
    expect(
      circles(
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

  test('are kebab-case; components are named as what they export', () => {
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

  test('that do different things have different names', () => {
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

  test('that only pass on what others export do not exist', () => {
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

  test('declare errors that are named so', () => {
    const wrong = files.flatMap(({ path, text }) =>
      [...text.matchAll(/class\s+(\w+)\s+extends\s+\w*Error\b/g)]
        .filter(([, name]) => !name!.endsWith('Error'))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('take rows from the database in the types of its tables', () => {
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

  test('leave nothing to do, and run every test', () => {
    const own = 'tests/architecture.test.ts';
    expect(offending(({ path, text }) => path !== own && /\b(TODO|FIXME|XXX)\b/.test(text))).toEqual([]);
    expect(
      offending(
        ({ path, text }) => path !== own && /\b(test|it|describe)\.(skip|only|todo|fixme)\(/.test(text),
      ),
    ).toEqual([]);
  });
});
