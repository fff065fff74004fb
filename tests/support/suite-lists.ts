/** Which test files belong to which project, and which begin first, as globs from the root. */

/**
 * Functions whose proof takes seconds: real speech and sound, threads that die, memory, real pages,
 * measurements.
 */
export const engines = [
  'server/audio/{align,assemble-mp3,built-in-sounds,loudness,peak-watch,render,streaming}.test.ts',
  'server/audio/mp3/*.test.ts',
  'server/areas/review/review/findings/findings.test.ts',
  'server/lib/{database/pglite,threads/task-pool}.test.ts',
  'server/speech/{offline,threads}.test.ts',
  'server/text/{chunk-text,normalise/spell-out}.test.ts',
  'tests/{extraction,speech,bench}/**/*.test.ts',
  'tests/{database-restart,storage-s3}.test.ts',
];
/** What opens no database of the run's. */
export const withoutDatabase = [
  'tests/*.test.ts',
  'tests/{deploy,language-models,specification}/**/*.test.ts',
  ...engines,
];
/**
 * Limits of a machine whose code hardly ever changes; a pooler, a WordPress and containers, which have to be
 * installed; the types of a whole copy and a packed release, which take minutes.
 */
export const onlyInFull = [
  'tests/outages/{clock,disk,handles,pooler}.test.ts',
  'tests/{adding-things,pack}.test.ts',
  'tests/{deploy,wordpress}/*.test.ts',
];
/**
 * Kills at random moments are on the embedded database, which has more to lose; what workers do on PostgreSQL
 * is killed at each of its steps (`crash-points`).
 */
export const onPostgresInFull = ['tests/pipeline/kill.test.ts'];

/**
 * Tests that run on the embedded database too: those of its specific code (one pool, NOTIFY, queue, kills,
 * states, sums, limits, search, migrations), and one path through each endpoint. The rest is the same SQL on
 * the same pool; `test:full` runs it all.
 */
export const contract = [
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
export const longest = [
  'tests/bench/*.test.ts',
  'tests/database-restart.test.ts',
  'tests/extraction/{corpus-pages,patterns}.test.ts',
  'server/{audio/{render,streaming},speech/threads,lib/database/pglite}.test.ts',
  'tests/{permissions,outages}/**',
  'tests/bad-input/*.test.ts',
  'tests/pipeline/{briefings,crash-points*,episodes}.test.ts',
  'tests/listening/killed.test.ts',
  'tests/graphql/{statements,identity}.test.ts',
  'tests/http/{ending,rights-that-end}.test.ts',
];
