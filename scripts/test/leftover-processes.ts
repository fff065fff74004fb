import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LeftProcess {
  pid: number;
  command: string;
}

/**
 * Processes that were started during a run of the suite and are still there: they know its temporary
 * directory, by their environment or by their arguments. Looks where the system tells of processes (`/proc`),
 * elsewhere nowhere.
 */
export async function processesOf(directory: string): Promise<LeftProcess[]> {
  const entries = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    entries.map(Number).map(async (pid) => {
      if (!(pid > 0) || pid === process.pid) return [];
      const [command, environment] = await Promise.all(
        ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      if (!`${command}\0${environment}`.includes(directory)) return [];
      return [{ pid, command: command!.replaceAll('\0', ' ').trim().slice(0, 200) }];
    }),
  );
  return found.flat();
}

/**
 * Returns the processes that are still running after `patience` milliseconds. Processes that just got a
 * signal end within that time.
 */
export async function processesLeftIn(directory: string, patience = 30_000): Promise<LeftProcess[]> {
  const deadline = performance.now() + patience;
  for (;;) {
    const left = await processesOf(directory);
    if (left.length === 0 || performance.now() > deadline) return left;
    await sleep(100);
  }
}

/** Ends processes at once. */
export function end(processes: readonly LeftProcess[]): void {
  for (const { pid } of processes)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
}
