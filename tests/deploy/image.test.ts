/** The container image of a packed release: built, started read-only without rights, checked and stopped. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { containerPrograms } from '../../scripts/podman.ts';
import { freePort } from '../support/postgres.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const name = `parlance-test-${process.pid}`;
const tag = `localhost/${name}`;
/** Limits that machines without the right to raise them have, too. */
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

const rights = '--read-only --cap-drop=all --security-opt=no-new-privileges --network=host'.split(' ');
const settings = (port: number): string[] => [
  `--env=PORT=${port}`,
  '--env=HOST=127.0.0.1',
  '--env=WORKERS=1',
];

test('the image starts with a read-only root as a user without rights, is healthy, plays and stops', async () => {
  const { podman, runc } = containerPrograms();
  const place = await mkdtemp(join(tmpdir(), 'parlance-image-test-'));
  onTestFinished(() => rm(place, { recursive: true }));
  execFileSync(process.execPath, ['scripts/pack.ts', '--out', place], { cwd: root });
  const tarball = join(
    place,
    (await readdir(place)).find((file) => file.endsWith('.tar.gz'))!,
  );
  const build = ['scripts/deploy/build-image.ts', '--tarball', tarball, '--tag', tag];
  const printed = execFileSync(process.execPath, build, { cwd: root, encoding: 'utf8' });
  onTestFinished(() => void spawnSync(podman, ['rmi', '--force', tag]));
  console.log(printed.trim());
  // The command fails above its bar.
  expect(printed).toMatch(/: \d+ MB \(bar: 400 MB\)/);

  const port = await freePort();
  const container = spawn(
    podman,
    ['--runtime', runc, 'run', '--rm', '--name', name, ...limits, ...rights, ...settings(port), tag],
    { stdio: 'ignore' },
  );
  const ended = once(container, 'exit');
  onTestFinished(() => void spawnSync(podman, ['rm', '--force', '--volumes', name]));
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status, String)).toBe(200);
  expect(spawnSync(podman, ['healthcheck', 'run', name]).status).toBe(0);
  const shell = ['exec', name, '/bin/sh', '-c', 'id -u; touch /opt/parlance/x /etc/x || echo refused'];
  expect(execFileSync(podman, ['--runtime', runc, ...shell], { encoding: 'utf8' })).toBe('10001\nrefused\n');
  await expect
    .poll(async () => {
      const feed = await (await fetch(`${url}/json/harbour-gazette-json`)).text();
      const audio = /http:[^"]*\.mp3/.exec(feed)?.[0];
      return audio && (await fetch(audio)).headers.get('content-type');
    })
    .toBe('audio/mpeg');
  execFileSync(podman, ['kill', '--signal', 'TERM', name]);
  expect(await ended).toEqual([0, null]);
});
