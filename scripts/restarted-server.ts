import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/**
 * Time for the server to shut down before it gets a second signal, and then before it is killed,
 * milliseconds.
 */
const patienceMs = 4_000;

/** Runs the server as a separate process that can be shut down and restarted. */
export class RestartedServer {
  readonly #program: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #answers = Promise.withResolvers<boolean>();

  /**
   * @param program what Node is given; says "Parlance is ready" when it answers, and ends at SIGTERM
   * @param env of the process
   */
  constructor(program: readonly string[], env: NodeJS.ProcessEnv) {
    this.#program = program;
    this.#env = env;
  }

  /** Resolves when the server answers; with false when it ended instead. */
  async ready(): Promise<boolean> {
    for (;;) {
      const awaited = this.#answers;
      const answers = await awaited.promise;
      if (awaited === this.#answers) return answers;
    }
  }

  /** From now on `ready` waits for the next start. */
  expectChange(): void {
    this.#answers.resolve(false);
    this.#answers = Promise.withResolvers();
  }

  start(): void {
    const answers = this.#answers;
    // A separate process group: Ctrl+C reaches only this process, which then ends the server once. If this
    // process is killed, the closed channel ends the server, too.
    const child = spawn(process.execPath, ['--import', endWithParent, ...this.#program], {
      cwd: root,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    child.stdout!.on('data', (data: Buffer) => {
      process.stdout.write(data);
      if (data.includes('Parlance is ready')) answers.resolve(true);
    });
    child.on('exit', (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      answers.resolve(false);
      console.error(`The server exited (${code}). It restarts when a file changes.`);
    });
    this.#child = child;
  }

  /** Ends the server in order, so that it closes its database; resolves when the process is gone. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    // What it does at a second signal is end at once; its lock on the data is taken over.
    const timers = [
      setTimeout(() => child.kill('SIGTERM'), patienceMs),
      setTimeout(() => child.kill('SIGKILL'), 2 * patienceMs),
    ];
    await gone;
    timers.forEach(clearTimeout);
  }
}
