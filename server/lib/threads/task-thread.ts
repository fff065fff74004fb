/**
 * What runs in a thread or process of a task pool: waits for the name of the file whose default export does
 * the work, and then does one task after another. Started by `task-pool.ts`.
 */
import { parentPort } from 'node:worker_threads';

export type PoolMessage = { file: string } | { task: unknown };
/**
 * `ready` once the file is loaded; then an answer to each task. Errors lose their class on the way, so what
 * is expected is a value.
 */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'threw'; message: string; stack: string | undefined };

type Work = (task: unknown) => unknown;
let work: Promise<{ default: Work }> | undefined;

const tell = (message: ThreadMessage): void =>
  void (parentPort ? parentPort.postMessage(message) : process.send!(message));

async function hear(message: PoolMessage): Promise<void> {
  if ('file' in message) {
    work = import(message.file) as Promise<{ default: Work }>;
    await work;
    return tell({ kind: 'ready' });
  }
  const { default: run } = await work!;
  try {
    tell({ kind: 'done', value: await run(message.task) });
  } catch (error) {
    const { name, message: text, stack } = error instanceof Error ? error : new Error(String(error));
    tell({ kind: 'threw', message: `${name}: ${text}`, stack });
  }
}

if (parentPort) parentPort.on('message', hear);
else {
  process.on('message', hear);
  // It lives as long as who started it, who also hears the signals that are sent to both.
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
