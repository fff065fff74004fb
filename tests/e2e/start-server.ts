import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startSite } from '../support/site.ts';
import { publisherPages } from './publisher.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the publisher's site and the server before the first test. @returns what ends both after the last
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'client/dist/dashboard/index.html')))
    throw new Error('The dashboard is not built: run `node codegen/build.ts` first.');
  const site = await startSite();
  for (const [path, page] of Object.entries(publisherPages(site.url))) site.set(path, page);
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-e2e-'));
  const server = spawn(process.execPath, ['tests/e2e/serve.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'correct horse battery',
      FETCH_ALLOW_HOSTS: site.host,
      SIGN_UP: '1',
    },
  });
  process.env['E2E_GROUNDS'] = JSON.stringify({ ...(await firstObject(server)), site: site.url });
  return async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The first line of JSON that the process prints. */
async function firstObject(server: ChildProcess): Promise<object> {
  for await (const line of createInterface({ input: server.stdout! })) {
    if (line.startsWith('{"url"')) {
      // What else it prints must not fill the pipe.
      server.stdout!.resume();
      return JSON.parse(line) as object;
    }
  }
  throw new Error('The server ended before it was ready.');
}
