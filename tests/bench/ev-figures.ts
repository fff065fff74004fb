import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf, prepareDay } from '../../server/areas/listening/listening/partitions.ts';
import { sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import { writeEvents, type CountedEvent } from '../../server/areas/listening/listening/write-events.ts';
import { parseConfig } from '../../server/config.ts';
import type { App } from '../../server/kernel/app.ts';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { killWhileReporting } from '../listening/killed-recorder.ts';
import { browser, eventId } from '../listening/reporting.ts';
import { factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';
import { keepBusy } from './busy-server.ts';
import { allUnmeasured, measured, median, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { noProc, pin } from './process-tree.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { startServer } from './server-as-started.ts';

const connections = 64;
const batch = 2_000;
const warmRounds = 3;

interface Sizes {
  rounds: number;
  roundSeconds: number;
  /** Of a round of writing. */
  rowsWritten: number;
  eventsSummed: number;
  kills: number;
}

/** What takes in players' events, with PostgreSQL as it is delivered: each commit is on the disk. */
export const part = definePart<Sizes>({
  minutes: 3,
  rows: ['requests', 'rows', 'roll-up', 'kills'],
  full: { rounds: 5, roundSeconds: 3, rowsWritten: 100_000, eventsSummed: 300_000, kills: 20 },
  tiny: { rounds: 1, roundSeconds: 1, rowsWritten: 4_000, eventsSummed: 4_000, kills: 1 },
  async measure(sizes, wants) {
    if (noProc) return allUnmeasured(Object.values(shape), noProc);
    const postgres = await startPostgres({ fsync: 'on', shared_buffers: '512MB', max_wal_size: '4GB' });
    const home = await mkdtemp(join(tmpdir(), 'parlance-ev-'));
    try {
      const environment = async (name: string) => {
        await runSql(postgres.url('postgres'), `CREATE DATABASE ${name}`);
        const env = quietEnvironment(postgres.url(name), join(home, name));
        const db = await openDatabase(parseConfig(env));
        await migrate(db);
        return { env, db };
      };
      const result: Figure[] = [];
      if (wants('requests')) {
        const { env, db } = await environment('requests');
        const { audio } = await factories(db).newsroom();
        await db.close();
        result.push(...(await requests(env, audio.version, sizes)));
      }
      if (wants('rows') || wants('roll-up')) {
        const { db } = await environment('rows');
        if (wants('rows')) result.push(await rowsAgainstCopy(db, home, sizes));
        if (wants('roll-up')) result.push(await rollUp(db, sizes));
        await db.close();
      }
      if (wants('kills')) {
        const { env, db } = await environment('kills');
        await db.close();
        const { acknowledged, lost } = await killWhileReporting(
          { env, config: parseConfig(env) },
          { kills: sizes.kills, random: Math.random },
        );
        result.push(
          measured(shape.kills, [lost], `of ${acknowledged} events in ${sizes.kills} kills, on PostgreSQL`),
        );
      }
      return result;
    } finally {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
});

const shape = {
  requests: {
    name: '/ev, acknowledged after the commit, against bare 204 of Fastify with the same schema',
    unit: 'times',
    bar: 0.6,
    better: 'higher',
    plausible: [0.001, 1.5],
  },
  p99: {
    name: `/ev, 99th percentile at ${connections} connections`,
    unit: 'ms',
    bar: 10,
    better: 'lower',
    plausible: [0.5, 60_000],
  },
  rows: {
    name: 'rows of events written, against COPY with the same indexes',
    unit: 'times',
    bar: 0.8,
    better: 'higher',
    plausible: [0.001, 3],
  },
  rollUp: {
    name: 'events summed, against 5,000 a second',
    unit: 'times',
    bar: 1,
    better: 'higher',
    plausible: [0.001, 1_000],
  },
  kills: {
    name: 'acknowledged events lost when the process is killed',
    unit: 'events',
    bar: 0,
    better: 'lower',
    plausible: [0, Infinity],
  },
} as const satisfies Record<string, Measure>;

/** Each server is alone on a core; load and database share the other. */
async function requests(
  env: Record<string, string>,
  au: string,
  { rounds, roundSeconds }: Sizes,
): Promise<Figure[]> {
  const servers: ServerProcess[] = [];
  try {
    const ours = await startServer(env);
    servers.push(ours);
    const bare = await startProcess('tests/bench/bare-events.ts', {});
    servers.push(bare);
    for (const { child } of servers) pin(child.pid!, 0);
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    const p99s: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    // What runs often is compiled by then.
    for (let round = 0; round < warmRounds; round++)
      for (const server of servers) await measure(server, au, roundSeconds);
    for (let round = 0; round < rounds; round++) {
      for (const [name, server] of [
        ['bare', bare],
        ['ours', ours],
      ] as const) {
        const { perCpuSecond, p99 } = await measure(server, au, roundSeconds);
        rates[name].push(perCpuSecond);
        p99s[name].push(p99);
      }
    }
    const slower = median(p99s.ours.map((p99, round) => p99 / p99s.bare[round]!)).toFixed(1);
    const note = `${Math.round(median(rates.ours))} against ${Math.round(median(rates.bare))} requests per second of CPU, ${rounds} rounds in turn`;
    return [
      measured(
        shape.requests,
        rates.ours.map((rate, round) => rate / rates.bare[round]!),
        note,
      ),
      measured(
        shape.p99,
        p99s.ours,
        `${slower} times the ${median(p99s.bare)} ms of bare Fastify, ${rounds} rounds in turn; load and database share a core`,
      ),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  }
}

/** Of one connection: more than are answered by a server that writes them. */
const askedPerSecond = 400;
let sent = 0;

/**
 * What a player in the middle of an article sends; every one is another, and comes by a proxy from some
 * network.
 */
const request = (au: string) => ({
  headers: {
    'content-type': 'application/json',
    'user-agent': browser,
    origin: 'https://example.com',
    'x-forwarded-for': `10.${++sent & 255}.${(sent >> 8) & 255}.${(sent >> 16) & 255}`,
  },
  body: JSON.stringify({
    ac: 'progress',
    au,
    v: 40,
    u: `listener-${sent % 10_000}`,
    ct: 61.234,
    d: 153.087,
    res: 'https://example.com/news/2026/the-harbour-opens-again',
    status: 'playing',
    id: eventId(),
    age: 12,
    h: [[45.9, 61.2]],
  }),
});

/** The requests are made before: making them takes longer than answering them, and the server would wait. */
async function measure(
  server: ServerProcess,
  au: string,
  roundSeconds: number,
): Promise<{ perCpuSecond: number; p99: number }> {
  const { answers, cpuSeconds, p99 } = await keepBusy(server, '/ev', {
    method: 'POST',
    connections,
    duration: roundSeconds,
    setupClient: (client) =>
      client.setRequests(Array.from({ length: askedPerSecond * roundSeconds }, () => request(au))),
  });
  return { perCpuSecond: answers / cpuSeconds, p99 };
}

function someEvents(count: number, now: number): CountedEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const id = Buffer.from(eventId(), 'base64url').toString('hex');
    const action = (
      ['seen', 'load', 'play', 'progress', 'progress', 'progress', 'pause', 'finished'] as const
    )[index % 8]!;
    const heard = action === 'progress' ? [45_900, 61_200] : [];
    const place = {
      projectId: index % 20,
      channelId: index % 40,
      articleId: index % 2_000,
      teaser: false,
      sites: [],
    };
    const reported = {
      id,
      action,
      channel: '',
      article: 0,
      audio: '',
      age: 0,
      u: `listener-${index % 50_000}`,
      percent: 40,
      positionMs: 61_234,
    };
    const page = 'https://example.com/news/2026/the-harbour-opens-again';
    return {
      reported: {
        ...reported,
        durationMs: 153_087,
        heardMs: heard.length * 7_650,
        heard,
        x: null,
        y: null,
        rate: null,
        status: 'playing',
        page,
      },
      at: now - (index % 1_000) * 60_000,
      place,
    };
  });
}

/**
 * As many rows into the same table, in turn: by the statement that players' events are written with, and by
 * COPY; a commit for each batch.
 */
async function rowsAgainstCopy(db: Database, home: string, { rounds, rowsWritten }: Sizes): Promise<Figure> {
  const now = Date.now();
  await prepareDay(db, dayOf(now));
  // As root the server runs as another user, who reads and writes it.
  await chmod(home, 0o777);
  const file = join(home, 'copy-');
  const rates: Record<'ours' | 'copy', number[]> = { ours: [], copy: [] };
  for (let round = 0; round <= rounds; round++) {
    const events = someEvents(rowsWritten, now);
    await db.pool.query('TRUNCATE "PlayerEvent"');
    const ours = await seconds(async () => {
      for (let at = 0; at < events.length; at += batch)
        await writeEvents(db.sql, events.slice(at, at + batch), now);
    });
    const { rows: written } = await db.pool.query<{ count: string }>('SELECT count(*) FROM "PlayerEvent"');
    if (Number(written[0]!.count) !== rowsWritten) throw new Error('Not every row was written.');
    for (let at = 0; at < rowsWritten; at += batch)
      await db.pool.query(
        `COPY (SELECT * FROM "PlayerEvent" ORDER BY "batch" OFFSET ${at} LIMIT ${batch}) TO '${file}${at}'`,
      );
    await db.pool.query('TRUNCATE "PlayerEvent"');
    const copy = await seconds(async () => {
      for (let at = 0; at < rowsWritten; at += batch)
        await db.pool.query(`COPY "PlayerEvent" FROM '${file}${at}'`);
    });
    // The first round makes what is cold warm.
    if (round === 0) continue;
    rates.ours.push(rowsWritten / ours);
    rates.copy.push(rowsWritten / copy);
  }
  return measured(
    shape.rows,
    rates.ours.map((rate, round) => rate / rates.copy[round]!),
    `${Math.round(median(rates.ours))} against ${Math.round(median(rates.copy))} rows a second, ${rounds} rounds in turn`,
  );
}

async function rollUp(db: Database, { eventsSummed }: Sizes): Promise<Figure> {
  const now = Date.now();
  await prepareDay(db, dayOf(now));
  await db.pool.query('TRUNCATE "PlayerEvent", "ListeningProgress"');
  const events = someEvents(eventsSummed, now);
  for (let at = 0; at < events.length; at += 200) await writeEvents(db.sql, events.slice(at, at + 200), now);
  const took = await seconds(() => sumListening({ db } as App));
  const rate = eventsSummed / took;
  return measured(
    shape.rollUp,
    [rate / 5_000],
    `${Math.round(rate)} events a second: ${eventsSummed} of 2,000 articles and 17 hours`,
  );
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1000;
}
