import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams, type YogaServerInstance } from 'graphql-yoga';
import type { App } from '../kernel/app.ts';
import type { Context } from '../graphql/context.ts';
import { maskError } from '../graphql/error-types.ts';
import { boundErrors, operationLimits } from './operation-limits.ts';
import { keyHeader } from './idempotency-key.ts';

export const graphqlPath = '/graphql';
/** What no form of another site can send: with it, browsers ask first whether they may. */
export const uploadHeader = 'x-parlance-upload';

interface ServerContext {
  request: FastifyRequest;
  reply: FastifyReply;
  context: Context;
  /** The operation, where it came in a body, which has been read. */
  params: GraphQLParams | undefined;
}

export type GraphQLServer = YogaServerInstance<ServerContext, Context>;

/**
 * Returns what executes operations within the limits of this installation.
 * @param persisted the text of an operation that the dashboard names by its hash
 */
export function createGraphQLServer(
  app: App,
  schema: GraphQLSchema,
  persisted: (hash: string) => string | null,
): GraphQLServer {
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: graphqlPath,
    landingPage: false,
    graphiql: false,
    logging: false,
    batching: false,
    // Forms are read here, and bodies have been when they get there.
    multipart: false,
    maxRequestBodySize: false,
    cors: {
      origin: '*',
      credentials: false,
      methods: ['GET', 'POST', 'OPTIONS'],
      allowedHeaders: ['authorization', 'content-type', uploadHeader, keyHeader],
    },
    maskedErrors: { maskError: (error: unknown) => maskError(error, app.log) },
    context: ({ context }) => context,
    plugins: [
      {
        onRequestParse: ({ serverContext, setRequestParser }) => {
          const { params } = serverContext as unknown as ServerContext;
          if (params) setRequestParser(() => params);
        },
        onResultProcess: ({ result, setResult }) => {
          if (!Array.isArray(result) && 'errors' in result && result.errors)
            setResult({ ...result, errors: withStatus(result, boundErrors(result.errors)) });
        },
      },
      {
        // Only sockets recheck a subscriber's rights; over HTTP, the context has the parameters of its
        // request.
        onSubscribe: ({ args }: { args: { contextValue?: unknown } }) => {
          if ('params' in (args.contextValue as object))
            throw new GraphQLError(
              'Subscriptions are served over WebSocket with the graphql-transport-ws protocol.',
            );
        },
      },
      usePersistedOperations({ getPersistedOperation: persisted, allowArbitraryOperations: true }),
      ...operationLimits,
    ],
  });
}

/** Has an operation that gave nothing, because the server cannot do it now, answered with 503. */
function withStatus(
  { data }: { data?: object | null },
  errors: readonly GraphQLError[],
): readonly GraphQLError[] {
  if (Object.values(data ?? {}).some((value) => value !== null)) return errors;
  return errors.map((error) => {
    const { code, retryAfter } = error.extensions;
    if (code !== 'SERVICE_UNAVAILABLE') return error;
    const http = { status: 503, headers: { 'retry-after': String(retryAfter ?? 5) } };
    return new GraphQLError(error.message, {
      nodes: error.nodes ?? null,
      path: error.path ?? null,
      extensions: { ...error.extensions, http },
    });
  });
}
