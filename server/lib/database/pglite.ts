import { createReadStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { createBrotliDecompress } from 'node:zlib';
import pg from 'pg';
import { FairPool } from './fair-pool.ts';
import { giveBackMemory } from '../give-back-memory.ts';
import { Client } from './pg-client.ts';
import type { ThreadRequest, ThreadStart } from './pglite-thread.ts';
import { startThread, type Thread } from '../threads/start-thread.ts';

/**
 * The embedded database's thread ended unexpectedly; the cause says why. What had been answered is on disk.
 */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** How long a statement may compute, and a transaction wait for its next one, milliseconds. */
export interface PgliteLimits {
  statementMs: number;
  idleMs: number;
}

/** A limit of the embedded database was exceeded; `code` is PostgreSQL's SQLSTATE for it. */
export class EmbeddedLimitError extends EmbeddedDatabaseError {
  readonly code: '57014' | '25P03';

  constructor(code: '57014' | '25P03', message: string) {
    super(message);
    this.code = code;
  }
}

/** The embedded database beside its pool. */
export interface Pglite {
  /** From now on. */
  limit(limits: PgliteLimits): void;
  /**
   * Hears NOTIFY on a channel. `onReopen` is called when the thread had crashed and the database is open
   * again, with the milliseconds since it crashed.
   * @returns what ends it
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReopen?: (missedMs: number) => void,
  ): Promise<() => Promise<void>>;
  /** Writes everything out and ends the thread; end the pool first. */
  close(): Promise<void>;
}

interface Listener {
  channel: string;
  onPayload: (payload: string) => void;
  onReopen?: ((missedMs: number) => void) | undefined;
}

/**
 * Opens the embedded database in a separate thread, behind an ordinary pool of one connection, so that all
 * layers above work as with PostgreSQL. Stores it in `directory`, or in memory if there is none. If the
 * thread crashes, the running statements fail and the next one reopens the database.
 * @param waitMs timeout for the connection, which all callers share; 0: none
 */
export async function openPglite(
  directory?: string,
  { waitMs = 0, ...limits }: PgliteLimits & { waitMs?: number } = { statementMs: 0, idleMs: 0 },
): Promise<{ pglite: Pglite; pool: pg.Pool }> {
  const listeners = new Set<Listener>();
  const listening = () => [
    ...new Set([...listeners].map(({ channel }) => `LISTEN ${pg.escapeIdentifier(channel)}`)),
  ];
  const thread = new PgliteThread(
    () => ({ directory, statements: listening() }),
    (missedMs) => listeners.forEach(({ onReopen }) => onReopen?.(missedMs)),
  );
  thread.limits = limits;
  if (directory && !existsSync(join(directory, 'PG_VERSION'))) {
    // Both together are the most that Parlance ever takes at rest.
    giveBackMemory();
    await makeFiles(directory);
  }
  // V8 would recompile the engine's hot functions while it runs, which takes 600 MB for the largest of them.
  // Speech and encoding run in separate processes and compile as usual.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  await thread.open();
  const pool = new FairPool({
    Client,
    // pg wants a socket and uses it as a stream.
    stream: () => new ThreadSocket(thread) as never,
    ssl: false,
    user: 'postgres',
    database: 'postgres',
    password: '',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMs,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // If the connection breaks between two statements of a transaction, the next statement fails and reports
    // it.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onPayload(payload);
    });
  });
  return {
    pool,
    pglite: {
      async listen(channel, onPayload, onReopen) {
        const listener = { channel, onPayload, onReopen };
        listeners.add(listener);
        await pool.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        return async () => {
          listeners.delete(listener);
          if (![...listeners].some((other) => other.channel === channel))
            await pool.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
        };
      },
      limit: (next) => void (thread.limits = next),
      close: () => thread.close(),
    },
  };
}

/** In a packed release only: see scripts/pack/embedded-database.ts. */
const releasedFiles = fileURLToPath(new URL('../../../prisma/embedded-database.tar.br', import.meta.url));

/**
 * Makes a new database beside its place and then puts it there: one that was broken off is not taken for a
 * database.
 */
async function makeFiles(directory: string): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  if (existsSync(releasedFiles)) {
    await unpackFiles(unfinished);
  } else {
    await initializeFiles(unfinished);
  }
  await rm(directory, { recursive: true, force: true });
  await rename(unfinished, directory);
}

/** Unpacks the database that a packed release brings, with all its tables. */
async function unpackFiles(directory: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs');
  await pipeline(createReadStream(releasedFiles), createBrotliDecompress(), unpackTar(directory));
}

async function initializeFiles(directory: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let made = false;
    const maker = startThread(new URL('./pglite-make.ts', import.meta.url), {
      apart: true,
      flags: ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--max-semi-space-size=1'],
      onMessage: () => (made = true),
      onEnd: (reason) =>
        made
          ? resolve()
          : reject(
              new EmbeddedDatabaseError('The embedded database could not be created.', { cause: reason }),
            ),
    });
    maker.post(directory);
  });
}

