import { availableParallelism } from 'node:os';
import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { relay } from '../client/relay-plugin.ts';
import { isFull } from './support/full.ts';
import { patience } from './support/patience.ts';

const root = new URL('..', import.meta.url).pathname;
/**
 * Functions whose proof takes seconds: real speech and sound, threads that die, memory, real pages,
 * measurements.
 */
const engines = [
  'server/audio/{align,assemble-mp3,built-in-sounds,loudness,peak-watch,render,streaming}.test.ts',
  'server/audio/mp3/*.test.ts',
  'server/areas/review/findings/findings.test.ts',
  'server/lib/{pglite,task-pool}.test.ts',
  'server/speech/{offline,threads}.test.ts',
  'server/text/{chunk-text,normalise/spell-out}.test.ts',
  'tests/{extraction,speech,audio,bench}/**/*.test.ts',
  'tests/{database-restart,storage-s3}.test.ts',
];
/** What opens no database of the run's. */
const withoutDatabase = [
  'tests/*.test.ts',
  'tests/{language-models,bundle,specification}/**/*.test.ts',
  ...engines,
];
/** Limits of a machine whose code hardly ever changes. */
const onlyInFull = ['tests/outages/{clock,disk,handles}.test.ts'];
/**
 * Kills at random moments are on the embedded database, which has more to lose; what workers do on PostgreSQL
 * is killed at each of its steps (`crash-points`).
 */
const onPostgresInFull = ['tests/pipeline/kill.test.ts'];
const elsewhere = ['tests/{e2e,player}/**', ...withoutDatabase, ...(isFull ? [] : onlyInFull)];

/**
 * What runs on the embedded database too: whatever touches its own code (one pool, NOTIFY, queue, kills,
 * states, sums, limits, search, migrations), and one path through each door. The rest is the same SQL on the
 * same pool; `test:full` runs it all.
 */
const contract = [
  'tests/support/databases.test.ts',
  'tests/lib/*.test.ts',
  'tests/pipeline/{kill,ledger,states,voicing}.test.ts',
  'tests/listening/roll-up.test.ts',
  'tests/graphql/{article-list,articles-watching,limits,search,upload}.test.ts',
  'tests/rest/uploads.test.ts',
  'tests/permissions/{graphql,successes}.test.ts',
  'tests/http/{health,player}.test.ts',
  'tests/feeds/contents.test.ts',
  'tests/alexa/conversation.test.ts',
  'tests/bad-input/start.test.ts',
];

/** The longest begin first, so that no one of them is waited for at the end. */
const longest = [
  'tests/bench/*.test.ts',
  'tests/database-restart.test.ts',
  'tests/extraction/{corpus-pages,patterns}.test.ts',
  'server/{audio/{render,streaming},speech/threads,lib/pglite}.test.ts',
  'tests/{permissions,outages}/**',
  'tests/bad-input/*.test.ts',
  'tests/pipeline/{briefings,crash-points*,episodes}.test.ts',
  'tests/listening/killed.test.ts',
  'tests/graphql/{statements,identity}.test.ts',
  'tests/http/{ending,rights-that-end}.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((glob) => matchesGlob(relative(root, moduleId), glob));
    const sorted = await super.sort(files);
    // A worker goes on with the next file only where that is of the same project.
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
    setupFiles: ['tests/support/same-samples.ts', ...setupFiles],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});

// Unit tests sit beside their source; what needs a database is under tests/.
export default defineConfig({
  root,
  // Node and Vite choose different files of this package, and GraphQL refuses a schema of another copy.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // What is recorded is recorded by whoever means it: `-u`.
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
        engines,
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
          setupFiles: ['client/testing/setup.ts', 'client/testing/load-words.ts'],
        },
      },
      onDatabase('postgres', ['tests/**/*.test.ts'], [...elsewhere, ...(isFull ? [] : onPostgresInFull)]),
      onDatabase('pglite', isFull ? ['tests/**/*.test.ts'] : contract, elsewhere),
    ],
  },
});
