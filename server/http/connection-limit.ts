import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../lib/logger.ts';
import { openFiles } from '../lib/open-files.ts';
import { throttleLog } from '../lib/throttle-log.ts';

/**
 * Of the handles that are left, the part that connections may take: the others are for the database, files,
 * fetches, threads.
 */
const part = 0.5;
/** From this part of those on, requests are refused in words, while there are handles to do so with. */
const politePart = 0.7;
/** Between two looks at how many are left, milliseconds. */
const lookMs = 10_000;
/** A limit below this is worth a word at the start. */
const comfortable = 4_096;

export interface Connections {
  /**
   * Whether a connection came when so many were open that its requests are better refused, and as many still
   * are.
   */
  isSurplus(socket: Socket): boolean;
}

/**
 * Keeps connections from taking all file handles: without any left a connection is torn before any code is
 * notified, and no file can be read. To be called when all else is open.
 */
export async function limitConnections(server: Server, log: Logger): Promise<Connections> {
  let open = 0;
  let polite = Infinity;
  const surplus = new WeakSet<Socket>();
  const { keepAliveTimeout } = server;
  // Where it is crowded, those that have nothing more to ask make room soon.
  const count = (by: number): void => {
    open += by;
    server.keepAliveTimeout = open > polite ? Math.min(1_000, keepAliveTimeout) : keepAliveTimeout;
  };
  server.on('connection', (socket) => {
    count(1);
    if (open > polite) surplus.add(socket);
    socket.once('close', () => count(-1));
  });
  const look = async (): Promise<number | undefined> => {
    const files = await openFiles();
    if (!files) return undefined;
    const most = Math.max(8, open + Math.floor((files.limit - files.open) * part));
    server.maxConnections = most;
    polite = Math.floor(most * politePart);
    return files.limit;
  };
  const limit = await look();
  if (limit === undefined) return { isSurplus: () => false };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  if (limit < comfortable) {
    log.warn(
      { limit, connections: polite },
      `Only ${limit} files can be open at once (ulimit -n), so the server refuses requests beyond ${polite} connections. At least ${comfortable} are recommended.`,
    );
  }
  server.on(
    'drop',
    throttleLog((count) =>
      log.warn(
        { count, limit, connections: server.maxConnections },
        'connections dropped; too many are open (ulimit -n)',
      ),
    ),
  );
  return { isSurplus: (socket) => open > polite && surplus.has(socket) };
}
