/** Proxies as the documents set them up, with the addresses and paths of this machine. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished } from 'vitest';
import { haproxy } from '../../scripts/haproxy.ts';
import { nginx } from '../../scripts/nginx.ts';
import { issue } from './certificates.ts';
import { freePort } from './postgres.ts';

const document = new URL('../../.github/docs/run-in-production.md', import.meta.url);
const isRoot = process.getuid?.() === 0;

/**
 * Starts nginx with the configuration of the document, until the test ends. `fetch` trusts its certificate.
 * @param ports of the API processes on this machine
 * @param files the folder of files that nginx sends
 * @returns its address
 */
export async function startDocumentedNginx(ports: string[], files = '/nowhere'): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'parlance-nginx-'));
  await chmod(home, 0o755);
  const [port, plain] = [await freePort(), await freePort()];
  const { pem, key } = issue({ name: 'localhost', hosts: ['localhost'], ca: true });
  await writeFile(join(home, 'certificate.pem'), pem);
  await writeFile(join(home, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  const configuration = withServers(await readBlock(/^    map \$http_upgrade[^]*?(?=^\S)/m), ports, {
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/letsencrypt/live/audio.example.com/fullchain.pem': `${home}/certificate.pem`,
    '/etc/letsencrypt/live/audio.example.com/privkey.pem': `${home}/key.pem`,
    'alias /srv/parlance/;': `alias ${files}/;`,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${home}/${what};`)
    .join(' ');
  await writeFile(
    join(home, 'nginx.conf'),
    `${isRoot ? `user nobody ${ownGroup()};` : ''} daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
     events {}
     http { access_log off; ${temporary}\n${configuration} }`,
  );
  const before = getGlobalDispatcher();
  const dispatcher = new Agent({ connect: { ca: pem } });
  setGlobalDispatcher(dispatcher);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await dispatcher.close();
  });
  runUntilTestEnds(nginx(), ['-c', join(home, 'nginx.conf'), '-p', home, '-e', `${home}/error.log`], home);
  const url = `https://localhost:${port}`;
  await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200);
  const moved = await fetch(`http://localhost:${plain}/x?y`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, 'https://localhost/x?y']);
  return url;
}

/**
 * Starts haproxy with the configuration of the document, until the test ends.
 * @returns its address
 */
export async function startDocumentedHaproxy(ports: string[]): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'parlance-haproxy-'));
  const port = await freePort();
  const { pem, key } = issue({ name: 'localhost', hosts: ['localhost'], ca: true });
  await writeFile(join(home, 'both.pem'), pem + key.export({ type: 'pkcs8', format: 'pem' }));
  const configuration = withServers(await readBlock(/^    defaults\n[^]*?(?=^\S)/m), ports, {
    'bind :443 ssl crt /etc/haproxy/audio.example.com.pem': `bind 127.0.0.1:${port} ssl crt ${home}/both.pem`,
  });
  await writeFile(join(home, 'haproxy.cfg'), configuration.replace(/^    /gm, ''));
  const before = getGlobalDispatcher();
  const dispatcher = new Agent({ connect: { ca: pem } });
  setGlobalDispatcher(dispatcher);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await dispatcher.close();
  });
  runUntilTestEnds(haproxy(), ['-db', '-f', join(home, 'haproxy.cfg')], home);
  const url = `https://localhost:${port}`;
  await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200);
  return url;
}

/** The configuration that the document shows in an indented block. */
async function readBlock(pattern: RegExp): Promise<string> {
  const found = pattern.exec(await readFile(document, 'utf8'));
  if (!found) throw new Error(`${document.pathname} has no block ${pattern.source}`);
  return found[0];
}

/** Puts the ports of API processes and other places into a block; the document shows two processes. */
function withServers(block: string, ports: string[], places: Record<string, string>): string {
  const [first, second] = block.match(/^ *server .*127\.0\.0\.1:400[01].*\n/gm) ?? [];
  if (!first || !second) throw new Error('The document shows no two servers.');
  const lines = ports.map((port, index) =>
    first.replace('127.0.0.1:4000', `127.0.0.1:${port}`).replace('api4000', `api${index}`),
  );
  return Object.entries({ [first]: lines.join(''), [second]: '', ...places }).reduce(
    (text, [before, after]) => {
      expect(text).toContain(before);
      return text.replace(before, after);
    },
    block,
  );
}

function runUntilTestEnds(program: string, parameters: string[], home: string): void {
  const child = spawn(program, parameters, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  });
}

const statusOf = (url: string): Promise<number | string> => fetch(url).then(({ status }) => status, String);

/** The group that the files of this process belong to. */
const ownGroup = (): string => execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
