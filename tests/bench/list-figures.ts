import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../../server/api.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { parseConfig } from '../../server/config.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';
import { keepBusy } from './busy-server.ts';
import { allUnmeasured, measured, median, type Figure, type Measure } from './figure.ts';
import type { Handwork } from './list-by-hand.ts';
import { definePart } from './part.ts';
import { noProc, pin } from './process-tree.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { startServer } from './server-as-started.ts';

const connections = 8;

/** What the table asks for: a page, whether there is more, how many there are. */
const document = `query ArticlesTable($id: ID!, $query: String) {
  project(id: $id) {
    articles(first: 20, search: $query) {
      totalCount
      pageInfo { hasNextPage }
      edges { cursor node { id databaseId title url status error labels file addedAt } }
    }
  }
}`;
const searches: Record<string, string | null> = { 'without search': null, 'with search': 'harbour 4711' };

interface Prepared {
  databaseUrl: string;
  jwtSecret: string;
  token: string;
  projectId: number;
}

const measureOf = (search: string): Measure => ({
  name: `article list of 20 over GraphQL against SQL by hand, 1 million articles, ${search}`,
  unit: 'times',
  bar: 0.5,
  better: 'higher',
  plausible: [0.001, 1.5],
});

/**
 * A page of 20 articles of a project of a million, over GraphQL, against a server written by hand with
 * Fastify, pg and two prepared statements: requests per second of the server's CPU time. Each server is alone
 * on a core; load and database share the other.
 */
export const part = definePart({
  minutes: 2.5,
  full: {
    articles: 1_000_000,
    rounds: 5,
    /** Of a round's measurement, and of the warming-up before the first. */
    roundSeconds: 2,
  },
  tiny: { articles: 5_000, rounds: 1, roundSeconds: 1 },
  async measure({ articles, rounds, roundSeconds }) {
    if (noProc) return allUnmeasured(Object.keys(searches).map(measureOf), noProc);
    const postgres = await startPostgres({
      shared_buffers: '512MB',
      maintenance_work_mem: '512MB',
      max_wal_size: '8GB',
      synchronous_commit: 'off',
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
    const servers: ServerProcess[] = [];
    try {
      const prepared = await prepare(postgres.url('postgres'), postgres.url('bench'), dataDir, articles);
      const graphql = await startServer(environment(prepared.databaseUrl, dataDir, prepared.jwtSecret));
      servers.push(graphql);
      const { databaseUrl, jwtSecret } = prepared;
      const hand = await startProcess('tests/bench/list-by-hand.ts', {
        HANDWORK: JSON.stringify({ databaseUrl, jwtSecret } satisfies Handwork),
      });
      servers.push(hand);
      for (const { child } of servers) pin(child.pid!, 0);
      const result: Figure[] = [];
      for (const [search, query] of Object.entries(searches)) {
        const variables = { id: String(prepared.projectId), query };
        const ask = {
          graphql: () =>
            measure(graphql, '/graphql', { query: document, variables }, prepared.token, roundSeconds),
          hand: () =>
            measure(hand, '/', { projectId: prepared.projectId, query }, prepared.token, roundSeconds),
        };
        await assertSameAnswer(graphql, hand, prepared, query);
        const rates: Record<keyof typeof ask, number[]> = { graphql: [], hand: [] };
        await ask.graphql();
        await ask.hand();
        for (let round = 0; round < rounds; round++) {
          rates.hand.push(await ask.hand());
          rates.graphql.push(await ask.graphql());
        }
        result.push(
          measured(
            measureOf(search),
            rates.graphql.map((rate, round) => rate / rates.hand[round]!),
            `${Math.round(median(rates.graphql))} against ${Math.round(median(rates.hand))} requests per second of CPU, ${rounds} rounds in turn`,
          ),
        );
      }
      return result;
    } finally {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

const environment = (databaseUrl: string, dataDir: string, jwtSecret: string): Record<string, string> => ({
  ...quietEnvironment(databaseUrl, dataDir),
  JWT_SECRET: jwtSecret,
});

/** A database with so many articles. */
async function prepare(
  adminUrl: string,
  databaseUrl: string,
  dataDir: string,
  articles: number,
): Promise<Prepared> {
  await runSql(adminUrl, 'CREATE DATABASE bench');
  const jwtSecret = 'x'.repeat(32);
  const config = parseConfig(environment(databaseUrl, dataDir, jwtSecret));
  const { app, close } = await startApi(config, { worker: false, log: createLogger('silent') });
  try {
    const { project, maintainer } = await factories(app.db).newsroom();
    await fill(databaseUrl, project.id, articles);
    const { token } = await openSession(app, maintainer.id);
    return { databaseUrl, jwtSecret, token, projectId: project.id };
  } finally {
    await close();
  }
}

/** Uses a separate connection, because the server's statements have a shorter timeout. */
async function fill(databaseUrl: string, projectId: number, articles: number): Promise<void> {
  await runSql(
    databaseUrl,
    `INSERT INTO "Article" ("projectId", title, text, url, labels, status, audio, "addedAt")
     SELECT ${projectId}, (ARRAY['The harbour','A market','The council','Our school','Her garden','This winter','That evening','His letter'])[1 + n % 8]
              || ' ' || n % 100000 || ' ' || (ARRAY['opens','closes','returns','grows','moves'])[1 + n % 5],
            'One sentence. And another one.', 'https://example.com/' || n, ARRAY['news'], 'ready', md5(n::text),
            timestamptz '2026-01-01' + n * interval '25 seconds'
       FROM generate_series(1, ${articles}) AS n`,
  );
  await runSql(databaseUrl, 'VACUUM ANALYZE "Article"');
}

async function post(url: string, body: unknown, token: string): Promise<any> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Both sides must say the same, or one of them has not done the work. */
async function assertSameAnswer(
  graphql: ServerProcess,
  hand: ServerProcess,
  { token, projectId }: Prepared,
  query: string | null,
): Promise<void> {
  const ours = await post(
    `${graphql.url}/graphql`,
    { query: document, variables: { id: String(projectId), query } },
    token,
  );
  const theirs = await post(hand.url, { projectId, query }, token);
  if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs)))
    throw new Error(
      `The answers differ: ${JSON.stringify(ours).slice(0, 600)} and ${JSON.stringify(theirs).slice(0, 600)}`,
    );
}

function sorted(value: any): any {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** Requests per second of the server's CPU time. */
async function measure(
  server: ServerProcess,
  path: string,
  body: unknown,
  token: string,
  roundSeconds: number,
): Promise<number> {
  const { answers, cpuSeconds } = await keepBusy(server, path, {
    method: 'POST',
    connections,
    duration: roundSeconds,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  });
  return answers / cpuSeconds;
}
