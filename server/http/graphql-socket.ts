import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import { makeHandler } from 'graphql-ws/use/@fastify/websocket';
import type { ExecutionArgs, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import { anonymous, callerOf, type Actor } from '../kernel/actor.ts';
import { Gate } from '../lib/threads/gate.ts';
import { runForCaller } from '../lib/database/statement-caller.ts';
import type { App } from '../kernel/app.ts';
import { NotAllowedError, NotSignedInError } from '../kernel/errors.ts';
import { concernsActor } from '../kernel/rights-change.ts';
import { authenticate, recheckSession, type Credentials } from '../areas/access/identity/session.ts';
import type { Context } from '../graphql/context.ts';
import { maskError, refusalWith } from '../graphql/error-types.ts';
import { credentialsOf } from './auth.ts';
import { countTokenCall } from './token-rate-limit.ts';
import { countOperations, OperationConcurrency } from './operation-concurrency.ts';
import { bodyLimits, boundErrors } from './operation-limits.ts';
import { graphqlMessages } from '../graphql/messages.ts';
import { kernelMessages } from '../kernel/messages.ts';

/**
 * Between two looks at the credentials of all open sockets, which may end by time alone: one statement for
 * each kind of them.
 */
const lookMs = 4_000;

/** RFC 6455, section 7.4.1. */
const messageTooBig = 1009;

/** Maximum number of concurrent operations: enough for the dashboard's largest screen in several windows. */
const placesMax = { socket: 100, caller: 300 } as const;
/**
 * So many are read or begun at once: the embedded database has one connection, which others need too. Over
 * HTTP the admission of requests sees to that.
 */
const beginning = new Gate({
  atOnce: 4,
  waitingMax: 2_000,
  perCaller: { share: 0.5, waitingMax: placesMax.caller },
  patience: () => 30_000,
});
/** A query or mutation that takes longer waits for others (a service, a page), and gives its place up. */
const placeMs = 1_000;

/** Closes a socket. */
type Close = (code: number, reason: string) => void;

/** Caller of a socket, while the credentials with which it was opened are valid. */
class Caller {
  actor: Actor = anonymous;
  readonly #app: App;
  readonly #credentials: Credentials;
  readonly #close: Close;

  constructor(app: App, credentials: Credentials, close: Close) {
    this.#app = app;
    this.#credentials = credentials;
    this.#close = close;
  }

  /** Who it is now, for something that he asks for. @throws NotSignedInError, and the socket is closed */
  readonly asks = (): Promise<Actor> =>
    this.#look(async () => {
      const actor = await authenticate(this.#app, this.#credentials);
      if (actor.kind === 'anonymous') throw new NotSignedInError();
      return actor;
    });

  /**
   * Returns the current actor, for an event.
   * @throws NotSignedInError, and closes the socket
   */
  readonly listens = (): Promise<Actor> => this.#look(() => recheckSession(this.#app, this.#credentials));

  async #look(look: () => Promise<Actor>): Promise<Actor> {
    try {
      return (this.actor = await look());
    } catch (error) {
      if (error instanceof NotSignedInError)
        this.#close(CloseCode.Forbidden, kernelMessages.NOT_SIGNED_IN().message);
      throw error;
    }
  }
}

/** What graphql-ws keeps of a connection. */
interface Extra {
  socket: { close: Close };
  request: FastifyRequest;
  caller?: Caller;
  closed?: true;
}

export interface SocketOptions {
  schema: GraphQLSchema;
  /** Parses, validates and executes with the same limits as over HTTP. */
  getEnveloped: YogaServerInstance<never, never>['getEnveloped'];
  /** The text of an operation that the dashboard names by its hash. */
  persisted(hash: string): string | null;
}

/**
 * What a program shows when it connects, since browsers send no headers with a socket: `{"authorization":
 * "Bearer …"}` or `{"token": "…"}`. Null: neither, so the cookie counts.
 */
function bearerOf(params: Readonly<Record<string, unknown>> | null | undefined): { bearer: string } | null {
  const authorization = params?.['authorization'] ?? params?.['Authorization'];
  const bearer =
    typeof authorization === 'string' ? authorization.replace(/^Bearer\s+/i, '') : params?.['token'];
  return typeof bearer === 'string' ? { bearer } : null;
}

/** Has the statements of each event of a subscription sent for its caller. */
function attributeEvents<Result>(caller: string, result: Result): Result {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  const events = result as unknown as Partial<AsyncGenerator<unknown>>;
  const next = events.next?.bind(events);
  if (!next) return result;
  events.next = () => runForCaller({ caller, statements: 0 }, () => next());
  return result;
}

interface WatchedCallers {
  add(caller: Caller): void;
  delete(caller: Caller): void;
  /** Ends the looking. */
  stop(): void;
}

/** Looks at the credentials of all callers regularly, and of those that a change of rights concerns. */
function watchCallers(app: App): WatchedCallers {
  const callers = new Set<Caller>();
  // While the database does not respond, no data is sent either; the next check follows.
  const look = (caller: Caller): void => void caller.listens().catch(() => {});
  const timer = setInterval(() => callers.forEach(look), lookMs);
  const unlisten = app.pubsub.onRightsChange((change) =>
    callers.forEach((caller) => concernsActor(change, caller.actor) && look(caller)),
  );
  return {
    add: (caller) => void callers.add(caller),
    delete: (caller) => void callers.delete(caller),
    stop() {
      clearInterval(timer);
      unlisten();
    },
  };
}

