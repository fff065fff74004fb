import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { patience } from '../../scripts/patience.ts';

export interface ServerProcess {
  /** Where it listens, as it said itself. */
  url: string;
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** SIGTERM, or the given signal; resolves with the exit code once it is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The process ended before it listened; the message holds what it printed. */
export class StartError extends Error {
  override name = 'StartError';
  readonly exitCode: number | null;

  constructor(exitCode: number | null, output: string) {
    super(`The server ended with ${exitCode}:\n${output}`);
    this.exitCode = exitCode;
  }
}

const root = new URL('../..', import.meta.url);
/**
 * Where Node keeps what it compiled: the next process does not do it again, which is a third of its start.
 */
export const compiledFolder = fileURLToPath(new URL('node_modules/.cache/parlance/compiled', root));

/**
 * Starts an entry point (`server/api.ts`, `server/start.ts`, …) as a separate process, for tests that kill
 * it.
 * @param env only these variables, and PATH, HOME and TMPDIR.
 * @param parameters such as `--worker`
 * @param flags of Node
 * @param wrapper a command that runs the process as its last argument: `nice -n 19`
 * @throws StartError
 */
export async function startProcess(
  entry: string,
  env: Record<string, string>,
  limit = patience.test / 2,
  parameters: string[] = [],
  flags: string[] = [],
  wrapper: string[] = [],
): Promise<ServerProcess> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const [command, ...args] = [...wrapper, process.execPath, ...flags, entry, ...parameters];
  const child = spawn(command!, args, {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_COMPILE_CACHE: compiledFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not listen within ${limit} ms:\n${output}`));
    }, limit);
    const hear = (data: Buffer): void => {
      output += data;
      const found = /(?:ready on |^)(https?:\/\/(?:localhost|127\.0\.0\.1):\d+)/m.exec(output);
      if (found) {
        clearTimeout(timer);
        resolve(found[1]!);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => {
      clearTimeout(timer);
      reject(new StartError(code, output));
    });
  });
  return {
    url,
    child,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
