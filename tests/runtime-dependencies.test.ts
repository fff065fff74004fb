import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { readSources, sourceFolders } from './support/source-graph.ts';

/**
 * What runs without a build, after `npm prune --omit=dev`: the server, what it starts with, and the scripts
 * of operators. Packages that only builds, generators and tests import are development dependencies.
 */
const runtime =
  /^(?:server|prisma\/(?:generated|seed))\/|^codegen\/build\.ts$|^scripts\/(?:accept-settings|backup|create-bucket|doctor|manage-voices|move|print-progress|recount-listening|reset-password|restore|rotate-\w+-key|rotate-\w+-secret)\.ts$/;
/** Installed by operators who want local speech recognition, and loaded where it is there. */
const optional = ['sherpa-onnx-node'];
/** Not imported: Node itself, and what Prisma's generated client loads. */
const withoutImport = ['node', '@prisma/client'];

const sources = (await readSources()).filter(
  ({ path }) => runtime.test(path) && !/\.(?:test|spec)\.ts$/.test(path),
);
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
const imported = new Map(
  sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ to, typeOnly }) => !typeOnly && !to.startsWith('node:'))
      .filter(
        ({ to }) => !sourceFolders.some((folder) => to.startsWith(`${folder}/`)) && to !== 'package.json',
      )
      .map(({ to }) => [packageOf(to), path] as const),
  ),
);

test('packages that the server imports are installed without development dependencies', () => {
  expect(sources.length).toBeGreaterThan(500);
  const missing = [...imported].filter(
    ([name]) => !Object.hasOwn(packageFile.dependencies, name) && !optional.includes(name),
  );
  expect(missing).toEqual([]);
});

test('production installs no packages that the server never imports', () => {
  const text = sources.map((source) => source.text).join('\n');
  const unused = Object.keys(packageFile.dependencies).filter(
    (name) => !imported.has(name) && !withoutImport.includes(name) && !text.includes(`'${name}`),
  );
  expect(unused).toEqual([]);
});
