import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** User and system time of a process, all threads, seconds; the kernel counts in hundredths. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Keeps a process and its threads on one core, where `taskset` is installed and there is more than one. */
export function pin(pid: number, core: number): void {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
  } catch {
    // CPU time is what is compared; sharing a core only makes it noisier.
  }
}
