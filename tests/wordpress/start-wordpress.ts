import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { vi } from 'vitest';
import { packPlugin } from '../../client/build/build-wordpress.ts';
import { patience } from '../../scripts/patience.ts';
import { wordpressPrograms } from '../../scripts/wordpress.ts';
import { freePort } from '../support/postgres.ts';

/** A real WordPress on this machine, with the plugin unpacked but not activated. */
export interface WordPress {
  url: string;
  /** Folder of its files. */
  folder: string;
  /**
   * Runs PHP within WordPress. @returns what the code returns @throws Error with what PHP printed
   */
  run<T = unknown>(code: string, values?: object): Promise<T>;
  /** What PHP and WordPress complained about. */
  debugLog(): Promise<string>;
  close(): Promise<void>;
}

export const administrator = { name: 'editor', password: 'a long enough password' };

const start = { timeout: patience.test / 2 };

const config = (socket: string, url: string): string => `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', ${JSON.stringify(`localhost:${socket}`)}); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', ${JSON.stringify(url)}); define('WP_SITEURL', ${JSON.stringify(url)});
foreach (array('AUTH_KEY','SECURE_AUTH_KEY','LOGGED_IN_KEY','NONCE_KEY','AUTH_SALT','SECURE_AUTH_SALT','LOGGED_IN_SALT','NONCE_SALT') as $name) define($name, md5($name));
define('WP_DEBUG', true); define('WP_DEBUG_LOG', __DIR__ . '/wp-content/debug.log'); define('WP_DEBUG_DISPLAY', false);
// Tests call it when they want it to run.
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true); define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
define('FS_METHOD', 'direct');
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** Serves files that exist, and sends the rest to WordPress, as web servers do for it. */
const router = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && is_file(__DIR__ . $path)) return false;
if (is_dir(__DIR__ . $path) && is_file(__DIR__ . $path . '/index.php') && $path !== '/') return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';
`;

/** Installs Debian's WordPress on a database of its own, and serves it. */
export async function startWordPress(): Promise<WordPress> {
  const programs = wordpressPrograms();
  const home = await mkdtemp(join(tmpdir(), 'parlance-wordpress-'));
  const folder = join(home, 'site');
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      // With the processes that PHP's server starts to serve several requests at a time.
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await chmod(home, 0o755);
    const socket = join(home, 'mariadb.sock');
    children.push(await startMariaDb(programs, home, socket));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    // Debian's files lie in several places, joined by links.
    await cp(programs.files, folder, { recursive: true, dereference: true });
    await writeFile(join(folder, 'wp-config.php'), config(socket, url));
    await writeFile(join(folder, 'router.php'), router);
    for (const [path, content] of Object.entries(unzipSync(await packPlugin()))) {
      const file = join(folder, 'wp-content/plugins', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const run = <T>(code: string, values: object = {}): Promise<T> =>
      runPhp<T>(programs.php, folder, url, code, values);
    await waitFor(socket, programs.php);
    await run(
      `require_once ABSPATH . 'wp-admin/includes/upgrade.php';
      wp_install('The Daily Example', $v['name'], 'editor@example.com', true, '', $v['password']);
      update_option('permalink_structure', '/%postname%/'); flush_rewrite_rules();`,
      { ...administrator, installing: true },
    );
    const server = spawn(
      programs.php,
      ['-S', `127.0.0.1:${port}`, '-t', folder, join(folder, 'router.php')],
      { stdio: 'ignore', detached: true, env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' } },
    );
    children.push(server);
    await vi.waitFor(() => fetch(url), start);
    return {
      url,
      folder,
      run,
      debugLog: () => readFile(join(folder, 'wp-content/debug.log'), 'utf8').catch(() => ''),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startMariaDb(
  { mariadbd, installDatabase }: ReturnType<typeof wordpressPrograms>,
  home: string,
  socket: string,
): Promise<ChildProcess> {
  const data = join(home, 'mariadb');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const own = ['--no-defaults', `--datadir=${data}`, ...user];
  await promisify(execFile)(installDatabase, [
    ...own,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  return spawn(
    mariadbd,
    [
      ...own,
      `--socket=${socket}`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=0',
      `--pid-file=${home}/pid`,
    ],
    { stdio: 'ignore', detached: true },
  );
}

/** Waits until the database answers, and makes WordPress's. */
async function waitFor(socket: string, php: string): Promise<void> {
  const code = `$c = mysqli_init(); exit(@$c->real_connect('localhost', 'root', '', '', 0, $argv[1])
    && $c->query('CREATE DATABASE IF NOT EXISTS wordpress') ? 0 : 1);`;
  await vi.waitFor(() => promisify(execFile)(php, ['-r', `mysqli_report(0); ${code}`, socket]), start);
}

async function runPhp<T>(php: string, folder: string, url: string, code: string, values: object): Promise<T> {
  const { host } = new URL(url);
  const script = `<?php
$v = json_decode(stream_get_contents(STDIN), true);
$_SERVER['HTTP_HOST'] = ${JSON.stringify(host)}; $_SERVER['REQUEST_METHOD'] = 'GET';
if (!empty($v['installing'])) define('WP_INSTALLING', true);
require ${JSON.stringify(`${folder}/wp-load.php`)};
$answer = (function () use ($v) { ${code} })();
echo "\\nANSWER:" . json_encode($answer);`;
  const file = join(folder, '..', `run-${process.hrtime.bigint()}.php`);
  await writeFile(file, script);
  const running = promisify(execFile)(php, [file], { maxBuffer: 1 << 24 });
  running.child.stdin!.end(JSON.stringify(values));
  const { stdout } = await running;
  const [printed = '', answer] = stdout.split('\nANSWER:');
  if (answer === undefined) throw new Error(`PHP ended early:\n${printed}`);
  return JSON.parse(answer) as T;
}
