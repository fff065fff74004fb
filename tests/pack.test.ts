/** A release as `npm run pack` writes it, on a machine that has neither npm nor the sources. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A user without rights on Debian and macOS, if the tests run as root. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
const megabytesMax = 300;

/** Packs and unpacks a release. @returns its folder, which cannot be written, and what was printed */
async function unpackRelease(): Promise<{ folder: string; printed: string; place: string }> {
  const place = await mkdtemp(join(tmpdir(), 'parlance-pack-'));
  onTestFinished(async () => {
    execFileSync('chmod', ['-R', 'u+w', place]);
    await rm(place, { recursive: true });
  });
  await chmod(place, 0o755);
  const printed = execFileSync(process.execPath, ['scripts/pack.ts', '--out', place], {
    cwd: root,
    encoding: 'utf8',
  });
  const file = (await readdir(place)).find((name) => name.endsWith('.tar.gz'))!;
  execFileSync('sha256sum', ['--check', '--quiet', `${file}.sha256`], { cwd: place });
  execFileSync('tar', ['-xzf', file], { cwd: place });
  const folder = join(place, file.replace('.tar.gz', ''));
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  return { folder, printed, place };
}

test('a release starts in a read-only folder as a user without rights, and plays', async () => {
  const { folder, printed, place } = await unpackRelease();
  expect(Number(/unpacked (\d+) MB/.exec(printed)?.[1])).toBeLessThanOrEqual(megabytesMax);
  const dataDir = join(place, 'data');
  await mkdir(dataDir);
  if (nobody !== undefined) await chown(dataDir, nobody, nobody);
  const options = {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: '0', WORKERS: '1' },
    ...(nobody !== undefined && { uid: nobody, gid: nobody }),
  };
  const server = spawn(join(folder, 'parlance'), ['start'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  let url = '';
  const started: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    started.push(line);
    url = /ready on (\S+)/.exec(line.replace(/[",]/g, ' '))?.[1] ?? '';
    if (url) break;
  }
  server.stdout.resume();
  // The release brings a database with all tables.
  expect(started.filter((line) => /migrat(?:ed|ing the database)/.test(line))).toEqual([]);
  for (const path of ['/', '/player/package.tgz', '/wordpress/parlance.zip', '/license'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  // The demo's articles are spoken by threads of the release.
  await expect
    .poll(async () => {
      const feed = await (await fetch(`${url}/json/harbour-gazette-json`)).text();
      const audio = /http:[^"]*\.mp3/.exec(feed)?.[0];
      return audio && (await fetch(audio)).headers.get('content-type');
    })
    .toBe('audio/mpeg');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const doctor = spawn(join(folder, 'parlance'), ['doctor', '--json'], { ...options, stdio: 'ignore' });
  // The address of a server that has ended does not answer.
  expect(await once(doctor, 'exit')).toEqual([2, null]);
});
