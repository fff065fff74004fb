/**
 * The cluster of `high-availability.md`, with Debian's Patroni, etcd and haproxy: its primary is killed under
 * load. No process of Parlance is restarted, and no acknowledged article is lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { DebianProgram } from '../../scripts/debian-program.ts';
import { haproxy } from '../../scripts/haproxy.ts';
import { administrator, Newsdesk, until } from '../outages/newsdesk.ts';
import { freePort, runSql } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { postgresUser, type PostgresUser } from './debian-postgres.ts';

const page = await readFile(
  fileURLToPath(new URL('../../.github/docs/high-availability.md', import.meta.url)),
  'utf8',
);
/** A documented block, without its indentation. */
function blockOf(pattern: RegExp, indentation: number): string {
  const found = pattern.exec(page);
  if (!found) throw new Error(`The document has no block ${pattern.source}`);
  return found[0].replaceAll(new RegExp(`^ {${indentation}}`, 'gm'), '');
}
const patroniBlock = blockOf(/^ {7}scope: parlance[\s\S]*?SECRET2 \}$/m, 7);
const haproxyBlock = blockOf(/^ {4}defaults[\s\S]*?server db2.*\n/m, 4);

const programs: DebianProgram[] = [
  { title: 'Patroni', variable: 'PATRONI', paths: ['/usr/bin/patroni'], packages: ['patroni'] },
  {
    title: 'Patroni’s client of etcd',
    variable: 'PYTHON_ETCD',
    paths: ['/usr/lib/python3/dist-packages/etcd'],
    packages: ['python3-etcd'],
  },
  { title: 'etcd', variable: 'ETCD', paths: ['/usr/bin/etcd'], packages: ['etcd-server'] },
];

interface Node {
  name: string;
  port: number;
  /** Where Patroni says which role the node has. */
  health: string;
  data: string;
  start(): void;
  /** Kills Patroni and PostgreSQL, as if the machine had lost its power. */
  kill(): Promise<void>;
}

