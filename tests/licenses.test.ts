/** Every package in a release may be distributed under GPL-3.0-or-later. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import packageFile from '../package.json' with { type: 'json' };
import { productionPackages, type LockFile } from '../scripts/pack/production-packages.ts';
import { writeSbom } from '../scripts/pack/write-sbom.ts';
import { readSources } from './support/source-graph.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** SPDX identifiers, https://www.gnu.org/licenses/license-list.html; each with what it asks for. */
const compatible: Record<string, string> = {
  '0BSD': 'nothing',
  'Apache-2.0': 'compatible with version 3 of the GPL',
  'BSD-2-Clause': 'notice',
  'BSD-3-Clause': 'notice',
  'BlueOak-1.0.0': 'notice',
  'CC0-1.0': 'nothing',
  'GPL-3.0': 'version 3, under which the whole is then distributed',
  'GPL-3.0-or-later': 'our own',
  ISC: 'notice',
  'LGPL-3.0-or-later': 'a library that can be replaced',
  MIT: 'notice',
  'MIT-0': 'nothing',
  'MPL-2.0': 'its own files stay under it',
  'OFL-1.1': 'fonts, distributed with the program',
  'PSF-2.0': 'notice',
  'Python-2.0': 'notice',
  Unlicense: 'nothing',
  Zlib: 'notice',
};
/** Packages whose license has no identifier, with what their files say. */
const exceptions: Record<string, string> = {
  duck: 'BSD in package.json; its LICENSE is the two-clause license (BSD-2-Clause)',
};

/** Whether an SPDX expression can be satisfied with compatible licenses alone. */
function isCompatible(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes('(')) return false;
  return bare
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((license) => license.trim() in compatible));
}

const packages = lock.packages as LockFile['packages'] & Record<string, { license?: string }>;
const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13);

/** Packages that the built client contains: what its sources import, with their dependencies. */
async function bundledPackages(): Promise<string[]> {
  const sources = (await readSources()).filter(
    ({ path }) =>
      /^client\/(?:dashboard|partners|player|wordpress)\//.test(path) && !/\.(?:test|stories)\./.test(path),
  );
  const development: Record<string, string> = packageFile.devDependencies;
  const dependencies = Object.fromEntries(
    sources
      .flatMap(({ imports }) => imports.filter(({ typeOnly }) => !typeOnly))
      .map(({ to }) => to.split('/', to.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => name in development)
      .map((name) => [name, development[name]!]),
  );
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['react', '@mantine/core']));
  return productionPackages({ packages: { ...packages, '': { dependencies } } }, root);
}

test('each package of the server and of the built client has a compatible license', async () => {
  const folders = new Set([...productionPackages({ packages }, root), ...(await bundledPackages())]);
  expect(folders.size).toBeGreaterThan(250);
  const refused = [...folders]
    .filter((folder) => !(nameOf(folder) in exceptions))
    .filter((folder) => !isCompatible(packages[folder]!.license ?? ''))
    .map((folder) => `${nameOf(folder)}: ${packages[folder]!.license ?? 'none'}`);
  expect(refused).toEqual([]);
});

test('every exception is still needed', () => {
  const used = Object.keys(packages).filter((folder) => nameOf(folder) in exceptions);
  expect(used.map(nameOf).sort()).toEqual(Object.keys(exceptions).sort());
  for (const folder of used) expect(isCompatible(packages[folder]!.license ?? '')).toBe(false);
});

test.each([
  ['MIT', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND CC-BY-NC-4.0', false],
  ['GPL-2.0-only', false],
  ['', false],
])('%s is compatible: %s', (expression, expected) => {
  expect(isCompatible(expression)).toBe(expected);
});

test('the bill of materials has each package of production with its version, and none of development', async () => {
  const place = await mkdtemp(join(tmpdir(), 'parlance-sbom-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const file = join(place, 'sbom.cdx.json');
  await writeSbom(file, root);
  const { bomFormat, components } = JSON.parse(await readFile(file, 'utf8')) as {
    bomFormat: string;
    components: { purl: string; hashes?: unknown[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const urls = components.map(({ purl }) => decodeURIComponent(purl).replace(/\?.*/, ''));
  const contained = productionPackages({ packages }, root).map(
    (folder) => `pkg:npm/${nameOf(folder)}@${packages[folder]!.version}`,
  );
  expect(new Set(urls)).toEqual(new Set(contained));
  for (const [name, version] of Object.entries(packageFile.dependencies))
    expect(urls).toContain(`pkg:npm/${name}@${version}`);
  expect(urls.filter((url) => /\/(?:vitest|vite|prettier|storybook)@/.test(url))).toEqual([]);
});
