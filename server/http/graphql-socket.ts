import type { FastifyRequest } from 'fastify';
import { CloseCode } from 'graphql-ws';
import { makeHandler } from 'graphql-ws/use/@fastify/websocket';
import { GraphQLError, type DocumentNode, type ExecutionArgs, type GraphQLSchema } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import { anonymous, callerOf, type Actor } from '../kernel/actor.ts';
import { Gate } from '../lib/gate.ts';
import type { App } from '../kernel/app.ts';
import { NotAllowedError, NotSignedInError } from '../kernel/errors.ts';
import { concerns } from '../kernel/rights-change.ts';
import { authenticate, lookAgain, type Credentials } from '../areas/identity/session.ts';
import type { Context } from '../graphql/context.ts';
import { maskError } from '../graphql/error-types.ts';
import { credentialsOf } from './auth.ts';

/**
 * Between two looks at the credentials of all open sockets, which may end by time alone: one statement for
 * each kind of them.
 */
const lookMs = 4_000;

/** What one socket, and one caller with all sockets of this process, may watch at once. */
const watchedMax = { socket: 100, caller: 300 } as const;
/**
 * Present states are read for so many at once: the embedded database has one connection, which others need
 * too.
 */
const beginning = new Gate({
  atOnce: 4,
  waitingMax: 2_000,
  perCaller: { share: 0.5, waitingMax: watchedMax.caller },
  patience: () => 30_000,
});

/** Closes a socket. */
type Close = (code: number, reason: string) => void;

/** Whoever is behind a socket, for as long as the credentials hold with which it was opened. */
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
      if (actor === anonymous) throw new NotSignedInError();
      return actor;
    });

  /** Who it is now, for something that he is told. @throws NotSignedInError, and the socket is closed */
  readonly listens = (): Promise<Actor> => this.#look(() => lookAgain(this.#app, this.#credentials));

  async #look(look: () => Promise<Actor>): Promise<Actor> {
    try {
      return (this.actor = await look());
    } catch (error) {
      if (error instanceof NotSignedInError) this.#close(CloseCode.Forbidden, 'Please sign in.');
      throw error;
    }
  }
}

/** What graphql-ws keeps of a connection. */
interface Extra {
  socket: { close: Close };
  request: FastifyRequest;
  caller?: Caller;
  /** Ids of the operations that go on, with whom they are counted for. */
  watched?: Map<string, string>;
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

/**
 * GraphQL over WebSocket (graphql-ws). Nobody keeps a right by keeping a socket: who asks is looked up for
 * each operation and each event, and once the credentials have ended the socket is closed with 4403.
 * @returns the handler of a route, and what ends the looking
 */
export function openSockets(app: App, { schema, getEnveloped, persisted }: SocketOptions) {
  const callers = new Set<Caller>();
  // A database that does not answer shows nobody anything either; the next look follows.
  const look = (caller: Caller): void => void caller.listens().catch(() => {});
  const timer = setInterval(() => callers.forEach(look), lookMs);
  const unheard = app.pubsub.onRightsChange((change) =>
    callers.forEach((caller) => concerns(change, caller.actor) && look(caller)),
  );
  const watchedBy = new Map<string, number>();
  const count = (who: string, by: number): void => {
    const now = (watchedBy.get(who) ?? 0) + by;
    if (now > 0) watchedBy.set(who, now);
    else watchedBy.delete(who);
  };
  const end = ({ watched }: Extra, id: string): void => {
    const who = watched?.get(id);
    if (who === undefined) return;
    watched!.delete(id);
    count(who, -1);
  };
  const extraOf = (connection: { extra: unknown }): Extra => connection.extra as Extra;
  const mask = (error: unknown) => maskError(error, app.log);

  const handler = makeHandler<Record<string, unknown>, { socket: never; request: FastifyRequest }>({
    schema,
    async onConnect(connection) {
      const extra = extraOf(connection);
      try {
        const credentials = bearerOf(connection.connectionParams) ?? credentialsOf(app, extra.request);
        const caller = new Caller(app, credentials, (code, reason) => extra.socket.close(code, reason));
        await caller.asks();
        extra.caller = caller;
        callers.add(caller);
        return true;
      } catch (error) {
        if (error instanceof NotSignedInError || error instanceof NotAllowedError) return false;
        throw error;
      }
    },
    onClose(connection) {
      const { caller } = extraOf(connection);
      if (caller) callers.delete(caller);
      const extra = extraOf(connection);
      extra.watched?.forEach((_, id) => end(extra, id));
    },
    onComplete: (connection, id) => end(extraOf(connection), id),
    async onSubscribe(connection, id, payload) {
      const extra = extraOf(connection);
      const { caller, request } = extra;
      if (!caller) throw new NotSignedInError();
      const watched = (extra.watched ??= new Map());
      const who = callerOf(caller.actor, request.ip);
      if (watched.size >= watchedMax.socket || (watchedBy.get(who) ?? 0) >= watchedMax.caller) {
        return [
          new GraphQLError(
            `At most ${watchedMax.socket} operations can run at once on a socket, and ${watchedMax.caller} per caller.`,
            { extensions: { code: 'LIMIT_REACHED' } },
          ),
        ];
      }
      watched.set(id, who);
      count(who, 1);
      try {
        await beginning.run(caller.asks, { caller: who });
      } catch (error) {
        end(extra, id);
        throw error;
      }
      const contextValue: Context = {
        app,
        get actor() {
          return caller.actor;
        },
        actorNow: caller.listens,
        remoteAddress: request.ip,
      };
      // Yoga's plugins ask for no more than this of what HTTP would have.
      const enveloped = getEnveloped({ request, reply: undefined, context: contextValue } as never);
      const hash = (payload.extensions as { persistedQuery?: { sha256Hash?: unknown } } | undefined)
        ?.persistedQuery?.sha256Hash;
      const document = parsed(() =>
        enveloped.parse(payload.query || (typeof hash === 'string' && persisted(hash)) || ''),
      );
      if (document instanceof GraphQLError) return [document];
      const errors = enveloped.validate(enveloped.schema, document);
      if (errors.length) {
        end(extra, id);
        // graphql-ws declares a mutable list, and changes nothing in it.
        return errors as never;
      }
      const args: ExecutionArgs = {
        schema: enveloped.schema,
        document,
        operationName: payload.operationName ?? null,
        variableValues: payload.variables ?? null,
        contextValue,
      };
      // The two functions ride along: `execute` and `subscribe` below take them from here.
      return { ...args, execute: enveloped.execute, subscribe: enveloped.subscribe } as never;
    },
    execute: (args: any) => args.execute(args),
    subscribe: (args: any) =>
      beginning.run(() => args.subscribe(args), {
        caller: callerOf(args.contextValue.actor, args.contextValue.remoteAddress),
      }),
    // What masking answers is of GraphQL's class; graphql-ws asks for what that becomes as JSON.
    onError: (_connection, _id, _message, errors) => errors.map(mask) as never,
    onNext: (_connection, _id, _message, _args, result) =>
      // As above.
      (result.errors ? { ...result, errors: result.errors.map(mask) } : undefined) as never,
  });
  return {
    handler,
    close() {
      clearInterval(timer);
      unheard();
    },
  };
}

/** A document, or what is wrong with its text. */
function parsed(parse: () => DocumentNode): DocumentNode | GraphQLError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}
