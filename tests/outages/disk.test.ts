/** The disk is full, or cannot be written. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { dot } from '../support/media.ts';
import { StartError } from '../support/process.ts';
import { administrator, Newsdesk, startServer, until } from './newsdesk.ts';

/** Some systems forbid it: then there is no disk that a test could fill. */
const mayMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
if (!mayMount)
  console.warn(
    'SKIPPED: disks that are full or read-only. This system does not let us mount one of our own (unshare -Urm).',
  );

/** A small disk of our own, in a namespace that needs no rights to be made. */
class Disk {
  readonly path: string;
  readonly #keeper: ChildProcess;

  constructor(path: string, keeper: ChildProcess) {
    this.path = path;
    this.#keeper = keeper;
  }

  static async make(megabytes: number, template: string): Promise<Disk> {
    const path = await mkdtemp(join(tmpdir(), 'parlance-disk-'));
    const script =
      'mount -t tmpfs -o size="$1"m tmpfs "$2" && cp -r "$3"/. "$2" && echo mounted && exec sleep 1000';
    const keeper = spawn('unshare', ['-Urm', 'sh', '-c', script, 'sh', String(megabytes), path, template], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      keeper.kill('SIGKILL');
      await rm(path, { recursive: true, force: true });
    });
    expect(String((await once(keeper.stdout, 'data'))[0])).toBe('mounted\n');
    return new Disk(path, keeper);
  }

  /** What a command is put behind to see the disk. */
  get wrapper(): string[] {
    return [
      'nsenter',
      '-t',
      String(this.#keeper.pid),
      '-U',
      '-m',
      '--preserve-credentials',
      '--',
      'sh',
      '-c',
      'cd "$0" && exec "$@"',
      process.cwd(),
    ];
  }

  run(...command: string[]): void {
    const [file, ...args] = [...this.wrapper, ...command];
    const { status, stderr } = spawnSync(file!, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  fill(): void {
    this.run(
      'sh',
      '-c',
      'dd if=/dev/zero of="$0/filler" bs=64k 2>/dev/null; dd if=/dev/zero of="$0/filler2" bs=1k 2>/dev/null; true',
      this.path,
    );
  }

  free(): void {
    this.run('rm', '-f', join(this.path, 'filler'), join(this.path, 'filler2'));
  }
}

/** What a start that fails says. */
const refusal = (env: Record<string, string>, wrapper: string[]): Promise<string> =>
  startServer(env, wrapper).then(
    () => {
      throw new Error('The server started.');
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartError);
      expect((error as StartError).message).not.toMatch(/\n\s+at /);
      return (error as StartError).message;
    },
  );

// The embedded database is full with the rest; another one hardly notices.
test.skipIf(!mayMount)(
  'with a full disk no acknowledged data is lost, errors are reported, and service resumes',
  async () => {
    const prepared = await prepareConfig();
    onTestFinished(() => prepared.remove());
    const disk = await Disk.make(databaseKind() === 'pglite' ? 420 : 120, prepared.env['DATA_DIR']!);
    const env = { ...prepared.env, DATA_DIR: disk.path };
    const server = await startServer(env, disk.wrapper);
    const desk = new Newsdesk(server.url);
    await desk.open();
    expect(await desk.add()).toBe(true);

    disk.fill();
    expect(await desk.readiness()).toMatch(/^503 .*(disk|full)/);
    for (let count = 0; count < 5; count++) await desk.add('A long one. '.repeat(300));
    await until(
      'an article to say why it waits, or an editor to be told',
      async () => {
        // If the database is full too, nothing can be stored: then editors get an error.
        if (desk.acknowledged.size < 40) await desk.add();
        if (desk.refusals.length > 0) return true;
        const reasons = await desk.reasons();
        return reasons.some((reason) => reason.includes('the disk is full')) || reasons;
      },
      // Timing is not tested here; on a busy machine the last articles to start report late.
    );
    const form = new FormData();
    form.set(
      'operations',
      JSON.stringify({
        query: 'mutation($file: File!) { uploadImage(input: { file: $file }) { __typename } }',
        variables: { file: null },
      }),
    );
    form.set('map', '{"0":["variables.file"]}');
    form.set('0', new File([dot], 'dot.png'));
    const signedIn = await desk.post('/auth/sign-in', {
      email: administrator.ADMIN_EMAIL,
      password: administrator.ADMIN_PASSWORD,
    });
    if (signedIn.status === 200) {
      const { token } = JSON.parse(signedIn.text) as { token: string };
      const upload = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        body: form,
        headers: { 'x-parlance-upload': '1', authorization: `Bearer ${token}` },
      });
      expect(await upload.text()).toMatch(/full|database/);
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // Every refusal gives a reason that people understand.
    for (const said of desk.refusals) expect(said).toMatch(/full|database/);

    const end = performance.now();
    disk.free();
    const took = await desk.fullService(end);
    console.log(
      `full service ${(took / 1000).toFixed(1)} s after there was room, ${desk.refusals.length} articles refused before`,
    );
    expect(await desk.lost()).toEqual([]);

    disk.fill();
    await server.stop('SIGKILL');
    if (databaseKind() === 'pglite') {
      expect(await refusal(env, disk.wrapper)).toMatch(/disk of .* is (nearly )?full/);
      disk.free();
      const again = await startServer(env, disk.wrapper);
      desk.moveTo(again.url);
      await desk.fullService(performance.now());
      expect(await desk.lost()).toEqual([]);
    }
  },
);

if (databaseKind() === 'pglite') {
  test.skipIf(!mayMount)(
    'a read-only disk is reported at the start, and service begins when it is writable',
    async () => {
      const prepared = await prepareConfig();
      onTestFinished(() => prepared.remove());
      const disk = await Disk.make(420, prepared.env['DATA_DIR']!);
      const env = { ...prepared.env, DATA_DIR: disk.path };
      const server = await startServer(env, disk.wrapper);
      const desk = new Newsdesk(server.url);
      await desk.open();
      expect(await desk.add()).toBe(true);
      await server.stop('SIGKILL');
      disk.run('mount', '-o', 'remount,ro', disk.path);
      expect(await refusal(env, disk.wrapper)).toMatch(/read-only/);
      disk.run('mount', '-o', 'remount,rw', disk.path);
      const end = performance.now();
      desk.moveTo((await startServer(env, disk.wrapper)).url);
      await desk.fullService(end);
      expect(await desk.lost()).toEqual([]);
    },
  );
}
