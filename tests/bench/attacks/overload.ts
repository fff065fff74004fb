import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { measured } from '../figure.ts';
import type { Attack, Stage } from './attack.ts';

const list = `query ($id: ID!) { project(id: $id) { articles(first: 20) { totalCount edges { node { id title status } } } } }`;
const create = `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename } }`;
/** Seconds of the overload in full. */
const seconds = 12;
/** Seconds at its start in which the server has not detected the standing queue yet. */
const beginning = 3;
/** One of so many requests writes. */
const writes = 40;

interface Answer {
  status: number;
  ms: number;
  body: string;
}

/** Three times as many requests as the server can answer. */
export const attack: Attack = {
  name: 'three times as many requests as can be answered',
  database: 'PostgreSQL',
  async run(stage) {
    const during = Math.max(beginning + 1, seconds * stage.scale);
    const { maintainer, editor, viewer, admin } = stage.attacker.tokens;
    const callers = [maintainer, editor, viewer, admin];
    const { ask, close } = await sender(stage);
    const read = (caller: number) =>
      ask(callers[caller % callers.length]!, {
        query: list,
        variables: { id: String(stage.attacker.room.project.id) },
      });
    try {
      for (let count = 0; count < 300; count++) await read(count);
      const alone: number[] = [];
      for (let count = 0; count < 400; count++) alone.push((await read(count)).ms);
      const capacity = await throughput(read);
      const own = monitorEventLoopDelay({ resolution: 5 });
      own.enable();
      const { answers, lost } = await flood(stage, ask, read, 3 * capacity, during);
      const served = answers.filter(({ status }) => status === 200).map(({ ms }) => ms);
      const refused = answers.filter(({ status }) => status === 429 || status === 503).map(({ ms }) => ms);
      const other = answers.length - served.length - refused.length;
      const [before, under] = [quantile(alone, 0.99), quantile(served, 0.99)];
      const offered = `${Math.round(3 * capacity)} a second offered, ${Math.round(served.length / (during - beginning))} answered of the ${Math.round(capacity)} that can be`;
      return [
        measured(
          {
            name: 'overload: p99 of what is let in against p99 of one request at a time',
            unit: 'times',
            bar: 2,
            better: 'lower',
            plausible: [0.1, Infinity],
          },
          [under / before],
          `${under.toFixed(1)} against ${before.toFixed(1)} ms; half of them ${quantile(served, 0.5).toFixed(1)} against ${quantile(alone, 0.5).toFixed(1)}; ${offered}`,
        ),
        measured(
          {
            name: 'overload: p99 until a refusal is told',
            unit: 'ms',
            bar: 50,
            better: 'lower',
            plausible: [0.05, Infinity],
          },
          [quantile(refused, 0.99)],
          `half of them ${quantile(refused, 0.5).toFixed(1)}; ${refused.length} refused, ${other} neither answered nor refused; who asks was late by ${Math.round(own.percentile(99) / 1e6)} ms in 1 of 100 cases`,
        ),
        measured(
          {
            name: 'overload: acknowledged articles that are lost',
            unit: 'times',
            bar: 0,
            better: 'lower',
            plausible: [0, Infinity],
          },
          [lost],
          'one in 40 requests adds an article',
        ),
      ];
    } finally {
      close();
    }
  },
};

type Ask = (token: string, body: object) => Promise<Answer>;

/** Connections, as a proxy in front of the server keeps them: what finds none waits for one, which counts. */
const connections = 300;

/**
 * Sends on bare sockets, one request at a time on each: a client that does more needs more time than the
 * server that refuses.
 */
async function sender({ url }: Stage): Promise<{ ask: Ask; close(): void }> {
  const { host, hostname, port } = new URL(url);
  const idle: Socket[] = [];
  const waiting: ((socket: Socket) => void)[] = [];
  const all = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const free = (socket: Socket): void => {
    const next = waiting.shift();
    if (next) next(socket);
    else idle.push(socket);
  };
  all.forEach(free);
  const ask: Ask = async (token, body) => {
    const begun = performance.now();
    const text = JSON.stringify(body);
    const socket = idle.pop() ?? (await new Promise<Socket>((resolve) => waiting.push(resolve)));
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
    return new Promise((resolve) => {
      let said = '';
      const hear = (data: Buffer): void => {
        said += data.toString('latin1');
        const head = said.indexOf('\r\n\r\n');
        if (
          head < 0 ||
          said.length < head + 4 + Number(/^content-length: *(\d+)/im.exec(said.slice(0, head))?.[1])
        )
          return;
        end(Number(said.slice(9, 12)));
        free(socket);
      };
      const torn = (): void => end(0);
      const end = (status: number): void => {
        socket.off('data', hear).off('close', torn);
        resolve({ status, ms: performance.now() - begun, body: said });
      };
      socket.on('data', hear).once('close', torn);
    });
  };
  for (const socket of all) socket.on('error', () => {});
  return { ask, close: () => all.forEach((socket) => socket.destroy()) };
}

/** Requests per second that eight callers have answered. */
async function throughput(read: (caller: number) => Promise<Answer>): Promise<number> {
  const until = performance.now() + 4_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      while (performance.now() < until) if ((await read(caller)).status === 200) count++;
    }),
  );
  return count / 4;
}

/** Sends this many requests per second, regardless of their outcome. */
async function flood(
  { attacker }: Stage,
  ask: Ask,
  read: (caller: number) => Promise<Answer>,
  rate: number,
  during: number,
): Promise<{ answers: Answer[]; lost: number }> {
  const answers: Answer[] = [];
  const under: Promise<unknown>[] = [];
  const acknowledged: string[] = [];
  const begun = performance.now();
  for (let sent = 0; performance.now() - begun < during * 1_000; await sleep(2)) {
    const steady = performance.now() - begun > beginning * 1_000;
    for (const due = ((performance.now() - begun) / 1_000) * rate; sent < due; sent++) {
      if (sent % writes === 0) {
        const title = `Under load ${sent}`;
        const input = {
          project: String(attacker.room.project.id),
          title,
          text: 'One sentence.',
          guid: title,
        };
        under.push(
          ask(attacker.tokens.editor, { query: create, variables: { input } }).then(
            ({ body }) => body.includes('CreateArticleSuccess') && acknowledged.push(title),
          ),
        );
      } else under.push(read(sent).then((answer) => steady && answers.push(answer)));
    }
  }
  await Promise.all(under);
  await sleep(2_000);
  let lost = 0;
  const find = `query ($id: ID!, $query: String) { project(id: $id) { articles(first: 1, search: $query) { totalCount } } }`;
  for (const title of acknowledged) {
    const { body } = await ask(attacker.tokens.editor, {
      query: find,
      variables: { id: String(attacker.room.project.id), query: title },
    });
    if (!/"totalCount":[1-9]/.test(body)) lost++;
  }
  return { answers, lost };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}
