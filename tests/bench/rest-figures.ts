import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../../server/api.ts';
import { openSession } from '../../server/areas/identity/session.ts';
import { parseConfig } from '../../server/config.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { rows as calls } from '../../server/rest/rows.ts';
import { factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import type { ServerProcess } from '../support/process.ts';
import { keepBusy } from './busy-server.ts';
import { allUnmeasured, measured, median, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { noProc, pin } from './process-tree.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { startServer } from './server-as-started.ts';

const connections = 8;

const measureOf = (path: string): Measure => ({
  name: `GET ${path} against the GraphQL request that it runs`,
  unit: 'times',
  bar: 1.25,
  better: 'lower',
  plausible: [0.5, 1_000],
});

/**
 * What a call of REST costs against the GraphQL request with the very document that it runs: CPU time of the
 * server per answer.
 */
export const part = definePart({
  minutes: 1.6,
  full: {
    /** Calls that clients of old make most. */
    paths: ['/api/projects/{id}/articles', '/api/projects/{id}/articles/{articleId}', '/api/projects/{id}'],
    rounds: 5,
    /** Of a round's measurement. */
    roundSeconds: 2,
  },
  tiny: { paths: ['/api/projects/{id}'], rounds: 1, roundSeconds: 1 },
  async measure({ paths, rounds, roundSeconds }) {
    if (noProc) return allUnmeasured(paths.map(measureOf), noProc);
    const postgres = await startPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
    let server: ServerProcess | undefined;
    try {
      await runSql(postgres.url('postgres'), 'CREATE DATABASE bench');
      const environment = { ...quietEnvironment(postgres.url('bench'), dataDir), JWT_SECRET: 'x'.repeat(32) };
      const { token, project, article } = await prepare(environment);
      server = await startServer(environment);
      pin(server.child.pid!, 0);
      const result: Figure[] = [];
      for (const path of paths) {
        const { document } = calls.find((call) => call.method === 'GET' && call.path === path)!;
        const names: Record<string, string> = { id: String(project), articleId: String(article) };
        const address = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!);
        const variables = Object.fromEntries(
          Object.entries(names).filter(([name]) => document.includes(`$${name}:`)),
        );
        const body = JSON.stringify({ query: document, variables });
        const ask = {
          rest: () => perAnswer(server!, { path: address, token }, roundSeconds),
          graphql: () => perAnswer(server!, { path: '/graphql', body, token }, roundSeconds),
        };
        await ask.rest();
        await ask.graphql();
        const times: Record<keyof typeof ask, number[]> = { rest: [], graphql: [] };
        for (let round = 0; round < rounds; round++) {
          times.rest.push(await ask.rest());
          times.graphql.push(await ask.graphql());
        }
        result.push(
          measured(
            measureOf(path),
            times.rest.map((ms, round) => ms / times.graphql[round]!),
            `${median(times.rest).toFixed(2)} against ${median(times.graphql).toFixed(2)} ms of CPU per answer, ${rounds} rounds in turn`,
          ),
        );
      }
      return result;
    } finally {
      await server?.stop('SIGKILL');
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

/** A project with three pages of articles. */
async function prepare(
  environment: Record<string, string>,
): Promise<{ token: string; project: number; article: number }> {
  const { app, close } = await startApi(parseConfig(environment), {
    worker: false,
    log: createLogger('silent'),
  });
  try {
    const make = factories(app.db);
    const room = await make.newsroom();
    for (let number = 0; number < 59; number++)
      await make.article(room.project.id, { title: `Article ${number}`, labels: ['news'] });
    const { token } = await openSession(app, room.maintainer.id);
    return { token, project: room.project.id, article: room.article.id };
  } finally {
    await close();
  }
}

/** Milliseconds of the server's CPU time per answer. */
async function perAnswer(
  server: ServerProcess,
  ask: { path: string; body?: string; token: string },
  roundSeconds: number,
): Promise<number> {
  const { answers, cpuSeconds } = await keepBusy(server, ask.path, {
    connections,
    duration: roundSeconds,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${ask.token}`,
    },
    ...(ask.body === undefined ? { method: 'GET' } : { method: 'POST', body: ask.body }),
  });
  return (1_000 * cpuSeconds) / answers;
}
