/**
 * The thread that the embedded database computes in, so that no statement holds up the event loop. Started by
 * `pglite.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './pglite-open.ts';

export interface ThreadStart {
  /** Where the database lies; in memory when there is none. */
  directory: string | undefined;
  /** Statements to run once it is open. */
  statements: string[];
}

/**
 * Messages of the frontend protocol, whole ones, or the end. Each gets one answer, in turn: what the database
 * says to them.
 */
export type ThreadRequest = Uint8Array<ArrayBuffer> | 'close';

/**
 * AuthenticationOk and ReadyForQuery (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
const welcome = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49];

const { directory, statements } = workerData as ThreadStart;
const pglite = await openEngine(directory);
for (const statement of statements) await pglite.exec(statement);

async function answer(request: ThreadRequest): Promise<void> {
  if (request === 'close') {
    await pglite.close();
    process.exit();
  }
  // Only the first message of a connection has no type. The session is the last connection's: what that left
  // open ends here.
  const reply = request[0] === 0 ? await beginSession() : await execute(request);
  parentPort!.postMessage(reply, [reply.buffer]);
}

async function beginSession(): Promise<Uint8Array<ArrayBuffer>> {
  if (pglite.isInTransaction()) await pglite.exec('ROLLBACK');
  await pglite.exec('DEALLOCATE ALL');
  return Uint8Array.from(welcome);
}

async function execute(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const said: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  await pglite.execProtocolRawStream(messages, {
    onRawData(bytes) {
      said.push(bytes.slice());
      length += bytes.length;
    },
  });
  if (said.length === 1) return said[0]!;
  const reply = new Uint8Array(length);
  let offset = 0;
  for (const bytes of said) {
    reply.set(bytes, offset);
    offset += bytes.length;
  }
  return reply;
}

let last = Promise.resolve();
// A failure that is not a database response leaves the database in an unknown state. It is not caught, so the
// thread ends.
parentPort!.on('message', (request: ThreadRequest) => (last = last.then(() => answer(request))));
parentPort!.postMessage(new Uint8Array());