async function startEtcd(user: PostgresUser): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()];
  user.start('etcd', [
    `--data-dir=${join(user.home, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
  ]);
  await until('etcd', async () => (await fetch(`http://127.0.0.1:${client}/health`)).ok);
  return `127.0.0.1:${client}`;
}

async function makeNode(user: PostgresUser, name: string, etcd: string): Promise<Node> {
  const [port, api] = [await freePort(), await freePort()];
  const data = join(user.home, name);
  const places: [before: RegExp, after: string][] = [
    [/^name: db1$/m, `name: ${name}`],
    [/(0\.0\.0\.0|db1\.example\.com):8008/g, `127.0.0.1:${api}`],
    [/(0\.0\.0\.0|db1\.example\.com):5432/g, `127.0.0.1:${port}`],
    [/hosts: etcd1.*$/m, `hosts: ${etcd}`],
    [/\/var\/lib\/postgresql\/15\/parlance/, data],
    [/10\.0\.0\.0\/24/g, '127.0.0.1/32'],
  ];
  const text = places.reduce((block, [before, after]) => {
    expect(block).toMatch(before);
    return block.replace(before, after);
  }, patroniBlock);
  const file = join(user.home, `${name}.yml`);
  await writeFile(file, text);
  let patroni: ReturnType<PostgresUser['start']> | undefined;
  return {
    name,
    port,
    data,
    health: `http://127.0.0.1:${api}`,
    start: () => (patroni = user.start('/usr/bin/patroni', [file])),
    async kill() {
      const ended = once(patroni!, 'exit');
      patroni!.kill('SIGKILL');
      process.kill(Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
      await ended;
    },
  };
}

async function startDocumentedHaproxy(user: PostgresUser, nodes: Node[]): Promise<number> {
  const port = await freePort();
  const block = nodes.reduce(
    (text, { name, port: postgres, health }) =>
      text.replace(
        `${name}.example.com:5432 check port 8008`,
        `127.0.0.1:${postgres} check port ${new URL(health).port}`,
      ),
    haproxyBlock.replace('127.0.0.1:5432', `127.0.0.1:${port}`),
  );
  await writeFile(join(user.home, 'haproxy.cfg'), block);
  const child = spawn(haproxy(), ['-db', '-f', join(user.home, 'haproxy.cfg')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return port;
}

const isRole = async ({ health }: Node, role: string): Promise<boolean> =>
  (await fetch(`${health}/${role}`)).status === 200;

test('the primary is killed under load: a standby takes over, and nothing acknowledged is lost', async () => {
  const user = await postgresUser(programs, { LC_ALL: 'C.UTF-8' });
  const etcd = await startEtcd(user);
  const [first, second] = [await makeNode(user, 'db1', etcd), await makeNode(user, 'db2', etcd)];
  onTestFinished(async () => {
    // PostgreSQL outlives a Patroni that is killed.
    for (const { data } of [first, second])
      await readFile(join(data, 'postmaster.pid'), 'utf8').then(
        (text) => process.kill(Number(text.split('\n')[0]), 'SIGKILL'),
        () => {},
      );
  });
  first.start();
  await until('a primary', () => isRole(first, 'primary'));
  second.start();
  await until('a synchronous standby', () => isRole(second, 'synchronous'));
  const maintenance = `postgres://postgres:SECRET1@127.0.0.1:${first.port}/postgres`;
  await runSql(maintenance, "CREATE ROLE parlance LOGIN PASSWORD 'parlance'");
  await runSql(maintenance, 'CREATE DATABASE parlance OWNER parlance');
  const port = await startDocumentedHaproxy(user, [first, second]);

  const settings = {
    ...administrator,
    DATABASE_URL: `postgres://parlance:parlance@127.0.0.1:${port}/parlance`,
    DATA_DIR: join(user.home, 'parlance'),
    JWT_SECRET: 'j'.repeat(40),
    DATA_KEY: 'd'.repeat(40),
    WORKERS: '1',
    PORT: '0',
  };
  const processes = [];
  for (let times = 0; times < 2; times++) {
    const parlance = await startProcess('server/api.ts', settings, undefined, ['--worker']);
    onTestFinished(() => void parlance.child.kill('SIGKILL'));
    processes.push(parlance);
  }
  const desks = processes.map(({ url }) => new Newsdesk(url));
  for (const desk of desks) await desk.open();

  let writing = true;
  const writers = desks.map(async (desk) => {
    // At an editor's pace, so that a list has them all.
    for await (const _ of setInterval(250)) {
      if (!writing) break;
      await desk.add();
    }
  });
  onTestFinished(() => void (writing = false));
  const acknowledged = (): number => desks.reduce((sum, desk) => sum + desk.acknowledged.size, 0);
  await until('writes before the failure', async () => acknowledged() >= 20 || acknowledged());
  await first.kill();
  const [killed, before] = [performance.now(), acknowledged()];
  await until(
    'writes after it',
    async () => desks.every(({ refusals }) => refusals.length > 0) && acknowledged() > before + 2,
  );
  const seconds = (performance.now() - killed) / 1_000;
  await until('more writes', async () => acknowledged() >= before + 20 || acknowledged());
  writing = false;
  await Promise.all(writers);

  expect(await isRole(second, 'primary')).toBe(true);
  for (const desk of desks) {
    expect(await desk.lost()).toEqual([]);
    await until(
      'Parlance to be ready',
      async () => (await desk.readiness()).startsWith('200') || desk.readiness(),
    );
  }
  expect(processes.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null]);
  const refused = desks.reduce((sum, desk) => sum + desk.refusals.length, 0);
  console.log(
    `Writes resumed after ${seconds.toFixed(1)} s; ${acknowledged()} acknowledged, 0 lost, ${refused} refused.`,
  );

  first.start();
  await until('the old primary to follow the new one', () => isRole(first, 'synchronous'));
});
