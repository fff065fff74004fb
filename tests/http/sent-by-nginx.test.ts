import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/postgres.ts';
import { useServer } from '../support/server.ts';

const files = await mkdtemp(join(tmpdir(), 'parlance-accel-'));
afterAll(() => rm(files, { recursive: true }));
const server = useServer({ env: { STORAGE_URL: `file:${files}`, ACCEL_REDIRECT: '/protected' } });
const sound = randomBytes(100_000);
let path: string;

beforeEach(async () => {
  const { audio } = await server.make.newsroom();
  path = `/download/audio/${audio.version}.mp3`;
  await server.app.storage.put(`audio/${audio.version}.mp3`, sound);
});

test('the proxy is told which file to send, and gets none', async () => {
  for (let time = 0; time < 20; time++) {
    const answer = await fetch(server.url + path, { headers: { range: 'bytes=0-9' } });
    expect(answer.headers.get('x-accel-redirect')).toBe(`/protected${path.replace('/download', '')}`);
    expect([
      answer.status,
      (await answer.arrayBuffer()).byteLength,
      answer.headers.get('content-type'),
    ]).toEqual([200, 0, 'audio/mpeg']);
  }
  const gone = await fetch(`${server.url}/download/audio/gone.mp3`);
  expect([gone.status, gone.headers.get('x-accel-redirect')]).toEqual([404, null]);
});

const nginx = find('nginx');

// Only where nginx is installed.
test.runIf(nginx !== null)('nginx sends it, as the README has it set up', async () => {
  const url = await startNginx(nginx!);
  const whole = await fetch(url + path);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    server: expect.stringContaining('nginx'),
    'content-type': 'audio/mpeg',
    'content-length': '100000',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(sound)).toBe(true);
  const part = await fetch(url + path, { headers: { range: 'bytes=500-999' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 500-999/100000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(sound.subarray(500, 1_000))).toBe(true);
  const known = await fetch(url + path, { headers: { 'if-none-match': whole.headers.get('etag')! } });
  expect(known.status).toBe(304);
  // Nobody has a file whose door did not open it.
  expect((await fetch(`${url}/protected${path.replace('/download', '')}`)).status).toBe(404);
});

function find(command: string): string | null {
  try {
    return execFileSync('which', [command], {
      encoding: 'utf8',
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    }).trim();
  } catch {
    return null;
  }
}

async function startNginx(nginx: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'parlance-nginx-'));
  await chmod(home, 0o755);
  const port = await freePort();
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(home, 'nginx.conf'),
    `${user} daemon off; master_process off; pid ${home}/pid; error_log ${home}/error.log;
     events {}
     http {
       access_log off; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/fastcgi;
       uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
       server {
         listen 127.0.0.1:${port};
         location / { proxy_pass ${server.url.replace('localhost', '127.0.0.1')}; }
         location /protected/ {
           internal;
           alias ${files}/;
           add_header Access-Control-Allow-Origin $upstream_http_access_control_allow_origin;
           add_header Access-Control-Expose-Headers $upstream_http_access_control_expose_headers;
           add_header Cross-Origin-Resource-Policy $upstream_http_cross_origin_resource_policy;
           add_header X-Content-Type-Options nosniff;
         }
       }
     }`,
  );
  const child: ChildProcess = spawn(nginx, ['-c', join(home, 'nginx.conf'), '-p', home], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
  return url;
}
