/**
 * Measures the resources of a process and all its children: speech, pages and the embedded database run in
 * separate processes and threads. Reads Linux's /proc.
 */
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Why CPU time and memory are not measured on this system; null on Linux. */
export const noProc = process.platform === 'linux' ? null : 'CPU time and memory are read from /proc';

/** A process, those that it started, and theirs; children before their parents. */
export async function treeOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
  return [...(await Promise.all(children.map(treeOf))).flat(), pid];
}

/**
 * User and system time of a process, its threads and all that it started, also what has ended since, in
 * seconds; of other processes the kernel tells hundredths.
 */
export async function cpuSeconds(pid = process.pid): Promise<number> {
  let ticks = 0;
  // Children first: one that ends in between then shows in its parent.
  for (const each of await treeOf(pid)) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime, stime, cutime, cstime
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    for (const field of fields.slice(each === pid && pid === process.pid ? 13 : 11, 15))
      ticks += Number(field);
  }
  // This process has a more precise measure.
  const own = pid === process.pid ? process.cpuUsage() : { user: 0, system: 0 };
  return ticks / 100 + (own.user + own.system) / 1e6;
}

/** CPU seconds that this process and all that it starts need for some work. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = await cpuSeconds();
  await work();
  return (await cpuSeconds()) - before;
}

/**
 * Memory of a process and all that it started, MB: the sum of their proportional set sizes (PSS), in which a
 * page that several share, such as Node's own code, counts once. 0 when they have ended.
 */
export async function memoryOf(pid: number): Promise<number> {
  let kilobytes = 0;
  for (const each of await treeOf(pid)) {
    const sums = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(sums)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** Memory of a process alone that is in RAM (its resident set size), MB. 0 when it has ended. */
export async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Looks at the memory again and again, and tells the most there was when it is stopped. */
export function watchPeak(pid: number, everyMs = 25): { stop(): Promise<number> } {
  let stopped = false;
  const watching = (async () => {
    let peak = 0;
    while (!stopped) {
      peak = Math.max(peak, await memoryOf(pid));
      await sleep(everyMs);
    }
    return peak;
  })();
  return {
    stop() {
      stopped = true;
      return watching;
    },
  };
}

/** Keeps a process and its threads on one core, where `taskset` is installed and there is more than one. */
export function pin(pid: number, core: number): void {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
  } catch {
    // CPU time is what is compared; sharing a core only makes it noisier.
  }
}
