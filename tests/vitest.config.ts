import { availableParallelism } from 'node:os';
import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { relay } from '../client/build/relay-plugin.ts';
import { isFull } from './support/full.ts';
import { patience } from '../scripts/patience.ts';
import {
  contract,
  engines,
  longest,
  onlyInFull,
  onPostgresInFull,
  withoutDatabase,
} from './support/suite-lists.ts';

const root = new URL('..', import.meta.url).pathname;
const elsewhere = ['tests/{e2e,player}/**', ...withoutDatabase, ...(isFull ? [] : onlyInFull)];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((glob) => matchesGlob(relative(root, moduleId), glob));
    const sorted = await super.sort(files);
    // A worker continues with the next file only if that is of the same project.
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}

/**
 * Tests on a database. Files share their worker's modules and, where they ask for no environment of their
 * own, its server: none of them leaves anything behind in either.
 */
const onDatabase = (name: string, include: string[], exclude: string[]) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: `tests/support/setup-${name}.ts`,
    // Before a release: see tests/upgrade/keep-statements.ts.
    setupFiles: [
      'tests/support/same-samples.ts',
      'tests/support/wait-patiently.ts',
      'tests/support/cheap-passwords.ts',
      ...(process.env['RECORD_STATEMENTS'] ? ['tests/upgrade/record-statements.ts'] : []),
    ],
    isolate: false,
  },
});

/** Tests of functions: modules load once a worker, and Node loads them as it does in the product. */
const withoutServer = (name: string, include: string[], exclude: string[], setupFiles: string[] = []) => ({
  test: {
    name,
    include,
    exclude,
    isolate: false,
    setupFiles: ['tests/support/same-samples.ts', 'tests/support/wait-patiently.ts', ...setupFiles],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});

// Unit tests sit beside their source; what needs a database is under tests/.
export default defineConfig({
  root,
  // Node and Vite choose different files of this package, and GraphQL refuses a schema of another copy.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // Snapshots are recorded only on request: `-u`.
    update: 'none',
    testTimeout: patience.test,
    hookTimeout: patience.test,
    expect: { poll: { timeout: patience.condition } },
    // One more than there are cores: processes that are started, killed and waited for leave them idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      withoutServer(
        'unit',
        ['{server,client,prisma,codegen,scripts}/**/*.test.ts', ...withoutDatabase],
        [...engines, ...(isFull ? [] : onlyInFull)],
        ['client/testing/load-words.ts'],
      ),
      withoutServer('engines', engines, []),
      {
        // The dashboard's components, on a mock of the network.
        plugins: [
          relay({
            root,
            artifacts: `${root}client/dashboard/__generated__`,
            config: 'relay.config.js',
            compile: false,
          }),
          react(),
        ],
        resolve: { alias: [{ find: /^react-relay$/, replacement: 'react-relay/hooks' }] },
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['client/**/*.test.tsx'],
          // One document a worker, which the set-up clears after each test.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          setupFiles: [
            'tests/support/wait-patiently.ts',
            'client/testing/setup.ts',
            'client/testing/load-words.ts',
          ],
        },
      },
      onDatabase('postgres', ['tests/**/*.test.ts'], [...elsewhere, ...(isFull ? [] : onPostgresInFull)]),
      onDatabase('pglite', isFull ? ['tests/**/*.test.ts'] : contract, elsewhere),
    ],
  },
});
