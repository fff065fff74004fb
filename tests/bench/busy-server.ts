import autocannon, { type Options } from 'autocannon';
import type { ServerProcess } from '../support/process.ts';
import { cpuSeconds } from './process-tree.ts';

/** What a server did while it was kept busy. */
export interface Busy {
  answers: number;
  /** User and system time of its process and all that it started. */
  cpuSeconds: number;
  /** Milliseconds within which 99 of 100 answers came. */
  p99: number;
}

/**
 * Keeps a server busy: each connection sends its next request after each response.
 * @param path of the requests
 * @throws Error when a request failed or was refused
 */
export async function keepBusy(
  { url, child }: ServerProcess,
  path: string,
  options: Omit<Options, 'url'>,
): Promise<Busy> {
  const before = await cpuSeconds(child.pid!);
  const { requests, latency, errors, non2xx } = await autocannon({ ...options, url: url + path });
  if (errors || non2xx) throw new Error(`${errors} requests failed, ${non2xx} were refused.`);
  return { answers: requests.total, cpuSeconds: (await cpuSeconds(child.pid!)) - before, p99: latency.p99 };
}
