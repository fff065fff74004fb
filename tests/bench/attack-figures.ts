import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '../../server/api.ts';
import type { App } from '../../server/kernel/app.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { parseConfig } from '../../server/config.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { factories } from '../support/factories.ts';
import { runSql, startPostgres, type PostgresServer } from '../support/postgres.ts';
import type { ServerProcess } from '../support/process.ts';
import { startSite } from '../support/site.ts';
import type { Seen, Watch } from './attack-watch.ts';
import type { Attack, Tenant, Tenants } from './attacks/attack.ts';
import { measured, unmeasured, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { memoryOf, noProc } from './process-tree.ts';
import { startServer } from './server-as-started.ts';

const attacks: Record<string, () => Promise<{ attack: Attack }>> = {
  'bracket-pages': () => import('./attacks/bracket-pages.ts'),
  'heavy-answers': () => import('./attacks/heavy-answers.ts'),
  'sign-in-flood': () => import('./attacks/sign-in-flood.ts'),
  'dripping-bodies': () => import('./attacks/dripping-bodies.ts'),
  'unanswered-bodies': () => import('./attacks/unanswered-bodies.ts'),
  'endless-texts': () => import('./attacks/endless-texts.ts'),
  subscriptions: () => import('./attacks/subscriptions.ts'),
  'unpacking-documents': () => import('./attacks/unpacking-documents.ts'),
  overload: () => import('./attacks/overload.ts'),
};

/** Milliseconds that the server is watched after an attack: what it left behind is felt then. */
const afterwards = 2_000;

/**
 * Attacks the real server in a separate process as a caller with given credentials: during the attack it
 * stays alive, answers `/healthz` and another tenant, and stays within its memory limit.
 */
export const part = definePart<{ attacks: readonly string[]; scale: number }>({
  minutes: 4.9,
  rows: Object.keys(attacks),
  full: { attacks: Object.keys(attacks), scale: 1 },
  tiny: { attacks: ['bracket-pages', 'overload'], scale: 0.05 },
  async measure({ attacks: chosen, scale }, wants) {
    if (noProc) return [unmeasured(shapes('attacks').healthz, noProc)];
    const result: Figure[] = [];
    const home = await mkdtemp(join(tmpdir(), 'parlance-attack-'));
    const postgres = lazily(() => startPostgres());
    const template = lazily(() => makeTemplate(join(home, 'template')));
    try {
      for (const [name, load] of Object.entries(attacks)) {
        if (!chosen.includes(name) || !wants(name)) continue;
        const { attack } = await load();
        console.log(`  ${attack.name}…`);
        result.push(...(await measure(attack, { name, home, postgres, template, scale })));
      }
      return result;
    } finally {
      await (await postgres.started)?.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
});

const shapes = (attack: string) =>
  ({
    healthz: {
      name: `/healthz: ${attack}`,
      unit: 'ms',
      bar: 250,
      better: 'lower',
      plausible: [0.1, Infinity],
    },
    list: {
      name: `another tenant's list: ${attack}`,
      unit: 'ms',
      bar: 1_000,
      better: 'lower',
      plausible: [0.5, Infinity],
    },
    memory: { name: `memory: ${attack}`, unit: 'MB', bar: 1_500, better: 'lower', plausible: [60, Infinity] },
  }) satisfies Record<string, Measure>;

interface Ground {
  name: string;
  home: string;
  postgres: Lazily<PostgresServer>;
  /** A directory with an empty embedded database. */
  template: Lazily<string>;
  /** Share of the attack's full size. */
  scale: number;
}

type Lazily<T> = (() => Promise<T>) & { started: Promise<T> | undefined };

function lazily<T>(start: () => Promise<T>): Lazily<T> {
  const get: Lazily<T> = Object.assign(() => (get.started ??= start()), { started: undefined });
  return get;
}

async function makeTemplate(directory: string): Promise<string> {
  const { close } = await startApi(
    parseConfig({ DATA_DIR: directory, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' }),
    { worker: false, log: createLogger('silent') },
  );
  await close();
  return directory;
}

async function measure(attack: Attack, ground: Ground): Promise<Figure[]> {
  const site = await startSite();
  const dataDir = join(ground.home, ground.name);
  let databaseUrl: string | undefined;
  if (attack.database === 'PostgreSQL') {
    const server = await ground.postgres();
    const database = `attack_${ground.name.replaceAll('-', '_')}`;
    await runSql(server.url('postgres'), `CREATE DATABASE ${database}`);
    databaseUrl = server.url(database);
  } else await cp(await ground.template(), dataDir, { recursive: true });
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'error',
    JWT_SECRET: 'x'.repeat(32),
    FETCH_ALLOW_HOSTS: site.host,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...attack.env,
  };
  let server: ServerProcess | undefined;
  try {
    const tenants = await prepare(attack, env);
    server = await startServer(env, ['--worker']);
    return await watched(attack, {
      ...tenants,
      server,
      site,
      databaseUrl,
      url: server.url,
      scale: ground.scale,
    });
  } finally {
    await server?.stop('SIGKILL');
    await site.close();
  }
}

/** Creates two newsrooms, and the additional data of the attack. */
async function prepare(attack: Attack, env: Record<string, string>): Promise<Tenants> {
  const { app, close } = await startApi(parseConfig(env), { worker: false, log: createLogger('silent') });
  try {
    const tenants = { attacker: await makeTenant(app), other: await makeTenant(app) };
    const make = factories(app.db);
    for (let count = 1; count < 20; count++)
      await make.article(tenants.other.room.project.id, { status: 'ready' });
    await attack.prepare?.(app, tenants);
    return tenants;
  } finally {
    await close();
  }
}

async function makeTenant(app: App): Promise<Tenant> {
  const make = factories(app.db);
  const room = await make.newsroom();
  const token = async (person: 'maintainer' | 'editor' | 'viewer' | 'outsider' | 'admin') =>
    (await openSession(app, room[person].id)).token;
  return {
    room,
    tokens: {
      maintainer: await token('maintainer'),
      editor: await token('editor'),
      viewer: await token('viewer'),
      outsider: await token('outsider'),
      admin: await token('admin'),
    },
    credentials: {
      readOnlyKey: (await make.apiKey(room.project.id, 'api_readonly')).apiKey,
      key: (await make.apiKey(room.project.id)).apiKey,
      partner: (await make.partnerToken(room.organization.id)).token,
    },
  };
}

async function watched(attack: Attack, stage: Parameters<Attack['run']>[0]): Promise<Figure[]> {
  const pid = stage.server.child.pid!;
  let code: number | null | undefined;
  stage.server.child.once('exit', (status) => (code = status));
  const watch = fork(new URL('./attack-watch.ts', import.meta.url), { serialization: 'advanced' });
  try {
    watch.send({
      url: stage.url,
      token: stage.other.tokens.editor,
      projectId: stage.other.room.project.id,
      pid,
    } satisfies Watch);
    // Its own start, and the first requests of both, are no part of the attack.
    await sleep(1_000);
    const before = await memoryOf(pid);
    const own = await attack.run(stage);
    await sleep(afterwards);
    watch.send('end');
    const [seen] = (await once(watch, 'message')) as [Seen];
    const lives = code === undefined;
    const life = lives ? 'the process lives' : `THE PROCESS ENDED WITH ${code}`;
    const late = `an idle process was late by ${Math.round(seen.lateness)} ms meanwhile`;
    const failure = seen.failure ? `; ${seen.failure}` : '';
    const { healthz, list, memory } = shapes(attack.name);
    return [
      measured(healthz, [lives ? seen.healthz : Infinity], `the longest; ${life}; ${late}${failure}`),
      measured(list, [seen.list], 'the longest'),
      measured(
        memory,
        [lives ? seen.memory : Infinity],
        `the most, PSS of all processes; ${Math.round(before)} MB before`,
      ),
      ...(own ?? []),
    ];
  } finally {
    watch.kill('SIGKILL');
  }
}
