import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionArgs, GraphQLSchema } from 'graphql';
import { makeHandler } from 'graphql-ws/use/@fastify/websocket';
import { createYoga, type GraphQLParams, type YogaServerInstance } from 'graphql-yoga';
import { anonymous, callerOf } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { NotSignedInError } from '../kernel/errors.ts';
import { authenticate } from '../areas/identity/session.ts';
import { actorOf, cookieJar, sessionCookie } from './auth.ts';
import type { Context } from '../graphql/context.ts';
import { maskError } from '../graphql/error-types.ts';
import { soundMaxBytes } from '../product.ts';
import { BodyError } from '../lib/request-body.ts';
import { readForm } from '../lib/form-data.ts';
import { operationOf } from './graphql-form.ts';

/** Bounds of one operation. The dashboard's largest query uses about half of each. */
const limits = { depth: 12, aliases: 20, directives: 20, tokens: 3_000, cost: 20_000 };
const path = '/graphql';
const jsonType = /^application\/(json|graphql-response\+json)\s*(;|$)/i;
const formType = /^multipart\/form-data\s*;/i;
/** What no form of another site can send: with it, browsers ask first whether they may. */
const uploadHeader = 'x-parlance-upload';
const persisted = new URL('../../client/dashboard/persisted.json', import.meta.url);

interface ServerContext {
  request: FastifyRequest;
  reply: FastifyReply;
  context: Context;
  /** The operation, where it came with files. */
  params: GraphQLParams | undefined;
}