/** The thread, started again when it has ended unexpectedly. */
class PgliteThread {
  /** Connections, which break when the thread does. */
  readonly sockets = new Set<ThreadSocket>();
  limits: PgliteLimits = { statementMs: 0, idleMs: 0 };
  readonly #start: () => ThreadStart;
  readonly #onReopen: (missedMs: number) => void;
  #opened: Promise<Thread> | undefined;
  #answers: ((reply: Uint8Array<ArrayBuffer>) => void)[] = [];
  #ended: EmbeddedDatabaseError | undefined;
  #endedAt = 0;
  /** Why the thread is ended by us. */
  #reason: EmbeddedLimitError | undefined;
  /** Called when the thread has ended. */
  #gone: (() => void) | undefined;

  constructor(start: () => ThreadStart, onReopen: (missedMs: number) => void) {
    this.#start = start;
    this.#onReopen = onReopen;
  }

  /** Answers when the database is open; opens it when it is not. @throws what kept it from opening */
  open(): Promise<Thread> {
    return (this.#opened ??= this.#open());
  }

  async #open(): Promise<Thread> {
    const start = this.#start();
    // The rows of a database in memory are gone with its thread.
    if (this.#ended && !start.directory) throw this.#ended;
    const thread = await new Promise<Thread>((resolve, reject) => {
      this.#answers = [() => resolve(started)];
      const started = startThread(new URL('./pglite-thread.ts', import.meta.url), {
        data: start,
        onMessage: (reply) => {
          this.#answers.shift()!(reply as Uint8Array<ArrayBuffer>);
          // Like an open file, a database without pending requests does not keep the process alive.
          if (this.#answers.length === 0) started.keepAlive(false);
        },
        onEnd: ({ cause, message }) => {
          reject(
            cause instanceof Error
              ? cause
              : new EmbeddedDatabaseError('The embedded database did not open.', { cause: message }),
          );
          this.#gone?.();
          this.#end(
            this.#reason ??
              new EmbeddedDatabaseError('The embedded database has stopped unexpectedly.', {
                cause: cause ?? message,
              }),
          );
        },
      });
    });
    if (this.#ended) this.#onReopen(performance.now() - this.#endedAt);
    this.#ended = undefined;
    return thread;
  }

  #end(error: EmbeddedDatabaseError): void {
    this.#opened = undefined;
    this.#answers = [];
    this.#reason = undefined;
    this.#ended = error;
    this.#endedAt = performance.now();
    for (const socket of this.sockets) socket.destroy(error);
  }

  /** Sends messages of the frontend protocol; `answered` is not called when the thread ends first. */
  ask(
    thread: Thread,
    request: Uint8Array<ArrayBuffer>,
    answered: (reply: Uint8Array<ArrayBuffer>) => void,
  ): void {
    // Nothing can interrupt a statement in there but the end of the thread. The database is opened again by
    // the next one.
    const { statementMs } = this.limits;
    const late = statementMs
      ? setTimeout(
          () =>
            this.#giveUp(
              thread,
              new EmbeddedLimitError(
                '57014',
                `The embedded database cancelled a statement after ${statementMs} ms.`,
              ),
            ),
          statementMs,
        )
      : undefined;
    this.#answers.push((reply) => {
      clearTimeout(late);
      answered(reply);
    });
    thread.keepAlive(true);
    thread.post(request satisfies ThreadRequest, [request.buffer]);
  }

  #giveUp(thread: Thread, error: EmbeddedLimitError): void {
    this.#reason = error;
    void thread.end();
  }

  async close(): Promise<void> {
    const thread = await this.#opened;
    if (!thread) return;
    const exit = new Promise<void>((resolve) => (this.#gone = resolve));
    this.#answers.push(() => {});
    thread.keepAlive(true);
    thread.post('close' satisfies ThreadRequest);
    await exit;
  }
}

/** What node-postgres takes for its TCP connection. */
class ThreadSocket extends Duplex {
  readonly #thread: PgliteThread;
  #opened: Thread | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(thread: PgliteThread) {
    super();
    this.#thread = thread;
  }

  connect(): this {
    this.#thread.open().then(
      (thread) => {
        this.#opened = thread;
        this.#thread.sockets.add(this);
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _read(): void {}

  /**
   * What node-postgres writes in one go goes in one message: a statement with values is five messages of the
   * protocol.
   */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const request = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0));
    let offset = 0;
    for (const { chunk } of chunks) {
      request.set(chunk, offset);
      offset += chunk.length;
    }
    clearTimeout(this.#idle);
    this.#thread.ask(this.#opened!, request, (reply) => {
      const { idleMs } = this.#thread.limits;
      if (idleMs && inTransaction(reply)) {
        this.#idle = setTimeout(
          () =>
            this.destroy(
              new EmbeddedLimitError(
                '25P03',
                `The embedded database ended a transaction that was idle for ${idleMs} ms.`,
              ),
            ),
          idleMs,
        );
        this.#idle.unref();
      }
      if (reply.length > 0) this.push(Buffer.from(reply.buffer));
      done();
    });
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#idle);
    this.#thread.sockets.delete(this);
    done(error);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/**
 * Whether an answer ends with ReadyForQuery in that state
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
function inTransaction(reply: Uint8Array): boolean {
  const [type, , , , length, status] = reply.subarray(-6);
  return type === 0x5a && length === 5 && (status === 0x54 || status === 0x45);
}
