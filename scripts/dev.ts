/**
 * `npm run dev`: runs everything from source at one address. Vite has the address, serves the dashboard with
 * hot reload, and proxies all other requests to the server, which restarts when its files change. Generated
 * files are rebuilt first: the database client, the modules for settings, the GraphQL schema, the REST
 * documents, the player and the partner pages. Vite's plugin generates Relay's artifacts.
 */
import { readFileSync, statSync, watch } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createProbe, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { build, workshopSteps } from '../codegen/build.ts';
import { parseConfig } from '../server/config.ts';
import { RestartedServer } from './restarted-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dashboard = join(root, 'client/dashboard');
/** The server knows the dashboard's documents from here, and reads it when it starts. */
const persisted = 'client/dashboard/persisted.json';

/** Milliseconds within which changes belong together: an editor's, a formatter's, a checkout's. */
const settleMs = 120;

const sources = ['server', 'prisma', persisted, ...workshopSteps.flatMap(({ inputs }) => inputs)];
const made = new Set(workshopSteps.map(({ output }) => output));

/** Whether the server is started again when this file, below the root, changes. */
function concernsServer(file: string): boolean {
  if (made.has(file) || /(^|\/)(generated|__generated__|dist)\/|\.test\.tsx?$/.test(file)) return false;
  return sources.some((source) => file === source || file.startsWith(`${source}/`));
}

/** Whether Vite answers: pages of the dashboard, its sources, and what Vite adds to them. */
function isOfDashboard({ method, url = '/', headers }: IncomingMessage): boolean {
  if (headers.upgrade) return headers['sec-websocket-protocol']?.startsWith('vite-') ?? false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { pathname } = new URL(url, 'http://localhost');
  return (
    /^\/($|projects(\/|$)|@|node_modules\/)/.test(pathname) ||
    [dashboard, join(dashboard, 'public')].some((folder) =>
      statSync(join(folder, pathname), { throwIfNoEntry: false })?.isFile(),
    )
  );
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Vite on the public address; what is not the dashboard's waits until the server answers. */
async function serve(
  { host, port, publicUrl }: { host: string; port: number; publicUrl: string },
  server: RestartedServer,
  serverPort: number,
): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(root, 'client/vite.config.ts'),
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      allowedHosts: [new URL(publicUrl).hostname],
      proxy: {
        '^/': {
          target: `http://127.0.0.1:${serverPort}`,
          ws: true,
          xfwd: true,
          async bypass(request, response: ServerResponse | undefined) {
            if (isOfDashboard(request)) return request.url;
            if (await server.ready()) return null;
            if (!response) return false;
            response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
            response.end('The server did not start. See its output for the reason.\n');
            return request.url;
          },
        },
      },
    },
  });
  await vite.listen();
  return vite;
}

const config = parseConfig(process.env);
const serverPort = await freePort();
const server = new RestartedServer(
  ['--min-semi-space-size=8', '--max-semi-space-size=8', 'server/api.ts', '--worker'],
  { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: config.publicUrl },
);

/** What is under way; one thing after the other. */
let work: Promise<void> = Promise.resolve();
let settling: NodeJS.Timeout | undefined;

async function renew(): Promise<void> {
  await Promise.all([
    server.stop(),
    build(workshopSteps).catch((error: unknown) => console.error((error as Error).message)),
  ]);
  server.start();
}

/** Relay's compiler rewrites it each time. */
let knownDocuments = readPersisted();
function readPersisted(): string {
  return readFileSync(join(root, persisted), 'utf8');
}

function changed(folder: string, file: string | null): void {
  const path = `${folder}/${file}`;
  if (!concernsServer(path)) return;
  if (path === persisted) {
    const documents = readPersisted();
    if (documents === knownDocuments) return;
    knownDocuments = documents;
  }
  server.expectChange();
  clearTimeout(settling);
  settling = setTimeout(() => (work = work.then(renew)), settleMs);
}

let vite: ViteDevServer | undefined;
let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  clearTimeout(settling);
  await work;
  await Promise.all([server.stop(), vite?.close()]);
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
work = renew();
vite = await serve(config, server, serverPort);
for (const folder of ['server', 'prisma', 'codegen', 'client', 'catalogues'])
  watch(join(root, folder), { recursive: true }, (_, file) => changed(folder, file));