/** GraphQL over HTTP and, for subscriptions, over graphql-ws, both at /graphql. */
export async function registerGraphQL(server: FastifyInstance, app: App, schema: GraphQLSchema): Promise<void> {
  const operations = JSON.parse(await readFile(persisted, 'utf8').catch(() => '{}')) as Record<string, string>;
  const mask = { maskError: (error: unknown) => maskError(error, app.log) };
  const yoga: YogaServerInstance<ServerContext, Context> = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: path,
    landingPage: false,
    graphiql: false,
    logging: false,
    batching: false,
    // Forms are read here, and bodies have been when they get there.
    multipart: false,
    maxRequestBodySize: false,
    cors: { origin: '*', credentials: false, methods: ['GET', 'POST', 'OPTIONS'], allowedHeaders: ['authorization', 'content-type', uploadHeader] },
    maskedErrors: mask,
    context: ({ context }) => context,
    plugins: [
      {
        onRequestParse: ({ serverContext, setRequestParser }) => {
          const { params } = serverContext as unknown as ServerContext;
          if (params) setRequestParser(() => params);
        },
      },
      usePersistedOperations({
        getPersistedOperation: (hash) => operations[hash] ?? null,
        allowArbitraryOperations: true,
      }),
      maxTokensPlugin({ n: limits.tokens }),
      maxDepthPlugin({ n: limits.depth, ignoreIntrospection: true }),
      maxAliasesPlugin({ n: limits.aliases }),
      maxDirectivesPlugin({ n: limits.directives }),
      costLimitPlugin({ maxCost: limits.cost, ignoreIntrospection: true }),
    ],
  });

  const contexts = new WeakMap<FastifyRequest, Context>();

  /** Before the body is read: nobody unknown sends megabytes. */
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'OPTIONS') return;
    const type = request.headers['content-type'] ?? '';
    const isForm = formType.test(type);
    // A form of another site may be sent without asking first, with the visitor's cookie where a browser still does so; JSON may not.
    if (request.method === 'POST' && !jsonType.test(type) && !isForm) return refuse(reply, 415, 'Send the operation as application/json.');
    if (isForm && request.headers[uploadHeader] === undefined) return refuse(reply, 415, `Send the header ${uploadHeader}: 1 with a form.`);
    let actor: Context['actor'];
    try {
      actor = await actorOf(app, request);
      if (isForm && actor === anonymous) throw new NotSignedInError();
    } catch (error) {
      if (!(error instanceof NotSignedInError)) throw error;
      return refuse(reply.header('www-authenticate', 'Bearer'), 401, error.message, 'UNAUTHENTICATED');
    }
    contexts.set(request, { app, actor, cookies: cookieJar(app, reply), remoteAddress: request.ip });
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const context = contexts.get(request) ?? { app, actor: anonymous, remoteAddress: request.ip };
    const params = request.method === 'POST' && request.body instanceof Operation ? request.body.params : undefined;
    const response = await yoga.handleNodeRequestAndResponse(request, reply, { request, reply, context, params });
    response.headers.forEach((value, name) => void reply.header(name, value));
    return reply.code(response.status).send(response.body);
  };

  const subscriptions = makeHandler<Record<string, unknown>, { socket: never; request: FastifyRequest }>({
    schema,
    onConnect: async ({ connectionParams, extra }) => {
      const token = connectionParams?.['token'];
      try {
        const actor = await authenticate(app, {
          bearer: typeof token === 'string' ? token : undefined,
          cookie: (extra as { request: FastifyRequest }).request.cookies[sessionCookie],
        });
        (extra as { actor?: unknown }).actor = actor;
        return actor !== anonymous;
      } catch (error) {
        if (error instanceof NotSignedInError) return false;
        throw error;
      }
    },
    onSubscribe: async (connection, _id, payload) => {
      const { actor, request } = connection.extra as unknown as { actor: Context['actor']; request: FastifyRequest };
      const enveloped = yoga.getEnveloped({ request, reply: undefined, context: { app, actor, remoteAddress: request.ip } } as never);
      const hash = (payload.extensions as { persistedQuery?: { sha256Hash?: string } } | undefined)?.persistedQuery?.sha256Hash;
      const source = payload.query || (hash && operations[hash]) || '';
      const document = enveloped.parse(source);
      const errors = enveloped.validate(enveloped.schema, document);
      if (errors.length) return errors as never;
      const args: ExecutionArgs = {
        schema: enveloped.schema,
        document,
        operationName: payload.operationName ?? null,
        variableValues: payload.variables ?? null,
        contextValue: { app, actor, remoteAddress: request.ip } satisfies Context,
      };
      return { ...args, execute: enveloped.execute, subscribe: enveloped.subscribe } as never;
    },
    execute: (args: any) => args.execute(args),
    subscribe: (args: any) => args.subscribe(args),
    onError: (_connection, _id, _message, errors) => errors.map((error) => maskError(error, app.log)) as never,
    onNext: (_connection, _id, _message, _args, result) =>
      (result.errors ? { ...result, errors: result.errors.map((error) => maskError(error, app.log)) } : undefined) as never,
  });

  await server.register(async (scope) => {
    scope.addHook('onRequest', admit);
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
      const caller = callerOf(contexts.get(request)!.actor, request.ip);
      return new Operation(operationOf(await readForm(body, { fileBytes: soundMaxBytes, files: 1, caller })));
    });
    scope.setErrorHandler((error: Error & { statusCode?: number; retryAfter?: number }, _, reply) => {
      const status = error.statusCode ?? 500;
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      if (status === 413) return refuse(reply, status, error.message, 'PAYLOAD_TOO_LARGE');
      if (status < 500 || error instanceof BodyError) return refuse(reply, status, error.message);
      return reply.code(500).send({ errors: [maskError(error, app.log)] });
    });
    scope.route({ url: path, method: 'GET', handler: handle, wsHandler: subscriptions as never });
    scope.route({ url: path, method: ['POST', 'OPTIONS'], handler: handle });
  });
}

/** An operation that came with files. */
class Operation {
  readonly params: GraphQLParams;

  constructor(params: GraphQLParams) {
    this.params = params;
  }
}

function refuse(reply: FastifyReply, status: number, message: string, code = 'BAD_REQUEST'): FastifyReply {
  return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
}
