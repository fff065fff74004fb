/** Limits the memory of a process that was started here, native memory included. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Milliseconds between two looks. A process fills some 50 MB in that time. */
const everyMs = 50;
const isLinux = process.platform === 'linux';

/**
 * Calls `exceed` once when a process has more RAM than it may, until it is stopped. Reads Linux's /proc,
 * which takes 20 µs and works although the process itself is busy; on other systems the process watches
 * itself, see `watchdogFlags`. Where the machine runs out of memory first, Linux ends such a process before
 * any other.
 * @param memoryMb resident set size, megabytes
 */
export function limitMemory(pid: number, memoryMb: number, exceed: () => void): { stop(): void } {
  if (!isLinux) return { stop() {} };
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended, or /proc is read-only: then the watch alone protects the machine.
  }
  const timer = setInterval(() => {
    if (residentMb(pid) <= memoryMb) return;
    clearInterval(timer);
    exceed();
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** Megabytes of RAM that a process has, on Linux; 0 when it has ended. */
function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Returns the Node flags for a process that ends itself beyond this many megabytes. A separate thread checks,
 * because the main one may be busy. Returns none on Linux, where `limitMemory` works without the 17 MB of
 * that thread.
 */
export function watchdogFlags(memoryMb: number, platform = process.platform): string[] {
  return platform === 'linux'
    ? []
    : ['--import', `data:text/javascript,${encodeURIComponent(watchdog(memoryMb))}`];
}

/** The words before its end are those by which `start-thread.ts` knows that it was for want of memory. */
const watchdog = (memoryMb: number): string => `
  import { Worker, isMainThread } from 'node:worker_threads';
  if (isMainThread)
    new Worker(
      'setInterval(() => { if (process.memoryUsage.rss() > ${memoryMb * 2 ** 20}) {' +
      " require('node:fs').writeSync(2, 'heap limit: ${memoryMb} MB of RAM'); process.kill(process.pid, 'SIGKILL'); } }, ${everyMs})",
      { eval: true, execArgv: [] },
    ).unref();`;
