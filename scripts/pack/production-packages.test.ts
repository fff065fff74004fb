import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { productionPackages, type LockFile } from './production-packages.ts';

const lock: LockFile = {
  packages: {
    '': { dependencies: { server: '1' }, optionalDependencies: { windows: '1' } },
    'node_modules/server': { dependencies: { shared: '2', scoped: '1' } },
    'node_modules/server/node_modules/shared': { dependencies: { server: '1' } },
    'node_modules/shared': {},
    'node_modules/scoped': { dependencies: { shared: '1' } },
    'node_modules/windows': {},
    'node_modules/compiler': {},
  },
};

test('finds what production needs, each where Node would, and nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'parlance-packages-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const missing = ['', 'node_modules/windows'];
  for (const folder of Object.keys(lock.packages))
    if (!missing.includes(folder)) await mkdir(join(root, folder), { recursive: true });
  expect(productionPackages(lock, root)).toEqual([
    'node_modules/scoped',
    'node_modules/server',
    'node_modules/server/node_modules/shared',
    'node_modules/shared',
  ]);
  await rm(join(root, 'node_modules/scoped'), { recursive: true });
  expect(() => productionPackages(lock, root)).toThrow('scoped is not installed');
});
