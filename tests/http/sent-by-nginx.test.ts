import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { nginx } from '../../scripts/nginx.ts';
import { issue } from '../support/certificates.ts';
import { wav } from '../support/media.ts';
import { freePort } from '../support/postgres.ts';
import { upload, useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const files = await mkdtemp(join(tmpdir(), 'parlance-accel-'));
// As `install -d -m 750` makes it.
await chmod(files, 0o750);
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

test("the guide's own nginx, as its own user: sockets, uploads, whole sounds and parts of them", async () => {
  const url = await startNginx();
  const { editor, project } = await server.make.newsroom();
  const token = await server.signIn(editor);

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

  const socket = await openSocket(url, { token });
  await expect.poll(() => socket.messages).toEqual([{ type: 'connection_ack' }]);
  socket.close();

  const large = wav({ seconds: 14, sampleRate: 96_000, channels: 2, bits: 32 });
  expect(large.length).toBeGreaterThan(10 * 1024 * 1024);
  const { data, errors } = await upload<Record<string, any>>(
    url,
    'mutation ($file: File!, $id: ID!) { uploadSound(input: { project: $id, file: $file }) { __typename } }',
    { id: project.id },
    new File([large], 'large.wav'),
    token,
  );
  expect([errors, data]).toEqual([undefined, { uploadSound: { __typename: 'UploadSoundSuccess' } }]);

  // It is not the user that runs Parlance, where there is a choice: it reads by its group.
  await chmod(join(files, path.replace('/download', '')), 0o600);
  expect((await fetch(url + path)).status).toBe(isRoot ? 403 : 200);
});

const isRoot = process.getuid?.() === 0;

/** The server of the guide, with the addresses and paths of this machine. */
async function readConfiguration(places: Record<string, string>): Promise<string> {
  const guide = await readFile(new URL('../../.github/docs/run-in-production.md', import.meta.url), 'utf8');
  const [block] = /^    map \$http_upgrade[^]*?(?=^\S)/m.exec(guide)!;
  return Object.entries(places).reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  }, block);
}

/** Starts nginx on the guide's configuration. @returns where it is */
async function startNginx(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'parlance-nginx-'));
  await chmod(home, 0o755);
  const [port, plain] = [await freePort(), await freePort()];
  const { pem, key } = issue({ name: 'localhost', hosts: ['localhost'], ca: true });
  await writeFile(join(home, 'certificate.pem'), pem);
  await writeFile(join(home, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  const ours = await readConfiguration({
    'server 127.0.0.1:4000;': `server 127.0.0.1:${new URL(server.url).port};`,
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
     http { access_log off; ${temporary}\n${ours} }`,
  );
  const child = spawn(nginx(), ['-c', join(home, 'nginx.conf'), '-p', home, '-e', `${home}/error.log`], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const before = getGlobalDispatcher();
  const dispatcher = new Agent({ connect: { ca: pem } });
  setGlobalDispatcher(dispatcher);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await dispatcher.close();
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  });
  const url = `https://localhost:${port}`;
  const status = () => fetch(`${url}/healthz`).then(({ status }) => status, String);
  await expect.poll(status).toBe(200);
  const moved = await fetch(`http://localhost:${plain}/x?y`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, 'https://localhost/x?y']);
  return url;
}

/** The group that the files of this process belong to. */
const ownGroup = (): string => execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
