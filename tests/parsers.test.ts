import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };

const root = new URL('../', import.meta.url).pathname;
const page = readFileSync(`${root}.github/PARSERS.md`, 'utf8');
/** Rows of the tables of parsers: format, library, module, where it runs, limits, test. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.split('|').length === 9)
  .map((line) => line.split('|').slice(1, -1))
  .filter(([format]) => !/^ (format|---) $/.test(format!));
const codeIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
const libraries = new Set(rows.flatMap(([, library]) => codeIn(library)));
const modules = new Set(rows.flatMap(([, , module]) => codeIn(module)));

/** What of the server's libraries reads no bytes of others, or only what one of the parsers has read. */
const others = [
  // Of this machine: its database, files, logs, keys and what it is built with.
  '@electric-sql/pglite',
  '@prisma/adapter-pg',
  '@prisma/client',
  'kysely',
  'node',
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
  'dataloader',
  '@zxcvbn-ts/language-common',
  // GraphQL is parsed by `graphql`; these check what it has parsed, and build the schema.
  ...['core', 'plugin-complexity', 'plugin-errors', 'plugin-prisma', 'plugin-relay', 'selection-mapper'].map(
    (name) => `@pothos/${name}`,
  ),
  '@graphql-yoga/plugin-persisted-operations',
  'graphql-yoga',
  'zod',
  // The document of a page, once it is parsed.
  'domhandler',
  'domutils',
  // They write, and what they write is ours.
  '@echogarden/espeak-ng-emscripten',
  'hyparquet-writer',
  'node-id3',
  'nodemailer',
  'wasm-media-encoders',
  // Strings of bounded length: addresses, names of browsers, numbers, dates, messages.
  '@fastify/proxy-addr',
  'diff',
  'intl-messageformat',
  'ipaddr.js',
  'isbot',
  'lru-cache',
  'jsvat',
  // Writes archives, and reads only the one that a release brings.
  'modern-tar',
  'n2words',
  'otpauth',
  'temporal-polyfill',
  // They send traces to the operator's own receiver.
  ...['api', 'exporter-trace-otlp-http', 'resources', 'sdk-trace-node'].map(
    (name) => `@opentelemetry/${name}`,
  ),
  // The operator's own object store.
  '@aws-sdk/client-s3',
  '@smithy/node-http-handler',
];

const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, code: readFileSync(root + file, 'utf8') }));

test('every library of the server is listed as a parser or not', () => {
  const known = new Set([...libraries, ...others]);
  expect(rows.length).toBeGreaterThan(20);
  expect(Object.keys(packageFile.dependencies).filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !Object.hasOwn(packageFile.dependencies, name))).toEqual([]);
});

test('parsers are imported only by the modules that are listed with them', () => {
  // Much of the server is made of these: that they are there says nothing.
  const everywhere = new Set(['graphql', 'fastify', 'stripe', 'jose', 'openid-client', 'entities', 'undici']);
  const unnamed = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/^import (?!type)[^'"]*?['"]([^'"./][^'"]*)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm)]
      .map(([, stated, lazy]) => (stated ?? lazy)!)
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => libraries.has(name) && !everywhere.has(name) && !modules.has(file))
      .map((name) => `${file} imports ${name}`),
  );
  // These pack and draw what is ours, and read nothing.
  expect(unnamed.sort()).toEqual([
    'server/areas/people/profile/own-data.ts imports fflate',
    'server/lib/bars-picture.ts imports sharp',
    'server/lib/play-button-picture.ts imports sharp',
  ]);
});

test('every file that the page names exists', () => {
  const paths = codeIn(page).filter((code) => /^(server|tests)\//.test(code));
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
  expect(rows.filter((row) => codeIn(row.at(-1)).length === 0).map(([format]) => format)).toEqual([]);
});

test('every thread or process pool is listed, and parsers of foreign data run in processes', () => {
  const pools = sources.filter(({ code }) => /\bnew TaskPool</.test(code));
  expect(pools.filter(({ file }) => !page.includes(`\`${file}\``)).map(({ file }) => file)).toEqual([]);
  const isThread = ({ code }: { code: string }) => !/\bapart: true/.test(code);
  // What both are given was checked and counted when it was stored.
  expect(
    pools
      .filter(isThread)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(['server/kernel/lexicon-threads.ts', 'server/pipeline/cut-text.ts']);
  const isUnlimited = ({ code }: { code: string }) => !isThread({ code }) && !/\bmemoryMb\b/.test(code);
  expect(pools.filter(isUnlimited).map(({ file }) => file)).toEqual(['server/speech/offline-recognition.ts']);
});
