/** Debian's PostgreSQL 15, which pgBackRest and Patroni of the same release know. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { debianPrograms, type DebianProgram } from '../../scripts/debian-program.ts';

const programs = '/usr/lib/postgresql/15/bin';
const postgres: DebianProgram = {
  title: 'PostgreSQL 15',
  variable: 'POSTGRES_15',
  paths: [`${programs}/postgres`],
  packages: ['postgresql-15'],
};

/** What runs as PostgreSQL's own user, in a folder that belongs to it. */
export interface PostgresUser {
  home: string;
  env: NodeJS.ProcessEnv;
  /** Runs a program to its end. @returns what it printed */
  run(command: string, args: string[]): string;
  /** Starts a program, which is killed when the test has finished. */
  start(command: string, args: string[]): ChildProcess;
  /** A program of PostgreSQL. */
  program(name: string): string;
}

/**
 * Installs what is missing, and makes the folder.
 * @param others additional programs that the test needs
 */
export async function postgresUser(
  others: DebianProgram[],
  env: NodeJS.ProcessEnv = {},
): Promise<PostgresUser> {
  debianPrograms([postgres, ...others]);
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, 'postgres'])));
  const home = await mkdtemp(join(tmpdir(), 'parlance-debian-'));
  await chmod(home, 0o755);
  await chown(home, uid!, gid!);
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  const path = `${programs}:/usr/local/bin:/usr/bin:/bin:/usr/sbin`;
  const options = { uid: uid!, gid: gid!, cwd: home, env: { PATH: path, HOME: home, TMPDIR: home, ...env } };
  return {
    home,
    env: options.env,
    run: (command, args) =>
      execFileSync(command, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    start(command, args) {
      const child = spawn(command, args, { ...options, stdio: 'ignore' });
      const ended = once(child, 'exit');
      onTestFinished(async () => {
        child.kill('SIGKILL');
        await ended;
      });
      return child;
    },
    program: (name) => join(programs, name),
  };
}
