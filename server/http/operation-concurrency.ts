import { getOperationAST, GraphQLError } from 'graphql';
import type { ServerOptions } from 'graphql-ws';

/** Concurrency limits of one socket, and of one caller over all sockets of this process. */
export interface ConcurrencyLimits {
  socket: number;
  caller: number;
}

/**
 * Counts the operations in progress per caller, over all sockets. An operation is known by the object that
 * it came in: its id may come again before the first of that name has ended.
 */
export class OperationConcurrency {
  readonly #max: ConcurrencyLimits;
  /** By socket: its operations, each with whom it is counted for. None once it is closed. */
  readonly #bySocket = new WeakMap<object, Map<object, string>>();
  readonly #closed = new WeakSet();
  readonly #byCaller = new Map<string, number>();

  constructor(max: ConcurrencyLimits) {
    this.#max = max;
  }

  /** Returns the number of operations, of all callers or of one. */
  counted(who?: string): number {
    if (who !== undefined) return this.#byCaller.get(who) ?? 0;
    return [...this.#byCaller.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Counts an operation that begins. @returns whether there was room */
  take(socket: object, operation: object, who: string): boolean {
    if (this.#closed.has(socket)) return false;
    const own = this.#bySocket.get(socket) ?? new Map<object, string>();
    if (own.size >= this.#max.socket || this.counted(who) >= this.#max.caller) return false;
    this.#bySocket.set(socket, own.set(operation, who));
    this.#byCaller.set(who, this.counted(who) + 1);
    return true;
  }

  /** An operation has ended, however it did. Called again it does nothing. */
  give(socket: object, operation: object): void {
    const own = this.#bySocket.get(socket);
    const who = own?.get(operation);
    if (who === undefined) return;
    own!.delete(operation);
    const left = this.counted(who) - 1;
    if (left > 0) this.#byCaller.set(who, left);
    else this.#byCaller.delete(who);
  }

  /** A socket has closed, and with it all that went on there; nothing begins there any more. */
  close(socket: object): void {
    for (const operation of this.#bySocket.get(socket)?.keys() ?? []) this.give(socket, operation);
    this.#closed.add(socket);
  }
}

type Options<Extra> = ServerOptions<Record<string, unknown>, Extra>;

/**
 * Extends graphql-ws to count operations from their arrival to their end, of any kind: refused, failed,
 * answered, completed by either side, or dropped with their socket.
 * @param whoOf caller to whom a connection's operations are counted
 * @param full response when the limit is reached
 */
export function countOperations<Extra extends { socket: object }>(
  places: OperationConcurrency,
  { whoOf, full }: { whoOf(extra: Extra): string; full(): GraphQLError },
  options: Options<Extra> & Required<Pick<Options<Extra>, 'onSubscribe'>>,
): Options<Extra> {
  return {
    ...options,
    async onSubscribe(connection, id, payload) {
      const { socket } = connection.extra;
      if (!places.take(socket, payload, whoOf(connection.extra))) return [full()];
      let begins = false;
      try {
        const made = await options.onSubscribe(connection, id, payload);
        if (!made || !('document' in made)) return made;
        // graphql-ws reports this itself, but does not signal that the operation has ended.
        if (!getOperationAST(made.document, made.operationName))
          return [new GraphQLError('The document has no operation of this name.')];
        begins = true;
        return made;
      } finally {
        if (!begins) places.give(socket, payload);
      }
    },
    async onComplete(connection, id, payload) {
      places.give(connection.extra.socket, payload);
      await options.onComplete?.(connection, id, payload);
    },
    async onClose(connection, code, reason) {
      places.close(connection.extra.socket);
      await options.onClose?.(connection, code, reason);
    },
  };
}
