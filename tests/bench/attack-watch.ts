/**
 * Watches a server during an attack, in a separate process so that the load on the attacker does not delay
 * it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchPeak } from './process-tree.ts';

/** What is watched, told once over IPC; any further message ends it. */
export interface Watch {
  url: string;
  /** What another tenant lists articles with. */
  token: string;
  projectId: number;
  /** Of the server. */
  pid: number;
}

/** Longest time in milliseconds; infinite for a failed request. */
export interface Seen {
  healthz: number;
  list: number;
  /** MB of the server and all that it started, at the most. */
  memory: number;
  /** How late this process itself was, which the machine's load adds to both. */
  lateness: number;
  failure: string | undefined;
}

/** A request that takes longer counts as one that took this long. */
const patience = 60_000;
const document = `query ($id: ID!) { project(id: $id) { articles(first: 20) { totalCount edges { node { id title status } } } } }`;

process.once('message', ({ url, token, projectId, pid }: Watch) => {
  let ended = false;
  let failure: string | undefined;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const memory = watchPeak(pid, 50);

  const longest = async (pause: number, ask: (signal: AbortSignal) => Promise<void>): Promise<number> => {
    let most = 0;
    while (!ended) {
      const start = performance.now();
      const signal = AbortSignal.timeout(patience);
      try {
        await ask(signal);
        most = Math.max(most, performance.now() - start);
      } catch (error) {
        failure ??= String((error as { cause?: unknown }).cause ?? error);
        most = signal.aborted ? Math.max(most, patience) : Infinity;
      }
      await sleep(pause);
    }
    return most;
  };
  const healthz = longest(50, async (signal) => {
    const response = await fetch(`${url}/healthz`, { signal });
    await response.text();
    if (!response.ok) throw new Error(`/healthz answered ${response.status}`);
  });
  const list = longest(200, async (signal) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: document, variables: { id: String(projectId) } }),
    });
    const answer = (await response.json()) as { data?: { project?: { articles: { edges: unknown[] } } } };
    if (answer.data?.project?.articles.edges.length !== 20)
      throw new Error(`The list answered ${response.status}: ${JSON.stringify(answer).slice(0, 300)}`);
  });
  process.once('message', async () => {
    ended = true;
    const seen = {
      healthz: await healthz,
      list: await list,
      memory: await memory.stop(),
      lateness: delay.max / 1e6,
      failure,
    };
    process.send!(seen satisfies Seen, () => process.disconnect());
  });
});
