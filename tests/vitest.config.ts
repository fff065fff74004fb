import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { relay } from '../client/relay-plugin.ts';

const root = new URL('..', import.meta.url).pathname;
/** Tests under tests/ that open no database. */
const withoutDatabase = [
  'tests/*.test.ts',
  'tests/{extraction,speech,language-models,audio,bundle}/**/*.test.ts',
];
/**
 * The longest ones run on PostgreSQL alone: thousands of calls of what other tests try on both databases (who
 * may, bad input, how often the database is asked), processes killed at every point, ten thousand episodes,
 * and what is asked of Amazon.
 */
const onPostgresAlone = [
  'tests/permissions/**',
  'tests/bad-input/every-*.test.ts',
  'tests/graphql/{statements,identity}.test.ts',
  'tests/pipeline/{briefings,crash-points,episodes}.test.ts',
  'tests/events/killed.test.ts',
  'tests/alexa/{deployments,linking}.test.ts',
];

/** The longest begin first, so that no one of them is waited for at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      onPostgresAlone.some((glob) => matchesGlob(relative(root, moduleId), glob));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Unit tests sit beside their source. What needs a database runs twice: on the embedded one and on
// PostgreSQL. Outages are apart: they wait for what goes on by itself, on clocks of their own.
export default defineConfig({
  root,
  // Node and Vite choose different files of this package, and GraphQL refuses a schema of another copy.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Thousands of tests with real processes, sockets and clocks: a machine that others use may starve one
    // once. The reporter marks what passes only the second time.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server,client,prisma,codegen,scripts}/**/*.test.ts', ...withoutDatabase],
        },
      },
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
          setupFiles: 'client/testing/setup.ts',
        },
      },
      ...['pglite', 'postgres'].flatMap((name) => {
        const globalSetup = `tests/support/setup-${name}.ts`;
        const exclude = [
          'tests/{e2e,bench,outages}/**',
          ...withoutDatabase,
          ...(name === 'pglite' ? onPostgresAlone : []),
        ];
        return [
          { test: { name, include: ['tests/**/*.test.ts'], exclude, globalSetup } },
          { test: { name: `outages-${name}`, include: ['tests/outages/*.test.ts'], globalSetup } },
        ];
      }),
    ],
  },
});
