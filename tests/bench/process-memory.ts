import { readdir, readFile } from 'node:fs/promises';

/** Memory of a process and of those that it started, in MB; threads are part of their process. */
export interface ProcessMemory {
  /** What lies in memory now. */
  resident: number;
  /** The most that ever did. */
  peak: number;
}

/** Reads /proc. @throws when the process has ended */
export async function processMemory(pid: number): Promise<ProcessMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  // https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
  const megabytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  let [resident, peak] = [megabytes('VmRSS'), megabytes('VmHWM')];
  for (const child of await childrenOf(pid)) {
    const theirs = await processMemory(child).catch(() => ({ resident: 0, peak: 0 }));
    resident += theirs.resident;
    peak += theirs.peak;
  }
  return { resident, peak };
}

/** Processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
}
