import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/db.ts';
import { migrate } from '../../server/lib/migrate.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';
import { keepBusy } from './busy-server.ts';
import { measured, median, unmeasured, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { noProc, pin } from './process-tree.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { startServer } from './server-as-started.ts';

const connections = 16;
/** An article of three minutes, and what players ask for at once. */
const fileBytes = 1_440_000;
const rangeBytes = 65_536;

const shape: Measure = {
  name: 'MP3 ranges of 64 KB against @fastify/static',
  unit: 'times',
  bar: 3,
  better: 'higher',
  plausible: [0.001, 100],
};

/** Ranges of an article that everybody hears, against @fastify/static. */
export const part = definePart({
  minutes: 0.9,
  full: { rounds: 5, roundSeconds: 3 },
  tiny: { rounds: 1, roundSeconds: 1 },
  async measure({ rounds, roundSeconds }) {
    if (noProc) return [unmeasured(shape, noProc)];
    const postgres = await startPostgres();
    const home = await mkdtemp(join(tmpdir(), 'parlance-ranges-'));
    const servers: ServerProcess[] = [];
    try {
      await runSql(postgres.url('postgres'), 'CREATE DATABASE ranges');
      const env = quietEnvironment(postgres.url('ranges'), home);
      const config = parseConfig(env);
      const db = await openDatabase(config);
      await migrate(db);
      const { audio } = await factories(db).newsroom();
      await db.close();
      await (await openStorage(config)).put(`audio/${audio.version}.mp3`, randomBytes(fileBytes));
      await chmod(home, 0o755);
      const ours = await startServer(env);
      servers.push(ours);
      const plain = await startProcess('tests/bench/static-files.ts', { FOLDER: join(home, 'files') });
      servers.push(plain);
      for (const { child } of servers) pin(child.pid!, 0);
      const paths = { ours: `/download/audio/${audio.version}.mp3`, plain: `/audio/${audio.version}.mp3` };
      const rates: Record<'ours' | 'plain', number[]> = { ours: [], plain: [] };
      await measure(ours, paths.ours, roundSeconds);
      await measure(plain, paths.plain, roundSeconds);
      for (let round = 0; round < rounds; round++) {
        rates.plain.push(await measure(plain, paths.plain, roundSeconds));
        rates.ours.push(await measure(ours, paths.ours, roundSeconds));
      }
      return [
        measured(
          shape,
          rates.ours.map((rate, round) => rate / rates.plain[round]!),
          `${Math.round(median(rates.ours))} against ${Math.round(median(rates.plain))} requests per second of CPU, ${rounds} rounds in turn`,
        ),
      ];
    } finally {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
});

/** Requests per second of the server's CPU time. */
async function measure(server: ServerProcess, path: string, roundSeconds: number): Promise<number> {
  const { answers, cpuSeconds } = await keepBusy(server, path, {
    method: 'GET',
    connections,
    duration: roundSeconds,
    requests: [
      {
        setupRequest(request) {
          const start = Math.floor((Math.random() * (fileBytes - rangeBytes)) / 4_096) * 4_096;
          return { ...request, headers: { range: `bytes=${start}-${start + rangeBytes - 1}` } };
        },
      },
    ],
  });
  return answers / cpuSeconds;
}
