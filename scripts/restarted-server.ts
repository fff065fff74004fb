import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/** Milliseconds that the server has to end in order, before it is told once more, and before it is killed. */
const patienceMs = 4_000;

/** A server as a process of its own, which is ended in order and started again. */
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
    // A process group of its own: Ctrl+C reaches this process alone, which then ends the server once. The
    // channel ends it too, when this process is killed.
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
      console.error(`The server ended (${code}). It starts again when a file changes.`);
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
