import type { Server } from 'node:http';
import type { Logger } from '../lib/logger.ts';
import { openFiles } from '../lib/open-files.ts';
import { seldom } from '../lib/seldom.ts';

/** Of the handles that are left when everything is open, the part that connections may take: the others are for the database, files, fetches. */
const part = 0.6;
/** From this part of those on, requests are refused in words, while there are handles to do so with. */
const politePart = 0.7;
/** A limit below this is worth a word at the start. */
const comfortable = 4_096;

export interface Connections {
  /** Whether so many are open that new requests are better refused. */
  crowded(): boolean;
}

/**
 * Keeps connections from taking all file handles: without any left a connection is torn before anybody hears of it, and no file can be
 * read. To be called when all else is open.
 */
export async function limitConnections(server: Server, log: Logger): Promise<Connections> {
  const files = await openFiles();
  if (!files) return { crowded: () => false };
  const most = Math.max(8, Math.floor((files.limit - files.open) * part));
  const polite = Math.floor(most * politePart);
  if (files.limit < comfortable) {
    log.warn({ limit: files.limit, connections: polite }, `Only ${files.limit} files may be open (ulimit -n): beyond ${polite} connections requests are refused. ${comfortable} or more are recommended.`);
  }
  server.maxConnections = most;
  const told = seldom((count) => log.warn({ count, limit: files.limit, connections: most }, 'connections were dropped: too many are open (ulimit -n)'));
  server.on('drop', told);
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
    // Those that wait for their next request make room.
    if (open > polite) server.closeIdleConnections();
  });
  return { crowded: () => open > polite };
}