/** Begins an operation in its caller's turn; what fails then is the answer of that operation alone. */
const beginOperations =
  (mask: (error: unknown) => GraphQLError) =>
  async (
    { contextValue: { actor, remoteAddress } }: { contextValue: Context },
    work: () => Promise<ExecutionResult>,
    forMs?: number,
  ): Promise<ExecutionResult> => {
    const caller = callerOf(actor, remoteAddress);
    let leave: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      leave = await beginning.enter({ caller });
      if (forMs !== undefined) timer = setTimeout(leave, forMs);
      return attributeEvents(caller, await runForCaller({ caller, statements: 0 }, work));
    } catch (error) {
      return { errors: [mask(error)] };
    } finally {
      clearTimeout(timer);
      leave?.();
    }
  };

/** By whom operations are counted, and what is answered when there are too many. */
const operationCounts = {
  whoOf: ({ caller, request }: Extra) => callerOf(caller?.actor ?? anonymous, request.ip),
  full: () =>
    refusalWith(
      graphqlMessages.TOO_MANY_OPERATIONS({ onSocket: placesMax.socket, ofCaller: placesMax.caller }),
      'LIMIT_REACHED',
    ),
};

/** Looks up who a socket's caller is now, and counts the call. @throws NotSignedInError */
async function contextFor(app: App, { caller, request }: Extra): Promise<Context> {
  if (!caller) throw new NotSignedInError();
  const whose = callerOf(caller.actor, request.ip);
  await runForCaller({ caller: whose, statements: 0 }, async () => {
    await beginning.run(caller.asks, { caller: whose });
    await countTokenCall(app, caller.actor);
  });
  return {
    app,
    get actor() {
      return caller.actor;
    },
    actorNow: caller.listens,
    remoteAddress: request.ip,
  };
}

/** Parses and validates an operation. @returns what executes it, or what is wrong with it */
function prepareOperation(
  request: FastifyRequest,
  contextValue: Context,
  { query, operationName, variables, extensions }: SubscribePayload,
  { getEnveloped, persisted }: Pick<SocketOptions, 'getEnveloped' | 'persisted'>,
): ExecutionArgs | readonly GraphQLError[] {
  // Yoga's plugins ask for no more than this of what HTTP would have.
  const enveloped = getEnveloped({ request, reply: undefined, context: contextValue } as never);
  const hash = (extensions as { persistedQuery?: { sha256Hash?: unknown } } | undefined)?.persistedQuery
    ?.sha256Hash;
  const document = enveloped.parse(query || (typeof hash === 'string' && persisted(hash)) || '');
  const errors = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
  if (errors.length) return errors;
  const args: ExecutionArgs = {
    schema: enveloped.schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables ?? null,
    contextValue,
  };
  // The two functions ride along: `execute` and `subscribe` of the socket take them from here.
  return { ...args, execute: enveloped.execute, subscribe: enveloped.subscribe } as never;
}

/**
 * Serves GraphQL over WebSocket (graphql-ws). An open socket preserves no rights: the caller is looked up for
 * each operation and each event, and once the credentials have ended the socket is closed with 4403.
 * @returns the handler of a route, and a function that ends the checks
 */
export function openSockets(app: App, { schema, getEnveloped, persisted }: SocketOptions) {
  const callers = watchCallers(app);
  /** Sockets whose credentials were right. */
  const recognised = new WeakSet<object>();
  const mask = (error: unknown) => maskError(error, app.log);
  const begin = beginOperations(mask);
  const options: Parameters<typeof countOperations<Extra>>[2] = {
    schema,
    async onConnect({ extra, connectionParams }) {
      try {
        const credentials = bearerOf(connectionParams) ?? credentialsOf(app, extra.request);
        const caller = new Caller(app, credentials, (code, reason) => extra.socket.close(code, reason));
        await caller.asks();
        // The socket may have closed in the meantime, and its caller would never be removed.
        if (extra.closed) return false;
        extra.caller = caller;
        recognised.add(extra.socket);
        callers.add(caller);
        return true;
      } catch (error) {
        if (error instanceof NotSignedInError || error instanceof NotAllowedError) return false;
        throw error;
      }
    },
    onClose({ extra }) {
      extra.closed = true;
      if (extra.caller) callers.delete(extra.caller);
    },
    async onSubscribe({ extra }, _id, payload) {
      // An error in an operation ends only that one, and no other of its socket.
      try {
        const context = await contextFor(app, extra);
        // graphql-ws declares a mutable list, and changes nothing in it.
        return prepareOperation(extra.request, context, payload, { getEnveloped, persisted }) as never;
      } catch (error) {
        return [mask(error)];
      }
    },
    execute: (args: any) => begin(args, () => args.execute(args), placeMs),
    subscribe: (args: any) => begin(args, () => args.subscribe(args)),
    // What masking answers is of GraphQL's class; graphql-ws asks for what that becomes as JSON.
    onError: (_connection, _id, _message, errors) => boundErrors(errors.map(mask)) as never,
    onNext: (_connection, _id, _message, _args, result) =>
      // As above.
      (result.errors ? { ...result, errors: boundErrors(result.errors.map(mask)) } : undefined) as never,
  };
  const counted = countOperations(new OperationConcurrency(placesMax), operationCounts, options);
  // What it keeps of a connection is more than its adapter knows of.
  const handler = makeHandler(counted as never);
  return {
    /** Unidentified callers may send no more than over HTTP. */
    handler(this: FastifyInstance, socket: WebSocket, request: FastifyRequest): void {
      socket.on('message', (data: Buffer) => {
        if (data.length > bodyLimits.anonymous && !recognised.has(socket))
          socket.close(messageTooBig, `At most ${bodyLimits.anonymous} bytes before signing in.`);
      });
      // @fastify/websocket and graphql-ws have different types for the same socket.
      void handler.call(this, socket as never, request);
    },
    close: callers.stop,
  };
}
