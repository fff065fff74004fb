import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { factories } from '../support/factories.ts';
import { freePort, runSql, startPostgres } from '../support/postgres.ts';
import { textOf } from './feed-text.ts';
import { allUnmeasured, measured, median, type Figure } from './figure.ts';
import { definePart } from './part.ts';
import { cpuSeconds, noProc, pin } from './process-tree.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { startServer } from './server-as-started.ts';

const connections = 64;
const items = 100;
/** Podcast apps take feeds compressed. */
const asApps = { 'accept-encoding': 'gzip' };

interface Sizes {
  rounds: number;
  /** Of a round. */
  roundSeconds: number;
  /** That are kept in memory. */
  feeds: number;
}

/** Feeds as listeners' apps ask for them. */
export const part = definePart<Sizes>({
  minutes: 2,
  rows: ['requests', 'memory'],
  full: { rounds: 5, roundSeconds: 3, feeds: 10_000 },
  tiny: { rounds: 1, roundSeconds: 1, feeds: 200 },
  async measure(sizes, wants) {
    const result: Figure[] = [];
    if (wants('requests')) result.push(...(await requests(sizes)));
    if (wants('memory')) result.push(await memory(sizes));
    return result;
  },
});

const shape = {
  whole: {
    name: `a feed of ${items} items against nginx with the same bytes in a file`,
    unit: 'times',
    bar: 0.65,
    better: 'higher',
    plausible: [0.001, 1.5],
  },
  fresh: {
    name: 'a feed that the client has, against nginx',
    unit: 'times',
    bar: 0.45,
    better: 'higher',
    plausible: [0.001, 1.5],
  },
  memory: { name: '10,000 feeds, kept', unit: 'MB', bar: 200, better: 'lower', plausible: [10, 5_000] },
} as const;

async function requests({ rounds, roundSeconds }: Sizes): Promise<Figure[]> {
  const nginxPath = await promisify(execFile)('sh', [
    '-c',
    'command -v nginx || command -v /usr/sbin/nginx',
  ]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  const missing = noProc ?? (nginxPath === '' ? "nginx is not installed (Debian's package)" : null);
  if (missing) return allUnmeasured([shape.whole, shape.fresh], missing);
  const postgres = await startPostgres();
  const home = await mkdtemp(join(tmpdir(), 'parlance-feeds-'));
  const ends: (() => unknown)[] = [];
  try {
    await runSql(postgres.url('postgres'), 'CREATE DATABASE feeds');
    const env = quietEnvironment(postgres.url('feeds'), home);
    const slug = await prepare(env);
    const ours = await startServer(env);
    ends.push(() => ours.stop('SIGKILL'));
    const path = `/podcast/${slug}`;
    const body = gzipSync(Buffer.from(await (await fetch(ours.url + path)).arrayBuffer()), { level: 7 });
    const nginx = await startNginx(nginxPath, join(home, 'nginx'), path, body);
    ends.push(() => nginx.child.kill('SIGKILL'));
    const sides = {
      ours: { url: ours.url + path, pid: ours.child.pid! },
      nginx: { url: nginx.url + path, pid: nginx.child.pid! },
    };
    for (const { pid } of Object.values(sides)) pin(pid, 0);
    const etagOf = async (url: string): Promise<string> =>
      (await fetch(url, { method: 'HEAD', headers: asApps })).headers.get('etag')!;
    const etags = { ours: await etagOf(sides.ours.url), nginx: await etagOf(sides.nginx.url) };
    const result: Figure[] = [];
    for (const [kind, figure] of [
      ['whole', shape.whole],
      ['fresh', shape.fresh],
    ] as const) {
      const ask = (side: 'ours' | 'nginx') =>
        perCpuSecond(
          sides[side],
          { ...asApps, ...(kind === 'fresh' && { 'if-none-match': etags[side] }) },
          kind === 'whole' ? 200 : 304,
          roundSeconds,
        );
      const rates: Record<'ours' | 'nginx', number[]> = { ours: [], nginx: [] };
      await ask('ours');
      await ask('nginx');
      for (let round = 0; round < rounds; round++)
        for (const side of ['nginx', 'ours'] as const) rates[side].push(await ask(side));
      const size = kind === 'whole' ? ` of ${Math.round(body.length / 1000)} KB, compressed,` : '';
      result.push(
        measured(
          figure,
          rates.ours.map((rate, round) => rate / rates.nginx[round]!),
          `${Math.round(median(rates.ours))} against ${Math.round(median(rates.nginx))} requests${size} per second of CPU, ${rounds} rounds in turn`,
        ),
      );
    }
    return result;
  } finally {
    for (const end of ends) await end();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** A podcast of 100 episodes. @returns its slug */
async function prepare(env: Record<string, string>): Promise<string> {
  const db = await openDatabase(parseConfig(env));
  try {
    await migrate(db);
    const make = factories(db);
    const project = await make.project();
    const { slug, id } = await make.channel(project.id, {
      type: 'podcast',
      settings: { title: 'The Morning', description: 'News.' },
    });
    for (let at = 0; at < items; at++) {
      const article = await make.article(project.id, {
        title: `Article number ${at}`,
        text: textOf(String(at)),
      });
      const { version: file, durationMs, bytes } = await make.audio(article.id);
      await db.prisma.episode.create({
        data: {
          channelId: id,
          period: `article ${article.id}`,
          title: article.title,
          file,
          durationMs,
          bytes,
          publishedAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
          articles: { create: { channelId: id, articleId: article.id, position: 0 } },
        },
      });
    }
    return slug;
  } finally {
    await db.close();
  }
}

/** One process of nginx, set up as its manual recommends for files. */
async function startNginx(
  nginx: string,
  home: string,
  path: string,
  body: Buffer,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  await mkdir(join(home, 'www', 'podcast'), { recursive: true });
  await writeFile(join(home, 'www', path), body);
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off; master_process off; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100; default_type application/rss+xml;
  client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/f; uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
  server { listen 127.0.0.1:${port}; root ${home}/www; add_header Content-Encoding gzip; add_header Access-Control-Allow-Origin *; }
}`,
  );
  const child = spawn(nginx, ['-c', join(home, 'nginx.conf'), '-p', home], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(url).then(Boolean, () => false)) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx did not start.');
}

/** Requests per second of the server's CPU time. */
async function perCpuSecond(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  status: number,
  roundSeconds: number,
): Promise<number> {
  const before = await cpuSeconds(pid);
  const answered = await autocannon({ url, method: 'GET', connections, duration: roundSeconds, headers });
  const right = status === 200 ? answered['2xx'] : answered['3xx'];
  if (answered.errors || right !== answered.requests.total)
    throw new Error(`${answered.errors} requests failed, ${right} were right.`);
  return answered.requests.total / ((await cpuSeconds(pid)) - before);
}

/** Measures the resident memory of a separate process before and after. */
async function memory({ feeds: asked }: Sizes): Promise<Figure> {
  const script = new URL('feed-memory.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, String(asked)]);
  const { megabytes, feeds, bytes, kept } = JSON.parse(stdout) as Record<string, number>;
  if (feeds !== asked) throw new Error(`Of ${asked} feeds ${feeds} were kept.`);
  return measured(
    shape.memory,
    [(megabytes! * 10_000) / asked],
    `${feeds} feeds of ${Math.round(bytes! / 1000)} KB; ${Math.round(kept!)} MB of them are compressed bodies`,
  );
}
