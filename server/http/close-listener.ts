import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Admission } from './request-queue.ts';

/**
 * Milliseconds for which connections that proxies keep open are still served after the listener is closed. A
 * proxy sends a request on one of them at any moment, and does not repeat a POST whose connection broke: each
 * is closed behind a response, which tells the proxy in time.
 */
const keptMs = 1_000;
/** Turns of the loop after which the listener is closed although connections keep coming. */
const turnsMax = 2_000;

/**
 * Closes the listener, so that proxies send new connections to other processes, and answers what comes on
 * open connections with `connection: close`. Ends when no connection is left or after a second, and when no
 * request is under way or `patience` milliseconds have passed.
 * @returns the milliseconds of `patience` that are left
 */
export async function closeListener(server: Server, admission: Admission, patience: number): Promise<number> {
  const deadline = performance.now() + patience;
  const left = (): number => Math.max(0, deadline - performance.now());
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  admission.closeConnections();
  await acceptWaiting(server);
  const closed = new Promise((resolve) => server.once('close', resolve));
  // Not the close of an HTTP server: it closes idle connections, on which requests may be on their way.
  NetServer.prototype.close.call(server);
  const ended = new AbortController();
  await Promise.race([
    closed,
    setTimeout(Math.min(patience, keptMs), undefined, { signal: ended.signal }).catch(() => {}),
  ]);
  ended.abort();
  await admission.drained(left());
  return left();
}

/**
 * Takes over the connections that the kernel has accepted by now: closing the listener would reset them, and
 * a proxy does not repeat a POST. libuv accepts one in a turn of the loop.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => void accepted++;
  server.on('connection', count);
  for (let turns = 0, before = -1; turns < turnsMax && accepted !== before; turns++) {
    before = accepted;
    await setImmediate();
    await setImmediate();
  }
  server.off('connection', count);
}
