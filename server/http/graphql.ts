import { readFile } from 'node:fs/promises';
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionArgs, GraphQLSchema } from 'graphql';
import { makeHandler } from 'graphql-ws/use/@fastify/websocket';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import { anonymous } from '../areas/access.ts';
import type { App } from '../areas/app.ts';
import { NotSignedInError } from '../areas/errors.ts';
import { authenticate } from '../areas/identity/session.ts';
import { actorOf, cookieJar, sessionCookie } from './auth.ts';
import type { Context } from '../graphql/context.ts';
import { maskError } from '../graphql/errors.ts';

/** Bounds of one operation. The dashboard's largest query uses about half of each. */
const limits = { depth: 12, aliases: 20, directives: 20, tokens: 3_000, cost: 20_000 };
const path = '/graphql';
const jsonType = /^application\/(json|graphql-response\+json)\s*(;|$)/i;
const persisted = new URL('../../client/dashboard/persisted.json', import.meta.url);

interface ServerContext {
  request: FastifyRequest;
  reply: FastifyReply;
  context: Context;
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
    cors: { origin: '*', credentials: false, methods: ['GET', 'POST', 'OPTIONS'], allowedHeaders: ['authorization', 'content-type'] },
    maskedErrors: mask,
    context: ({ context }) => context,
    plugins: [
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

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    // A form of another site may be sent without asking first, with the visitor's cookie where a browser still does so; JSON may not.
    if (request.method === 'POST' && !jsonType.test(request.headers['content-type'] ?? '')) {
      return reply.code(415).send({ errors: [{ message: 'Send the operation as application/json.' }] });
    }
    let context: Context;
    try {
      context = { app, actor: await actorOf(app, request), cookies: cookieJar(app, reply), remoteAddress: request.ip };
    } catch (error) {
      if (!(error instanceof NotSignedInError)) throw error;
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ errors: [{ message: error.message, extensions: { code: 'UNAUTHENTICATED' } }] });
    }
    const response = await yoga.handleNodeRequestAndResponse(request, reply, { request, reply, context });
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

  server.route({ url: path, method: 'GET', handler: handle, wsHandler: subscriptions as never });
  server.route({ url: path, method: ['POST', 'OPTIONS'], handler: handle });
}
