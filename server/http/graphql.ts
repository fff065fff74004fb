import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { anonymous, callerOf } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { NotSignedInError, UserError } from '../kernel/errors.ts';
import { outageOf, toUnavailable } from '../kernel/unavailable.ts';
import { contextOf } from './auth.ts';
import type { Context } from '../graphql/context.ts';
import { maskError, reasonOf } from '../graphql/error-types.ts';
import { soundMaxBytes } from '../product.ts';
import { BodyError } from '../lib/requests/request-body.ts';
import { readForm } from '../lib/requests/form-data.ts';
import { operationOf } from './graphql-form.ts';
import { createGraphQLServer, graphqlPath, uploadHeader, type GraphQLServer } from './graphql-server.ts';
import { openSockets } from './graphql-socket.ts';
import { bodyLimits } from './operation-limits.ts';
import { keyHeader, runWithIdempotencyKey } from './idempotency-key.ts';

const jsonType = /^application\/(json|graphql-response\+json)\s*(;|$)/i;
const formType = /^multipart\/form-data\s*;/i;
const persisted = new URL('../../client/dashboard/persisted.json', import.meta.url);

/** GraphQL over HTTP and, for subscriptions, over graphql-ws, both at /graphql. */
export async function registerGraphQL(
  server: FastifyInstance,
  app: App,
  schema: GraphQLSchema,
): Promise<void> {
  const operations = JSON.parse(await readFile(persisted, 'utf8').catch(() => '{}')) as Record<
    string,
    string
  >;
  // A hash may be called like anything that objects have.
  const persistedOperation = (hash: string): string | null =>
    Object.hasOwn(operations, hash) ? operations[hash]! : null;
  const yoga = createGraphQLServer(app, schema, persistedOperation);
  const contexts: Contexts = new WeakMap();
  const handle = handleOperation(app, yoga, contexts);

  const sockets = openSockets(app, {
    schema,
    // Its context is what sockets hand it, not the request and answer of HTTP.
    getEnveloped: yoga.getEnveloped as never,
    persisted: persistedOperation,
  });
  server.addHook('onClose', async () => sockets.close());

  await server.register(async (scope) => {
    scope.addHook('onRequest', admitOperation(app, contexts));
    scope.addContentTypeParser(
      'multipart/form-data',
      async (request: FastifyRequest, body: IncomingMessage) => {
        const caller = callerOf(contexts.get(request)!.actor, request.ip);
        return new Operation(
          operationOf(await readForm(body, { fileBytes: soundMaxBytes, files: 1, caller })),
        );
      },
    );
    scope.setErrorHandler(respondToError(app));
    // @fastify/websocket and graphql-ws have different types for the same socket.
    scope.route({ url: graphqlPath, method: 'GET', handler: handle, wsHandler: sockets.handler as never });
    scope.route({
      url: graphqlPath,
      method: ['POST', 'OPTIONS'],
      handler: handle,
      bodyLimit: bodyLimits.signedIn(app.config.articleMaxCharacters),
    });
  });
}

type Contexts = WeakMap<FastifyRequest, Context>;

/** Finds out who sends a request before its body is read, so that strangers cannot send megabytes. */
function admitOperation(app: App, contexts: Contexts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'OPTIONS') return;
    const type = request.headers['content-type'] ?? '';
    const isForm = formType.test(type);
    // A form of another site may be sent without asking first, with the visitor's cookie where a browser
    // still does so; JSON may not.
    if (request.method === 'POST' && !jsonType.test(type) && !isForm)
      return refuse(reply, 415, 'Send the operation as application/json.');
    if (isForm && request.headers[uploadHeader] === undefined)
      return refuse(reply, 415, `Send the header ${uploadHeader}: 1 with a form.`);
    try {
      const context = await contextOf(app, request, reply);
      if (isForm && context.actor.kind === 'anonymous') throw new NotSignedInError();
      if (context.actor.kind === 'anonymous' && bodyBytes(request) > bodyLimits.anonymous) {
        return refuse(
          reply,
          413,
          `Requests without credentials need a Content-Length of at most ${bodyLimits.anonymous} bytes.`,
          { code: 'PAYLOAD_TOO_LARGE' },
        );
      }
      contexts.set(request, context);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { httpStatus, code } = error.declared;
      if (httpStatus === 401) reply.header('www-authenticate', 'Bearer');
      return refuse(reply, httpStatus, error.message, { code, ...reasonOf(error.told) });
    }
  };
}

/** Executes the operation of a request that was admitted. */
function handleOperation(app: App, yoga: GraphQLServer, contexts: Contexts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const context = contexts.get(request) ?? {
      app,
      actor: anonymous,
      actorNow: async () => anonymous,
      remoteAddress: request.ip,
    };
    // Yoga takes a body that was read and holds nothing for one that is still to come, and waits for ever.
    const params = request.method === 'POST' ? operationIn(request.body) : undefined;
    if (params === null)
      return refuse(reply, 400, 'The body must be a JSON object with the operation as "query".');
    const answer = async () => {
      const response = await yoga.handleNodeRequestAndResponse(request, reply, {
        request,
        reply,
        context,
        params,
      });
      return { status: response.status, headers: [...response.headers], text: await response.text() };
    };
    const key = request.method === 'POST' ? request.headers[keyHeader] : undefined;
    const { status, headers, text } = await runWithIdempotencyKey(app, context.actor, key, params, answer);
    for (const [name, value] of headers) void reply.header(name, value);
    reply.headers({ 'cache-control': 'no-store', vary: 'accept, authorization, cookie' });
    // What was refused is refused for a while: clients that look no further than the status should know.
    return reply.code(status === 200 && reply.hasHeader('retry-after') ? 429 : status).send(text);
  };
}

/** Answers what goes wrong before an operation is executed as GraphQL does. */
function respondToError(app: App) {
  return (
    error: Error & { statusCode?: number; retryAfter?: number },
    { id }: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    const status = error.statusCode ?? 500;
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
    const unavailable = toUnavailable(error);
    if (unavailable) {
      app.log.error({ err: error, ...outageOf(unavailable) }, 'unavailable');
      return refuse(reply.header('retry-after', unavailable.retryAfter), 503, unavailable.message, {
        code: 'SERVICE_UNAVAILABLE',
        ...reasonOf(unavailable),
        errorId: id,
      });
    }
    if (status === 413) return refuse(reply, status, error.message, { code: 'PAYLOAD_TOO_LARGE' });
    if (status < 500 || error instanceof BodyError) return refuse(reply, status, error.message);
    return reply.code(500).send({ errors: [maskError(error, app.log)] });
  };
}

/** An operation that came with files. */
class Operation {
  readonly params: GraphQLParams;

  constructor(params: GraphQLParams) {
    this.params = params;
  }
}

/** What a body says; null: it is no operation. */
function operationIn(body: unknown): GraphQLParams | null {
  if (body instanceof Operation) return body.params;
  return typeof body === 'object' && body !== null && ('query' in body || 'extensions' in body)
    ? (body as GraphQLParams)
    : null;
}

/** Returns the declared length of the body; infinite for a chunked body of unknown length. */
function bodyBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

function refuse(
  reply: FastifyReply,
  status: number,
  message: string,
  extensions: Record<string, unknown> = { code: 'BAD_REQUEST' },
): FastifyReply {
  return reply.code(status).send({ errors: [{ message, extensions }] });
}
